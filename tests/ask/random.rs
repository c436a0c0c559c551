//! Random queries on many lines: the matcher and its referee say the same, and so does whatever is looked at first.

use std::collections::BTreeMap;

use ask::query::Tree;
use ask::{AskReason, Query};
use features::{Solution, registry};
use shogi::{Color, Position, usi_line};
use testkit::{Rng, cases};
use tsume::solve::Task;

use super::{Solved, problems};

/// Terms that draw on all of the language.
pub(super) const TERMS: &[&str] = &[
    "attack",
    "reply",
    "drop",
    "move",
    "promote",
    "unpromote",
    "capture",
    "same",
    "direct",
    "discovered",
    "double",
    "sacrifice",
    "taken",
    "interpose",
    "last",
    "pawnmate",
    "farthest",
    "returns",
    "original",
    "forward",
    "back",
    "sideways",
    "diagonal",
    "departs",
    "main",
    "R",
    "G/S",
    "n",
    "K",
    "金",
    "龍",
    "☖歩",
    "major",
    "slider",
    "promoted",
    "after=+R/+B",
    "after=+n/+s",
    "capture=minor",
    "capture=r/b",
    "to=2b",
    "to=1a-3c",
    "from=1a-4i",
    "to=K(0,1)",
    "to=K(1,-1)",
    "to=prev",
    "from=prev",
    "over=2a-2i",
    "ray=K(0,1)",
    "ray=K(1,0)",
    "attacks=K(0,1)",
    "attacks=prev",
    "ply=3",
    "ply=2..",
    "far=2..",
    "far=1",
    "length=1",
    "length=3..",
    "choices=1",
    "choices=..3",
    "supported=0",
    "supported=1..",
    "attacked=0",
    "attacked=2..",
    "attacked=k",
    "attacked=G/g/S/s",
    "taken=1",
    "taken=3..",
    "gift",
    "block",
    "shield",
    "forced",
    "kept",
    "king=1a-2b",
    "men=..8",
    "attackers=2..",
    "defenders=0",
];

/// Terms with names.
pub(super) const NAMED: &[&str] = &[
    "piece=$p",
    "capture=$p",
    "to=$x",
    "from=$x",
    "over=$x",
    "ray=$x",
    "attacks=$x",
    "to=$x(0,1)",
    "piece=$q",
    "to=$y",
    "from=$y",
    "king=$x",
    "king=$y",
];

/// What is asked of positions.
const FACTS: &[&str] = &[
    "1a-3c=G/S",
    "K(0,1)=empty",
    "K(0,1)=G/+P/+S",
    "K(1,0)=major/k",
    "玉(-1,1)=空升",
    "prev=k",
    "prev=G",
    "prev(0,-1)=empty",
    "5e=empty",
    "G>K(0,1)",
    "promoted>K",
    "k>prev",
    "minor>K(1,1)",
    "玉>prev",
    "check",
    "pawnmate",
    "symmetric",
    "pinned=minor",
    "pinned=major",
    "hand=P",
    "hand=G/S(2..)",
    "hand=g(..1)",
    "持駒=歩",
    "hand=0",
    "hand=2..",
    "escapes=0",
    "escapes=1..2",
    "men=..8",
    "attackers=2..",
    "defenders=0",
];

/// The same with names.
const NAMED_FACTS: &[&str] = &["$x=empty", "$x=k", "$x(0,1)=G/S", "slider>$x", "$y=empty"];

pub(super) const GAPS: &[&str] = &["..", "..", "1..", "..2", "2", "1..3", "0"];

const TIMES: &[&str] = &["*", "+", "?", "{2}", "{1..2}", "{..3}"];

pub(super) fn one<'a>(rng: &mut Rng, of: &[&'a str]) -> &'a str {
    of[rng.below(of.len())]
}

