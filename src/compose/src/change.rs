//! A change of one piece, which repairs a problem or makes it stricter.

use std::fmt;

use shogi::{Piece, Square};

/// A change of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// A piece goes to the defender's hand: from the board, or from the attacker's hand.
    Removed {
        /// The piece.
        piece: Piece,
        /// Where it stood; `None` in hand.
        from: Option<Square>,
    },
    /// A piece in place of another one; what was there goes to the defender's hand.
    Exchanged {
        /// The piece that was there.
        piece: Piece,
        /// The piece that is there now.
        by: Piece,
        /// Where; `None` in hand.
        at: Option<Square>,
    },
    /// A piece, the king too, stands on another square.
    Moved {
        /// The piece.
        piece: Piece,
        /// Where it stood.
        from: Square,
        /// Where it stands now.
        to: Square,
    },
    /// A piece of the defender's hand is on the board, or in the attacker's hand.
    Added {
        /// The piece.
        piece: Piece,
        /// Where; `None` in hand.
        to: Option<Square>,
    },
}

/// In short: `p9a away`, `G3d to 4d`, `s2c becomes l`, `p5a added`, a piece in hand as `G*`.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |square: Option<Square>| square.map_or("*".to_owned(), |at| at.to_string());
        match *self {
            Self::Removed { piece, from } => write!(f, "{piece}{} away", place(from)),
            Self::Exchanged { piece, by, at } => write!(f, "{piece}{} becomes {by}", place(at)),
            Self::Moved { piece, from, to } => write!(f, "{piece}{from} to {to}"),
            Self::Added { piece, to } => write!(f, "{piece}{} added", place(to)),
        }
    }
}
