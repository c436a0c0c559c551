//! Problems as they are given, and what is wrong with them.

use std::fmt::Display;
use std::time::Duration;

use pyo3::PyErr;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;

use shogi::{HandReading, Move};
use system::memory;
use tsume::solve::Task;

/// The memory of a solver where nobody says how much, in bytes: as in the program.
const USUAL_MEMORY: u64 = 1 << 30;

/// The stack of a thread that does not judge, in bytes.
pub const STACK: usize = 16 << 20;

/// A problem to work on.
pub struct Problem {
    pub task: Task,
}

impl Problem {
    /// Reads an SFEN; with `short_set` the defender's hand is as it is written, an empty one too.
    ///
    /// # Errors
    /// `ValueError` in the words of the program.
    pub fn read(sfen: &str, short_set: bool) -> PyResult<Self> {
        let reading = match short_set {
            true => HandReading::Written,
            false => HandReading::Whole,
        };
        let task = Task::read_tsume_sfen(sfen, reading).map_err(|error| bad(&error))?;
        Ok(Self { task })
    }
}

/// Moves in USI.
///
/// # Errors
/// `ValueError` for the first that is none.
pub fn moves(words: &[String]) -> PyResult<Vec<Move>> {
    let moves = (1..).zip(words).map(|(ply, word)| {
        let mv: Result<Move, _> = word.parse();
        mv.map_err(|error| bad(&format!("move {ply}: {error}")))
    });
    moves.collect()
}

/// The longest limit of time, in seconds: thirty thousand years, which clocks can still add to the present.
const LONGEST: f64 = 1e12;

/// A limit of time in seconds.
///
/// # Errors
/// `ValueError` if it is no time.
pub fn time(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(seconds) = seconds else {
        return Ok(None);
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() && seconds <= LONGEST => Ok(Some(time)),
        _ => Err(bad(&format!(
            "time: {seconds:?} is not a number of seconds above 0 and up to {LONGEST:?}"
        ))),
    }
}

/// The bytes of a solver's table.
///
/// # Errors
/// `ValueError` if so much is not free.
pub fn memory(asked: Option<u64>) -> PyResult<usize> {
    let free = memory::available().unwrap_or(u64::MAX);
    let bytes = asked.unwrap_or(USUAL_MEMORY.min(free / 4 * 3));
    if bytes > free {
        let why = format!("memory: {bytes} bytes are more than the {free} that are free");
        return Err(bad(&why));
    }
    Ok(usize::try_from(bytes).unwrap_or(usize::MAX))
}

/// An answer as JSON.
///
/// # Errors
/// Never: everything that answers hold can be written.
pub fn json(answer: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(answer).map_err(|error| bad(&error))
}

/// What Python raises for what is wrong with an argument.
pub fn bad(why: &dyn Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// An argument that is a text.
///
/// # Errors
/// `TypeError` that names it.
pub fn text(name: &str, given: &Bound<'_, PyAny>) -> PyResult<String> {
    given.extract().map_err(|_| {
        let kind = given.get_type();
        let kind = kind
            .name()
            .map_or_else(|_| "something else".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("{name}: expected a string, found {kind}"))
    })
}