pub(super) fn ply(rng: &mut Rng) -> String {
    let count = [0, 1, 1, 1, 2, 2, 3][rng.below(7)];
    if count == 0 {
        return "any".to_owned();
    }
    let terms = (0..count).map(|_| {
        let term = if rng.one_in(4) {
            one(rng, NAMED)
        } else {
            one(rng, TERMS)
        };
        if rng.one_in(6) {
            format!("!{term}")
        } else {
            term.to_owned()
        }
    });
    terms.collect::<Vec<_>>().join(" ")
}

pub(super) fn position(rng: &mut Rng) -> String {
    let facts = (0..1 + rng.below(2)).map(|_| {
        let not = if rng.one_in(4) { "!" } else { "" };
        let some = if rng.one_in(5) { NAMED_FACTS } else { FACTS };
        format!("{not}{}", one(rng, some))
    });
    format!("[{}]", facts.collect::<Vec<_>>().join(" "))
}

fn sequence(rng: &mut Rng, depth: usize) -> String {
    let count = 1 + rng.below(3);
    let mut parts: Vec<String> = (0..count).map(|_| element(rng, depth)).collect();
    if rng.one_in(8) {
        parts.insert(0, "^".to_owned());
    }
    if rng.one_in(8) {
        parts.push("$".to_owned());
    }
    parts.join(" ; ")
}

fn element(rng: &mut Rng, depth: usize) -> String {
    match rng.below(if depth == 0 { 7 } else { 11 }) {
        0..4 => ply(rng),
        6 => position(rng),
        4 => one(rng, GAPS).to_owned(),
        5 => format!("{}{}", ply(rng), one(rng, TIMES)),
        7 => format!("({})", any(rng, depth - 1)),
        8 => format!("({}){}", any(rng, depth - 1), one(rng, TIMES)),
        9 => format!("!({})", any(rng, depth - 1)),
        _ => format!(
            "count({})={}",
            any(rng, depth - 1),
            one(rng, &["0", "2..", "1", "..2", "3.."])
        ),
    }
}

fn any(rng: &mut Rng, depth: usize) -> String {
    let count = [1, 1, 2][rng.below(3)];
    let parts: Vec<String> = (0..count).map(|_| sequence(rng, depth)).collect();
    parts.join(one(rng, &[" | ", " & "]))
}

/// A query; names that stand alone say nothing, and are put in once more.
pub(super) fn random_query(rng: &mut Rng) -> (String, Query) {
    loop {
        let mut text = any(rng, 2);
        loop {
            match text.parse::<Query>() {
                Ok(query) => return (text, query),
                Err(error) => match error.reason {
                    AskReason::UsedOnce(name) => {
                        let terms = NAMED
                            .iter()
                            .filter(|term| term.contains(&format!("${name}")));
                        let terms: Vec<&str> = terms.copied().collect();
                        let joined = one(rng, &[" & ", " ; .. ; "]);
                        text = format!("{text}{joined}{}", one(rng, &terms));
                    }
                    AskReason::OtherSide(_) | AskReason::Repeats => break,
                    _ => panic!("{text}: {error}"),
                },
            }
        }
    }
}

/// A problem, its mirror image, or the sides exchanged.
pub(super) fn image(rng: &mut Rng, of: &Solved) -> Solved {
    let (mut task, mut moves) = (of.task.clone(), of.moves.clone());
    if rng.one_in(3) {
        task.position = task.position.mirror();
        moves.iter_mut().for_each(|mv| *mv = mv.mirror());
    }
    if rng.one_in(3) {
        let attacker = task.attacker.flip();
        let position: Position = task.position.rotate();
        task = Task { position, attacker };
        moves.iter_mut().for_each(|mv| *mv = mv.rotate());
    }
    Solved { task, moves }
}

fn columns(solved: &Solved) -> BTreeMap<&'static str, i64> {
    let solution = Solution::new(&solved.task, &solved.moves, None).unwrap();
    let values = registry::measure(&solution);
    let named = registry::measured().zip(values);
    named
        .filter_map(|((_, column), value)| Some((column.name, value.integer()?)))
        .collect()
}

