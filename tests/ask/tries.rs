//! Queries about tries on many problems: the matcher and its referee say the same, whatever mates; and what limits leave
//! open is never taken for known.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use ask::{Answer, AskReason, TryQuery, Verdicts};
use shogi::{Color, Move, Position};
use testkit::{Rng, cases};

use super::random::{GAPS, NAMED, TERMS, image, one, ply, position};
use super::{Solved, problems};

/// Words about later moves: they are not asked of tries.
const LATER: &[&str] = &[
    "sacrifice",
    "taken",
    "taken=1",
    "taken=3..",
    "last",
    "gift",
    "kept",
];

fn terms(rng: &mut Rng) -> String {
    let count = [0, 1, 1, 1, 2][rng.below(5)];
    let mut found = Vec::new();
    while found.len() < count {
        let term = match rng.one_in(5) {
            true => one(rng, NAMED),
            false => one(rng, TERMS),
        };
        if !LATER.contains(&term) {
            let not = if rng.one_in(6) { "!" } else { "" };
            found.push(format!("{not}{term}"));
        }
    }
    match found.is_empty() {
        true => "any".to_owned(),
        false => found.join(" "),
    }
}

fn clause(rng: &mut Rng) -> String {
    let check = terms(rng);
    let ending = match rng.below(6) {
        0 | 1 => "mates".to_owned(),
        2 => "fails".to_owned(),
        3 => "fails only".to_owned(),
        4 => format!("fails {}", terms(rng)),
        _ => format!("fails only {}", terms(rng)),
    };
    format!("{check} {ending}")
}

fn list(rng: &mut Rng) -> String {
    let mut parts = vec![clause(rng)];
    for _ in 0..[0, 0, 1, 1, 2][rng.below(5)] {
        let elsewhere = if rng.one_in(3) { "elsewhere " } else { "" };
        let clause = clause(rng);
        parts.push(match rng.one_in(4) {
            true => format!("!({elsewhere}{clause})"),
            false => format!("{elsewhere}{clause}"),
        });
    }
    parts.join(", ")
}

fn text(rng: &mut Rng) -> String {
    match rng.below(12) {
        0..5 => list(rng),
        5 => format!("({} & {})", list(rng), list(rng)),
        6 => format!("{} | {}", list(rng), list(rng)),
        7 => format!("{} ; {} ; {}", list(rng), one(rng, GAPS), list(rng)),
        8 => format!("{} ; {}", ply(rng), list(rng)),
        9 => format!("!({})", list(rng)),
        10 => {
            let range = one(rng, &["0", "1", "2..", "..1", "1..2"]);
            format!("count({})={range}", list(rng))
        }
        _ => format!("^ ; ({} & {})", position(rng), list(rng)),
    }
}

/// A query; names that stand alone say nothing, and are put in once more.
fn random_query(rng: &mut Rng) -> TryQuery {
    loop {
        let mut text = text(rng);
        loop {
            match text.parse::<TryQuery>() {
                Ok(query) => return query,
                Err(error) => match error.reason {
                    AskReason::UsedOnce(name) => {
                        let named = NAMED.iter().filter(|is| is.contains(&format!("${name}")));
                        let named: Vec<&str> = named.copied().collect();
                        let ending = one(rng, &["mates", "fails"]);
                        text = format!("({text}) & {} {ending}", one(rng, &named));
                    }
                    AskReason::OtherSide(_) | AskReason::Repeats => break,
                    _ => panic!("{text}: {error}"),
                },
            }
        }
    }
}

/// Says at random which positions mate, always the same of one position; a check mates if all replies to it do. The line
/// is one that mates.
struct Drawn {
    seed: u64,
    /// Of so many positions with the attacker to move one has no mate.
    one_in: usize,
    /// Of so many one is left open.
    open: Option<usize>,
    on_the_line: HashSet<Position>,
    known: RefCell<HashMap<Position, Option<bool>>>,
}

