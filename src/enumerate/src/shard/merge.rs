//! The one writer: the results of all tasks in one database.

use std::path::Path;
use std::time::{Duration, Instant};

use super::families::FamiliesPlan;
use super::folder::Task;
use super::plan::{Cut, Plan};
use super::result::State;
use super::swept::SweepPlan;
use super::work::finished;
use super::{PlanError, PlanReason};
use crate::Phase;
use crate::report::{EnumerateError, Event, LevelReport, Report};
use crate::run_info;
use crate::sweep::{Part, SweepReport, close, known, of_known};
use store::{ReservedFile, RunId, RunSummary, Store};
use system::memory;
use system::monitor::Monitor;

/// What came of merging.
#[derive(Clone, Debug)]
pub struct Merged {
    /// What the run came to.
    pub report: MergedReport,
    /// Whether it was in the database already.
    pub was_there: bool,
}

/// What the run of all tasks came to.
#[derive(Clone, Debug)]
pub enum MergedReport {
    /// A sweep.
    Sweep(SweepReport),
    /// An enumeration. What was solved again, and positions in more plies than are counted, are those of all tasks
    /// together, so that what several families have in common counts several times.
    Enumeration(Report),
}

impl MergedReport {
    /// The digest of the run's problems.
    pub fn digest(&self) -> &str {
        match self {
            Self::Sweep(report) => &report.digest,
            Self::Enumeration(report) => &report.digest,
        }
    }
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
    if plan.has_among_results(database) {
        return Err(PlanError::AmongResults(database.to_owned()).into());
    }
    // What lengths left was checked by those tasks that read it.
    let tasks = plan.tasks.iter();
    let tasks = tasks.filter(|task| plan.cut.has_problems(task));
    let tasks: Vec<&Task> = tasks.collect();
    monitor.begin(Phase::CheckingResults, tasks.len() as u64);
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
    let place = ReservedFile::take(database, monitor)?;
    if let Some(store) = place.store()
        && let Some(from) = store.upgraded_from()
    {
        announce(Event::BroughtUpToDate {
            from,
            earlier: store.judged_earlier()?,
            open: store.without_verdict()?,
        });
    }
    let mut merging = Merging {
        plan,
        store: place.into_store()?,
        started,
        monitor,
        announce,
    };
    let merged = match &plan.cut {
        Cut::Sweep(sweep) => merging.sweep(sweep),
        Cut::Families(families) => merging.families(families),
    };
    merging.store.discard_if_unused();
    merged.map_err(|error| match database.exists() {
        true => error.keeping(database),
        false => error,
    })
}

/// Results on their way into a database.
struct Merging<'a> {
    plan: &'a Plan,
    store: Store,
    started: Instant,
    monitor: &'a Monitor,
    announce: &'a (dyn Fn(Event<'_>) + Sync),
}

impl Merging<'_> {
    fn sweep(&mut self, sweep: &SweepPlan) -> Result<Merged, EnumerateError> {
        let words = sweep.words(&Part::All);
        let info = sweep.info(&words);
        let planned = &sweep.planned;
        let unfinished = self.store.unfinished_sweep(&info)?;
        // What is asked again was there before, and more will be known of it.
        let known = match unfinished {
            Some((run, _)) if self.store.is_taken_up(run)? => Some(run),
            Some(_) => None,
            None => known(&self.store, &info, planned.nodes, &sweep.with())?,
        };
        if let Some(run) = known {
            return Ok(Merged {
                report: MergedReport::Sweep(of_known(&self.store, run)?),
                was_there: true,
            });
        }
        let of = planned.numbers;
        let (run, done) = match unfinished {
            Some((run, done)) => {
                let tasks = self.plan.tasks.iter();
                if !tasks.map(|task| task.first).any(|first| first == done) && done < of {
                    let path = self.store.path().to_owned();
                    return Err(PlanError::HalfSwept { path, done }.into());
                }
                (self.announce)(Event::SweepResumed { done, of });
                (run, done)
            }
            None => (self.store.begin_sweep(&info)?, 0),
        };
        self.monitor.begin(Phase::Merging, of);
        let mut took = Duration::ZERO;
        for task in &self.plan.tasks {
            self.monitor.go_on()?;
            let (result, its) = self.result(task)?;
            took += Duration::from_secs_f64(result.summary(its)?.seconds);
            if task.end > done {
                self.store.take_over(run, &result.part(its)?)?;
            }
            self.monitor.advance(task.end - task.first);
        }
        took += self.started.elapsed();
        Ok(Merged {
            report: MergedReport::Sweep(close(&mut self.store, run, took)?),
            was_there: false,
        })
    }

    fn families(&mut self, families: &FamiliesPlan) -> Result<Merged, EnumerateError> {
        let options = families.options();
        let info = run_info(&families.catalogs, &options);
        if let Some(run) = self.store.finished_run(&info)? {
            let (summary, digest) = (self.store.summary(run)?, self.store.digest(run)?);
            return Ok(Merged {
                report: self.enumeration(run, &summary, digest.sha256)?,
                was_there: true,
            });
        }
        let run = match self.store.unfinished_run(&info)? {
            Some(run) => run,
            None => self.store.begin_run(&info)?,
        };
        self.monitor.begin(Phase::Merging, 0);
        let mut lengths = Vec::new();
        let mut summary = RunSummary::default();
        let tasks = self.plan.tasks.iter();
        for task in tasks.filter(|task| self.plan.cut.has_problems(task)) {
            self.monitor.go_on()?;
            let (result, its) = self.result(task)?;
            self.store.join_run(&result, its, |problems| {
                self.monitor.advance(problems);
                self.monitor.go_on().map_err(EnumerateError::from)
            })?;
            let levels = result.levels_written(its)?;
            lengths.extend(levels.into_iter().map(|(plies, _)| plies));
            let of_task = result.summary(its)?;
            summary.verified += of_task.verified;
            summary.longer += of_task.longer;
        }
        self.store.count_joined(run, &lengths)?;
        let digest = self.store.finish_run(run, || {
            summary.seconds = self.started.elapsed().as_secs_f64();
            summary.peak_memory_kb = memory::peak_kb();
            Ok::<_, EnumerateError>(summary)
        })?;
        Ok(Merged {
            report: self.enumeration(run, &summary, digest.sha256)?,
            was_there: false,
        })
    }

    /// What an enumeration that ended came to.
    fn enumeration(
        &self,
        run: RunId,
        summary: &RunSummary,
        digest: String,
    ) -> Result<MergedReport, EnumerateError> {
        let levels = self.store.levels_written(run)?.into_iter();
        Ok(MergedReport::Enumeration(Report {
            levels: levels
                .map(|(plies, problems)| LevelReport { plies, problems })
                .collect(),
            verified: summary.verified,
            verify_seconds: None,
            differing: Vec::new(),
            digest,
            seconds: self.started.elapsed().as_secs_f64(),
            peak_memory_kb: memory::peak_kb(),
            longer: summary.longer,
            resumed: false,
            table: None,
        }))
    }

    /// What came of a task.
    fn result(&self, task: &Task) -> Result<(Store, RunId), EnumerateError> {
        let path = self.plan.result(task);
        let result = Store::open_read_only(&path)?;
        match finished(&result, self.plan, task)? {
            Some(run) => Ok((result, run)),
            None => Err(PlanError::wrong(path, None, PlanReason::ForeignResult).into()),
        }
    }
}
