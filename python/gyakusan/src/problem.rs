//! Problems as they are given, and what is wrong with them.

use std::fmt::Display;
use std::time::Duration;

use pyo3::PyErr;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::Serialize;

use notation::typed;
use shogi::{HandReading, Move, Position};
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
        let task = Task::read_tsume_sfen(sfen, reading).map_err(|error| {
            let only_lacks = matches!(reading, HandReading::Whole)
                && Task::read_tsume_sfen(sfen, HandReading::Written).is_ok();
            match only_lacks {
                true => bad(&format!(
                    "{error}; with short_set=True it is read as written"
                )),
                false => bad(&error),
            }
        })?;
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

/// A line that is given, in USI or in Japanese. In USI it may have moves that are not legal.
///
/// # Errors
/// `ValueError` for the first move that cannot be read.
pub fn given_line(words: &[String], start: &Position) -> PyResult<Vec<Move>> {
    moves(words).or_else(|_| {
        typed::line(&words.join(" "), start)
            .map_err(|(ply, why)| bad(&format!("line: move {ply}: {why}")))
    })
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
    if !given.is_instance_of::<PyString>() {
        let kind = kind(given);
        return Err(PyTypeError::new_err(format!(
            "{name}: expected a string, found {kind}"
        )));
    }
    given.extract().map_err(|_| {
        bad(&format!(
            "{name}: half of a character stands there (a lone surrogate)"
        ))
    })
}

/// What an argument is, for errors.
pub fn kind(given: &Bound<'_, PyAny>) -> String {
    let name = given.get_type().name();
    match name {
        Ok(name) if name == "NoneType" => "None".to_owned(),
        Ok(name) => name.to_string(),
        Err(_) => "something else".to_owned(),
    }
}
