//! A position with the moves that led to it.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::problem::bad;
use notation::diagram::draw;
use picture::{Diagram, Look, Sheet};
use shogi::{Color, Move, Position, Setup};
use tsume::solve::Task;

/// A position, and the moves played since it was made.
#[pyclass(module = "gyakusan")]
pub struct Board {
    start: Task,
    moves: Vec<Move>,
    now: Position,
}

/// The name of a side, as everywhere in JSON.
const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn usi(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

impl Board {
    fn of(start: Task) -> Self {
        Self {
            now: start.position.clone(),
            moves: Vec::new(),
            start,
        }
    }

    fn last(&self) -> Option<Move> {
        self.moves.last().copied()
    }
}

#[pymethods]
impl Board {
    /// Reads an SFEN. Hands are taken as they stand, but for an empty hand of the defender's in a tsume problem,
    /// which gets all pieces left over unless a piece is listed in it with the count 0.
    #[new]
    fn new(sfen: &str) -> PyResult<Self> {
        let task = Task::from_game_sfen(sfen).map_err(|error| bad(&error))?;
        Ok(Self::of(task))
    }

    /// The position as SFEN, in its canonical form.
    #[getter]
    fn sfen(&self) -> String {
        self.now.to_string()
    }

    /// The same as the solver reads it: others know no piece with the count 0.
    #[getter(_problem)]
    fn problem(&self) -> String {
        self.now.tsume_sfen()
    }

    /// Whose move it is: `black` or `white`.
    #[getter]
    fn turn(&self) -> &'static str {
        side(self.now.side())
    }

    /// The attacker (攻方): `black` or `white`.
    #[getter]
    fn attacker(&self) -> &'static str {
        side(self.start.attacker)
    }

    /// The moves played since the board was made, in USI.
    #[getter]
    fn moves(&self) -> Vec<String> {
        usi(&self.moves)
    }

    /// The legal moves, in USI.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        usi(&self.now.legal_moves())
    }

    /// The legal moves that give check, in USI.
    #[getter]
    fn checks(&self) -> Vec<String> {
        usi(&self.now.checks())
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.now.is_in_check()
    }

    /// Whether the side to move is mated.
    fn is_mate(&self) -> bool {
        self.now.is_checkmate()
    }

    /// Plays a legal move given in USI.
    fn push(&mut self, usi: &str) -> PyResult<()> {
        let mv: Move = usi.parse().map_err(|error| bad(&error))?;
        let next = self.now.try_play(mv);
        self.now = next.ok_or_else(|| bad(&format!("{mv} is not legal in {}", self.now)))?;
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back, and tells which it was.
    fn pop(&mut self) -> PyResult<String> {
        let last = self.moves.pop();
        let last = last.ok_or_else(|| PyIndexError::new_err("no move was played"))?;
        let start = self.start.position.clone();
        self.now = self.moves.iter().fold(start, |now, &mv| now.play(mv));
        Ok(last.to_string())
    }

    /// The mirror image, left and right exchanged, its moves too.
    fn mirror(&self) -> Self {
        Self {
            start: Task {
                position: self.start.position.mirror(),
                attacker: self.start.attacker,
            },
            moves: self.moves.iter().map(|mv| mv.mirror()).collect(),
            now: self.now.mirror(),
        }
    }

    /// Another board with the same position and moves.
    fn copy(&self) -> Self {
        Self {
            start: self.start.clone(),
            moves: self.moves.clone(),
            now: self.now.clone(),
        }
    }

    /// The picture that books print, as SVG; the square of the last move is tinted.
    #[pyo3(signature = (*, caption=None, both_hands=false))]
    fn svg(&self, caption: Option<String>, both_hands: bool) -> String {
        let diagram = Diagram {
            setup: Setup::from(&self.now),
            last: self.last(),
            caption,
        };
        let look = Look {
            both_hands,
            ..Look::default()
        };
        Sheet::single(diagram, look).svg(&self.sfen())
    }

    fn _repr_svg_(&self) -> String {
        self.svg(None, false)
    }

    fn __str__(&self) -> String {
        draw(&Setup::from(&self.now), self.start.attacker)
    }

    fn __repr__(&self) -> String {
        format!("Board({:?})", self.sfen())
    }

    /// For `pickle` and `copy`: a board of the first position, and the moves to be played on it.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,), Vec<String>) {
        let board = slf.borrow();
        let start = board.start.position.tsume_sfen();
        (slf.get_type(), (start,), usi(&board.moves))
    }

    fn __setstate__(&mut self, moves: Vec<String>) -> PyResult<()> {
        moves.iter().try_for_each(|mv| self.push(mv))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.now == other.now
    }
}
