//! Lines in Japanese, and as KIF files.

use pyo3::prelude::*;

use crate::problem::{bad, moves};
use notation::{Encoding, Japanese, Record};
use shogi::{Move, Position};

fn position(sfen: &str) -> PyResult<Position> {
    sfen.parse().map_err(|error| bad(&error))
}

/// A line from a position in the style of the Japan Shogi Association: `☗１二金 ☖同　玉`. A move that is not legal
/// stays as it is, in USI.
#[pyfunction]
pub fn japanese(sfen: &str, line: Vec<String>) -> PyResult<String> {
    Ok(Japanese::OFFICIAL.line(&position(sfen)?, &moves(&line)?))
}

/// The text of a KIF file of a line from a position; it ends before a move that is not legal.
#[pyfunction]
pub fn kif(sfen: &str, line: Vec<String>) -> PyResult<String> {
    let record = Record::new(position(sfen)?, moves(&line)?);
    Ok(record.to_kif(Encoding::Utf8))
}

/// A move in USI as USI writes it.
#[pyfunction]
pub fn usi(r#move: &str) -> PyResult<String> {
    let read: Result<Move, _> = r#move.parse();
    let mv = read.map_err(|error| bad(&format!("usi: {error}")))?;
    Ok(mv.to_string())
}
