//! Databases as Python has them open: one of an earlier version is copied and brought up to date once, not for each
//! question.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, SystemTime};

use pyo3::prelude::*;

use crate::database::raised;
use crate::follow::{Cut, Follow};
use crate::problem::{STACK, time};
use crate::work;
use store::{QueryError, QueryLimits, Store, StoreError};
use system::monitor::Monitor;

/// A database that is asked again and again. Its file is open only while it is asked.
#[pyclass(module = "gyakusan._native", frozen)]
pub struct Opened {
    path: PathBuf,
    /// Held by whoever opens the file, so that two threads do not both make a copy of it.
    opening: Mutex<()>,
    kept: Mutex<Kept>,
}

/// What stays from one question to the next.
struct Kept {
    /// The file of an earlier version as it was, and its copy that was brought up to date.
    copy: Option<(Stamp, Store)>,
    closed: bool,
}

/// When a file was written last, and its size.
type Stamp = (SystemTime, u64);

/// So often is looked whether to go on while another thread opens the file.
const LOOK: Duration = Duration::from_millis(10);

impl Opened {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stamp(&self) -> Option<Stamp> {
        let found = self.path.metadata().ok()?;
        Some((found.modified().ok()?, found.len()))
    }

    /// Waits until no other thread opens the file.
    fn turn(&self, stop: &AtomicBool) -> Result<MutexGuard<'_, ()>, StoreError> {
        loop {
            match self.opening.try_lock() {
                Ok(turn) => return Ok(turn),
                Err(TryLockError::Poisoned(turn)) => return Ok(turn.into_inner()),
                Err(TryLockError::WouldBlock) if stop.load(Ordering::SeqCst) => {
                    return Err(StoreError::Stopped(self.path.clone()));
                }
                Err(TryLockError::WouldBlock) => thread::sleep(LOOK),
            }
        }
    }

    /// A connection to the file, or to its copy; setting `stop` ends the making of that.
    fn store(&self, stop: &Arc<AtomicBool>) -> Result<Store, StoreError> {
        let _turn = self.turn(stop)?;
        let stamp = self.stamp();
        let mut kept = self.kept();
        match &kept.copy {
            Some((of, copy)) if stamp == Some(*of) => return copy.reader(),
            // The file is another one by now.
            _ => kept.copy = None,
        }
        drop(kept);
        let monitor = Monitor::stopped_by(Arc::clone(stop));
        let store = Store::open_read_only_watched(&self.path, &monitor)?;
        let (Some(_), Some(stamp)) = (store.upgraded_from(), stamp) else {
            return Ok(store);
        };
        let reader = store.reader()?;
        let mut kept = self.kept();
        if !kept.closed {
            kept.copy = Some((stamp, store));
        }
        Ok(reader)
    }

    /// Asks the database, without the interpreter's lock. Ctrl-C ends that, and so does the time: of opening and asking
    /// together. What is wrong with the person's SQL is said under `name`.
    pub fn ask<T: Send>(
        &self,
        py: Python<'_>,
        seconds: Option<f64>,
        name: &str,
        ask: impl FnOnce(&Store, &QueryLimits) -> Result<T, QueryError> + Send,
    ) -> PyResult<T> {
        let mut follow = Follow::new(None, None, seconds)?;
        let stop = Arc::new(AtomicBool::new(false));
        let limits = QueryLimits {
            time: time(seconds)?,
            stop: Some(Arc::clone(&stop)),
        };
        let nothing = || (String::new(), 0, 0);
        let (answer, cut) = work::followed(py, STACK, &stop, &mut follow, &nothing, |_| {
            ask(&self.store(&stop)?, &limits)
        })?;
        answer.map_err(|error| match (error, cut) {
            (
                QueryError::Stopped | QueryError::Store(StoreError::Stopped(_)),
                Some(Cut::Time(limit)),
            ) => raised(QueryError::TooLong(limit), name),
            (error, _) => raised(error, name),
        })
    }
}

#[pymethods]
impl Opened {
    /// The file is opened when it is asked first.
    #[new]
    const fn new(path: PathBuf) -> Self {
        Self {
            path,
            opening: Mutex::new(()),
            kept: Mutex::new(Kept {
                copy: None,
                closed: false,
            }),
        }
    }

    /// Deletes the copy, if there is one, as soon as nobody reads it.
    fn close(&self, py: Python<'_>) {
        let copy = py.detach(|| {
            let mut kept = self.kept();
            kept.closed = true;
            kept.copy.take()
        });
        drop(copy);
    }
}
