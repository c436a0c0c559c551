//! Sweeps: every position of a described set is solved and judged forwards.
//!
//! The positions have numbers. They are worked in stretches of neighbours, and these in legs, for each of which the solver
//! begins with an empty table: so what comes out depends neither on threads nor on interruptions. Whole legs are written
//! in their order, and the database says how many numbers are done.

mod classes;
mod hands;
mod in_order;
mod judge_again;
mod judging;
mod measure;
mod order;
mod part;
mod places;
mod positions;
mod set;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::report::{EnumerateError, Event};
use catalog::Sweep;
use judging::Judging;
pub use measure::{Cost, measure};
use part::Numbers;
pub use part::Part;
pub use set::{Met, Set};
use store::{Batch, ReservedFile, RunDigest, RunId, RunSummary, Store, SweepInfo};
use system::memory;
use system::monitor::{Monitor, Stopped};
use tsume::solve::Solve;

/// The rules of length and soundness, as the manifest names them.
pub const POLICY: &str = "sweep, forwards; traditional: futile interpositions do not count; irredundant problems \
                          under rules E and F, minimal ones under rule A; of a bare king the hands no part of which \
                          mates; complete = rule E";

/// What is asked for.
pub struct SweepRequest<'a> {
    /// The set.
    pub sweep: &'a Sweep,
    /// Its positions.
    pub set: &'a Set,
    /// Which of them.
    pub part: &'a Part,
    /// The database.
    pub database: &'a Path,
    /// Nodes for the question whether a position mates.
    pub nodes: u64,
    /// Whether to ask again what a limit left open in a sweep that has come to its end.
    pub again: bool,
    /// A new solver.
    pub solver: &'a (dyn Fn() -> Box<dyn Solve + Send> + Sync),
    /// What the solver [has besides](has), in words, where results depend on it.
    pub with: &'a str,
}

/// The memory of a solver where nobody says how much, in bytes.
pub const USUAL_MEMORY: u64 = 64 << 20;

/// What a solver of so much memory, in bytes, and with tables has besides, in words: what stays open depends on both.
/// Nothing is said of the usual memory.
pub fn has(memory: u64, tables: &str) -> String {
    match memory {
        USUAL_MEMORY => tables.to_owned(),
        _ => format!(" memory {memory}{tables}"),
    }
}

/// What came out.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepReport {
    /// The run in the database.
    pub run: RunId,
    /// The digest of its problems.
    pub digest: String,
    /// How many problems.
    pub problems: u64,
    /// Seconds it took, with what was asked again and with calls that were stopped, but not killed.
    pub seconds: f64,
    /// Peak memory in kilobytes.
    pub peak_memory_kb: u64,
    /// Whether it was in the database already.
    pub was_there: bool,
}

