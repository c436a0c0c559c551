//! Families with sliding pieces, whole: against numbers known from elsewhere, and every mate against the judge
//! that asks a solver.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

use catalog::Family;
use enumerate::record::record;
use retro::enumeration::Problems;
use retro::families::{Aim, enumeration};
use retro::mates::key::ShortKey;
use retro::mates::levels::Levels;
use retro::mates::pieces::Scope;
use retro::node::Key;
use shogi::{Color, Position};
use system::monitor::Monitor;
use testkit::cases;
use tsume::judge::record::{Flaws, Problem, Soundness};
use tsume::judge::report::{Report, Status};
use tsume::judge::{Options, check};
use tsume::solve::{Solve, Solver, Task};

fn found(code: &str) -> Box<dyn Problems> {
    let family: Family = code.parse().unwrap();
    let monitor = Monitor::default();
    let mut enumeration =
        enumeration(&[family.counts()], Aim::Problems, None, None, &monitor).unwrap();
    while enumeration.advance().unwrap().is_some() {}
    enumeration.finish()
}

/// The problems of a length.
fn problems(found: &dyn Problems, value: u8) -> Vec<Problem> {
    let monitor = Monitor::default();
    let parts = (0..found.parts(value)).map(|part| found.judge(value, part, &monitor).unwrap());
    parts
        .flatten()
        .map(|(node, verdict)| record(&node, value, verdict).problem)
        .collect()
}

/// How many problems of each length keep rule D, both images counted, and need all their pieces.
fn by_rule_d(code: &str) -> Vec<u64> {
    let found = found(code);
    let count = |value| {
        let problems = problems(&*found, value);
        let good = problems.iter().filter(|problem| {
            problem.soundness.minimal == Some(true)
                && problem.flaws.leftover == Some(0)
                && problem.flaws.equal_before_last == Some(0)
                && problem.flaws.longer_before_last == Some(0)
        });
        good.map(|problem| u64::from(problem.mirror_images)).sum()
    };
    (1..=found.longest()).map(count).collect()
}

/// The numbers were counted by another program.
#[test]
fn rook_and_gold_have_the_known_numbers() {
    assert_eq!(by_rule_d("R1G1"), [1774, 659, 532, 98, 60, 28, 16, 6]);
}

#[test]
fn bishop_and_silver_have_the_known_numbers() {
    assert_eq!(by_rule_d("B1S1"), [2909, 1304, 38, 6]);
}

#[test]
#[ignore = "half a minute: .ci/long"]
fn three_lances_have_the_known_numbers() {
    assert_eq!(by_rule_d("L3"), [7048, 4608, 2250, 1162, 622, 276, 80, 4]);
}

/// 使用駒三枚: the mates of 23 plies are known, and that 17 plies seem to be the most with a clean line.
#[test]
#[ignore = "minutes: .ci/long"]
fn two_rooks_have_the_known_longest_mates() {
    let found = found("R2");
    assert_eq!(found.longest(), 12);
    assert_eq!(found.count(12), 68);
    let complete = |value| {
        let problems = problems(&*found, value);
        let clean = problems.iter().map(|problem| problem.soundness.complete);
        let clean: Option<Vec<bool>> = clean.collect();
        clean.unwrap().iter().filter(|&&clean| clean).count()
    };
    assert_eq!((9..=12).map(complete).collect::<Vec<_>>(), [4, 0, 0, 0]);
}

/// What the judge that asks a solver says of a position.
fn judged(solver: &mut Solver, sfen: &str) -> Report {
    let position: Position = sfen.parse().unwrap();
    let task = Task {
        attacker: position.side(),
        position,
    };
    solver.forget();
    let options = Options {
        variations: false,
        ..Options::default()
    };
    check(&task, solver, &options, &AtomicBool::new(false))
}

fn verdicts(soundness: &Soundness) -> [Option<bool>; 5] {
    [
        soundness.complete,
        soundness.complete_lenient,
        soundness.minimal,
        soundness.irredundant,
        soundness.irredundant_lenient,
    ]
}

/// The solver may leave open what the table knows.
fn agree<T: PartialEq + Debug, const N: usize>(
    solver: [Option<T>; N],
    table: [Option<T>; N],
    sfen: &str,
) {
    for (ours, theirs) in solver.iter().zip(&table) {
        assert!(
            ours.is_none() || ours == theirs,
            "{sfen}: {solver:?} by the solver, {table:?} by the table"
        );
    }
}

