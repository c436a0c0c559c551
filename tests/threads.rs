//! Several threads at one problem find what one finds.

use std::fs;
use std::sync::atomic::AtomicBool;

use gyakusan::solve::{Goal, Limits, Solve, Solver, Task, Verdict};

const TABLE_BYTES: usize = 64 << 20;

/// Problems of 将棋無双 that take more nodes than are searched alone.
const NAMES: [&str; 2] = ["musou-003", "musou-020"];

#[test]
fn two_threads_find_the_mates_that_one_finds() {
    let list = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/musou.tsv");
    let list = fs::read_to_string(list).expect("the list is there");
    let mut threaded = 0;
    for name in NAMES {
        let line = list.lines().find(|line| line.ends_with(name));
        let sfen = line.and_then(|line| line.split('\t').next());
        let task = Task::from_tsume_sfen(sfen.expect("it is in the list"), true).expect("an SFEN");
        let limits = Limits {
            nodes: Some(20_000_000),
            ..Limits::default()
        };
        let mut solver = Solver::with_threads(TABLE_BYTES, 2);
        let outcome = solver.solve(&task, Goal::Verdict, &limits, &AtomicBool::new(false));
        assert_eq!(outcome.verdict, Verdict::Mate, "{name}");
        threaded += usize::from(outcome.nodes > 20_000);
    }
    assert!(threaded > 0, "no problem was hard enough for two threads");
}

#[test]
fn somebody_can_stop_all_of_them() {
    let list = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/musou.tsv");
    let list = fs::read_to_string(list).expect("the list is there");
    let sfen = list.split('\t').next().expect("a first column");
    let task = Task::from_tsume_sfen(sfen, true).expect("an SFEN");
    let limits = Limits {
        nodes: Some(30_000),
        ..Limits::default()
    };
    let mut solver = Solver::with_threads(TABLE_BYTES, 2);
    let outcome = solver.solve(&task, Goal::Verdict, &limits, &AtomicBool::new(false));
    assert_eq!(outcome.verdict, Verdict::Unknown);
    assert!(outcome.nodes <= 31_100, "{} nodes", outcome.nodes);
}
