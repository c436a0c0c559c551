//! Solvers against the plain search, on random small positions.

mod compare;
mod half_known;
mod plain_solver;
pub mod positions;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use compare::Report;
use half_known::HalfKnown;
use plain_solver::{Bug, PlainSolver};
use positions::{half_turn, quiet_start, random_task};
use referee::literal::task_length;
use referee::traditional::{Counting, Lengths};
use shogi::{Color, Position};
use testkit::{Rng, cases};
use tsume::solve::{Goal, Limits, Oracle, Solve, Solver, Task, Verdict};

/// The size of a df-pn solver's table.
const TABLE_BYTES: usize = 64 << 20;

/// The solvers under test.
fn solvers() -> Vec<Box<dyn Solve>> {
    vec![Box::new(Solver::new(TABLE_BYTES))]
}

/// All solvers on `count` positions of each seed.
fn no_difference(seeds: std::ops::Range<u64>, count: usize) {
    for mut solver in solvers() {
        is_right(&mut *solver, seeds.clone(), count);
    }
}

/// A solver on `count` positions of each seed.
fn is_right(solver: &mut dyn Solve, seeds: std::ops::Range<u64>, count: usize) {
    let mut report = Report::default();
    for seed in seeds {
        report.compare(solver, seed, count);
    }
    println!("{report:#?}");
    assert!(report.objections.is_empty());
    // The positions are such that there is something to find.
    let mates = |at_least| {
        let found = report.literal.iter();
        let found = found.filter(|(plies, _)| plies.is_ok_and(|plies| plies >= at_least));
        found.map(|(_, count)| count).sum::<usize>()
    };
    assert!(3 * mates(0) > report.tasks && 150 * mates(5) > report.tasks);
    assert!(150 * report.futile > report.tasks);
}

#[test]
fn a_thousand_random_positions() {
    no_difference(0..1, cases(400, 1_000));
}

#[test]
#[ignore = "minutes: .ci/long"]
fn forty_thousand_random_positions() {
    no_difference(1..41, 1_000);
}

#[test]
fn an_oracle_that_knows_half_of_what_is_met_changes_nothing() {
    let mut solver = Solver::new(TABLE_BYTES);
    let oracle = Arc::new(HalfKnown::new());
    solver.set_oracle(Arc::clone(&oracle) as Arc<dyn Oracle>);
    is_right(&mut solver, 300..301, cases(150, 4_000));
    let told = oracle.told();
    assert!(
        told.no_mates > 1_000 && told.mates > 1_000 && told.futile > 20,
        "{told:?}"
    );
}

/// Not even the nodes are others: what is asked depends on the plies left, and must not on what was asked before.
#[test]
fn what_was_solved_before_changes_nothing_with_an_oracle() {
    let oracle: Arc<dyn Oracle> = Arc::new(HalfKnown::new());
    let asking = || {
        let mut solver = Solver::new(1 << 20);
        solver.set_oracle(Arc::clone(&oracle));
        solver
    };
    let mut solver = asking();
    let mut rng = Rng(20_261_128);
    for _ in 0..cases(15, 3_000) {
        let task = random_task(&mut rng);
        // Many plies left first, then few.
        for plies in [9, 5, 3] {
            let limits = Limits {
                plies: Some(plies),
                nodes: Some(20_000),
                ..Limits::default()
            };
            let never = AtomicBool::new(false);
            let solve = |solver: &mut Solver| solver.solve(&task, Goal::Raw, &limits, &never);
            solver.forget();
            let (after, alone) = (solve(&mut solver), solve(&mut asking()));
            assert_eq!(after, alone, "{} within {plies}", task.position);
        }
    }
}

#[test]
fn the_defender_may_start_without_a_check() {
    for mut solver in solvers() {
        let mut report = Report::default();
        report.compare_drawn(&mut *solver, 0, cases(30, 100), quiet_start);
        assert_eq!(report.objections, Vec::<String>::new());
        assert!(
            report
                .literal
                .keys()
                .any(|plies| plies.is_ok_and(|plies| plies >= 2))
        );
    }
}

/// The defender may not interpose a pawn that mates the attacker (打ち歩詰め): here the checker is pinned, so
/// that nothing could take it.
#[test]
fn no_pawn_that_mates_is_interposed() {
    let sfen = "9/9/9/b2B1p3/6GG1/5s3/R2R2k2/3PK4/3SSLG1N w p 1";
    let task = Task {
        position: sfen.parse().expect("an SFEN"),
        attacker: Color::Black,
    };
    assert!(!task.position.is_legal("P*5g".parse().expect("a move")));
    let length = task_length(&task, 8);
    assert!(length.is_some());
    for goal in [Goal::Raw, Goal::Lengths] {
        let mut solver = Solver::new(TABLE_BYTES);
        let outcome = solver.solve(&task, goal, &Limits::default(), &AtomicBool::new(false));
        assert_eq!(
            (outcome.verdict, outcome.raw_plies),
            (Verdict::Mate, length)
        );
    }
}

