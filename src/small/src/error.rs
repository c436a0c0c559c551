//! What is wrong with a game, a position or a move.

/// Why a game cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// A game that cannot be written as a file.
    #[error("{0}")]
    File(String),
    /// The file is not what a game's file has to be.
    #[error("line {line}: {why}")]
    Syntax {
        /// Counted from 1.
        line: usize,
        /// The words of the reader of TOML, in one line.
        why: String,
    },
    /// `pieces` and a list of pieces.
    #[error("the pieces are given twice: by `pieces` and by [[piece]]")]
    PiecesTwice,
    /// A set of pieces that is not known.
    #[error("unknown set of pieces {0:?}; expected \"shogi\"")]
    PieceSet(String),
    /// An army that does not fit.
    #[error("army {0:?}: expected a piece for each file, from left to right, with one king")]
    Army(String),
    /// Width, height or zone.
    #[error(
        "a board of {width}×{height} with a zone of {zone}: the width must be 3 to 5, the height 3 to 6, and the zone 0 to 3 but not more than the height"
    )]
    Size {
        /// Files.
        width: u8,
        /// Ranks.
        height: u8,
        /// Ranks that promote.
        zone: u8,
    },
    /// Too few or too many kinds.
    #[error(
        "{0} kinds of pieces: expected 2 to 8, with at most 14 kinds of men with the promoted ones"
    )]
    Kinds(usize),
    /// A letter that is none, or is given twice.
    #[error("piece {0:?}: expected an upper-case letter that no other piece has")]
    Letter(char),
    /// How a piece moves cannot be read.
    #[error(
        "piece {letter}: cannot read the move {word:?}; write a direction (N, NE, E, SE, S, SW, W or NW), with a star for a slide, or two numbers such as 1,2 for a jump"
    )]
    Moves {
        /// Which piece.
        letter: char,
        /// What was read.
        word: String,
    },
    /// The name of a piece.
    #[error("piece {0}: its Japanese name must be one character")]
    Name(char),
    /// The king promotes.
    #[error("the first piece is the king, which cannot promote")]
    King,
    /// The start.
    #[error("start: {0}")]
    Start(PositionError),
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The number of ranks.
    #[error("{found} ranks, expected {expected}")]
    Ranks {
        /// How many there are.
        found: usize,
        /// How many there have to be.
        expected: u8,
    },
    /// The number of squares of a rank.
    #[error("rank {rank} has {found} squares, expected {expected}")]
    Squares {
        /// Counted from above, beginning with 1.
        rank: usize,
        /// How many there are.
        found: usize,
        /// How many there have to be.
        expected: u8,
    },
    /// A sign that is no piece.
    #[error("{0:?} is not a piece of this game")]
    Piece(char),
    /// A plus before something that does not promote.
    #[error("{0:?} does not promote")]
    Promoted(char),
    /// Not exactly one king each.
    #[error("each side must have one king")]
    Kings,
    /// The side to move.
    #[error("{0:?} is not a side to move; expected b or w")]
    Side(String),
    /// A hand.
    #[error("{0:?} is not a hand; expected pieces with their counts, such as R2p, or -")]
    Hand(String),
    /// More fields than a position has.
    #[error("expected a board, a side to move, a hand")]
    Fields,
    /// A piece that could never move.
    #[error("a piece stands where it could never move")]
    Stuck,
    /// Two on a file.
    #[error("two unpromoted pieces of one kind on a file (二歩)")]
    TwoOnFile,
    /// The side that is not to move is in check.
    #[error("the side that moved last is in check")]
    Check,
}

/// Why a text is no move here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It is not written like one.
    #[error("cannot read the move {0:?}; expected a move such as 2c2b, 2c2b+ or P*2b")]
    Unreadable(String),
    /// It is not legal.
    #[error("{0} is not legal here")]
    Illegal(String),
}
