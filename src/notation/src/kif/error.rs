//! What can be wrong with a KIF file.

use std::fmt;

use crate::encoding::NotText;
use crate::phrases::because;
use shogi::defender_hand::DefenderHandError;
use shogi::{Foul, PositionError, Square};

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
    #[error("the file is empty")]
    Empty,
    /// Bytes that are no text.
    #[error(transparent)]
    NotText(#[from] NotText),
    /// A line that is nothing a KIF file has.
    #[error("expected {expected}, found {found:?}")]
    Unexpected {
        /// What should have stood there.
        expected: Expected,
        /// What does; long text is cut.
        found: String,
    },
    /// Something that a position has once.
    #[error("{0}: given twice")]
    Twice(Repeated),
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
    #[error("the hand has {count} {piece}, but a set has only {total}")]
    TooManyInHand {
        /// The piece.
        piece: char,
        /// How many.
        count: u32,
        /// How many there are.
        total: u8,
    },
    /// Nothing to start from.
    #[error("no position comes before this: add a board diagram, or a 手合割 such as 平手")]
    NoBoard,
    /// A name that is no starting position, or two of them.
    #[error("no position comes before this: the 手合割 {0:?} needs a board diagram")]
    NoBoardFor(String),
    /// Hands with no diagram.
    #[error("hands are given without a board diagram: add the diagram, or remove the hands")]
    HandsWithoutBoard,
    /// A hand that is nobody's.
    #[error("{0:?} does not say whose hand it is: write 先手の持駒：… or 後手の持駒：…")]
    UnknownHand(String),
    /// A hand that is no header.
    #[error("a hand needs a colon, as in 先手の持駒：金, but here is {0:?}")]
    HandWithoutColon(String),
    /// 手番 without a side.
    #[error("{0:?} is no side to move: write 手番：先手 or 手番：後手")]
    UnknownSide(String),
    /// The defender's hand does not fit.
    #[error(transparent)]
    DefenderHand(#[from] DefenderHandError),
    /// The position is illegal.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move out of turn.
    #[error("move {found} instead of move {expected}")]
    MoveNumber {
        /// The number that is due.
        expected: usize,
        /// The number that stands there.
        found: usize,
    },
    /// 同 without a move before it.
    #[error("同 at the first move")]
    NothingBefore,
    /// 同 behind a square that the move before did not go to.
    #[error("同 stands behind {0}, but the move before went elsewhere")]
    NotSame(Square),
    /// 合 without its piece.
    #[error("{0}: 合 needs the piece that is dropped, as in １二歩合")]
    NothingDropped(String),
    /// Another piece, or none, where the moved one should stand.
    #[error("there is no {piece} of the side to move on {from}")]
    NoSuchPiece {
        /// The name of the piece.
        piece: String,
        /// Where it should stand.
        from: Square,
    },
    /// A move against the rules.
    #[error("{text} is not a legal move here{}", because(*.why))]
    Illegal {
        /// The move as it is written.
        text: String,
        /// What is against the rules; `None` if no piece could make the move.
        why: Option<Foul>,
    },
    /// Words that fit several legal moves.
    #[error("{0} is ambiguous: several legal moves fit")]
    Ambiguous(String),
    /// Another record behind the first one.
    #[error("a second record begins here, but this format holds only one: split the file")]
    SecondRecord,
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
}

/// What a KIF or KI2 file has at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The number that a move begins with.
    MoveNumber,
    /// What stands behind a move.
    TimeOrEnd,
    /// What stands behind the number of a move.
    SquareSameOrEnding,
    /// What a move of a KI2 file begins with.
    SquareOrSame,
    /// The name of a piece, behind the square.
    Piece,
    /// What stands behind the piece of a move in a KIF file.
    PromotionDropOrOrigin,
    /// What stands behind the piece of a move in a KI2 file.
    MotionOrNextMove,
    /// A line among the moves.
    MoveUntilVariationOrComment,
    /// A line before the moves.
    HeaderBoardMoveOrComment,
    /// What ends a rank of the diagram.
    EndOfRank,
    /// A sign of the diagram.
    BoardSign,
    /// The piece whose `v` was read.
    PieceAfterV,
    /// A piece of a hand.
    HandPiece,
    /// How many pieces of a kind a hand has.
    HandCount,
    /// The number of the move that a variation begins with.
    FirstMoveOfVariation,
    /// What stands behind that number.
    MoveSignOrEnd,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MoveNumber => "the number of a move",
            Self::TimeOrEnd => "the elapsed time in brackets or the end of the line",
            Self::SquareSameOrEnding => "a square, 同 or the end of a game",
            Self::SquareOrSame => "a square or 同",
            Self::Piece => "the name of a piece",
            Self::PromotionDropOrOrigin => "成, 打 or the origin in brackets, like (23)",
            Self::MotionOrNextMove => "右 左 直 上 寄 引 成 不成 打, each once, or the next move",
            Self::MoveUntilVariationOrComment => "a move, まで, 変化 or a comment",
            Self::HeaderBoardMoveOrComment => "a header, the board, a move or a comment",
            Self::EndOfRank => "| at the end of the rank",
            Self::BoardSign => "a piece, v before a piece, or ・",
            Self::PieceAfterV => "a piece behind v",
            Self::HandPiece => "a piece that can be in hand",
            Self::HandCount => "how many there are in hand",
            Self::FirstMoveOfVariation => "the number of the variation's first move",
            Self::MoveSignOrEnd => "手 or the end of the line",
        })
    }
}

/// Something that a position has once, given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeated {
    /// The hand of one side.
    Hand,
    /// The side to move.
    Side,
    /// 手合割, with different names.
    Handicap,
}

impl fmt::Display for Repeated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hand => "a hand of the same side",
            Self::Side => "the side to move",
            Self::Handicap => "手合割 with different names",
        })
    }
}

impl KifReason {
    /// [`KifReason::Unexpected`] with at most thirty characters of what was found.
    pub(crate) fn unexpected(expected: Expected, found: &str) -> Self {
        let found = crate::phrases::cut(found);
        Self::Unexpected { expected, found }
    }
}
