//! The one writer: the results of all tasks in one database.

use std::path::Path;
use std::time::Instant;

use super::PlanError;
use super::plan::{Plan, Task};
use super::result::State;
use super::work::part;
use crate::report::{EnumerateError, Event};
use crate::sweep::{Part, SweepReport, Words, close};
use process::memory;
use retro::monitor::Monitor;
use store::{ReservedFile, RunId, Store};
use words::word;

/// What came of merging.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The run.
    pub report: SweepReport,
    /// Whether it was in the database already.
    pub was_there: bool,
}

/// Merges what came of all tasks into a database, in their order; a merge that was stopped is taken up.
///
/// # Errors
/// If a task is not done or its result is spoilt: nothing is written then. If it is stopped, or the database cannot be
/// written.
pub fn merge(
    plan: &Plan,
    database: &Path,
    monitor: &Monitor,
    announce: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Merged, EnumerateError> {
    let started = Instant::now();
    let tasks = &plan.tasks;
    monitor.begin(word!("checking results"), tasks.len() as u64);
    let mut open = Vec::new();
    for task in tasks {
        monitor.go_on()?;
        if plan.state(task)? != State::Done {
            open.push(task.id);
        }
        monitor.advance(1);
    }
    if !open.is_empty() {
        let folder = plan.folder.clone();
        return Err(PlanError::Unfinished {
            folder,
            tasks: open,
        }
        .into());
    }
    let words = Words::of(&Part::All, plan.planned.nodes, &plan.planned.with);
    let info = words.info(&plan.sweep, &plan.set);
    let place = ReservedFile::take(database)?;
    if let Some(store) = place.store()
        && let Some(from) = store.upgraded_from()
    {
        let open = store.without_verdict()?;
        announce(Event::BroughtUpToDate { from, open });
    }
    let mut store = place.into_store()?;
    if let Some(run) = store.finished_sweep(&info)? {
        let report = report(&store, run, started)?;
        return Ok(Merged {
            report,
            was_there: true,
        });
    }
    let merged = write_all(plan, &mut store, &info, monitor, announce)
        .and_then(|run| close(&mut store, run, started));
    store.discard_if_unused();
    Ok(Merged {
        report: merged.map_err(|error| error.keeping(database))?,
        was_there: false,
    })
}

fn write_all(
    plan: &Plan,
    store: &mut Store,
    info: &store::SweepInfo<'_>,
    monitor: &Monitor,
    announce: &(dyn Fn(Event<'_>) + Sync),
) -> Result<RunId, EnumerateError> {
    let of = plan.planned.numbers;
    let (run, done) = match store.unfinished_sweep(info)? {
        Some((run, done)) => {
            announce(Event::SweepResumed { done, of });
            (run, done)
        }
        None => (store.begin_sweep(info)?, 0),
    };
    monitor.begin(word!("merging"), of);
    for task in &plan.tasks {
        if task.end > done {
            monitor.go_on()?;
            store.take_over(run, &read(plan, task)?)?;
        }
        monitor.advance(task.end - task.first);
    }
    Ok(run)
}

/// What came of a task.
fn read(plan: &Plan, task: &Task) -> Result<store::Part, EnumerateError> {
    let path = plan.result(task);
    let of = part(task);
    let words = Words::of(&of, plan.planned.nodes, &plan.planned.with);
    let result = Store::open_read_only(&path)?;
    match result.finished_sweep(&words.info(&plan.sweep, &plan.set))? {
        Some(run) => Ok(result.part(run)?),
        None => Err(PlanError::wrong(path, None, word!("is not what came of its task")).into()),
    }
}

/// What stands there of a run that ended.
fn report(store: &Store, run: RunId, started: Instant) -> Result<SweepReport, EnumerateError> {
    let digest = store.digest(run)?;
    Ok(SweepReport {
        run,
        digest: digest.sha256,
        problems: digest.problems,
        seconds: started.elapsed().as_secs_f64(),
        peak_memory_kb: memory::peak_kb(),
    })
}
