//! What can be wrong with a KIF file.

use super::Encoding;
use shogi::setup::DefenderHandError;
use shogi::{PositionError, Square};

/// Why a file gives no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KifError {
    /// It cannot be read at all.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        reason: String,
    },
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
    #[error("the file is empty")]
    Empty,
    /// Bytes that are no text.
    #[error("byte {byte} of the line is no {encoding} text")]
    NotText {
        /// What the rest of the file is written in.
        encoding: Encoding,
        /// The byte, counted from 1.
        byte: usize,
    },
    /// A line that is nothing a KIF file has.
    #[error("expected {expected}, found {found:?}")]
    Unexpected {
        /// What should have stood there.
        expected: &'static str,
        /// What does; long text is cut.
        found: String,
    },
    /// Something that a position has once.
    #[error("{0} a second time")]
    Twice(&'static str),
    /// A rank of the diagram with a wrong number of squares.
    #[error("rank {rank} of the board has {squares} squares instead of 9")]
    RankLength {
        /// The rank, counted from 1 at the top.
        rank: usize,
        /// How many squares there are.
        squares: usize,
    },
    /// A rank of the diagram in a wrong place.
    #[error("rank {rank} of the board is labelled {label}")]
    RankLabel {
        /// The rank, counted from 1 at the top.
        rank: usize,
        /// What stands behind it.
        label: char,
    },
    /// A diagram without nine ranks.
    #[error("the board has {0} ranks instead of 9")]
    RankCount(usize),
    /// A hand that nobody can have.
    #[error("the hand has {count} {piece}, a set only {total}")]
    TooManyInHand {
        /// The piece.
        piece: char,
        /// How many.
        count: u32,
        /// How many there are.
        total: u8,
    },
    /// Nothing to start from.
    #[error("there is no board diagram before this, and 手合割 is not 平手")]
    NoBoard,
    /// Hands or a side to move with no diagram.
    #[error("hands or the side to move are given, but no board diagram")]
    HandsWithoutBoard,
    /// The defender's hand does not fit.
    #[error(transparent)]
    DefenderHand(#[from] DefenderHandError),
    /// The position is illegal.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move out of turn.
    #[error("move {found} where move {expected} is due")]
    MoveNumber {
        /// The number that is due.
        expected: usize,
        /// The number that stands there.
        found: usize,
    },
    /// 同 without a move before it.
    #[error("同 at the first move")]
    NothingBefore,
    /// Another piece, or none, where the moved one should stand.
    #[error("there is no {piece} of the side to move on {from}")]
    NoSuchPiece {
        /// The name of the piece.
        piece: String,
        /// Where it should stand.
        from: Square,
    },
    /// A move against the rules.
    #[error("{0} is not a legal move here")]
    Illegal(String),
    /// Words that fit several legal moves.
    #[error("{0} could be more than one move here")]
    Ambiguous(String),
    /// A move behind the end of its line.
    #[error("a move after the end of the line")]
    AfterTheEnd,
    /// A variation that leaves its line where it never was.
    #[error("a variation from move {ply}, but the line it leaves ends with move {plies}")]
    VariationTooLate {
        /// The number of its first move.
        ply: usize,
        /// The number of the last move of the line before it.
        plies: usize,
    },
    /// A variation with nothing in it.
    #[error("the variation has no move")]
    EmptyVariation,
}

impl KifReason {
    /// [`KifReason::Unexpected`] with at most thirty characters of what was found.
    pub(crate) fn unexpected(expected: &'static str, found: &str) -> Self {
        let mut found = found.trim().chars();
        let mut start: String = found.by_ref().take(30).collect();
        if found.next().is_some() {
            start.push('…');
        }
        Self::Unexpected {
            expected,
            found: start,
        }
    }
}