/// Sweeps a set into the database; `monitor` tells how far it is and can stop it, `announce` hears where it goes on.
///
/// # Errors
/// If it is stopped: what was done stands in the database then, and the next call goes on from there. If the
/// database cannot be written.
pub fn sweep(
    request: &SweepRequest<'_>,
    monitor: &Monitor,
    announce: &(dyn Fn(Event<'_>) + Sync),
) -> Result<SweepReport, EnumerateError> {
    let started = Instant::now();
    let numbers = request.part.numbers(request.set.len());
    let words = Words::of(request.part, request.nodes, request.with);
    let info = words.info(request.sweep, request.set);
    let place = ReservedFile::take(request.database, monitor)?;
    if let Some(store) = place.store()
        && let Some(from) = store.upgraded_from()
    {
        announce(Event::BroughtUpToDate {
            from,
            earlier: store.judged_earlier()?,
            open: store.without_verdict()?,
        });
    }
    let mut store = place.into_store()?;
    if !request.again
        && store.unfinished_sweep(&info)?.is_none()
        && let Some(run) = known(&store, &info, request.nodes, request.with)?
    {
        return of_known(&store, run);
    }
    let begun = begin(request, &info, &mut store, announce);
    let report = begun.and_then(|(run, done)| {
        let work = Work {
            judging: Judging {
                sweep: request.sweep,
                set: request.set,
                nodes: request.nodes,
                stop: monitor.stop_flag(),
            },
            numbers: &numbers,
            solvers: (0..rayon::current_num_threads().max(1))
                .map(|_| Mutex::new((request.solver)()))
                .collect(),
            monitor,
            announce,
        };
        let gone_through = match request.set.bare_kings() {
            Some(hands) if request.part.is_of_blocks(hands.len() as u64) => {
                work.decide_hands(hands, &mut store, run, done)
            }
            _ => work.go_through(&mut store, run, done),
        };
        let judged = gone_through.and_then(|()| match store.is_taken_up(run)? {
            true => work.judge_again(&mut store, run),
            false => Ok(()),
        });
        if let Err(error) = judged {
            // Where it cannot be written how long it took, why it was stopped matters more.
            let _ = store.spend(run, started.elapsed());
            return Err(error);
        }
        close(&mut store, run, started.elapsed())
    });
    report.map_err(|error| {
        // What was begun and never written is no more there then.
        store.discard_if_unused();
        let left = Store::open_read_only(request.database);
        match left.and_then(|store| store.unfinished_sweep(&info)) {
            Ok(Some(_)) => error.keeping(request.database),
            _ => error,
        }
    })
}

/// What the manifest of a sweep says in words of its own.
pub(crate) struct Words<'a> {
    asked: &'a Part,
    part: String,
    options: String,
}

impl<'a> Words<'a> {
    /// Those of a part, so many nodes and what the solver has besides.
    pub fn of(asked: &'a Part, nodes: u64, with: &str) -> Self {
        Self {
            asked,
            part: asked.to_string(),
            options: options(nodes, with),
        }
    }

    /// The nodes that a manifest names, if it is of a solver that has the same besides.
    pub fn nodes_of(options: &str, with: &str) -> Option<u64> {
        nodes_of(options).filter(|&nodes| options == self::options(nodes, with))
    }

    /// The head of the manifest.
    pub fn info<'b>(&'b self, sweep: &'b Sweep, set: &Set) -> SweepInfo<'b> {
        SweepInfo {
            program: env!("CARGO_PKG_VERSION"),
            policy: POLICY,
            options: &self.options,
            threads: rayon::current_num_threads(),
            sweep,
            part: &self.part,
            numbers: self.asked.numbers(set.len()).len(),
        }
    }
}

/// The options that the results of a sweep depend on, as manifests name them.
fn options(nodes: u64, with: &str) -> String {
    format!("nodes {nodes}{with}")
}

/// The nodes for the question whether a position mates that the options of a manifest name.
pub fn nodes_of(options: &str) -> Option<u64> {
    let nodes = options.strip_prefix("nodes ")?;
    let end = nodes.find(|letter: char| !letter.is_ascii_digit());
    nodes[..end.unwrap_or(nodes.len())].parse().ok()
}

/// The run to work on, and the numbers it has gone through.
fn begin(
    request: &SweepRequest<'_>,
    info: &SweepInfo<'_>,
    store: &mut Store,
    announce: &(dyn Fn(Event<'_>) + Sync),
) -> Result<(RunId, u64), EnumerateError> {
    let mut unfinished = store.unfinished_sweep(info)?;
    if unfinished.is_none() && request.again {
        let of = |options: &str| Words::nodes_of(options, request.with);
        if let Some((_, options)) = store.ended_sweeps(info)?.last()
            && let Some(nodes) = of(options).filter(|&nodes| nodes >= request.nodes)
        {
            return Err(EnumerateError::AskedBefore {
                path: request.database.to_owned(),
                nodes,
            });
        }
        if !store.take_up_sweep(info)? {
            return Err(EnumerateError::NotSwept(request.database.to_owned()));
        }
        unfinished = store.unfinished_sweep(info)?;
    }
    Ok(match unfinished {
        Some((run, done)) => {
            let of = info.numbers;
            announce(Event::SweepResumed { done, of });
            (run, done)
        }
        None => (store.begin_sweep(info)?, 0),
    })
}

/// The same sweep, where it came to its end: with as many nodes, or asked again with more, whether that has come to its
/// end or not.
pub(crate) fn known(
    store: &Store,
    info: &SweepInfo<'_>,
    nodes: u64,
    with: &str,
) -> Result<Option<RunId>, EnumerateError> {
    if let Some(run) = store.finished_sweep(info)? {
        return Ok(Some(run));
    }
    let others = store.ended_sweeps(info)?.into_iter();
    let more = others.filter(|(_, options)| {
        let of = Words::nodes_of(options, with);
        of.is_some_and(|of| of > nodes)
    });
    Ok(more.map(|(run, _)| run).next_back())
}

/// What stands there of a sweep that ended.
pub(crate) fn of_known(store: &Store, run: RunId) -> Result<SweepReport, EnumerateError> {
    let (digest, summary) = (store.digest(run)?, store.summary(run)?);
    Ok(report(run, digest, &summary, true))
}

fn report(run: RunId, digest: RunDigest, summary: &RunSummary, was_there: bool) -> SweepReport {
    SweepReport {
        run,
        digest: digest.sha256,
        problems: digest.problems,
        seconds: summary.seconds,
        peak_memory_kb: summary.peak_memory_kb,
        was_there,
    }
}

/// Going through the numbers of a part.
struct Work<'a> {
    judging: Judging<'a>,
    numbers: &'a Numbers,
    /// One for each thread.
    solvers: Vec<Mutex<Box<dyn Solve + Send>>>,
    monitor: &'a Monitor,
    announce: &'a (dyn Fn(Event<'_>) + Sync),
}

impl Work<'_> {
    /// Tells of the problems of a batch that is about to be written.
    fn tell(&self, batch: &Batch) {
        let problems = batch.problems.iter();
        problems.for_each(|found| (self.announce)(Event::Problem(found)));
    }

    /// The solver of this thread.
    fn solver(&self) -> MutexGuard<'_, Box<dyn Solve + Send>> {
        let own = rayon::current_thread_index().unwrap_or(0) % self.solvers.len();
        self.solvers[own]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Why work was left undone.
    fn stopped(&self) -> EnumerateError {
        let why = self.monitor.go_on().err();
        why.unwrap_or(Stopped::Interrupted).into()
    }
}

/// Closes a run that has come to its end; this time it took so long.
pub(crate) fn close(
    store: &mut Store,
    run: RunId,
    took: Duration,
) -> Result<SweepReport, EnumerateError> {
    store.keep_run()?;
    store.count_levels(run)?;
    // What stands there is of the times before, where it was stopped or asked again.
    let before = store.summary(run)?;
    let summary = RunSummary {
        seconds: before.seconds + took.as_secs_f64(),
        peak_memory_kb: before.peak_memory_kb.max(memory::peak_kb()),
        verified: 0,
        differing: 0,
        longer: 0,
    };
    let digest = store.finish_run(run, || Ok::<_, EnumerateError>(summary))?;
    Ok(report(run, digest, &summary, false))
}
