//! Several threads at one problem find what one finds.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shogi::{Color, Position};
use tsume::solve::{
    Goal, Limits, LookedUp, Oracle, Outcome, Reached, Solve, Solver, Task, Verdict,
};

const TABLE_BYTES: usize = 64 << 20;

/// Problems of 将棋無双 that take more nodes than are searched alone, but not many; in the second one an
/// interposition counted makes a difference.
const NAMES: [&str; 3] = ["musou-032", "musou-055", "musou-091"];

fn outcome(sfen: &str, threads: usize) -> Outcome {
    let task = Task::from_tsume_sfen(sfen, true).expect("an SFEN");
    let mut solver = Solver::with_threads(TABLE_BYTES, threads);
    let limits = Limits {
        nodes: Some(20_000_000),
        ..Limits::default()
    };
    let outcome = solver.solve(&task, Goal::Lengths, &limits, &AtomicBool::new(false));
    let told = solver.progress().expect("it tells how far it is").nodes();
    // It is told every 512 nodes.
    assert!(told.abs_diff(outcome.nodes) < 1_100, "{told} {outcome:?}");
    outcome
}

#[test]
fn two_threads_find_the_mates_and_lengths_that_one_finds() {
    let list = testkit::data("musou.tsv");
    let list = fs::read_to_string(list).expect("the list is there");
    for name in NAMES {
        let line = list.lines().find(|line| line.ends_with(name));
        let sfen = line.and_then(|line| line.split('\t').next());
        let sfen = sfen.expect("it is in the list");
        let (one, two) = (outcome(sfen, 1), outcome(sfen, 2));
        let lengths = |outcome: &Outcome| (outcome.plies, outcome.plies_exact, outcome.raw_plies);
        assert_eq!(one.verdict, Verdict::Mate, "{name}");
        assert!(one.plies_exact, "{name}");
        assert_eq!(lengths(&one), lengths(&two), "{name}");
        assert_eq!(one.main_line.len(), two.main_line.len(), "{name}");
        assert!(
            one.nodes > 20_000,
            "{name} was not hard enough for two threads"
        );
    }
}

#[test]
fn small_tables_are_shared_too() {
    let task = Task::from_tsume_sfen("8k/9/8P/9/9/9/9/9/9 b G 1", false).expect("an SFEN");
    let mut solver = Solver::with_threads(1, 8);
    let outcome = solver.solve(
        &task,
        Goal::Lengths,
        &Limits::default(),
        &AtomicBool::new(false),
    );
    assert_eq!((outcome.verdict, outcome.plies), (Verdict::Mate, Some(1)));
}

/// 将棋無双 1, which takes more nodes than are searched here.
fn first_of_musou() -> Task {
    let list = testkit::data("musou.tsv");
    let list = fs::read_to_string(list).expect("the list is there");
    let sfen = list.split('\t').next().expect("a first column");
    Task::from_tsume_sfen(sfen, true).expect("an SFEN")
}

#[test]
fn somebody_can_stop_all_of_them() {
    let task = first_of_musou();
    let limits = Limits {
        nodes: Some(30_000),
        ..Limits::default()
    };
    let mut solver = Solver::with_threads(TABLE_BYTES, 2);
    let outcome = solver.solve(&task, Goal::Verdict, &limits, &AtomicBool::new(false));
    assert_eq!(outcome.verdict, Verdict::Unknown);
    assert!(outcome.nodes <= 31_100, "{} nodes", outcome.nodes);
}

/// However many nodes are left when each thread has its share.
#[test]
fn several_threads_come_to_the_limit_of_nodes() {
    let task = first_of_musou();
    let mut solver = Solver::with_threads(TABLE_BYTES, 3);
    for nodes in 30_000..30_003 {
        solver.forget();
        let limits = Limits {
            nodes: Some(nodes),
            // A single search.
            plies: Some(99),
            ..Limits::default()
        };
        let outcome = solver.solve(&task, Goal::Verdict, &limits, &AtomicBool::new(false));
        assert_eq!(outcome.reached, Some(Reached::Nodes), "{nodes} nodes");
        assert!(outcome.nodes >= nodes, "{} of {nodes}", outcome.nodes);
        let progress = solver.progress().expect("it tells how far it is");
        assert_eq!(progress.nodes(), outcome.nodes);
    }
}

#[test]
fn every_thread_asks_the_oracle() {
    struct Nothing;
    impl Oracle for Nothing {
        fn look_up(&self, _: &Position, _: Color) -> Option<LookedUp> {
            None
        }
    }
    let oracle: Arc<dyn Oracle> = Arc::new(Nothing);
    let mut solver = Solver::with_threads(1 << 20, 3);
    solver.set_oracle(Arc::clone(&oracle));
    assert_eq!(Arc::strong_count(&oracle), 1 + 3);
}
