//! Limits: what is not known is undecided, and named.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use shogi::Position;
use tsume::judge::effort::Limit;
use tsume::judge::record::LineKind;
use tsume::judge::report::Status;
use tsume::judge::{Effort, Options, Report, check};
use tsume::solve::{Solver, Task};

use super::solver::{Forgetful, Short};
use super::{counts, task};

/// A problem with one longer second solution, 3b2a+.
const DUAL: &str = "8k/6S2/9/7LB/9/9/9/9/9 b 2rb4g3s4n3l17p 1";

/// Five plies, the first of them one of many drops of the rook.
const ROOK: &str = "7k1/5G3/9/8S/9/9/9/9/9 b RPr2b3g3s4n4l17p 1";

/// Judges a problem with a solver that cannot say anything about the position after some first moves,
/// or without some pieces; and the limits of nodes it was asked under.
fn judged_without_in(sfen: &str, stage: u64, forgotten: &[Position]) -> (Report, Vec<u64>) {
    let mut solver = Forgetful {
        solver: Short::new(9),
        forgets: |position: &Position| forgotten.contains(position),
        asked: Vec::new(),
    };
    let options = Options {
        effort: Effort {
            share: 1_000,
            stage,
            ..Effort::QUICK
        },
        ..Options::default()
    };
    let report = check(&task(sfen), &mut solver, &options, &AtomicBool::new(false));
    (report, solver.asked.into_iter().flatten().collect())
}

fn judged_without(forgotten: &[Position]) -> (Report, Vec<u64>) {
    judged_without_in(DUAL, 0, forgotten)
}

fn after(mv: &str) -> Position {
    task(DUAL).position.play(mv.parse().unwrap())
}

#[test]
fn with_every_answer_nothing_is_undecided() {
    let (report, asked) = judged_without(&[]);
    assert!(report.undecided.is_empty() && asked.is_empty());
    assert_eq!(counts(&report).flaws.longer_before_last, Some(1));
    assert_eq!(report.soundness.complete, Some(false));
}

#[test]
fn a_check_nobody_can_decide_is_undecided_and_named() {
    let (report, asked) = judged_without(&[after("3b2a+")]);
    let open = &report.undecided;
    // Not even how long its mate would take is known.
    assert_eq!((open.equal_before_last, open.before_last), (1, 0));
    assert_eq!(report.rules.a, None);
    assert_eq!(report.soundness.complete, None);
    assert_eq!(counts(&report).flaws.longer_before_last, None);
    let line = report
        .lines
        .iter()
        .find(|line| line.kind == LineKind::Undecided);
    assert_eq!(line.unwrap().moves, ["3b2a+".parse().unwrap()]);
    // One, two and three shares for the bounded question; for the other a glance first, then twice as much
    // each time.
    let all = [BOUNDED, GLANCES, &[500, 1_000, 2_000, 4_000]].concat();
    assert_eq!(asked, all);
}

/// The nodes that a question about a mate within some plies gets, share upon share.
const BOUNDED: &[u64] = &[1_000, 2_000, 3_000];

/// The nodes of the two glances whether there is a mate at all.
const GLANCES: &[u64] = &[32, 125];

/// The checks of a problem beside its first move.
fn other_checks(sfen: &str) -> Vec<Position> {
    let (report, _) = judged_without_in(sfen, 0, &[]);
    assert_eq!(report.soundness.complete, Some(true));
    let start = task(sfen).position;
    let mut others = start.checks();
    others.sort_unstable();
    others.retain(|&mv| mv != report.main_line[0]);
    others.iter().map(|&mv| start.play(mv)).collect()
}

#[test]
fn a_round_is_left_out_where_it_would_cost_too_much() {
    // A stage has 40,000 nodes for all checks: a round is begun only if what is left of them suffices for
    // each check that is open.
    let others = other_checks(ROOK);
    for (count, rounds) in [
        (1, &[500, 1_000, 2_000, 4_000, 8_000, 16_000][..]),
        (2, &[500, 1_000, 2_000, 4_000, 8_000]),
        (4, &[500, 1_000, 2_000, 4_000]),
        (5, &[500, 1_000, 2_000, 4_000]),
        (6, &[500, 1_000, 2_000]),
    ] {
        let (report, asked) = judged_without_in(ROOK, 40_000, &others[..count]);
        assert_eq!(usize::from(report.undecided.equal_before_last), count);
        let mut expected = BOUNDED.repeat(count);
        for &nodes in GLANCES.iter().chain(rounds) {
            expected.extend([nodes].repeat(count));
        }
        assert_eq!(asked, expected, "{count}");
    }
}

