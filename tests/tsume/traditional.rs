//! The reference lengths without futile interpositions (無駄合) on problems of stated length.

use std::sync::atomic::AtomicBool;

use referee::traditional::{Counting, Lengths};
use shogi::Move;
use tsume::judge::report::Departure;
use tsume::judge::{Options, check};
use tsume::solve::{Solver, Task};

fn task(sfen: &str) -> Task {
    Task::from_tsume_sfen(sfen, true).unwrap()
}

fn length(task: &Task, counting: Counting, max_plies: u32) -> Option<u32> {
    Lengths::new(counting).length(task, max_plies)
}

fn traditional(task: &Task, max_plies: u32) -> Option<u32> {
    length(task, Counting::Traditional, max_plies)
}

fn after(task: &Task, moves: &str) -> Task {
    moves.split_whitespace().fold(task.clone(), |task, mv| {
        let mv: Move = mv.parse().unwrap();
        assert!(task.position.is_legal(mv), "{mv}");
        task.play(mv)
    })
}

fn usi(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// SFEN and stated length of the rows of a list.
fn rows(list: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let mut columns = line.split('\t');
        columns.next().zip(columns.next())
    })
}

#[test]
fn positions_that_solvers_misjudged() {
    let mut stated = 0;
    for (sfen, plies) in rows(include_str!("../data/futile_cases.tsv")) {
        if let Some(bound) = plies.strip_prefix('>') {
            let bound: u32 = bound.parse().unwrap();
            assert_eq!(traditional(&task(sfen), bound + 4), None, "{sfen}");
        } else if let Ok(plies) = plies.parse() {
            assert_eq!(traditional(&task(sfen), plies), Some(plies), "{sfen}");
            stated += 1;
        }
    }
    assert_eq!(stated, 6);
}

#[test]
fn lengths_that_a_person_confirmed() {
    // Those of 17 plies and more take a plain search too long.
    let list = include_str!("../data/confirmed_lengths.tsv");
    for (sfen, plies) in rows(list).take(4) {
        let plies: u32 = plies.parse().unwrap();
        let task = task(sfen);
        let mut lengths = Lengths::new(Counting::Traditional);
        assert_eq!(lengths.length(&task, plies + 2), Some(plies), "{sfen}");
        assert_eq!(lengths.main_line(&task, plies).len() as u32, plies);
    }
}

/// Where nothing is futile all three ways of counting agree. One problem of the list has futile
/// interpositions: its stated length is the literal one.
#[test]
fn problems_without_futile_interpositions() {
    let countings = [
        Counting::Literal,
        Counting::Traditional,
        Counting::FreeRecapture,
    ];
    let mut different = Vec::new();
    for list in [
        include_str!("../data/short_1_to_11.tsv"),
        include_str!("../data/short_5_7.tsv"),
    ] {
        for (sfen, plies) in rows(list) {
            let plies: u32 = plies.parse().unwrap();
            let task = task(sfen);
            let [literal, others @ ..] = countings.map(|c| length(&task, c, plies));
            assert_eq!(literal, Some(plies), "{sfen}");
            if others != [literal; 2] {
                different.push((sfen, others));
            }
        }
    }
    // 3d1d, 1c1d, G*2e, 1d1c, 2g1g: whatever is dropped on 1f, 1e or 1d is taken for nothing.
    let futile = "9/8S/7Pk/6R1g/9/9/7R1/9/9 b 2b3g3s4n4l17p 1";
    assert_eq!(different, [(futile, [Some(5); 2])]);
}

/// Only the drop beside the king is real: the king takes the dragon there. Those farther away put it
/// off, and make none of the others longer.
#[test]
fn one_real_interposition_does_not_make_the_farther_ones_real() {
    let task = task("4n2k1/9/5G3/9/9/9/9/9/+R8 b Gr2b2g4s3n4l18p 1");
    let mut lengths = Lengths::new(Counting::Traditional);
    assert_eq!(lengths.length(&task, 7), Some(5));
    let checked = after(&task, "9i2i");
    let best = usi(&lengths.best_moves(&checked, 7));
    let (beside, others): (Vec<String>, Vec<String>) =
        best.into_iter().partition(|mv| mv.ends_with("*2b"));
    assert_eq!(beside.len(), 7);
    assert_eq!(others, ["2a1b"]);
    assert_eq!(length(&task, Counting::Literal, 9), None);
}

