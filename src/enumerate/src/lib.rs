//! The main job: from catalogs to a database, through engine, judge and store.
//!
//! All catalogs of a call share one run of the engine, whose scope is everything that any of their
//! families contains: a problem's length and soundness depend on the pieces in play only, so common
//! parts are worked once. The engine always goes to the fixpoint, because longer mates decide
//! soundness too; a catalog's options choose among what was found.

mod checkpoint;
mod find;
mod forecast;
mod forwards;
mod judging;
mod kept;
mod phase;
pub mod record;
mod report;
pub mod shard;
pub mod sweep;
mod table;
mod verify;

use std::path::Path;
use std::time::{Duration, Instant};

use catalog::Catalog;
use retro::enumeration::Problems;
use retro::families::Aim;
use store::{ReservedFile, RunId, RunInfo, RunSummary, Store};
use system::memory;
use system::monitor::Monitor;

use checkpoint::Checkpoint;
pub use checkpoint::CheckpointError;
use find::{families, find, keep, not_written, spill, within_memory};
use forecast::must_fit;
use forwards::Claim;
pub use forwards::{Difference, Objection};
use judging::write_level;
use kept::TablePlace;
pub use kept::{TableError, TableReport, open_table};
pub use phase::Phase;
pub use report::{EnumerateError, Event, LevelReport, Report};
pub use table::{TableRequest, keep_table};
use verify::Draw;
pub use verify::{Verify, VerifyError};

/// The rules of length and soundness, as the manifest names them, for families without sliding pieces.
pub const POLICY: &str = "no interposition exists (no sliding pieces); irredundant problems under rules E and F, \
                          minimal ones under rule A; complete = rule E";

/// The same for families with sliding pieces.
pub const SLIDING_POLICY: &str = "traditional: futile interpositions do not count; irredundant problems under rules \
                                  E and F, minimal ones under rule A; complete = rule E";

/// What is asked for.
pub struct Request<'a> {
    /// Which families, with which options.
    pub catalogs: &'a [Catalog],
    /// The database.
    pub database: &'a Path,
    /// Where the table of all mates is to be kept, if anywhere.
    pub table: Option<&'a Path>,
    /// How much is solved again.
    pub verify: Verify,
    /// Which problems the sample draws.
    pub seed: u64,
    /// Stop above so many bytes; nine tenths of what is available if `None`.
    pub memory: Option<u64>,
    /// The command's options, for the manifest.
    pub options: &'a str,
}

