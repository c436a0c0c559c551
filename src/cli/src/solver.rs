//! Which solver the commands work with, and what it takes.

use super::amounts::Bytes;
use super::text::megabytes;
use process::memory;
use tsume::solve::{Solve, Solver};

/// The memory of a solver where nobody says how much, in bytes.
pub const USUAL_MEMORY: u64 = 1 << 30;

/// No solver takes less, in bytes.
pub const LEAST_MEMORY: u64 = 1 << 20;

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
        return Err("a solver takes at least 1M".to_owned());
    }
    let bytes = match asked {
        Some(Bytes(bytes)) => bytes,
        None => USUAL_MEMORY.min(free / 4 * 3 / count),
    };
    if bytes.checked_mul(count).is_some_and(|all| all <= free) {
        return Ok(usize::try_from(bytes).unwrap_or(usize::MAX));
    }
    let times = match solvers {
        1 => String::new(),
        _ => format!("{solvers} times "),
    };
    Err(format!(
        "{times}{} of memory is more than the {} that are free",
        megabytes(bytes / 1024),
        megabytes(free / 1024)
    ))
}
