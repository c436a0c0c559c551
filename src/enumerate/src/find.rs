//! What every run does first: the engine goes to its end under a memory limit, saving how far it is.

use std::path::Path;
use std::time::{Duration, Instant};

use catalog::Catalog;
use retro::critical::spill::Spill;
use retro::enumeration::{Enumeration, Problems, Step};
use retro::families::{Aim, enumeration};
use retro::unit::Pieces;
use system::monitor::{Monitor, Stopped};
use system::{memory, only_beside};

use super::checkpoint::Checkpoint;
use super::kept::TableError;
use super::report::{EnumerateError, Event};
use system::folder_of;

/// The families of some catalogs.
pub fn families(catalogs: &[Catalog]) -> Vec<Pieces> {
    let families = catalogs.iter().map(|catalog| catalog.family.counts());
    families.collect()
}

/// Does some work, which hears of it through `monitor` when more than `limit` bytes are in use; nine tenths of
/// what is available if `None`.
///
/// # Errors
/// Those of the work; a stop at the limit names it. If nobody can watch the memory, nothing is done.
pub fn within_memory<T>(
    limit: Option<u64>,
    monitor: &Monitor,
    work: impl FnOnce() -> Result<T, EnumerateError>,
) -> Result<T, EnumerateError> {
    let limit = limit.or_else(free_memory);
    let watch = || {
        if limit.is_some_and(|limit| memory::in_use().is_some_and(|bytes| bytes > limit)) {
            monitor.stop(Stopped::Memory);
        }
    };
    // Nobody else would keep the memory below the limit.
    let done = only_beside(Duration::from_millis(20), watch, work);
    let done = done.map_err(EnumerateError::NoThread)?;
    done.map_err(|error| name_limit(error, limit))
}

fn name_limit(error: EnumerateError, limit: Option<u64>) -> EnumerateError {
    match (error, limit) {
        (
            EnumerateError::Stopped {
                reason: Stopped::Memory,
                checkpoint,
                ..
            },
            Some(limit),
        ) => EnumerateError::Stopped {
            reason: Stopped::Memory,
            limit: Some(limit),
            checkpoint,
        },
        (error, _) => error,
    }
}

/// How often the state is saved at the most.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// Names the checkpoint in an error if there is one.
pub fn keep(error: EnumerateError, checkpoint: &Checkpoint) -> EnumerateError {
    match error {
        EnumerateError::Stopped { reason, limit, .. } => EnumerateError::Stopped {
            reason,
            limit,
            checkpoint: checkpoint
                .path()
                .exists()
                .then(|| checkpoint.path().to_owned()),
        },
        error => error,
    }
}

/// Names the checkpoint, if there is one, where a table could not be written.
pub fn not_written(source: TableError, checkpoint: &Checkpoint) -> EnumerateError {
    let path = checkpoint.path();
    if path.exists() {
        let checkpoint = path.to_owned();
        EnumerateError::TableNotWritten { source, checkpoint }
    } else {
        source.into()
    }
}

/// What part of the memory limit the index may take before it goes into files: it is what grows fastest.
const INDEX_PART: u64 = 4;

/// Where an enumeration goes on when its index takes too much of the memory: in files beside what it writes.
pub fn spill(file: &Path, limit: Option<u64>) -> Option<Spill> {
    let limit = limit.or_else(free_memory)?;
    Some(Spill {
        folder: folder_of(file).to_owned(),
        room: limit / INDEX_PART,
    })
}

/// How much memory is taken where no limit is given, in bytes.
pub fn free_memory() -> Option<u64> {
    memory::available().map(|bytes| bytes / 10 * 9)
}

/// What the engine finds; and where a checkpoint helped, how long had been worked for that.
///
/// # Errors
/// If it is stopped, or the checkpoint cannot be read or written.
pub fn find(
    families: &[Pieces],
    aim: Aim,
    spill: Option<Spill>,
    checkpoint: &Checkpoint,
    monitor: &Monitor,
    announce: &(dyn Fn(Event<'_>) + Sync),
) -> Result<(Box<dyn Problems>, Option<Duration>), EnumerateError> {
    let started = Instant::now();
    let saved = checkpoint.load()?;
    let restored = saved.as_ref().map(|saved| saved.took);
    let bytes = saved.as_ref().map(|saved| &saved.bytes[..]);
    let enumeration = enumeration(families, aim, bytes, spill, monitor);
    drop(saved);
    let mut enumeration = enumeration.ok_or_else(|| checkpoint.damaged())?;
    if restored.is_some() {
        announce(Event::Resumed {
            plies: enumeration.longest(),
        });
    }
    let mut last_save = Instant::now();
    let mut unsaved = false;
    let save = |enumeration: &dyn Enumeration| {
        let took = restored.unwrap_or_default() + started.elapsed();
        checkpoint.save(enumeration, took)
    };
    loop {
        let seconds = || started.elapsed().as_secs_f64();
        match enumeration.advance() {
            Ok(None) => break,
            Ok(Some(step)) => {
                unsaved = true;
                match step {
                    Step::Mates { count } => announce(Event::Mates { count }),
                    Step::Level { plies, attackers } => announce(Event::Level {
                        plies,
                        attackers,
                        seconds: seconds(),
                    }),
                    Step::Fixpoint { longer } => announce(Event::Fixpoint {
                        plies: enumeration.longest(),
                        longer,
                        seconds: seconds(),
                    }),
                    Step::Part => {}
                }
            }
            Err(reason) => {
                if unsaved {
                    save(&*enumeration)?;
                }
                return Err(keep(EnumerateError::from(reason), checkpoint));
            }
        }
        if last_save.elapsed() > SAVE_EVERY {
            save(&*enumeration)?;
            last_save = Instant::now();
            unsaved = false;
        }
    }
    if unsaved && last_save.elapsed() > SAVE_EVERY / 5 {
        save(&*enumeration)?;
    }
    Ok((enumeration.finish(), restored))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_goes_into_files_beside_the_database() {
        let there = |path: &str| spill(Path::new(path), Some(400)).unwrap();
        assert_eq!(there("lists/x.db").folder, Path::new("lists"));
        assert_eq!(there("x.db").folder, Path::new("."));
        assert_eq!(there("x.db").room, 100);
        assert!(spill(Path::new("x.db"), None).is_none_or(|spill| spill.room > 0));
    }
}
