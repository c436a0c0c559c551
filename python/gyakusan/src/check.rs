//! 検討: every flaw of a problem.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use pyo3::prelude::*;

use crate::follow::{self, Follow};
use crate::problem::{Problem, bad, given_line, json, memory, time};
use crate::work;
use answers::json::Checked;
use tsume::judge::report::Status;
use tsume::judge::{self, Effort, Options, Policy};
use tsume::refute::refute_after;
use tsume::solve::{Solve, Solver};

/// Checks one problem.
#[pyfunction]
#[pyo3(signature = (sfen, *, line, policy, nodes, time, thorough, shortest, share, stage, variations, memory, short_set, tries, progress, cancel))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn check(
    py: Python<'_>,
    sfen: &str,
    line: Option<Vec<String>>,
    policy: &str,
    nodes: Option<u64>,
    time: Option<f64>,
    thorough: bool,
    shortest: bool,
    share: Option<u64>,
    stage: Option<u64>,
    variations: bool,
    memory: Option<u64>,
    short_set: bool,
    tries: bool,
    progress: Option<Py<PyAny>>,
    cancel: Option<Py<PyAny>>,
) -> PyResult<String> {
    let mut follow = Follow::new(progress, cancel, None)?;
    let problem = Problem::read(sfen, short_set)?;
    let policy = match policy {
        "traditional" => Policy::Traditional,
        "literal" => Policy::Literal,
        other => {
            let why = format!("policy: {other:?} is neither traditional nor literal");
            return Err(bad(&why));
        }
    };
    let effort = match thorough {
        true => Effort::THOROUGH,
        false => Effort::default(),
    };
    let options = Options {
        policy,
        effort: Effort {
            time: self::time(time)?,
            nodes,
            share: share.unwrap_or(effort.share),
            stage: stage.unwrap_or(effort.stage),
            until_shortest: shortest,
            ..effort
        },
        given: line
            .map(|words| given_line(&words, &problem.task.position))
            .transpose()?,
        variations,
        only_listed: false,
    };
    let memory = self::memory(memory)?;
    let mut solver = Solver::new(memory);
    let counted = solver.progress();
    let stand = || follow::of_solver("checking", counted.as_ref());
    let stop = AtomicBool::new(false);
    let ((report, why, time), _) =
        work::followed(py, judge::STACK, &stop, &mut follow, &stand, |stop| {
            let begun = Instant::now();
            let report = judge::check(&problem.task, &mut solver, &options, stop);
            let time = begun.elapsed();
            let why = (tries && report.status == Status::NoMate).then(|| {
                let left = (options.effort.nodes, options.effort.time);
                refute_after(&problem.task, &mut solver, left, (report.nodes, time), stop)
            });
            (report, why, time)
        })?;
    let position = &problem.task.position;
    json(&Checked::new(position, &report, time, why.as_ref()))
}
