//! Which solver the commands work with, and what it takes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use sha2::{Digest, Sha256};

use super::amounts::Bytes;
use crate::Failure;
use crate::screen::text::megabytes;
use answers::InWords;
use enumerate::open_table;
use retro::mates::kept::KeptTable;
use retro::mates::tabled::Tabled;
use system::memory;
use tsume::solve::{Solve, Solver};
use words::say;

/// The memory of a solver where nobody says how much, in bytes.
pub const USUAL_MEMORY: u64 = 1 << 30;

/// No solver takes less, in bytes.
pub const LEAST_MEMORY: u64 = 1 << 20;

/// Tables that a solver looks into.
#[derive(Clone, Debug, Default, Args)]
pub struct TableArgs {
    /// Look up positions in this table before searching; can be repeated. gyakusan table and enumerate --keep-table
    /// write such tables
    #[arg(long = "table", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl TableArgs {
    /// These files.
    pub const fn of(files: Vec<PathBuf>) -> Self {
        Self { files }
    }

    /// The files.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Reads them all.
    ///
    /// # Errors
    /// If one cannot be read, or is no table.
    pub fn open(&self) -> Result<Tables, Failure> {
        let tables = self.files.iter().map(|path| table(path));
        Ok(Tables(tables.collect::<Result<_, _>>()?))
    }
}

/// The table of a file.
///
/// # Errors
/// If it cannot be read, or is no table.
pub fn table(path: &Path) -> Result<KeptTable, Failure> {
    open_table(path).map_err(|error| Failure::Usage(error.with_hint()))
}

/// Tables in memory, for any number of solvers.
#[derive(Clone, Default)]
pub struct Tables(Arc<[KeptTable]>);

impl Tables {
    /// A solver that looks into the tables, before it searches and while it does.
    pub fn before(&self, solver: Box<dyn Solve + Send>) -> Box<dyn Solve + Send> {
        if self.0.is_empty() {
            return solver;
        }
        Box::new(Tabled::new(Arc::clone(&self.0), solver))
    }

    /// What tells runs with them from runs with other tables, at the end of their options: nothing where there
    /// are none. Tables of the same families know the same, wherever they are.
    pub fn words(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let families: BTreeSet<_> = self.0.iter().flat_map(KeptTable::families).collect();
        let mut sha = Sha256::new();
        families.into_iter().for_each(|family| sha.update(family));
        let digest = sha.finalize();
        let digest: String = digest[..4]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        format!(" tables {digest}")
    }
}

/// A solver whose table takes `memory` bytes.
pub fn new_solver(memory: usize) -> Box<dyn Solve + Send> {
    Box::new(Solver::new(memory))
}

/// A solver that works with so many threads at one problem, with one table of `memory` bytes.
pub fn new_solver_of_threads(memory: usize, threads: usize) -> Box<dyn Solve + Send> {
    Box::new(Solver::with_threads(memory, threads))
}

/// The bytes of each of `solvers` solvers: as many as asked for, else [`USUAL_MEMORY`], or less on a
/// small machine.
///
/// # Errors
/// If so much memory is not free, or less than [`LEAST_MEMORY`] is asked for.
pub fn memory_of_each(asked: Option<Bytes>, solvers: usize) -> Result<usize, String> {
    let free = memory::available().unwrap_or(u64::MAX);
    let count = solvers as u64;
    if asked.is_some_and(|Bytes(bytes)| bytes < LEAST_MEMORY) {
        return Err(say!("a solver needs at least 1M"));
    }
    let bytes = match asked {
        Some(Bytes(bytes)) => bytes,
        None => USUAL_MEMORY.min(free / 4 * 3 / count),
    };
    if bytes.checked_mul(count).is_some_and(|all| all <= free) {
        return Ok(usize::try_from(bytes).unwrap_or(usize::MAX));
    }
    let (memory, free) = (megabytes(bytes / 1024), megabytes(free / 1024));
    Err(match solvers {
        1 => say!(
            "{memory} of memory needed, but only {free} are free",
            memory,
            free
        ),
        _ => say!(
            "{solvers} × {memory} of memory needed, but only {free} are free",
            solvers,
            memory,
            free
        ),
    })
}
