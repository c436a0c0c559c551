//! What can be wrong with a KIF file.

use crate::encoding::NotText;
use crate::names::square_in_words;
use shogi::setup::DefenderHandError;
use shogi::{PositionError, Square};
use words::say;

/// Why a file gives no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KifError {
    /// A line of it is wrong.
    #[error("{file}:{line}: {reason}")]
    Wrong {
        /// The file.
        file: String,
        /// The line, counted from 1; the last one if something is missing at the end.
        line: usize,
        /// What is wrong.
        reason: KifReason,
    },
}

/// What is wrong with a line of a KIF file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KifReason {
    /// Nothing at all.
    #[error("{}", say!("the file is empty"))]
    Empty,
    /// Bytes that are no text.
    #[error(transparent)]
    NotText(#[from] NotText),
    /// A line that is nothing a KIF file has.
    #[error("{}", say!("expected {expected}, found {found:?}", expected = words::of(.expected), found))]
    Unexpected {
        /// What should have stood there.
        expected: &'static str,
        /// What does; long text is cut.
        found: String,
    },
    /// Something that a position has once.
    #[error("{}", say!("{what}: given twice", what = words::of(.0)))]
    Twice(&'static str),
    /// A rank of the diagram with a wrong number of squares.
    #[error("{}", say!("rank {rank} of the board has {squares} squares instead of 9", rank, squares))]
    RankLength {
        /// The rank, counted from 1 at the top.
        rank: usize,
        /// How many squares there are.
        squares: usize,
    },
    /// A rank of the diagram in a wrong place.
    #[error("{}", say!("rank {rank} of the board is labelled {label}", rank, label))]
    RankLabel {
        /// The rank, counted from 1 at the top.
        rank: usize,
        /// What stands behind it.
        label: char,
    },
    /// A diagram without nine ranks.
    #[error("{}", say!("the board has {what} ranks instead of 9", what = .0))]
    RankCount(usize),
    /// A hand that nobody can have.
    #[error("{}", say!("the hand has {count} {piece}, a set only {total}", count, piece, total))]
    TooManyInHand {
        /// The piece.
        piece: char,
        /// How many.
        count: u32,
        /// How many there are.
        total: u8,
    },
    /// Nothing to start from.
    #[error("{}", say!("there is no position before this: a board diagram is needed, or a 手合割 such as 平手"))]
    NoBoard,
    /// A name that is no starting position, or two of them.
    #[error("{}", say!("there is no position before this: the 手合割 {what:?} needs a board diagram", what = .0))]
    NoBoardFor(String),
    /// Hands with no diagram.
    #[error("{}", say!("hands are given without a board diagram: add the diagram, or remove the hands"))]
    HandsWithoutBoard,
    /// The defender's hand does not fit.
    #[error(transparent)]
    DefenderHand(#[from] DefenderHandError),
    /// The position is illegal.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move out of turn.
    #[error("{}", say!("move {found} where move {expected} is due", found, expected))]
    MoveNumber {
        /// The number that is due.
        expected: usize,
        /// The number that stands there.
        found: usize,
    },
    /// 同 without a move before it.
    #[error("{}", say!("同 at the first move"))]
    NothingBefore,
    /// Another piece, or none, where the moved one should stand.
    #[error("{}", say!("there is no {piece} of the side to move on {from}", piece, from = square_in_words(*from)))]
    NoSuchPiece {
        /// The name of the piece.
        piece: String,
        /// Where it should stand.
        from: Square,
    },
    /// A move against the rules.
    #[error("{}", say!("{what} is not a legal move here", what = .0))]
    Illegal(String),
    /// Words that fit several legal moves.
    #[error("{}", say!("{what} could be more than one move here", what = .0))]
    Ambiguous(String),
    /// Another record behind the first one.
    #[error("{}", say!("a second record begins here: this format holds one, so the file has to be split"))]
    SecondRecord,
    /// A move behind the end of its line.
    #[error("{}", say!("a move after the end of the line"))]
    AfterTheEnd,
    /// A variation that leaves its line where it never was.
    #[error("{}", say!("a variation from move {ply}, but the line it leaves ends with move {plies}", ply, plies))]
    VariationTooLate {
        /// The number of its first move.
        ply: usize,
        /// The number of the last move of the line before it.
        plies: usize,
    },
}

impl KifReason {
    /// [`KifReason::Unexpected`] with at most thirty characters of what was found.
    pub(crate) fn unexpected(expected: &'static str, found: &str) -> Self {
        let found = crate::notice::cut(found);
        Self::Unexpected { expected, found }
    }
}
