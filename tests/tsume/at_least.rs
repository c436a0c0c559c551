//! A solver that is told how long a mate takes at least answers as it would without, and searches less.

use std::sync::atomic::AtomicBool;

use testkit::cases;
use tsume::solve::{Goal, Limits, Outcome, Solve, Solver, Task, Verdict};

/// Problems whose lengths by the two policies mostly differ, and short ones.
fn problems() -> Vec<Task> {
    let futile = include_str!("../data/futile_types.tsv").lines();
    let short = include_str!("../data/short_1_to_11.tsv").lines();
    let rows = futile.chain(short.step_by(cases(12, 1)));
    rows.filter(|row| !row.starts_with('#'))
        .filter_map(|row| row.split('\t').next())
        .filter_map(|sfen| Task::from_tsume_sfen(sfen, true).ok())
        .collect()
}

fn solve(solver: &mut Solver, task: &Task, goal: Goal, at_least: Option<u32>) -> Outcome {
    solver.forget();
    let limits = Limits {
        nodes: Some(20_000),
        at_least,
        ..Limits::default()
    };
    solver.solve(task, goal, &limits, &AtomicBool::new(false))
}

#[test]
fn what_is_known_is_not_searched_again_and_changes_no_answer() {
    let mut solver = Solver::new(16 << 20);
    let [mut known, mut unknown] = [0; 2];
    let (mut count, mut differ) = (0, 0);
    for problem in problems() {
        let checks = problem.position.checks();
        let after = checks.into_iter().map(|mv| problem.play(mv));
        for task in std::iter::once(problem.clone()).chain(after.take(3)) {
            let plain = solve(&mut solver, &task, Goal::Lengths, None);
            let Some(plies) = plain.plies.filter(|_| plain.reached.is_none()) else {
                continue;
            };
            count += 1;
            differ += usize::from(plain.raw_plies != Some(plies));
            // Of the other side's parity, too, and far below.
            for at_least in [plies, plies.saturating_sub(1), plies / 2] {
                let told = solve(&mut solver, &task, Goal::Lengths, Some(at_least));
                let place = &task.position;
                assert_eq!(told.verdict, Verdict::Mate, "{place}");
                assert_eq!(told.plies, plain.plies, "{place} at least {at_least}");
                assert!(told.plies_exact, "{place} at least {at_least}");
                assert_eq!(
                    told.raw_plies, plain.raw_plies,
                    "{place} at least {at_least}"
                );
                let lengths = [&told, &plain].map(|found| found.best_line().map(<[_]>::len));
                assert_eq!(lengths[0], lengths[1], "{place} at least {at_least}");
                let raw = solve(&mut solver, &task, Goal::Raw, Some(at_least));
                assert_eq!(
                    raw.raw_plies, plain.raw_plies,
                    "{place} at least {at_least}"
                );
                if at_least == plies {
                    known += raw.nodes;
                    unknown += solve(&mut solver, &task, Goal::Raw, None).nodes;
                }
            }
        }
    }
    assert!(count > 100 && differ > 5, "{count} mates, {differ} differ");
    assert!(
        known * 4 < unknown * 3,
        "{known} nodes, {unknown} without knowing"
    );
}

/// Before a defender who is not in check the bound is that of the longest mate, not of each.
#[test]
fn a_defender_who_is_not_in_check_may_reply_with_less() {
    let task: Task = Task::new("8k/9/7GP/9/9/9/9/9/9 w G 1".parse().unwrap());
    let mut solver = Solver::new(1 << 20);
    for at_least in [None, Some(2)] {
        let found = solve(&mut solver, &task, Goal::Lengths, at_least);
        assert_eq!((found.plies, found.raw_plies), (Some(2), Some(2)));
        assert!(found.plies_exact);
    }
}