impl Drawn {
    fn new(solved: &Solved, seed: u64, one_in: usize) -> Self {
        let turned = solved.task.attacker == Color::White;
        let mut here = match turned {
            true => solved.task.position.rotate(),
            false => solved.task.position.clone(),
        };
        let mut on_the_line = HashSet::new();
        for mv in &solved.moves {
            if here.side() == Color::White {
                let replies = here.legal_moves().into_iter();
                on_the_line.extend(replies.map(|mv| here.play(mv)));
            }
            here = here.play(if turned { mv.rotate() } else { *mv });
        }
        Self {
            seed,
            one_in,
            open: None,
            on_the_line,
            known: RefCell::default(),
        }
    }

    fn of(&self, position: &Position) -> Option<bool> {
        if let Some(&known) = self.known.borrow().get(position) {
            return known;
        }
        let found = match position.side() {
            Color::White => self.of_replies(position),
            Color::Black if self.on_the_line.contains(position) => Some(true),
            Color::Black => {
                let mut rng = Rng(position.key() ^ self.seed);
                let mates = !rng.one_in(self.one_in);
                let is_open = self.open.is_some_and(|open| rng.one_in(open));
                (!is_open).then_some(mates)
            }
        };
        self.known.borrow_mut().insert(position.clone(), found);
        found
    }

    fn of_replies(&self, position: &Position) -> Option<bool> {
        let mut found = Some(true);
        for mv in position.legal_moves() {
            match self.of(&position.play(mv)) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => found = None,
            }
        }
        found
    }
}

impl Verdicts for Drawn {
    fn mates(&mut self, position: &Position) -> Option<bool> {
        self.of(position)
    }
}

fn asked(query: &TryQuery, solved: &Solved, verdicts: &mut dyn Verdicts) -> Answer {
    query.ask(&solved.line(), verdicts, &AtomicBool::new(false))
}

#[test]
fn tries_are_what_their_referee_says() {
    let problems = problems();
    let mut rng = Rng(69);
    let (mut yes, mut no, mut undecided) = (0, 0, 0);
    for _ in 0..cases(100, 2_500) {
        let query = random_query(&mut rng);
        let names = query.tree().names.len();
        for _ in 0..3 {
            let drawn = rng.below(problems.len());
            // The referee tries everything for each name, again and again.
            let most = match names {
                0 => 7,
                1 if rng.one_in(20) => 3,
                1 => 1,
                _ => 0,
            };
            if problems[drawn].moves.len() > most {
                continue;
            }
            let solved = image(&mut rng, &problems[drawn]);
            let one_in = [3, 8, 40][rng.below(3)];
            let mut verdicts = Drawn::new(&solved, rng.below(1 << 30) as u64, one_in);
            let found = asked(&query, &solved, &mut verdicts);
            let wanted = referee::ask::holds_among(
                query.tree(),
                &solved.task,
                &solved.moves,
                &solved.moves,
                &|position| verdicts.of(position).unwrap(),
            );
            let about = format!("{query}\n{} {:?}", solved.task.position, solved.moves);
            assert_eq!(
                found,
                [Answer::No, Answer::Yes][usize::from(wanted)],
                "{about}"
            );
            yes += usize::from(wanted);
            no += usize::from(!wanted);
            // The same where some of it is open: what is found then is found with all of it, too.
            verdicts.open = Some(4);
            verdicts.known.take();
            match asked(&query, &solved, &mut verdicts) {
                Answer::Undecided => undecided += 1,
                answer => assert_eq!(answer, found, "{about}"),
            }
        }
    }
    let least = cases(20, 500);
    assert!(
        yes > least && no > least && undecided > least,
        "{yes} {no} {undecided}"
    );
}