/// Enumerates the catalogs into the database; `monitor` tells how far it is and can stop it, `announce`
/// hears of every step done.
///
/// # Errors
/// If it is stopped, or is refused because the memory surely does not suffice. If something cannot be read or written.
pub fn enumerate(
    request: &Request<'_>,
    monitor: &Monitor,
    announce: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Report, EnumerateError> {
    must_fit(&families(request.catalogs), request.memory)?;
    within_memory(request.memory, monitor, || run(request, monitor, announce))
}

fn run(
    request: &Request<'_>,
    monitor: &Monitor,
    announce: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Report, EnumerateError> {
    let families = families(request.catalogs);
    let slides = request.catalogs.iter().any(|is| is.family.slides());
    let table_place = match request.table {
        Some(_) if !slides => return Err(TableError::NotFound.into()),
        Some(path) => Some(TablePlace::take(path, Some(request.database))?),
        None => None,
    };
    let checkpoint = Checkpoint::new(request.database, &families, Aim::Problems);
    let spill = spill(request.database, request.memory);
    let found = || {
        find(
            &families,
            Aim::Problems,
            spill,
            &checkpoint,
            monitor,
            announce,
        )
    };
    write(
        request,
        &checkpoint,
        monitor,
        announce,
        found,
        |found| match (&table_place, found.kept()) {
            (Some(place), Some(table)) => place
                .write(table)
                .map(Some)
                .map_err(|error| not_written(error, &checkpoint)),
            _ => Ok(None),
        },
    )
}

/// Writes what is found into the database, where the problems come from elsewhere than one process that finds all.
pub(crate) fn enumerate_found(
    request: &Request<'_>,
    monitor: &Monitor,
    announce: &(dyn Fn(Event<'_>) + Sync),
    find: impl FnOnce() -> Result<Box<dyn Problems>, EnumerateError>,
) -> Result<Report, EnumerateError> {
    let families = families(request.catalogs);
    // Nothing is kept of how far they are but the database.
    let checkpoint = Checkpoint::new(request.database, &families, Aim::Problems);
    within_memory(request.memory, monitor, || {
        let found = || find().map(|found| (found, None));
        write(request, &checkpoint, monitor, announce, found, |_| Ok(None))
    })
}

/// Reserves the database, has the problems found, keeps their table if one is asked for, and judges and writes them.
fn write(
    request: &Request<'_>,
    checkpoint: &Checkpoint,
    monitor: &Monitor,
    announce: &(dyn Fn(Event<'_>) + Sync),
    find: impl FnOnce() -> Result<(Box<dyn Problems>, Option<Duration>), EnumerateError>,
    keep_table: impl FnOnce(&dyn Problems) -> Result<Option<TableReport>, EnumerateError>,
) -> Result<Report, EnumerateError> {
    let started = Instant::now();
    // A new file is made only when there is something to put into it.
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
    let info = run_info(request.catalogs, request.options);
    let is_new = place.store().is_none();
    let unfinished = match place.store() {
        Some(store) => store.unfinished_run(&info)?,
        None => None,
    };
    let (found, restored) = find()?;
    let table = keep_table(&*found)?;
    let resumed = restored.is_some() || unfinished.is_some();
    let mut store = place.into_store()?;
    let run = match unfinished {
        Some(run) => Ok(run),
        None => store.begin_run(&info),
    };
    let report = run.map_err(EnumerateError::from).and_then(|run| {
        // Of a call that was killed less is known than of others: what its checkpoint says.
        let known = store.spent(run)?;
        let before = known.max(restored.unwrap_or_default());
        store.spend(run, before - known)?;
        let mut writing = Writing {
            request,
            store: &mut store,
            run,
            checkpoint,
            monitor,
            announce,
            before,
            started,
            draw: is_new.then(|| Draw::new(request.verify, request.seed)),
        };
        let longer = found.longer();
        let written = writing.judge_and_write(&*found);
        // What was found is in the database now, and its memory is free for what is left to do.
        drop(found);
        let report = written.and_then(|()| writing.verify(resumed, longer));
        if report.is_err() {
            // What made it end is what there is to tell.
            let _ = store.spend(run, started.elapsed());
        }
        Ok(Report { table, ..report? })
    });
    if report.is_err() {
        store.discard_if_unused();
    }
    report
}

/// The head of a run's manifest.
fn run_info<'a>(catalogs: &'a [Catalog], options: &'a str) -> RunInfo<'a> {
    let slides = catalogs.iter().any(|catalog| catalog.family.slides());
    RunInfo {
        program: env!("CARGO_PKG_VERSION"),
        policy: if slides { SLIDING_POLICY } else { POLICY },
        options,
        threads: rayon::current_num_threads(),
        catalogs,
    }
}

/// A run whose problems are judged, written and solved again.
struct Writing<'a> {
    request: &'a Request<'a>,
    store: &'a mut Store,
    run: RunId,
    checkpoint: &'a Checkpoint,
    monitor: &'a Monitor,
    announce: &'a (dyn Fn(Event<'_>) + Sync),
    /// What earlier calls took.
    before: Duration,
    started: Instant,
    /// What is solved again, drawn as it is written; `None` where some of it was written before.
    draw: Option<Draw>,
}

impl Writing<'_> {
    /// Judges what was found, level by level, and writes the levels that are not there yet.
    fn judge_and_write(&mut self, found: &dyn Problems) -> Result<(), EnumerateError> {
        let written = self.store.levels_written(self.run)?;
        for value in 1..=found.longest() {
            let plies = 2 * u16::from(value) - 1;
            if written.iter().any(|(known, _)| *known == plies) {
                continue;
            }
            write_level(
                self.request.catalogs,
                found,
                value,
                self.monitor,
                |problems| {
                    let told = problems.inspect(|found| {
                        let Ok(found) = found else { return };
                        (self.announce)(Event::Problem(found));
                        if let Some(draw) = &mut self.draw {
                            draw.offer(&found.recorded.problem);
                        }
                    });
                    self.store.try_write_level(self.run, plies, told)
                },
            )
            .map_err(|error| keep(error, self.checkpoint))?;
        }
        self.store.keep_run()?;
        Ok(())
    }

    /// Solves what was written again, and closes the run; `longer` is what it cannot tell the lengths of.
    fn verify(&mut self, resumed: bool, longer: u64) -> Result<Report, EnumerateError> {
        let mut draw = self.draw.take();
        if draw.is_none() && self.request.verify != Verify::None {
            let all = draw.insert(Draw::new(self.request.verify, self.request.seed));
            self.store
                .each_problem(self.run, |problem| all.offer(problem))?;
        }
        let drawn = draw.map(Draw::finish).unwrap_or_default();
        let claims = self.store.records(&drawn)?;
        let claims: Vec<Claim> = claims.iter().map(Claim::from).collect();
        let mut verified = None;
        let digest = self.store.finish_run(self.run, || {
            let (monitor, checkpoint) = (self.monitor, self.checkpoint);
            let again = verify::verify(&claims, monitor);
            let again = again.map_err(|reason| keep(EnumerateError::from(reason), checkpoint))?;
            monitor.begin(Phase::DigestAndIndexes, 0);
            Ok::<_, EnumerateError>(RunSummary {
                seconds: (self.before + self.started.elapsed()).as_secs_f64(),
                peak_memory_kb: memory::peak_kb(),
                verified: claims.len() as u64,
                differing: verified.insert(again).differing.len() as u64,
                longer,
            })
        })?;
        self.checkpoint.remove()?;
        let levels = self.store.levels_written(self.run)?;
        let levels = levels
            .into_iter()
            .map(|(plies, problems)| LevelReport { plies, problems });
        let verified = verified.expect("a run that is finished was summed up");
        Ok(Report {
            levels: levels.collect(),
            verified: claims.len() as u64,
            verify_seconds: Some(verified.seconds),
            differing: verified.differing,
            digest: digest.sha256,
            seconds: self.started.elapsed().as_secs_f64(),
            peak_memory_kb: memory::peak_kb(),
            longer,
            resumed,
            table: None,
        })
    }
}
