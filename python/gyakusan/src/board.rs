//! A position with the moves that led to it.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyType};

use crate::piece::{BySquare, Piece, counts, side};
use crate::problem::{bad, kind, text};
use notation::diagram::draw;
use notation::{Japanese, typed};
use picture::{Background, Diagram, Look, Sheet, Size};
use shogi::{Color, Move, Position, Setup, Square};
use tsume::solve::Task;

/// A position, and the moves played since it was made.
///
/// An SFEN is read with its hands as they stand, but for an empty hand of the defender's in a problem, which gets all
/// pieces left over; an SFEN that lists a piece with the count 0 there (`0p`) leaves it empty. Moves are given in USI
/// or in Japanese, and returned in USI. In a notebook a board is shown as a picture.
///
/// Boards are equal, and have equal hashes, that show the same position. Moves change a board: one that is a key of a
/// dict or in a set is not to be played on, its `copy()` is. It can be copied and pickled, with its moves.
#[pyclass(module = "gyakusan")]
pub struct Board {
    start: Task,
    moves: Vec<Move>,
    now: Position,
}

/// The width of a picture, in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 40..=10_000;

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

    /// A move as people write it, in USI or in Japanese, that is legal here.
    fn read(&self, given: &Bound<'_, PyAny>) -> PyResult<Move> {
        let given = text("move", given)?;
        let last = self.last().map(Move::to);
        typed::one_move(&given, &self.now, last)
            .map_err(|error| bad(&format!("move: {given:?} in {}: {error}", self.now)))
    }

    fn play(&mut self, mv: Move) -> String {
        self.now = self.now.play(mv);
        self.moves.push(mv);
        mv.to_string()
    }

    fn replay(&mut self) {
        let start = self.start.position.clone();
        self.now = self.moves.iter().fold(start, |now, &mv| now.play(mv));
    }
}

/// A move in USI, legal or not.
fn of_usi(given: &Bound<'_, PyAny>) -> PyResult<Move> {
    let given = text("usi", given)?;
    given
        .parse()
        .map_err(|error| bad(&format!("usi: {given:?}: {error}")))
}

fn color(name: &Bound<'_, PyAny>) -> PyResult<Color> {
    match &*text("color", name)? {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        other => Err(bad(&format!(
            "color: '{other}' is neither 'black' nor 'white'"
        ))),
    }
}

fn ground(name: &Bound<'_, PyAny>) -> PyResult<Background> {
    match &*text("ground", name)? {
        "auto" => Ok(Background::Preferred),
        "light" => Ok(Background::Light),
        "dark" => Ok(Background::Dark),
        "none" => Ok(Background::Transparent),
        other => Err(bad(&format!(
            "ground: '{other}' is none of 'auto', 'light', 'dark', 'none'"
        ))),
    }
}

fn width(given: &Bound<'_, PyAny>) -> PyResult<Size> {
    if given.is_none() {
        return Ok(Size::Screen);
    }
    let expected = format!(
        "size: expected a width in whole pixels from {} to {}, found",
        WIDTHS.start(),
        WIDTHS.end()
    );
    // Yes and no are whole numbers to Python.
    let is_number = given.hasattr("__index__")? && !given.is_instance_of::<PyBool>();
    if !is_number {
        return Err(PyTypeError::new_err(format!("{expected} {}", kind(given))));
    }
    match given.extract() {
        Ok(pixels) if WIDTHS.contains(&pixels) => Ok(Size::Pixels(pixels)),
        _ => Err(bad(&format!("{expected} {given}"))),
    }
}

#[pymethods]
impl Board {
    #[new]
    fn new(sfen: &Bound<'_, PyAny>) -> PyResult<Self> {
        let task = Task::from_game_sfen(&text("sfen", sfen)?).map_err(|error| bad(&error))?;
        Ok(Self::of(task))
    }

    /// The position as SFEN, in its canonical form: an empty hand of the defender's is written `0p` where an SFEN without it
    /// would give that side all pieces left over.
    #[getter]
    fn sfen(&self) -> String {
        self.now.tsume_sfen()
    }

    /// The position as programs read it that know no piece with the count 0.
    #[getter(_plain)]
    fn plain(&self) -> String {
        self.now.to_string()
    }

    /// The position before the first of `moves`, as `sfen` writes it.
    #[getter(_start)]
    fn start(&self) -> String {
        self.start.position.tsume_sfen()
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

    /// The moves played since the board was made, in Japanese: `☗１二金 ☖同　玉`.
    #[getter]
    fn japanese(&self) -> String {
        Japanese::OFFICIAL.line(&self.start.position, &self.moves)
    }

    /// What stands on a square, `None` if it is empty. The square is `"1a"`, `"11"` or `"１一"`.
    fn piece_at(&self, square: &Bound<'_, PyAny>) -> PyResult<Option<Piece>> {
        let name = text("square", square)?;
        let square = typed::square(&name);
        let square = square.ok_or_else(|| {
            bad(&format!(
                "square: '{name}' is none; '1a', '11' and '１一' are one"
            ))
        })?;
        Ok(self.now.piece_at(square).map(Piece))
    }

    /// The pieces on the board, by their squares in USI.
    fn piece_map(&self) -> BySquare {
        let squares = Square::all();
        let there = squares.filter_map(|square| Some((square, self.now.piece_at(square)?)));
        there
            .map(|(square, piece)| (square.to_string(), Piece(piece)))
            .collect()
    }

    /// How many pieces of each kind a side has in hand: `{"G": 2, "P": 1}`. The side is `"black"` or `"white"`.
    fn hand<'py>(
        &self,
        py: Python<'py>,
        color: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        counts(py, self.now.hand(self::color(color)?))
    }

