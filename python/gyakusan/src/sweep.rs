//! Sweeps: every position of a described set, solved and judged.

use std::path::PathBuf;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::enumeration::raised;
use crate::follow::{self, Follow};
use crate::problem::{STACK, bad};
use crate::words::wrong;
use crate::work;
use enumerate::sweep::{Part, Set, SweepRequest, USUAL_MEMORY, has, sweep};
use store::Store;
use system::monitor::Monitor;
use tsume::judge;
use tsume::solve::Solver;

/// What came of a sweep: its number in the database, how many problems of which lengths, what was left open, the
/// catalog's name, how many choices.
type Swept = (i64, Vec<(u16, u64)>, Vec<(u64, String, bool)>, String, u64);

/// Sweeps the set of a catalog into a database.
#[pyfunction(name = "sweep")]
#[pyo3(signature = (catalog, database, *, temporary, nodes, resume, range, sample, seed, threads, memory, time, progress, cancel))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn swept(
    py: Python<'_>,
    catalog: PathBuf,
    database: PathBuf,
    temporary: bool,
    nodes: u64,
    resume: bool,
    range: Option<(u64, u64)>,
    sample: Option<u64>,
    seed: u64,
    threads: usize,
    memory: Option<u64>,
    time: Option<f64>,
    progress: Option<Py<PyAny>>,
    cancel: Option<Py<PyAny>>,
) -> PyResult<Swept> {
    let mut follow = Follow::new(progress, cancel, time)?;
    let catalog = catalog::load_sweep(&catalog).map_err(|error| wrong("catalog", &error))?;
    let set = Set::new(&catalog).map_err(|error| bad(&error))?;
    let part = match (range, sample) {
        (Some(_), Some(_)) => return Err(bad(&"range and sample cannot be combined")),
        (Some((_, end)), None) if end > set.len() => {
            let why = format!("{end} is beyond the end: the set has {} choices", set.len());
            return Err(wrong("range", &why));
        }
        (Some((first, end)), None) => Part::Range(first..end),
        (None, Some(count)) => Part::Sample { count, seed },
        (None, None) => Part::All,
    };
    let bytes = memory.unwrap_or(USUAL_MEMORY);
    let table = usize::try_from(bytes).unwrap_or(usize::MAX);
    let request = SweepRequest {
        sweep: &catalog,
        set: &set,
        part: &part,
        database: &database,
        nodes,
        again: resume,
        solver: &|| Box::new(Solver::new(table)),
        with: &has(bytes, ""),
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(judge::STACK)
        .build()
        .map_err(|error| PyRuntimeError::new_err(format!("cannot start threads: {error}")))?;
    let monitor = Monitor::default();
    let stand = || follow::of_run(&monitor);
    let (report, cut) =
        work::followed(py, STACK, monitor.stop_flag(), &mut follow, &stand, |_| {
            pool.install(|| sweep(&request, &monitor, &|_| ()))
        })?;
    let report = report.map_err(|error| raised(error, cut, temporary))?;
    let numbers = part.numbers(set.len()).len();
    let told = py.detach(|| {
        let store = Store::open_read_only(&database)?;
        let row = store
            .sweeps()?
            .into_iter()
            .find(|row| row.run == report.run);
        let levels = row.map(|row| row.levels).unwrap_or_default();
        let levels = levels
            .into_iter()
            .map(|(plies, level)| (plies, level.rule_e));
        let open = store.undecided(report.run)?.into_iter();
        let open = open.map(|one| (one.number, one.sfen, one.mates));
        Ok::<_, store::StoreError>((levels.collect(), open.collect()))
    });
    let (levels, open) = told.map_err(|error| crate::database::raised(error.into(), "database"))?;
    Ok((report.run.0, levels, open, catalog.id.clone(), numbers))
}
