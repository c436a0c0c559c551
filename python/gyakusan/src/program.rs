//! The program itself, for `python -m gyakusan`.

use pyo3::prelude::*;

/// Runs a command of the program; the words begin with its name. Returns the exit code.
#[pyfunction]
pub fn main(py: Python<'_>, words: Vec<String>) -> u8 {
    py.detach(|| cli::run(words.into_iter().map(Into::into).collect()))
}
