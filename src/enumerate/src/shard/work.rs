//! Doing one task.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};

use super::families::{FamiliesPlan, Kings, Work};
use super::folder::Task;
use super::plan::{Cut, Plan};
use super::result::State;
use super::swept::SweepPlan;
use super::{PlanError, PlanReason};
use crate::Phase;
use crate::checkpoint::Checkpoint;
use crate::find::{spill, within_memory};
use crate::report::{EnumerateError, Event, Report};
use crate::sweep::{Part, SweepRequest, sweep};
use crate::{Request, enumerate, enumerate_found, run_info};
use retro::critical::kings::{PartError, Parts};
use retro::families::Aim;
use store::{RunId, Store, StoreError};
use system::Lock;
use system::monitor::Monitor;
use tsume::solve::Solve;

/// What came of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    /// It was done before.
    Before,
    /// It was done.
    Now,
    /// It was done before, or begun; what was there was spoilt, and it was done again.
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

/// Does a task, unless it is done: works its part into a file under a temporary name, gives it its name and
/// writes its checksum. What a run that died has done is taken up, but of a length by the king's square.
///
/// # Errors
/// If it is stopped, or another process does it at the same time, or its files cannot be written; if what it needs is
/// not there; if problems come out differently when they are solved again.
pub fn run_task(
    plan: &Plan,
    task: &Task,
    means: &Means<'_>,
    monitor: &Monitor,
    announce: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Ran, EnumerateError> {
    plan.make_room()?;
    // Until the result has its name and its checksum: who waited finds it done.
    let _lock = Lock::take(&plan.result(task))?;
    let state = plan.state(task)?;
    match state {
        State::Done => return Ok(Ran::Before),
        State::Spoilt => plan.discard(task)?,
        State::Open => {}
    }
    let doing = Doing {
        plan,
        task,
        means,
        monitor,
        announce,
    };
    let mut done = doing.whole();
    let is_spoilt = done.as_ref().is_err_and(|error| doing.is_spoilt(error));
    if is_spoilt {
        // What a run that died left is of no use.
        plan.discard_growing(task)?;
        done = doing.whole();
    }
    done?;
    Ok(match state {
        State::Open if !is_spoilt => Ran::Now,
        _ => Ran::Again,
    })
}

/// A task while it is done.
struct Doing<'a> {
    plan: &'a Plan,
    task: &'a Task,
    means: &'a Means<'a>,
    monitor: &'a Monitor,
    announce: &'a (dyn Fn(Event<'_>) + Sync),
}

