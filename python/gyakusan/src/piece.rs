//! Pieces and hands as Python has them.

use std::collections::BTreeMap;

use pyo3::prelude::*;

use crate::problem::{bad, text};
use notation::names::piece_char;
use shogi::{Color, Hand};

/// The name of a side, as everywhere in JSON.
pub const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// A piece: whose it is, its kind, whether its promoted side is up.
///
/// `Piece("+r")` reads the letters of SFEN, `Piece("☖龍")` the names of books. Pieces that are alike are equal.
#[pyclass(module = "gyakusan", frozen, eq, hash, skip_from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(pub shogi::Piece);

#[pymethods]
impl Piece {
    #[new]
    fn new(symbol: &Bound<'_, PyAny>) -> PyResult<Self> {
        let symbol = text("symbol", symbol)?;
        let read = notation::typed::piece(&symbol);
        let piece = read.ok_or_else(|| {
            bad(&format!(
                "symbol: '{symbol}' is no piece; '+r' and '☖龍' are"
            ))
        })?;
        Ok(Self(piece))
    }

    /// Whose it is: `black` or `white`.
    #[getter]
    fn color(&self) -> &'static str {
        side(self.0.color)
    }

    /// The letter of its kind: `K`, `R`, `B`, `G`, `S`, `N`, `L` or `P`.
    #[getter]
    fn kind(&self) -> String {
        self.0.kind.letter().to_string()
    }

    /// Whether its promoted side is up.
    #[getter]
    fn promoted(&self) -> bool {
        self.0.promoted
    }

    /// Its letters in SFEN: `+r` is White's dragon.
    #[getter]
    fn symbol(&self) -> String {
        self.0.to_string()
    }

    /// The sign that diagrams have: `龍`.
    #[getter]
    fn japanese(&self) -> String {
        piece_char(self.0.kind, self.0.promoted).to_string()
    }

    fn __str__(&self) -> String {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().symbol(),))
    }
}

/// How many of each kind a hand holds, in the order of SFEN.
pub fn counts<'py>(py: Python<'py>, hand: Hand) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
    let counts = pyo3::types::PyDict::new(py);
    for (kind, count) in hand.iter() {
        counts.set_item(kind.letter().to_string(), count)?;
    }
    Ok(counts)
}

/// The squares of pieces, by name.
pub type BySquare = BTreeMap<String, Piece>;