#[test]
fn where_a_stage_has_no_nodes_left_nothing_is_asked() {
    let others = other_checks(ROOK);
    let (report, asked) = judged_without_in(ROOK, 0, &others);
    assert!(asked.iter().all(|&nodes| nodes > 0), "{asked:?}");
    assert_eq!(report.soundness.complete, None);
    assert!(report.limits_reached.contains(&Limit::Stage));
}

#[test]
fn an_undecided_check_does_not_hide_a_certain_flaw() {
    // Both the second solution and another check: one is enough for the verdict, and the other is
    // asked about two short rounds more, for what the cooks are.
    let other = task(DUAL)
        .position
        .checks()
        .into_iter()
        .find(|mv| mv.to_string() != "3b2a+" && mv.to_string() != "2d2a+")
        .unwrap();
    let (report, asked) = judged_without(&[after(&other.to_string())]);
    assert_eq!(asked, [BOUNDED, GLANCES, &[500]].concat());
    assert_eq!(report.soundness.complete, Some(false));
    assert_eq!(counts(&report).flaws.longer_before_last, Some(1));
    assert_eq!(report.undecided.equal_before_last, 1);
}

#[test]
fn a_piece_nobody_can_decide_is_named() {
    let without = tsume::judge::removal::removals(&task(DUAL).position, shogi::Color::Black);
    let (spot, position) = without.into_iter().next().unwrap();
    let (report, _) = judged_without(&[position]);
    assert_eq!(report.undecided.superfluous, [spot]);
    assert_eq!(report.soundness.minimal, None);
    assert_eq!(report.soundness.complete, Some(false));
}

#[test]
fn without_the_length_nothing_is_said() {
    let (report, _) = judged_without(&[task(DUAL).position]);
    assert_eq!(report.status, Status::Unknown);
    assert!(report.undecided.length);
    assert_eq!((report.soundness.complete, report.flaws), (None, None));
}

/// 寿 of 将棋図巧: 611 plies.
const KOTOBUKI: &str =
    "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";

#[test]
fn limits_of_time_and_nodes_hold_for_the_whole_check() {
    let mut solver = Solver::new(32 << 20);
    let mut options = Options::default();
    options.effort.nodes = Some(20_000);
    let go = AtomicBool::new(false);
    let report = check(&task(KOTOBUKI), &mut solver, &options, &go);
    assert!(report.nodes < 25_000, "{}", report.nodes);
    assert_eq!(report.soundness.complete, None);
    options.effort.nodes = None;
    options.effort.time = Some(Duration::from_millis(300));
    let begun = Instant::now();
    let report = check(&task(KOTOBUKI), &mut solver, &options, &go);
    assert!(begun.elapsed() < Duration::from_secs(3));
    assert_eq!(report.soundness.complete, None);
    let stopped = AtomicBool::new(true);
    let begun = Instant::now();
    let report = check(&task(KOTOBUKI), &mut solver, &Options::default(), &stopped);
    assert!(begun.elapsed() < Duration::from_secs(1));
    assert_eq!(report.soundness.complete, None);
}

