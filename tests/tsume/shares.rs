//! A first check that is soon a mate is found behind one whose numbers stay low.

use std::sync::atomic::AtomicBool;

use testkit::cases;
use tsume::solve::{Goal, Limits, Solve, Solver, Task, Verdict};

/// 図巧 37: after B*8d a mate within 200,000 nodes. By its numbers alone the search goes on with 9f8e, of one reply, and
/// comes to B*8d after 50 million.
const ZUKOU_37: &str = "1R7/9/g1+P6/+P2s5/1+bk+pg4/GN1Rl4/Pn+p6/3S5/9 b B2N3Pg2s3l10p 1";

#[test]
fn no_check_waits_for_ever_behind_another() {
    for (threads, nodes) in [(1, 5_000_000), (2, 25_000_000)]
        .into_iter()
        .take(cases(1, 2))
    {
        waits(threads, nodes);
    }
}

fn waits(threads: usize, nodes: u64) {
    let task = Task::from_tsume_sfen(ZUKOU_37, true).expect("an SFEN");
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut solver = Solver::with_threads(256 << 20, threads);
    let outcome = solver.solve(&task, Goal::Verdict, &limits, &AtomicBool::new(false));
    assert_eq!(
        outcome.verdict,
        Verdict::Mate,
        "{threads}: {}",
        outcome.nodes
    );
}
