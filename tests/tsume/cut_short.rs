//! A line that a solver tells goes to the mate, wherever a limit has stopped it.

use std::sync::atomic::AtomicBool;

use testkit::{cases, data};
use tsume::solve::{Goal, Limits, Solve, Solver, Task};

/// One of which a check was told as the whole line.
const FOUND: &str = "9/k8/9/B8/9/9/R8/9/9 b RLb4g4s4n3l18p 1";

/// Whether the side to move is mated, futile interpositions left aside.
fn is_mated(task: &Task) -> bool {
    let never = AtomicBool::new(false);
    let outcome = Solver::new(1 << 20).solve(task, Goal::Lengths, &Limits::default(), &never);
    outcome.plies_exact && outcome.plies == Some(0)
}

#[test]
fn a_line_cut_short_is_none() {
    let list = std::fs::read_to_string(data("short_5_7.tsv")).unwrap();
    let sfens = list.lines().filter_map(|line| line.split('\t').next());
    let sfens: Vec<&str> = [FOUND]
        .into_iter()
        .chain(sfens.take(cases(20, 400)))
        .collect();
    let mut solver = Solver::new(1 << 20);
    let mut lines = 0;
    for sfen in sfens {
        let task = Task::from_tsume_sfen(sfen, false).unwrap();
        for nodes in (10..400).step_by(13).chain((400..2_000).step_by(200)) {
            solver.forget();
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let outcome = solver.solve(&task, Goal::Lengths, &limits, &AtomicBool::new(false));
            if outcome.main_line.is_empty() {
                continue;
            }
            lines += 1;
            let end = (outcome.main_line.iter()).fold(task.clone(), |task, &mv| task.play(mv));
            assert!(is_mated(&end), "{sfen} with {nodes} nodes: {outcome:?}");
        }
    }
    assert!(lines > 200, "{lines}");
}