impl Doing<'_> {
    fn whole(&self) -> Result<(), EnumerateError> {
        match &self.plan.cut {
            Cut::Sweep(cut) => self.sweep_part(cut),
            Cut::Families(families) => self.families(families),
        }
    }

    /// Whether what stands under the temporary name is no database that could be gone on with.
    fn is_spoilt(&self, error: &EnumerateError) -> bool {
        let growing = self.plan.growing(self.task);
        let of = match error {
            EnumerateError::Store(
                StoreError::Damaged(path)
                | StoreError::NotADatabase(path)
                | StoreError::Foreign(path),
            ) => path,
            _ => return false,
        };
        *of == growing
    }

    fn sweep_part(&self, cut: &SweepPlan) -> Result<(), EnumerateError> {
        if !self.has_ended()? {
            let request = SweepRequest {
                sweep: cut.sweep(),
                set: cut.set(),
                part: &part(self.task),
                database: &self.plan.growing(self.task),
                nodes: cut.planned.nodes,
                again: false,
                solver: self.means.solver,
                with: &cut.with(),
            };
            sweep(&request, self.monitor, self.announce)?;
        }
        self.keep_database()
    }

    /// Makes a database that has grown to its end the result.
    fn keep_database(&self) -> Result<(), EnumerateError> {
        // A run that was killed at its end left the file of its lock: who takes the lock takes the file away.
        drop(Lock::take(&self.plan.growing(self.task))?);
        Ok(self.plan.keep(self.task)?)
    }

    fn families(&self, families: &FamiliesPlan) -> Result<(), EnumerateError> {
        let work = families.work(self.task);
        if let (Work::Level { value, group }, Some(kings)) = (work, families.kings()) {
            return self.level(families, kings, value, group);
        }
        if !self.has_ended()? {
            self.enumerate(families, work)?;
        }
        // A run that died at its end may have left it.
        let of = crate::families(families.of(self.task));
        Checkpoint::new(&self.plan.growing(self.task), &of, Aim::Problems).remove()?;
        self.keep_database()
    }

    /// Finds the problems of whole families, or of those with the king in a group.
    fn enumerate(&self, families: &FamiliesPlan, work: Work) -> Result<(), EnumerateError> {
        let request = Request {
            catalogs: families.of(self.task),
            database: &self.plan.growing(self.task),
            table: None,
            verify: families.verify(),
            seed: families.planned.seed,
            memory: self.memory(families),
            options: &families.options_of(work),
        };
        let report: Report = match (work, families.kings()) {
            (Work::Problems { group }, Some(kings)) => {
                self.must_be_done(&kings.reads(work))?;
                let find =
                    || self.in_parts(families, kings, |parts| parts.problems(kings.levels, group));
                enumerate_found(&request, self.monitor, self.announce, find)?
            }
            _ => enumerate(&request, self.monitor, self.announce)?,
        };
        match report.differing.into_iter().next() {
            Some(first) => Err(PlanError::Differs {
                task: self.task.id,
                first: Box::new(first),
            }
            .into()),
            None => Ok(()),
        }
    }

    /// Finds the positions of a length with the king in a group.
    fn level(
        &self,
        families: &FamiliesPlan,
        kings: Kings,
        value: u8,
        group: usize,
    ) -> Result<(), EnumerateError> {
        let growing = self.plan.growing(self.task);
        let work = Work::Level { value, group };
        let needs = kings.needs(work);
        self.must_be_done(&needs)?;
        if self.in_parts(families, kings, |parts| parts.has_sources(value, group))? {
            let mut others = kings.reads(work);
            others.retain(|id| !needs.contains(id));
            self.must_be_done(&others)?;
        }
        let find = || {
            let file = File::create(&growing).map_err(PlanError::write(&growing))?;
            let mut out = BufWriter::new(file);
            self.in_parts(families, kings, |parts| {
                let positions = parts.level(value, group, &mut out)?;
                if positions > 0 && value == kings.levels {
                    return Err(PartError::Longer(value));
                }
                out.flush().map_err(PartError::Write)
            })
        };
        let found = within_memory(self.memory(families), self.monitor, find);
        if found.is_err() {
            // A part of it is of no use.
            let _ = fs::remove_file(&growing);
        }
        found?;
        Ok(self.plan.keep(self.task)?)
    }

    fn in_parts<T>(
        &self,
        families: &FamiliesPlan,
        kings: Kings,
        work: impl FnOnce(&Parts<'_>) -> Result<T, PartError>,
    ) -> Result<T, EnumerateError> {
        let growing = self.plan.growing(self.task);
        let file = |value, group| {
            let id = kings.task(value, group) as usize;
            self.plan.result(&self.plan.tasks[id - 1])
        };
        let parts = Parts::new(
            &crate::families(&families.catalogs),
            kings.division,
            &file,
            spill(&growing, self.memory(families)),
            self.monitor,
        );
        work(&parts).map_err(|error| match error {
            PartError::Stopped(why) => why.into(),
            PartError::Read { path, source } if is_foreign(&source) => {
                PlanError::wrong(path, None, PlanReason::ForeignPositions).into()
            }
            PartError::Read { path, source } => PlanError::read(path)(source).into(),
            PartError::Write(source) => PlanError::write(growing)(source).into(),
            PartError::Longer(_) => PlanError::Longer(families.longest()).into(),
        })
    }

    /// That tasks are done, and that their results are what was written.
    fn must_be_done(&self, tasks: &[u32]) -> Result<(), EnumerateError> {
        self.monitor
            .begin(Phase::CheckingResults, tasks.len() as u64);
        let mut open = Vec::new();
        for &id in tasks {
            self.monitor.go_on()?;
            self.monitor.advance(1);
            if self.plan.state(self.plan.task(id)?)? != State::Done {
                open.push(id);
            }
        }
        match open.is_empty() {
            true => Ok(()),
            false => Err(PlanError::Needs {
                task: self.task.id,
                needs: open,
            }
            .into()),
        }
    }

    fn memory(&self, families: &FamiliesPlan) -> Option<u64> {
        self.means.memory.or(families.planned.memory)
    }

    /// Whether a run that died had come to the end of its part.
    ///
    /// # Errors
    /// If what it left is not what it says it is.
    fn has_ended(&self) -> Result<bool, StoreError> {
        // What cannot be read is for the run to complain of.
        let Ok(store) = Store::open_read_only(&self.plan.growing(self.task)) else {
            return Ok(false);
        };
        let Some(run) = finished(&store, self.plan, self.task)? else {
            return Ok(false);
        };
        match store.has_its_digest(run)? {
            true => Ok(true),
            false => Err(StoreError::Damaged(self.plan.growing(self.task))),
        }
    }
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
            let work = families.work(task);
            let options = families.options_of(work);
            let found = store.finished_run(&run_info(families.of(task), &options))?;
            // Parts of the same families differ in what their options say alone.
            match (found, work) {
                (Some(run), Work::Problems { .. }) if store.options(run)? != options => Ok(None),
                (found, _) => Ok(found),
            }
        }
    }
}

/// Whether a file could be read, and is not what it should be: its checksum says that it is as it was written.
fn is_foreign(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof
    )
}

/// The numbers of a task of a sweep.
pub(super) const fn part(task: &Task) -> Part {
    Part::Range(task.first..task.end)
}
