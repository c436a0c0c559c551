//! What is to be said of a file that was read: nothing that keeps it from being one.

use std::fmt;

use shogi::{Hand, HandReading, Position, Setup};

use crate::names::hand_words;
use crate::record::Record;

/// What is odd about a file, or was read in one way where another was possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What it is.
    pub what: Oddity,
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, what } = self;
        write!(f, "line {line}: {what}")
    }
}

/// What is odd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Oddity {
    /// The main line stops behind so many moves, and nothing says that it ends there.
    Stops(usize),
    /// A word for the end of a line that is not known; it is kept.
    UnknownEnding(String),
    /// The defender's hand is written, and these pieces are then nowhere (駒不足): it is read as it is written.
    PiecesMissing(Hand),
    /// A move that is told apart by the rules alone: by their movement several pieces could make it.
    Ambiguous(String),
    /// A number that is not the next one; the line is read as the move that fits.
    Number {
        /// The number that was due.
        expected: usize,
        /// The number that stands there.
        found: usize,
    },
    /// The file is in this format, and its name says another.
    OtherFormat(&'static str),
    /// There is no king.
    NoKing,
    /// Only the side to move has a king, so it is the defender.
    DefenderMoves,
    /// How many moves there are, as the file says and as it has them.
    Plies {
        /// As it says.
        told: usize,
        /// As it has them.
        played: usize,
    },
    /// A line that is nothing such a file has; it was left aside.
    LeftAside(String),
    /// The line before a variation has no move with the number of its first one; it is read as one of an earlier line.
    EarlierLine(usize),
    /// A move that is marked as one of the side that is not to move; it is read as one of the side that is.
    OtherSide(String),
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stops(0) => f.write_str("no moves follow"),
            Self::Stops(plies) => {
                write!(f, "the record stops after move {plies}, without an ending")
            }
            Self::UnknownEnding(word) => write!(f, "unknown ending {word:?}: kept as it is"),
            Self::PiecesMissing(hand) => write!(
                f,
                "the defender's hand is read as written; missing from the set (駒不足): {}",
                hand_words(*hand)
            ),
            Self::Ambiguous(what) => write!(
                f,
                "{what} fits several pieces by their movement: read as the only legal move"
            ),
            Self::OtherFormat(format) => write!(f, "the content is {format} and was read as such"),
            Self::NoKing => f.write_str("there is no king on the board"),
            Self::DefenderMoves => {
                f.write_str("only the side to move has a king: taken for the defender")
            }
            Self::Number { expected, found } if expected == found => {
                write!(f, "move {found} follows the end: read as a variation")
            }
            Self::Number { expected, found } => {
                write!(f, "move {found} instead of move {expected}")
            }
            Self::Plies { told, played } => {
                write!(f, "the file states {told} moves, but has {played}")
            }
            Self::LeftAside(what) => write!(f, "skipped: {what}"),
            Self::EarlierLine(ply) => write!(
                f,
                "the line before has no move {ply}: read as a variation of an earlier line"
            ),
            Self::OtherSide(what) => write!(f, "{what} is marked as a move of the other side"),
        }
    }
}

/// What a file says of the end of its moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EndOfMoves {
    /// That they end where they do.
    Said,
    /// That there are moves, not where they end.
    Announced,
    /// Nothing: that there are none is no oddity.
    Unsaid,
}

/// What is to be said of a record whose main line is read up to line `line`.
pub(crate) fn stops(record: &Record, line: usize, says: EndOfMoves) -> Option<Notice> {
    let moves = &record.main.moves;
    let none_is_told = says == EndOfMoves::Unsaid && moves.is_empty();
    if says == EndOfMoves::Said || record.main.ending.is_some() || none_is_told {
        return None;
    }
    let end = moves
        .iter()
        .fold(record.start.clone(), |now, &mv| now.play(mv));
    let is_over = end.is_checkmate();
    (!is_over).then_some(Notice {
        line,
        what: Oddity::Stops(moves.len()),
    })
}

/// What is to be said of a problem's hands as a file writes them, unless it was asked for how they are read.
pub(crate) fn missing(start: &Position, line: usize, reading: HandReading) -> Option<Notice> {
    let missing = Setup::from(start).missing();
    let is_asked = matches!(reading, HandReading::Written | HandReading::Rest);
    (!is_asked && !missing.is_empty()).then_some(Notice {
        line,
        what: Oddity::PiecesMissing(missing),
    })
}