/// What a report counts, and whether that is all there is.
fn counted(report: &Report) -> [(&'static str, Option<i64>, bool); 10] {
    let (counts, open) = (counts(report), &report.undecided);
    let flaws = &counts.flaws;
    let number = |count: Option<u16>| count.map(i64::from);
    let flag = |is: Option<bool>| is.map(i64::from);
    let replies = open.replies == 0;
    let equal = replies && open.equal_before_last == 0 && counts.unmeasured_before_last == Some(0);
    let longer = equal && open.before_last == 0;
    [
        ("cooks", number(flaws.cooks), open.cooks == 0),
        (
            "equal before the last",
            number(flaws.equal_before_last),
            equal,
        ),
        (
            "longer before the last",
            number(flaws.longer_before_last),
            longer,
        ),
        ("equal at the last", number(flaws.equal_at_last), replies),
        (
            "longer at the last",
            number(flaws.longer_at_last),
            replies && open.at_last == 0,
        ),
        ("promotions", number(flaws.promotion_duals), replies),
        ("equal variations", number(flaws.equal_variations), replies),
        (
            "last promotion",
            flag(flaws.final_promotion_choice),
            replies,
        ),
        ("last picture", flag(flaws.final_superfluous), replies),
        (
            "in variations",
            number(counts.variation_duals),
            open.variations == 0,
        ),
    ]
}

/// Judges a problem with the solver, within shares and stages of so many nodes.
fn judged_with(task: &Task, share: u64, stage: u64) -> Report {
    let options = Options {
        effort: Effort {
            share,
            stage,
            ..Effort::QUICK
        },
        ..Options::default()
    };
    let mut solver = Solver::new(16 << 20);
    check(task, &mut solver, &options, &AtomicBool::new(false))
}

/// A problem that nobody can solve within its limit is given up, and nothing else is asked.
#[test]
fn the_problem_itself_may_have_a_limit() {
    let hard = "2p1g+P3/1P1p1pp2/l1P1g1S+r1/P1B1P1+p2/1p3l3/1kN6/9/2+B6/1r7 b GS2N2Pg2sn2l5p 1";
    let options = Options {
        effort: Effort {
            first: Some(1_000),
            ..Effort::default()
        },
        ..Options::default()
    };
    let mut solver = Solver::new(16 << 20);
    let mut judged = |sfen| check(&task(sfen), &mut solver, &options, &AtomicBool::new(false));
    let report = judged(hard);
    assert_eq!(report.status, Status::Unknown);
    assert_eq!(report.limits_reached, [Limit::Stage]);
    assert!((1_000..2_000).contains(&report.nodes), "{}", report.nodes);
    // One that is solved within it has its stages as ever.
    assert_eq!(judged(ROOK).status, Status::Mate);
    assert!(judged(ROOK).undecided.is_empty());
}

/// With next to no nodes it is not known which check is the shortest: one that mates may be the main one.
#[test]
fn a_check_that_may_be_the_main_one_is_no_second_solution() {
    for sfen in [
        "9/8k/6S2/9/8G/9/9/9/9 b G2r2b2g3s4n4l18p 1",
        "6kS1/9/5L3/6P2/9/9/9/9/9 b RSr2b4g2s4n3l17p 1",
        "4Bk3/9/4sG3/4R4/9/9/9/9/9 b rb3g3s4n4l18p 1",
    ] {
        for (share, stage) in [(1, 1), (2, 20), (3, 3), (20, 160)] {
            let report = judged_with(&task(sfen), share, stage);
            assert_ne!(report.rules.d, Some(false), "{sfen}: {share}, {stage}");
            assert_ne!(counts(&report).unmeasured_before_last, Some(1), "{sfen}");
        }
    }
}

/// Where two efforts decide a problem they say the same.
#[test]
fn less_effort_says_less_and_nothing_else() {
    let list =
        std::fs::read_to_string(testkit::root().join("tests/data/short_1_to_11.tsv")).unwrap();
    let problems = list.lines().filter(|line| !line.starts_with('#'));
    let mut compared = [0; 2];
    for line in problems.step_by(testkit::cases(40, 5)) {
        let Ok(task) = Task::from_tsume_sfen(line.split('\t').next().unwrap(), true) else {
            continue;
        };
        let full = judged_with(&task, 20_000, 2_000_000);
        for share in [20, 100, 500] {
            let little = judged_with(&task, share, 8 * share);
            let sfen = &full.sfen;
            let verdicts = |report: &Report| {
                let (is, rules) = (&report.soundness, &report.rules);
                let of_rules = [rules.a, rules.b, rules.c, rules.d];
                let whole = [is.complete, is.complete_lenient, is.minimal, is.irredundant];
                [whole, of_rules].concat()
            };
            for (at, (little, full)) in verdicts(&little)
                .into_iter()
                .zip(verdicts(&full))
                .enumerate()
            {
                if little.is_some() && full.is_some() {
                    assert_eq!(little, full, "{sfen}: verdict {at} for {share}");
                    compared[0] += 1;
                }
            }
            if little.main_line != full.main_line || little.flaws.is_none() {
                continue;
            }
            for (little, full) in counted(&little).into_iter().zip(counted(&full)) {
                if little.2 && full.2 {
                    assert_eq!(little.1, full.1, "{sfen}: {} for {share}", little.0);
                    compared[1] += 1;
                }
            }
        }
    }
    assert!(compared[0] > 300 && compared[1] > 150, "{compared:?}");
}