/// Questions about either side's mate in one position share nothing.
#[test]
fn either_king_can_be_asked_about() {
    // Black mates at once; White, after it has moved out of the way, does not.
    let position: Position = "8k/9/7GP/9/9/9/9/1pg6/K8 w Gg 1".parse().expect("an SFEN");
    let mut solver = Solver::new(TABLE_BYTES);
    for attacker in [Color::White, Color::Black, Color::White, Color::Black] {
        let task = Task {
            position: position.clone(),
            attacker,
        };
        let plain = Lengths::new(Counting::Literal).length(&task, 5);
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let outcome = solver.solve(&task, Goal::Raw, &limits, &AtomicBool::new(false));
        assert_eq!(
            outcome.raw_plies.filter(|&plies| plies <= 5),
            plain,
            "{attacker:?}"
        );
    }
}

/// What a solver remembers of other questions about the same pieces does not lead it astray.
#[test]
fn questions_before_do_not_keep_from_a_mate() {
    const NODES: u64 = 5_000;
    let before = [
        "4+R4/9/9/9/9/9/8R/9/k8 b - 1",
        "6+R2/1k7/9/9/9/9/9/9/9 b r 1",
        "7R1/8k/6R2/9/9/9/9/9/9 b - 1",
    ];
    let task = |sfen: &str| Task {
        position: sfen.parse().expect("an SFEN"),
        attacker: Color::Black,
    };
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    let mut solver = Solver::new(TABLE_BYTES);
    for sfen in before {
        let task = task(sfen);
        let mirrored = Task {
            position: task.position.mirror(),
            ..task.clone()
        };
        for task in [task, mirrored] {
            solver.solve(&task, Goal::Lengths, &limits, &stop);
        }
    }
    let task = task("3R5/8k/9/4R4/9/9/9/9/9 b - 1");
    let outcome = solver.solve(&task, Goal::Lengths, &limits, &stop);
    assert_eq!((outcome.verdict, outcome.plies), (Verdict::Mate, Some(7)));
}

/// The comparison sees what it is there to see, and nothing else.
#[test]
fn wrong_solvers_are_found_out() {
    let mut report = Report::default();
    report.compare(&mut PlainSolver { bug: None }, 0, cases(100, 500));
    assert_eq!(report.objections, Vec::<String>::new());
    for bug in Bug::ALL {
        let found = (0..40).any(|seed| {
            let mut report = Report::default();
            report.compare(&mut PlainSolver { bug: Some(bug) }, seed, 100);
            !report.objections.is_empty()
        });
        assert!(found, "{bug:?}");
    }
}

/// The lengths of a task by all three ways of counting.
fn lengths(task: &Task, plies: u32) -> [Option<u32>; 3] {
    [
        Counting::FreeRecapture,
        Counting::Traditional,
        Counting::Literal,
    ]
    .map(|counting| Lengths::new(counting).length(task, plies))
}

#[test]
fn the_plain_searches_agree_with_each_other() {
    let mut rng = Rng(11);
    let mut different = [0; 2];
    for _ in 0..cases(400, 2_000) {
        let task = random_task(&mut rng);
        let [free, traditional, literal] = lengths(&task, 5);
        assert_eq!(literal, task_length(&task, 5), "{}", task.position);
        for (i, (shorter, longer)) in [(free, traditional), (traditional, literal)]
            .into_iter()
            .enumerate()
        {
            let ordered = longer.is_none_or(|longer| shorter.is_some_and(|plies| plies <= longer));
            assert!(ordered, "{}", task.position);
            different[i] += usize::from(shorter != longer);
        }
        let turned = Task {
            position: half_turn(&task.position),
            attacker: task.attacker.flip(),
        };
        let image = Task {
            position: task.position.mirror(),
            attacker: task.attacker,
        };
        for other in [turned, image] {
            assert_eq!(lengths(&other, 5), [free, traditional, literal]);
            assert_eq!(task_length(&other, 5), literal);
        }
        // A defender's length is that of its slowest reply, the attacker's that of its fastest check.
        let after = |mv| task_length(&task.play(mv), 4);
        let position = &task.position;
        let stepwise = if task.attacker_to_move() {
            position.checks().into_iter().filter_map(after).min()
        } else {
            let replies: Option<Vec<u32>> = position.legal_moves().into_iter().map(after).collect();
            replies.map(|replies| replies.into_iter().max().map_or(0, |plies| plies + 1))
        };
        let expected = if task.attacker_to_move() {
            stepwise.map(|plies| plies + 1)
        } else {
            stepwise
        };
        assert_eq!(literal, expected, "{position}");
    }
    assert!(
        different[0] > cases(1, 10) && different[1] > cases(5, 50),
        "{different:?}"
    );
}

#[test]
fn a_position_turned_twice_is_itself() {
    let mut rng = Rng(12);
    for _ in 0..200 {
        let task = random_task(&mut rng);
        let turned = half_turn(&task.position);
        assert_eq!(half_turn(&turned), task.position);
        assert_eq!(task.position.rotate(), turned);
        assert_eq!(turned.side(), task.position.side().flip());
        assert_eq!(turned.hand(Color::Black), task.position.hand(Color::White));
    }
}
