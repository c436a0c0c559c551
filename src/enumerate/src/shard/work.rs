//! Doing one task.

use super::PlanError;
use super::families::FamiliesPlan;
use super::plan::{Cut, Plan, Task};
use super::result::State;
use super::swept::SweepPlan;
use crate::checkpoint::Checkpoint;
use crate::report::{EnumerateError, Event};
use crate::sweep::{Part, SweepRequest, sweep};
use crate::{Request, enumerate, run_info};
use retro::families::Aim;
use retro::monitor::Monitor;
use store::{RunId, Store, StoreError};
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

/// What a task is done with.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// Makes the solver of a thread, for sweeps.
    pub solver: &'a (dyn Fn() -> Box<dyn Solve + Send> + Sync),
    /// For families: the memory it may take, in bytes, in place of what the plan says.
    pub memory: Option<u64>,
}

/// Does a task, unless it is done: works its part into a database under a temporary name, gives it its name and
/// writes its checksum. What a run that died has done is taken up.
///
/// # Errors
/// If it is stopped, or another process does it at the same time, or its files cannot be written; if problems come out
/// differently when they are solved again.
pub fn run_task(
    plan: &Plan,
    task: &Task,
    means: &Means<'_>,
    monitor: &Monitor,
    announce: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Ran, EnumerateError> {
    let state = plan.state(task)?;
    match state {
        State::Done => return Ok(Ran::Before),
        State::Spoilt => plan.discard(task)?,
        State::Open => {}
    }
    if !has_ended(plan, task) {
        match &plan.cut {
            Cut::Sweep(cut) => sweep_part(plan, cut, task, means.solver, monitor, announce)?,
            Cut::Families(families) => {
                let memory = means.memory.or(families.planned.memory);
                enumerate_families(plan, families, task, memory, monitor, announce)?;
            }
        }
    }
    if let Cut::Families(families) = &plan.cut {
        // A run that died at its end may have left it.
        let of = crate::families(families.of(task));
        Checkpoint::new(&plan.growing(task), &of, Aim::Problems).remove()?;
    }
    plan.keep(task)?;
    Ok(match state {
        State::Spoilt => Ran::Again,
        _ => Ran::Now,
    })
}

fn sweep_part(
    plan: &Plan,
    cut: &SweepPlan,
    task: &Task,
    solver: &(dyn Fn() -> Box<dyn Solve + Send> + Sync),
    monitor: &Monitor,
    announce: &(dyn Fn(Event<'_>) + Sync),
) -> Result<(), EnumerateError> {
    let request = SweepRequest {
        sweep: cut.sweep(),
        set: cut.set(),
        part: &part(task),
        database: &plan.growing(task),
        nodes: cut.planned.nodes,
        again: false,
        solver,
        with: &cut.planned.with,
    };
    sweep(&request, monitor, announce).map(drop)
}

fn enumerate_families(
    plan: &Plan,
    families: &FamiliesPlan,
    task: &Task,
    memory: Option<u64>,
    monitor: &Monitor,
    announce: &(dyn Fn(Event<'_>) + Sync),
) -> Result<(), EnumerateError> {
    let request = Request {
        catalogs: families.of(task),
        database: &plan.growing(task),
        table: None,
        verify: families.verify(),
        seed: families.planned.seed,
        memory,
        options: &families.options(),
    };
    let report = enumerate(&request, monitor, announce)?;
    match report.differing.into_iter().next() {
        Some(first) => Err(PlanError::Differs {
            task: task.id,
            first: Box::new(first),
        }
        .into()),
        None => Ok(()),
    }
}

/// Whether a run that died had come to the end of its part.
fn has_ended(plan: &Plan, task: &Task) -> bool {
    // What cannot be read is for the run to complain of.
    let store = Store::open_read_only(&plan.growing(task));
    let found = store.and_then(|store| finished(&store, plan, task));
    found.is_ok_and(|run| run.is_some())
}

/// The run of a task in its database, if it has come to its end.
pub(super) fn finished(
    store: &Store,
    plan: &Plan,
    task: &Task,
) -> Result<Option<RunId>, StoreError> {
    match &plan.cut {
        Cut::Sweep(cut) => {
            let of = part(task);
            store.finished_sweep(&cut.info(&cut.words(&of)))
        }
        Cut::Families(families) => {
            store.finished_run(&run_info(families.of(task), &families.options()))
        }
    }
}

/// The numbers of a task of a sweep.
pub(super) const fn part(task: &Task) -> Part {
    Part::Range(task.first..task.end)
}