/// Knights that move between and are captured do not come back as drops: with those there would be no
/// mate in one.
#[test]
fn a_piece_that_moved_between_is_gone() {
    let sfen = "1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1";
    let task = task(sfen);
    let mut lengths = Lengths::new(Counting::Traditional);
    assert_eq!(usi(&lengths.main_line(&task, 1)), ["8h8g"]);
    // Mated but for futile moves between.
    let mated = after(&task, "8h8g");
    assert_eq!(lengths.length(&mated, 0), Some(0));
    assert_eq!(length(&mated, Counting::Literal, 8), None);
    assert!(lengths.best_moves(&mated, 8).is_empty());
}

/// Among lines of equal length one that leaves nothing over, then the first in the order of moves.
#[test]
fn the_main_line_leaves_nothing_over() {
    // R*2b, 1a2b, 1c2b is as long, and keeps the knight.
    let task = task("6Skg/9/8+N/9/9/B8/9/9/9 b RNrb3g3s2n4l18p 1");
    let mut lengths = Lengths::new(Counting::Traditional);
    let line = lengths.main_line(&task, 3);
    assert_eq!(usi(&line), ["R*2b", "2a3a", "N*2c"]);
}

/// A row of `futile_types.tsv`.
struct Interposed {
    task: Task,
    check: Move,
    interposition: Move,
    verdict: &'static str,
    traditional: &'static str,
    literal: &'static str,
}

fn futile_types() -> Vec<Interposed> {
    let list = include_str!("../data/futile_types.tsv").lines();
    let rows = list.filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|row| {
        let columns: Vec<&str> = row.split('\t').collect();
        let [
            sfen,
            check,
            interposition,
            verdict,
            traditional,
            literal,
            ..,
        ] = columns[..]
        else {
            panic!("{row}");
        };
        Interposed {
            task: task(sfen),
            check: check.parse().unwrap(),
            interposition: interposition.parse().unwrap(),
            verdict,
            traditional,
            literal,
        }
    })
    .collect()
}

/// What an interposition is by the reference, in the words of the list.
fn verdict(case: &Interposed) -> &'static str {
    let checked = case.task.play(case.check);
    assert!(checked.position.is_in_check(), "{}", case.check);
    if !checked.position.is_legal(case.interposition) {
        return "illegal";
    }
    let between = checked.position.interposing_squares();
    assert!(
        between.has(case.interposition.to()),
        "{}",
        case.interposition
    );
    // What keeps the king from being mated for so long is not futile.
    let mut lengths = Lengths::new(Counting::Traditional);
    match lengths.is_futile(&checked, case.interposition, 10) {
        Some(true) => "futile",
        Some(false) | None => "real",
    }
}

#[test]
fn the_known_types_of_futile_interpositions() {
    let cases = futile_types();
    for case in &cases {
        let name = format!("{} {}", case.check, case.interposition);
        assert_eq!(verdict(case), case.verdict, "{name}");
        for (counting, stated) in [
            (Counting::Traditional, case.traditional),
            (Counting::Literal, case.literal),
        ] {
            if let Some(bound) = stated.strip_prefix('>') {
                let bound: u32 = bound.parse().unwrap();
                assert_eq!(length(&case.task, counting, bound), None, "{name}");
            } else if let Ok(plies) = stated.parse() {
                assert_eq!(length(&case.task, counting, plies), Some(plies), "{name}");
            }
        }
    }
    let count = |verdict| cases.iter().filter(|case| case.verdict == verdict).count();
    assert_eq!(
        [count("futile"), count("real"), count("illegal")],
        [11, 6, 3]
    );
}

/// The judge says of a line with a futile interposition that it leaves best play there.
#[test]
fn the_judge_knows_the_same_types() {
    let mut futile = 0;
    for case in futile_types() {
        if case.verdict == "illegal" || case.traditional.starts_with('>') {
            continue;
        }
        let options = Options {
            given: Some(vec![case.check, case.interposition]),
            variations: false,
            ..Options::default()
        };
        let mut solver = Solver::new(32 << 20);
        let report = check(&case.task, &mut solver, &options, &AtomicBool::new(false));
        let leaves = report.given_line.unwrap().leaves;
        let is_futile = leaves.is_some_and(|remark| remark.what == Departure::Futile);
        assert_eq!(
            is_futile,
            case.verdict == "futile",
            "{} {}: {leaves:?}",
            case.check,
            case.interposition
        );
        futile += usize::from(is_futile);
        assert_eq!(report.plies, case.traditional.parse().ok());
        assert_eq!(report.raw_plies, case.literal.parse().ok());
    }
    assert_eq!(futile, 11);
}
