//! What can be wrong with a CSA file.

use std::fmt;

use super::names::piece_text;
use crate::phrases::because;
use shogi::defender_hand::DefenderHandError;
use shogi::{Foul, Kind, Piece, PositionError, Square};

/// What is wrong with a line of a CSA file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CsaReason {
    /// Something that CSA files do not have there.
    #[error("expected {expected}, found {found:?}")]
    Unexpected {
        /// What should have stood there.
        expected: Expected,
        /// What does; long text is cut.
        found: String,
    },
    /// Two pieces in one place.
    #[error("a second piece on {0}")]
    Occupied(Square),
    /// A piece taken from where it is not.
    #[error("there is no such piece on {0}")]
    NotThere(Square),
    /// A rank before or behind its turn.
    #[error("rank {found} of the board instead of rank {expected}")]
    Rank {
        /// The rank that is due.
        expected: usize,
        /// The rank that stands there.
        found: usize,
    },
    /// More of a kind than a set has, in one hand.
    #[error("too many {} in one hand", .0.letter())]
    TooManyInHand(Kind),
    /// The side to move behind that of the position.
    #[error("the side to move is given twice")]
    SecondSide,
    /// No position.
    #[error("the position and the side to move must come before this")]
    NoPosition,
    /// The defender's hand does not fit.
    #[error(transparent)]
    DefenderHand(#[from] DefenderHandError),
    /// The position is illegal.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move of the side whose turn it is not.
    #[error("{0:?} moves out of turn")]
    OutOfTurn(String),
    /// Another piece, or none, where the moved one should stand.
    #[error("{text:?}: {}", there(*.from, *.stands))]
    NoSuchPiece {
        /// The move.
        text: String,
        /// Where its piece should stand.
        from: Square,
        /// What does.
        stands: Option<Piece>,
    },
    /// A move against the rules.
    #[error("{text:?} is not a legal move here{}", because(*.why))]
    Illegal {
        /// The move as it is written.
        text: String,
        /// What is against the rules; `None` if no piece could make the move.
        why: Option<Foul>,
    },
    /// A move behind the end.
    #[error("a move after the end of the line")]
    AfterTheEnd,
}

impl CsaReason {
    /// [`CsaReason::Unexpected`] with at most thirty characters of what was found.
    pub(super) fn unexpected(expected: Expected, found: &str) -> Self {
        let found = crate::phrases::cut(found);
        Self::Unexpected { expected, found }
    }
}

/// What stands on a square, in CSA's words.
fn there(from: Square, stands: Option<Piece>) -> String {
    match stands.map(piece_text) {
        Some(stands) => format!("{stands} is on {from}"),
        None => format!("{from} is empty"),
    }
}

/// What a CSA file has at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// What begins a line.
    Statement,
    /// What stands behind the side to move.
    MoveAfterPosition,
    /// A header.
    Header,
    /// A move.
    Move,
    /// What begins a line of the position.
    PositionLine,
    /// The start of the game, before anything else of the position.
    EvenFirst,
    /// A square of the board.
    Square,
    /// A piece of a hand.
    HandPiece,
    /// What stands on a square of a rank.
    PieceOrStar,
    /// A whole rank.
    NineSquares,
    /// Single pieces in a row.
    SquaresAndPieces,
    /// A single piece.
    SquareAndPiece,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Statement => "a CSA statement (V N $ P + - % T ')",
            Self::MoveAfterPosition => "a move: the position stands before the side to move",
            Self::Header => "N+, N- or a $ header with a colon",
            Self::Move => "a move like +3342NK",
            Self::PositionLine => "PI, P1 to P9, P+ or P-",
            Self::EvenFirst => "PI before any other pieces",
            Self::Square => "a square",
            Self::HandPiece => "a piece that can be in hand",
            Self::PieceOrStar => "a piece like +FU, or \" * \"",
            Self::NineSquares => "nine squares of three characters each",
            Self::SquaresAndPieces => "a square and a piece of two characters each, like 33KI",
            Self::SquareAndPiece => "a square and a piece, like 33KI",
        })
    }
}