#[test]
fn the_matcher_agrees_with_its_referee() {
    let problems = problems();
    let mut rng = Rng(2026);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..cases(80, 2_500) {
        let (text, query) = random_query(&mut rng);
        let tree: &Tree = query.tree();
        for _ in 0..5 {
            let drawn = rng.below(problems.len());
            // The referee tries all squares for each name, again and again.
            if tree.names.len() > 1 && problems[drawn].moves.len() > cases(3, 5) {
                continue;
            }
            let solved = image(&mut rng, &problems[drawn]);
            let found = query.matches(&solved.line());
            let wanted = referee::ask::holds(tree, &solved.task, &solved.moves);
            let usi = usi_line(&solved.moves);
            let about = format!("{text}\n{} {usi}", solved.task.position);
            assert_eq!(found, wanted, "{about}");
            if found {
                yes += 1;
                assert!(query.may_match(&usi), "{about}");
                let columns = columns(&solved);
                for (column, least) in query.least() {
                    assert!(columns[column] >= i64::from(least), "{column}: {about}");
                }
            } else {
                no += 1;
            }
        }
    }
    // Neither answer is rare.
    let least = cases(40, 100);
    assert!(yes > least && no > least, "{yes} {no}");
}

/// Random queries seldom turn on one part of a position: each is asked of the first and the last picture.
#[test]
fn each_part_of_a_position_agrees_with_its_referee() {
    let problems = problems();
    for fact in FACTS {
        for text in [format!("^ ; [{fact}]"), format!("[{fact}] ; $")] {
            let query: Query = text.parse().unwrap();
            for solved in problems.iter().step_by(cases(3, 1)) {
                let wanted = referee::ask::holds(query.tree(), &solved.task, &solved.moves);
                let about = format!("{text}\n{}", solved.task.position);
                assert_eq!(query.matches(&solved.line()), wanted, "{about}");
            }
        }
    }
}

/// A line may be read over another one, and over one that cannot be played.
#[test]
fn a_line_forgets_the_one_before() {
    let problems = problems();
    let queries: Vec<Query> = [
        "double",
        "choices=1 K",
        "attack from=$x ; .. ; attack to=$x",
        "pawnmate",
    ]
    .iter()
    .map(|text| text.parse().unwrap())
    .collect();
    let mut line = ask::Line::default();
    for solved in problems.iter().chain(&problems[..20]) {
        let white = solved.task.attacker == Color::White;
        assert!(line.read(
            &solved.task.position.to_string(),
            white,
            &usi_line(&solved.moves)
        ));
        for query in &queries {
            assert_eq!(
                query.matches(&line),
                query.matches(&solved.line()),
                "{query}"
            );
        }
        assert!(!line.read("9/9", false, "1a1b"));
        // Nor is anything left of the moves before the one that cannot be played.
        let sfen = solved.task.position.to_string();
        let spoilt = format!("{} 9i9h", usi_line(&solved.moves));
        assert!(!line.read(&sfen, white, &spoilt) && line.is_empty());
        assert!(queries.iter().all(|query| query.find(&line).is_none()));
    }
}

/// The moves that a query is said to be about are enough: it holds of the line, and each has what is asked.
#[test]
fn the_moves_of_a_match_are_moves_of_the_line() {
    let problems = problems();
    let mut rng = Rng(7);
    for _ in 0..cases(150, 25_000) {
        let (text, query) = random_query(&mut rng);
        let solved = &problems[rng.below(problems.len())];
        let line = solved.line();
        match query.find(&line) {
            Some(plies) => {
                assert!(query.matches(&line), "{text}");
                assert!(
                    plies.iter().all(|&ply| ply < line.len()),
                    "{text}: {plies:?}"
                );
            }
            None => assert!(!query.matches(&line), "{text}"),
        }
    }
}
