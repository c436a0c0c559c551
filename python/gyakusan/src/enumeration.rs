//! Enumerations: from catalogs to a database.

use std::path::PathBuf;

use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

use crate::follow::{self, Cancelled, Cut, Follow};
use crate::problem::{STACK, bad};
use crate::words::wrong;
use crate::work;
use enumerate::{EnumerateError, Request, TableError, Verify};
use store::StoreError;
use system::monitor::{Monitor, Stopped};

/// Enumerates the problems of catalogs, or of the families of codes, into a database. Returns the codes of the
/// families.
#[pyfunction(name = "enumerate")]
#[pyo3(signature = (catalogs, database, *, temporary, keep_table, longest, verify, seed, threads, memory, time, progress, cancel))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn enumeration(
    py: Python<'_>,
    catalogs: Vec<PathBuf>,
    database: PathBuf,
    temporary: bool,
    keep_table: Option<PathBuf>,
    longest: Option<u16>,
    verify: &str,
    seed: u64,
    threads: usize,
    memory: Option<u64>,
    time: Option<f64>,
    progress: Option<Py<PyAny>>,
    cancel: Option<Py<PyAny>>,
) -> PyResult<Vec<String>> {
    let mut follow = Follow::new(progress, cancel, time)?;
    let catalogs = catalog::load_each(&catalogs, longest).map_err(|error| bad(&error))?;
    let verified: Verify = verify.parse().map_err(|error| wrong("verify", &error))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool
        .build()
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let mut options = vec![format!("verify {verify}"), format!("seed {seed}")];
    options.extend(longest.map(|plies| format!("longest {plies}")));
    let request = Request {
        catalogs: &catalogs,
        database: &database,
        table: keep_table.as_deref(),
        verify: verified,
        seed,
        memory,
        options: &options.join(", "),
    };
    let monitor = Monitor::default();
    let stand = || follow::of_run(&monitor);
    let (report, cut) =
        work::followed(py, STACK, monitor.stop_flag(), &mut follow, &stand, |_| {
            pool.install(|| enumerate::enumerate(&request, &monitor, &|_| ()))
        })?;
    match report
        .map_err(|error| raised(error, cut, temporary))?
        .differing
        .first()
    {
        None => Ok(catalogs.iter().map(|is| is.family.to_string()).collect()),
        Some(first) => Err(PyRuntimeError::new_err(format!(
            "this is a bug in gyakusan, please report it: a problem gave another result when it was solved again: {first}"
        ))),
    }
}

/// What Python raises for a run that did not come to its end; `cut` says who ended it, if somebody did. Of a `temporary`
/// database nothing is kept.
pub fn raised(error: EnumerateError, cut: Option<Cut>, temporary: bool) -> PyErr {
    let words = match error {
        EnumerateError::Stopped {
            reason: reason @ (Stopped::Interrupted | Stopped::Memory),
            limit,
            ..
        } if temporary => {
            let stopped = EnumerateError::Stopped {
                reason,
                limit,
                checkpoint: None,
            };
            format!("{stopped}; nothing is kept; name a database to go on from there another time")
        }
        _ => error.to_string(),
    };
    match (&error, cut) {
        // Also while an older file is brought up to date.
        (
            EnumerateError::Stopped {
                reason: Stopped::Interrupted,
                ..
            }
            | EnumerateError::Store(StoreError::Stopped(_)),
            Some(cut),
        ) => match cut {
            Cut::Cancelled => Cancelled::new_err(words),
            Cut::Time(limit) => {
                let limit = format!("stopped at the time limit of {} s", limit.as_secs_f64());
                let told = match words.strip_prefix("interrupted") {
                    Some(kept) => format!("{limit}{kept}"),
                    None => words.replacen(": interrupted", &format!(": {limit}"), 1),
                };
                PyTimeoutError::new_err(told)
            }
        },
        (
            EnumerateError::Stopped {
                reason: Stopped::Memory,
                ..
            }
            | EnumerateError::TooLarge { .. },
            _,
        ) => PyMemoryError::new_err(words),
        (
            EnumerateError::Store(_)
            | EnumerateError::Checkpoint(_)
            | EnumerateError::NoThread(_)
            | EnumerateError::Stopped {
                reason: Stopped::Unreadable,
                ..
            },
            _,
        ) => PyOSError::new_err(words),
        (
            EnumerateError::Table(
                TableError::NotFound
                | TableError::Foreign(_)
                | TableError::Database(_)
                | TableError::BesideDatabase { .. },
            ),
            _,
        ) => wrong("keep_table", &words),
        (EnumerateError::Table(_) | EnumerateError::TableNotWritten { .. }, _) => {
            PyOSError::new_err(words)
        }
        (EnumerateError::AskedBefore { .. } | EnumerateError::NotSwept(_), _) => {
            PyValueError::new_err(words)
        }
        _ => PyRuntimeError::new_err(words),
    }
}
