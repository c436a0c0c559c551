//! Why nothing satisfies conditions.

use std::fmt;

use super::pieces::Counted;
use shogi::Square;

/// Why no complete problem satisfies conditions. Columns are named as in the registry, the length `plies`.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Contradiction {
    /// A square is given twice.
    #[error("{0} is given twice")]
    SquareTwice(Square),
    /// The defender's king is given on several squares.
    #[error("the king must stand on several squares")]
    SeveralKings,
    /// The defender's king is given on a square where it may not stand.
    #[error("the king must stand on {0}, and elsewhere")]
    KingElsewhere(Square),
    /// No square for the king is within the region.
    #[error("the king must stand outside the region")]
    KingOutside,
    /// A given piece could never move (行き所のない駒).
    #[error("the piece on {0} could never move")]
    DeadEnd(Square),
    /// Two given pawns of one side on a file (二歩).
    #[error("two pawns of one side on file {0} (nifu)")]
    Nifu(i8),
    /// A range of pieces without a whole number.
    #[error("no whole number of {0} is in the range")]
    NoNumber(Room),
    /// A range of plies without an odd number.
    #[error("no odd number of plies is in the range")]
    NoLength,
    /// More promoted pieces on the board than are allowed.
    #[error("promoted pieces on the board: at least {least}, but at most {most}")]
    Promoted {
        /// At least so many.
        least: u32,
        /// At most so many.
        most: u32,
    },
    /// A given piece stands outside the region.
    #[error("the piece on {0} is outside the region")]
    OutsideRegion(Square),
    /// No piece of the attacker's on the board (無仕掛), where there must be one.
    #[error("the attacker must have no piece on the board, and at least one")]
    Bare,
    /// More of something than are allowed or than a set has.
    #[error("{what}: at least {least}, but at most {most}")]
    Count {
        /// Of what.
        what: Counted,
        /// At least so many.
        least: u32,
        /// At most so many.
        most: u32,
    },
    /// More of something on the given squares than are allowed.
    #[error("{what}: {count} on the given squares, but at most {most}")]
    Given {
        /// Of what.
        what: Counted,
        /// So many on the given squares.
        count: u32,
        /// At most so many.
        most: u32,
    },
    /// Several kinds on the given squares, where all must be of one (一色図式).
    #[error("one kind only, but several on the given squares")]
    KindsGiven,
    /// Several kinds, where all must be of one (一色図式).
    #[error("one kind only, but several are required")]
    Kinds,
    /// More pieces than are allowed, or than the kinds and sides have.
    #[error("{room}: at least {least}, but at most {most}")]
    Pieces {
        /// Where.
        room: Room,
        /// At least so many.
        least: u32,
        /// At most so many.
        most: u32,
    },
    /// Ranges of a column without a number in common.
    #[error("{0} is asked for twice, and no number is in both ranges")]
    ColumnTwice(&'static str),
    /// A flaw that no complete problem has.
    #[error("{0}: only complete problems without leftover pieces are kept")]
    Flaw(&'static str),
    /// A virtue that every complete problem has, and that is to be missing.
    #[error("{0}: only sound problems are kept")]
    Virtue(&'static str),
    /// Two columns of which only one can be more than 0.
    #[error("{0} and {1} cannot be combined")]
    Exclude(&'static str, &'static str),
    /// A column that counts some of what another one counts, and more of them.
    #[error("{part} at least {least}, but {whole} at most {most}")]
    Part {
        /// The column that counts some.
        part: &'static str,
        /// At least so many.
        least: f64,
        /// The column that counts all.
        whole: &'static str,
        /// At most so many.
        most: f64,
    },
}

impl Contradiction {
    /// The columns whose conditions contradict each other or what is kept, as the registry names them.
    pub fn columns(&self) -> Vec<&'static str> {
        match *self {
            Self::ColumnTwice(name) | Self::Flaw(name) | Self::Virtue(name) => vec![name],
            Self::Exclude(one, other) => vec![one, other],
            Self::Part { part, whole, .. } => vec![part, whole],
            Self::Promoted { .. } => vec!["promoted"],
            _ => Vec::new(),
        }
    }
}

/// Where pieces are counted, whatever they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// On the board, kings too.
    Board,
    /// In the attacker's hand.
    Hand,
    /// On the board and in the attacker's hand.
    Both,
}

impl fmt::Display for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "pieces on the board",
            Self::Hand => "pieces in hand",
            Self::Both => "pieces on the board and in hand",
        })
    }
}