    /// How many pieces of each kind both sides have in hand, by their names: `{"black": {"G": 1}, "white": {}}`.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let hands = PyDict::new(py);
        for color in [Color::Black, Color::White] {
            hands.set_item(side(color), counts(py, self.now.hand(color))?)?;
        }
        Ok(hands)
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

    /// Whether a move, given in USI or in Japanese, is legal here; `False` also for what is no move.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let given = text("move", r#move)?;
        let read = typed::one_move(&given, &self.now, self.last().map(Move::to));
        Ok(read.is_ok())
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.now.is_in_check()
    }

    /// Whether the side to move is mated.
    fn is_mate(&self) -> bool {
        self.now.is_checkmate()
    }

    /// Whether the side to move is mated: `is_mate` by the name that python-chess and python-shogi have for it.
    fn is_checkmate(&self) -> bool {
        self.now.is_checkmate()
    }

    /// A legal move in USI. It is given so, or in Japanese: `☗１二金`, `同玉`.
    fn parse(&self, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.read(r#move)?.to_string())
    }

    /// A legal move in Japanese: `☗１二金`. It is given so, or in USI.
    fn name(&self, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        let mv = self.read(r#move)?;
        let last = self.last().map(Move::to);
        let name = Japanese::OFFICIAL.line_from(&self.now, last, &[mv]);
        Ok(name)
    }

    /// Plays a legal move, given in USI or in Japanese, and returns it in USI.
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        let mv = self.read(r#move)?;
        Ok(self.play(mv))
    }

    /// Plays a legal move, given in USI alone, and returns it.
    fn push_usi(&mut self, usi: &Bound<'_, PyAny>) -> PyResult<String> {
        let mv = of_usi(usi)?;
        match self.now.is_legal(mv) {
            true => Ok(self.play(mv)),
            false => Err(bad(&format!("usi: {mv} is not legal in {}", self.now))),
        }
    }

    /// Takes the last move back, and returns it.
    fn pop(&mut self) -> PyResult<String> {
        let last = self.moves.pop();
        let last = last.ok_or_else(|| PyIndexError::new_err("no move was played"))?;
        self.replay();
        Ok(last.to_string())
    }

    /// The last move.
    fn peek(&self) -> PyResult<String> {
        let last = self.last();
        let last = last.ok_or_else(|| PyIndexError::new_err("no move was played"))?;
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
    ///
    /// `ground` is what is behind it: `"light"`, `"dark"`, `"auto"` (light, or dark where whoever looks at it prefers
    /// that), each with ink that shows on it, or `"none"`, with the ink of the page. `size` is the width in pixels. The
    /// defender's hand is drawn where it is not the rest of the set, or with `both_hands`. A `caption` with signs of which
    /// the package has no outlines is drawn in a font of whoever looks at it.
    #[pyo3(signature = (*, caption=None, both_hands=None, ground=None, size=None))]
    fn svg(
        &self,
        caption: Option<Bound<'_, PyAny>>,
        both_hands: Option<Bound<'_, PyAny>>,
        ground: Option<Bound<'_, PyAny>>,
        size: Option<Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let both_hands = match &both_hands {
            None => false,
            Some(given) => given.extract().map_err(|_| {
                let kind = kind(given);
                PyTypeError::new_err(format!("both_hands: expected True or False, found {kind}"))
            })?,
        };
        let look = Look {
            size: size.as_ref().map_or(Ok(Size::Screen), width)?,
            background: ground
                .as_ref()
                .map_or(Ok(Background::Preferred), self::ground)?,
            both_hands,
        };
        let caption = caption.as_ref().map(|given| text("caption", given));
        let diagram = Diagram {
            setup: Setup::from(&self.now),
            last: self.last(),
            caption: caption.transpose()?,
        };
        Ok(Sheet::single(diagram, look).svg(&self.sfen()))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None, None, None, None)
    }

    fn __str__(&self) -> String {
        draw(&Setup::from(&self.now), self.start.attacker)
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.sfen())
    }

    /// For `pickle` and `copy`: a board of the first position, and the moves to be played on it.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,), Vec<String>) {
        let board = slf.borrow();
        (slf.get_type(), (board.start(),), usi(&board.moves))
    }

    fn __setstate__(&mut self, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let moves: Vec<String> = state.extract().map_err(|_| {
            let kind = kind(state);
            PyTypeError::new_err(format!(
                "state: expected a list of moves in USI, found {kind}"
            ))
        })?;
        for mv in &moves {
            let mv: Move = mv.parse().map_err(|error| bad(&error))?;
            if !self.now.is_legal(mv) {
                return Err(bad(&format!("{mv} is not legal in {}", self.now)));
            }
            self.play(mv);
        }
        Ok(())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.now == other.now
    }

    /// The same for the same position in every process.
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.now.key().hash(&mut hasher);
        hasher.finish()
    }
}