/// What a list compares can be said with names, too.
#[test]
fn names_compare_as_lists_do() {
    let problems = problems();
    let mut rng = Rng(5);
    let pairs = [
        (
            "promote fails, unpromote mates",
            "(promote from=$a to=$b fails & unpromote from=$a to=$b mates)",
        ),
        (
            "drop G mates, drop !G fails",
            "(drop G to=$x mates & drop !G to=$x fails)",
        ),
        (
            "move mates, elsewhere fails only",
            "(move piece=$p to=$x mates & move piece=$p !to=$x fails only)",
        ),
        (
            "drop P/N/L fails, !(elsewhere mates)",
            "(drop P to=$x fails & !(drop P !to=$x mates)) | (drop N to=$x fails & !(drop N !to=$x mates)) \
             | (drop L to=$x fails & !(drop L !to=$x mates))",
        ),
    ];
    let pairs = pairs.map(|(list, named)| -> (TryQuery, TryQuery) {
        (list.parse().unwrap(), named.parse().unwrap())
    });
    let (mut yes, mut no) = (0, 0);
    for _ in 0..cases(60, 2_000) {
        let drawn = rng.below(problems.len());
        let solved = image(&mut rng, &problems[drawn]);
        if solved.moves.len() > 7 {
            continue;
        }
        let mut verdicts = Drawn::new(&solved, rng.below(1 << 30) as u64, 8);
        for (list, named) in &pairs {
            let found = asked(list, &solved, &mut verdicts);
            let about = format!("{list}\n{} {:?}", solved.task.position, solved.moves);
            assert_eq!(asked(named, &solved, &mut verdicts), found, "{about}");
            yes += usize::from(found == Answer::Yes);
            no += usize::from(found == Answer::No);
        }
    }
    assert!(yes > 20 && no > 20, "{yes} {no}");
}

/// Nobody is to be asked.
struct Nobody;

impl Verdicts for Nobody {
    fn mates(&mut self, position: &Position) -> Option<bool> {
        panic!("{position}");
    }
}

#[test]
fn nothing_is_solved_where_no_check_can_be_meant() {
    // The knight promotes with check where it cannot check otherwise, and the other way round.
    let golds = super::of_example(&features::examples::GOLDS);
    for text in [
        "promote N fails, unpromote mates",
        "drop R fails",
        "^ ; capture fails",
        "drop G mates, move G fails",
    ] {
        let answer = asked(&text.parse().unwrap(), &golds, &mut Nobody);
        assert_eq!(answer, Answer::No, "{text}");
    }
    // What the line itself tells is known.
    let query: TryQuery = "main drop G mates".parse().unwrap();
    assert_eq!(asked(&query, &golds, &mut Nobody), Answer::Yes);
}

/// One that knows of all moves that they mate, or that they do not.
struct All(bool);

impl Verdicts for All {
    fn mates(&mut self, _: &Position) -> Option<bool> {
        Some(self.0)
    }
}

#[test]
fn comparisons_are_with_the_first_check() {
    let golds = super::of_example(&features::examples::GOLDS);
    let answer = |text: &str, mates| {
        let query = text.parse::<TryQuery>();
        let query = query.unwrap_or_else(|error| panic!("{text}: {error}"));
        asked(&query, &golds, &mut All(mates)) == Answer::Yes
    };
    // A gold can be dropped beside the king as well as below it.
    assert!(answer("^ ; drop G to=1b mates, elsewhere fails", false));
    assert!(!answer("^ ; drop G to=1b mates, elsewhere fails", true));
    assert!(answer("^ ; drop G to=1b mates, !(elsewhere mates)", false));
    assert!(!answer("^ ; drop G to=1b mates, !(elsewhere mates)", true));
    // To the square of the first one nothing else can go.
    assert!(!answer("^ ; drop G to=1b mates, to=2b fails", false));
    assert!(answer("^ ; (drop G to=1b mates & to=2b fails)", false));
    // Besides, the knight can give check.
    assert!(answer("^ ; move fails", false) && !answer("^ ; drop !G fails", false));
    assert!(answer("^ ; departs fails", false) && !answer("^ ; main fails", false));
    // Replies are not looked at if there are none such.
    assert!(!answer("^ ; departs fails drop", false) && answer("^ ; departs fails K", false));
    assert!(!answer("^ ; departs fails only K same", true));
}

#[test]
fn a_variation_leaves_the_main_line_once() {
    let knights = super::of_example(&features::examples::KNIGHTS);
    let moves = "3d4b+ 3a2a 4b3b 2a1a 3b2b 1a2b";
    let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
    let line = ask::Line::leaving(&knights.task, &knights.moves, &moves).unwrap();
    let holds = |text: &str| super::query(text).matches(&line);
    assert!(holds("departs K to=1a") && holds("main ; departs") && holds("count(departs)=1"));
    assert!(!holds("departs attack") && holds("count(main)=5"));
    assert!(!super::query("departs").matches(&knights.line()));
    assert!(super::query("^ ; main* ; $").matches(&knights.line()));
}
