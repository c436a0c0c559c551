//! Two rooks, or rook and bishop, against a bare king: chases over the whole board, longer than a plain search can look,
//! against df-pn.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crate::mates::{BISHOP, ROOK, find, position, random_of, two};
use retro::node::Key;
use shogi::Color;
use system::monitor::Monitor;
use testkit::Rng;
use tsume::solve::{Goal, Limits, Solve, Solver, Task, Verdict};

/// So many nodes a chase.
const NODES: u64 = 200_000;

/// The length of a mate, proved at any price.
fn proved(task: &Task) -> Option<u32> {
    let limits = Limits {
        until_shortest: true,
        ..Limits::default()
    };
    let never = AtomicBool::new(false);
    let outcome = Solver::new(256 << 20).solve(task, Goal::Lengths, &limits, &never);
    outcome.plies.filter(|_| outcome.plies_exact)
}

#[test]
#[ignore = "minutes: .ci/long"]
fn the_solver_and_all_mates_agree_on_twenty_thousand_chases() {
    let mut rng = Rng(20_261_128);
    let mut solver = Solver::new(256 << 20);
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    for other in [ROOK, BISHOP] {
        let family = two(ROOK, other);
        let monitor = Monitor::default();
        let levels = find(&[family], &monitor);
        let mates = levels.attackers().iter();
        let mates: Vec<_> = mates.filter(|keys| !keys.is_empty()).collect();
        // By the length of the mate in checks: how many were compared, how many of them have a proved length.
        let mut compared: BTreeMap<Option<u8>, [usize; 2]> = BTreeMap::new();
        let (mut count, mut open) = (0, 0);
        while count < 10_000 {
            // All lengths are as likely: chance alone seldom meets a long chase.
            let node = if rng.one_in(2) {
                let keys = mates[rng.below(mates.len())];
                keys[rng.below(keys.len())].unpack()
            } else {
                random_of(family, 81, &mut rng)
            };
            let Some(position) = position(&node, Color::Black) else {
                continue;
            };
            count += 1;
            let task = Task::new(position);
            let never = AtomicBool::new(false);
            let outcome = solver.solve(&task, Goal::Lengths, &limits, &never);
            let checks = levels.table().value(&node);
            let plies = checks.map(|checks| 2 * u32::from(checks) - 1);
            let is_right = match outcome.verdict {
                Verdict::Unknown => true,
                Verdict::NoMate => plies.is_none(),
                Verdict::Mate if outcome.plies_exact => plies == outcome.plies,
                // What is not proved bounds the free length only: then the proof decides.
                Verdict::Mate => plies.is_some_and(|plies| {
                    outcome.plies >= Some(plies) || proved(&task) == Some(plies)
                }),
            };
            assert!(is_right, "{}: {plies:?} {outcome:?}", task.position);
            open += usize::from(outcome.verdict == Verdict::Unknown);
            let [all, proved] = compared.entry(checks).or_default();
            *all += 1;
            *proved += usize::from(outcome.verdict == Verdict::NoMate || outcome.plies_exact);
        }
        println!("{open} open of {compared:?}");
        assert!(open < 20 && compared[&None][1] > 1_000);
        assert!(compared.len() > 10 && compared.values().all(|&[_, proved]| proved > 10));
    }
}
