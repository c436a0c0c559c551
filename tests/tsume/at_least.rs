//! A solver that is told how long a mate takes at least answers as it would without, and searches less.

use std::sync::atomic::AtomicBool;

use crate::solver_referee::positions::quiet_start;
use testkit::{Rng, cases};
use tsume::solve::{Goal, Limits, Outcome, Solve, Solver, Task, Verdict};

/// Problems with futile interpositions, short ones, and long ones of which the shortest mate is soon proved.
/// With them the nodes that each may take.
fn problems() -> Vec<(Task, u64)> {
    let futile = include_str!("../data/futile_types.tsv").lines();
    let short = include_str!("../data/short_1_to_11.tsv").lines();
    let long = include_str!("../data/musou.tsv").lines();
    let long = long.filter(|row| row.ends_with("musou-032") || row.ends_with("musou-091"));
    let rows = futile.chain(short.step_by(cases(12, 1)));
    let rows = rows.map(|row| (row, 10_000));
    let rows = rows.chain(long.map(|row| (row, 150_000)));
    rows.filter(|(row, _)| !row.starts_with('#'))
        .filter_map(|(row, nodes)| {
            let task = Task::from_tsume_sfen(row.split('\t').next()?, true);
            Some((task.ok()?, nodes))
        })
        .collect()
}

fn solve(
    solver: &mut Solver,
    (task, nodes): (&Task, u64),
    goal: Goal,
    at_least: Option<u32>,
) -> Outcome {
    solver.forget();
    let limits = Limits {
        nodes: Some(nodes),
        at_least,
        ..Limits::default()
    };
    solver.solve(task, goal, &limits, &AtomicBool::new(false))
}

#[test]
fn what_is_known_is_not_searched_again_and_changes_no_answer() {
    let mut solver = Solver::new(16 << 20);
    let [mut known, mut unknown] = [0; 2];
    let (mut count, mut differ, mut long) = (0, 0, 0);
    for (problem, nodes) in problems() {
        let checks = problem.position.checks();
        let after = checks.into_iter().map(|mv| problem.play(mv));
        for task in std::iter::once(problem.clone()).chain(after.take(2)) {
            let plain = solve(&mut solver, (&task, nodes), Goal::Lengths, None);
            let Some(plies) = plain.plies.filter(|_| plain.reached.is_none()) else {
                continue;
            };
            count += 1;
            long += usize::from(plies > 20);
            differ += usize::from(plain.raw_plies != Some(plies));
            // A bound of the other side's parity, and one far below, are bounds as well.
            for at_least in [plies, plies.saturating_sub(1), plies / 2] {
                let told = solve(&mut solver, (&task, nodes), Goal::Lengths, Some(at_least));
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
                let raw = solve(&mut solver, (&task, nodes), Goal::Raw, Some(at_least));
                assert_eq!(
                    raw.raw_plies, plain.raw_plies,
                    "{place} at least {at_least}"
                );
                assert!(!raw.plies_exact || raw.plies == plain.plies, "{place}");
                if at_least == plies {
                    known += raw.nodes;
                    unknown += solve(&mut solver, (&task, nodes), Goal::Raw, None).nodes;
                }
            }
        }
    }
    assert!(
        count > 100 && differ > 5 && long > 1,
        "{count} mates, {differ} differ, {long} long"
    );
    assert!(
        known * 4 < unknown * 3,
        "{known} nodes, {unknown} without knowing"
    );
}

/// Before a defender who is not in check the bound is that of the longest mate, not of each.
#[test]
fn a_defender_who_is_not_in_check_may_reply_with_less() {
    let mut rng = Rng(20_261_128);
    let mut solver = Solver::new(16 << 20);
    let mut longer = 0;
    for _ in 0..cases(150, 4_000) {
        let task = quiet_start(&mut rng);
        let plain = solve(&mut solver, (&task, 10_000), Goal::Lengths, None);
        if !plain.plies_exact || plain.reached.is_some() {
            continue;
        }
        let told = solve(&mut solver, (&task, 10_000), Goal::Lengths, plain.plies);
        let place = &task.position;
        assert_eq!(told.plies, plain.plies, "{place}");
        assert_eq!(told.raw_plies, plain.raw_plies, "{place}");
        assert!(told.plies_exact, "{place}");
        longer += usize::from(plain.plies > Some(2));
    }
    assert!(longer > 10, "{longer} of more than two plies");
}
