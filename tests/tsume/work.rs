//! How much work the solver and the judge have with fixed problems, in nodes: what makes them slower without making
//! them wrong. No clock is looked at.

use std::fs;
use std::sync::atomic::AtomicBool;

use crate::counted::{Work, about};
use tsume::judge::{Options, check};
use tsume::solve::{Goal, Limits, Solve, Solver, Task};

/// Every so many of the list.
const STEP: usize = 40;

fn problems() -> Vec<Task> {
    let text = fs::read_to_string(testkit::data("short_1_to_11.tsv")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let sfens = lines
        .step_by(STEP)
        .map(|line| line.split('\t').next().unwrap());
    sfens
        .map(|sfen| Task::from_tsume_sfen(sfen, true).unwrap())
        .collect()
}

#[test]
fn lengths_take_so_many_nodes() {
    let mut nodes = [0; 3];
    for task in problems() {
        for (goal, nodes) in [Goal::Verdict, Goal::Raw, Goal::Lengths]
            .into_iter()
            .zip(&mut nodes)
        {
            let mut solver = Solver::new(1 << 22);
            let never = AtomicBool::new(false);
            let outcome = solver.solve(&task, goal, &Limits::default(), &never);
            // The same again costs next to nothing: the table knows.
            let again = solver.solve(&task, goal, &Limits::default(), &never);
            assert!(
                again.nodes * 2 <= outcome.nodes.max(20),
                "{} {}",
                again.nodes,
                outcome.nodes
            );
            *nodes += outcome.nodes;
        }
    }
    about(nodes, [256, 13_229, 13_416]);
}

#[test]
fn a_judgement_takes_so_many_questions() {
    let work = Work::default();
    let mut solver = work.solver(1 << 22);
    for task in problems() {
        solver.forget();
        check(
            &task,
            &mut solver,
            &Options::default(),
            &AtomicBool::new(false),
        );
    }
    about(work.done(), [64_932, 862_103]);
}
