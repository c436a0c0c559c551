//! Is there a mate, how long does it take, how does it go.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use pyo3::prelude::*;

use crate::follow::{self, Follow};
use crate::problem::{Problem, STACK, bad, json, memory, time};
use crate::work;
use answers::json::Solved;
use tsume::refute::refute_after;
use tsume::solve::{Goal, Limits, Solve, Solver, Verdict};

/// Solves one problem.
#[pyfunction]
#[pyo3(signature = (sfen, *, goal, shortest, nodes, time, plies, threads, memory, short_set, tries, progress, cancel))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn solve(
    py: Python<'_>,
    sfen: &str,
    goal: &str,
    shortest: bool,
    nodes: Option<u64>,
    time: Option<f64>,
    plies: Option<u32>,
    threads: usize,
    memory: Option<u64>,
    short_set: bool,
    tries: bool,
    progress: Option<Py<PyAny>>,
    cancel: Option<Py<PyAny>>,
) -> PyResult<String> {
    let mut follow = Follow::new(progress, cancel, None)?;
    let problem = Problem::read(sfen, short_set)?;
    let goal = match goal {
        "verdict" => Goal::Verdict,
        "raw" => Goal::Raw,
        "lengths" => Goal::Lengths,
        other => {
            let why = format!("goal: {other:?} is not one of verdict, raw, lengths");
            return Err(bad(&why));
        }
    };
    if shortest && goal == Goal::Verdict {
        return Err(bad(&"shortest: the goal verdict asks for no length"));
    }
    let limits = Limits {
        time: self::time(time)?,
        nodes,
        plies,
        until_shortest: shortest,
        ..Limits::default()
    };
    let memory = self::memory(memory)?;
    let mut solver = Solver::with_threads(memory, threads);
    let counted = solver.progress();
    let stand = || follow::of_solver("solving", counted.as_ref());
    let stop = AtomicBool::new(false);
    let ((outcome, why, time), _) =
        work::followed(py, STACK, &stop, &mut follow, &stand, |stop| {
            let begun = Instant::now();
            let outcome = solver.solve(&problem.task, goal, &limits, stop);
            let time = begun.elapsed();
            let why = (tries && outcome.verdict == Verdict::NoMate).then(|| {
                let left = (limits.nodes, limits.time);
                refute_after(
                    &problem.task,
                    &mut solver,
                    left,
                    (outcome.nodes, time),
                    stop,
                )
            });
            (outcome, why, time)
        })?;
    json(&Solved::new(
        &problem.task,
        None,
        &outcome,
        time,
        why.as_ref(),
    ))
}
