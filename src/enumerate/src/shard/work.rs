//! Doing one task.

use super::plan::{Plan, Task};
use super::result::State;
use crate::report::{EnumerateError, Event};
use crate::sweep::{Part, SweepRequest, Words, sweep};
use retro::monitor::Monitor;
use store::Store;
use tsume::solve::Solve;

/// What came of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    /// It was done before.
    Before,
    /// It was done.
    Now,
    /// It was done before, its result was spoilt, and it was done again.
    Again,
}

/// Does a task, unless it is done: sweeps its part into a database under a temporary name, gives it its name and
/// writes its checksum. What a run that died has done is taken up.
///
/// # Errors
/// If it is stopped, or another process does it at the same time, or its files cannot be written.
pub fn run_task(
    plan: &Plan,
    task: &Task,
    solver: &(dyn Fn() -> Box<dyn Solve + Send> + Sync),
    monitor: &Monitor,
    announce: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Ran, EnumerateError> {
    let state = plan.state(task)?;
    match state {
        State::Done => return Ok(Ran::Before),
        State::Spoilt => plan.discard(task)?,
        State::Open => {}
    }
    let part = part(task);
    let request = SweepRequest {
        sweep: &plan.sweep,
        set: &plan.set,
        part: &part,
        database: &plan.growing(task),
        nodes: plan.planned.nodes,
        again: false,
        solver,
        with: &plan.planned.with,
    };
    if !has_ended(plan, task) {
        sweep(&request, monitor, announce)?;
    }
    plan.keep(task)?;
    Ok(match state {
        State::Spoilt => Ran::Again,
        _ => Ran::Now,
    })
}

/// Whether a run that died had come to the end of its part.
fn has_ended(plan: &Plan, task: &Task) -> bool {
    let of = part(task);
    let words = Words::of(&of, plan.planned.nodes, &plan.planned.with);
    let info = words.info(&plan.sweep, &plan.set);
    // What cannot be read is for the sweep to complain of.
    let found = Store::open_read_only(&plan.growing(task));
    let found = found.and_then(|store| store.finished_sweep(&info));
    found.is_ok_and(|run| run.is_some())
}

/// The numbers of a task.
pub(super) const fn part(task: &Task) -> Part {
    Part::Range(task.first..task.end)
}