/// Guards every verdict, on what is recorded and on what is not.
fn every_mate_is_judged_alike(code: &str) {
    let [recorded, left_out] = mates_are_judged_alike(code, 1);
    assert!(
        recorded > 100 && left_out > 0,
        "{code}: {recorded}, {left_out}"
    );
}

/// The same of every so many of each length; how many are recorded, and how many are not.
fn mates_are_judged_alike(code: &str, step: usize) -> [usize; 2] {
    let found = found(code);
    let family: Family = code.parse().unwrap();
    let monitor = Monitor::default();
    let mut levels: Levels<'_, ShortKey> = Levels::start(Scope::new(&[family.counts()]), &monitor);
    while !levels.is_complete() {
        levels.advance().unwrap();
    }
    let mut solver = Solver::new(16 << 20);
    let (mut recorded, mut left_out) = (0, 0);
    for (value, keys) in (1..=found.longest()).zip(levels.attackers()) {
        let plies = 2 * u32::from(value) - 1;
        let problems = problems(&*found, value);
        let mut problems: BTreeMap<&str, &Problem> = problems
            .iter()
            .map(|problem| (&problem.sfen[..], problem))
            .collect();
        for key in keys.iter().step_by(step) {
            let sfen = key.unpack().setup(Color::Black).to_string();
            let report = judged(&mut solver, &sfen);
            assert_eq!(
                (report.status, report.length),
                (Status::Mate, Some(plies)),
                "{sfen}"
            );
            let ours = report.flaws.expect("it mates").flaws;
            if let Some(problem) = problems.remove(&sfen[..]) {
                let theirs = problem.flaws;
                let counts = |flaws: &Flaws| {
                    [
                        flaws.leftover.map(u16::from),
                        flaws.superfluous.map(u16::from),
                        flaws.cooks,
                        flaws.equal_before_last,
                        flaws.longer_before_last,
                        flaws.equal_at_last,
                    ]
                };
                agree(
                    verdicts(&report.soundness),
                    verdicts(&problem.soundness),
                    &sfen,
                );
                agree(counts(&ours), counts(&theirs), &sfen);
                recorded += 1;
            } else {
                let unsound = report.soundness.complete_lenient == Some(false);
                let by_rule_a = ours.equal_before_last == Some(0);
                let is_redundant = [
                    report.soundness.minimal,
                    report.soundness.irredundant,
                    report.soundness.irredundant_lenient,
                ] == [Some(false); 3];
                assert!(
                    ours.leftover > Some(0) || unsound && !by_rule_a || is_redundant,
                    "{sfen} is a problem"
                );
                left_out += 1;
            }
        }
        assert!(step > 1 || problems.is_empty(), "{problems:?}");
    }
    [recorded, left_out]
}

#[test]
fn every_mate_of_two_pieces_is_judged_alike() {
    for code in ["L2", "B1L1"].iter().take(cases(1, 2)) {
        every_mate_is_judged_alike(code);
    }
}

/// Guards what is left out because a piece can be spared: with two pieces every piece matters to the length.
#[test]
fn mates_of_three_pieces_are_judged_alike() {
    for (code, step) in [("L1P2", cases(97, 5)), ("B1P2", cases(397, 20))] {
        let [recorded, left_out] = mates_are_judged_alike(code, step);
        assert!(
            recorded > 10 && left_out > 20,
            "{code}: {recorded}, {left_out}"
        );
    }
}

#[test]
#[ignore = "some minutes: .ci/long"]
fn every_mate_of_further_families_is_judged_alike() {
    for code in ["B1S1", "B2", "B1G1", "R1P1", "R1G1", "R1L1", "L1N1", "L1S1"] {
        every_mate_is_judged_alike(code);
    }
}

/// Guards the second look at what was left open: with usual patience alone it is one cook less.
#[test]
#[ignore = "half a minute: .ci/long"]
fn what_was_left_open_is_judged_once_more() {
    let found = found("R1P2");
    let problems = (1..=found.longest()).flat_map(|value| problems(&*found, value));
    let cooks = problems.map(|problem| u64::from(problem.flaws.cooks.unwrap()));
    assert_eq!(cooks.sum::<u64>(), 15_001);
}
