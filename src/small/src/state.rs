//! A position as searches and tables have it: seen by the side to move.

use hashbrown::HashMap;

/// How many kinds of men there are at most, promoted ones counted apart.
pub const MEN: usize = 14;
/// How many kinds of pieces there are at most.
pub const KINDS: usize = 8;
/// How many squares there are at most.
pub const SQUARES: usize = 30;

/// The side to move.
pub const MINE: usize = 0;
/// The other.
pub const THEIRS: usize = 1;

/// Pieces on the board and in hand. Bit `y * width + x` of a board is a square, ranks counted from above, files from the
/// left, with the side to move below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct State {
    /// The men of each side, a board for each kind of man.
    pub men: [[u32; MEN]; 2],
    /// The pieces in hand of each side, a number for each kind of piece.
    pub hands: [[u8; KINDS]; 2],
}

impl State {
    /// The squares of a side's men.
    #[inline]
    pub fn side(&self, side: usize) -> u32 {
        self.men[side].iter().fold(0, |all, men| all | men)
    }

    /// The square of a side's king.
    #[inline]
    pub const fn king(&self, side: usize) -> usize {
        self.men[side][0].trailing_zeros() as usize
    }
}

/// A square that is none: a drop comes from there.
pub const HAND: u8 = u8::MAX;

/// A move of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// From where, [`HAND`] for a drop.
    pub from: u8,
    /// To where.
    pub to: u8,
    /// What moves, as it is before the move.
    pub man: u8,
    /// Whether it promotes.
    pub promotes: bool,
}

impl Move {
    /// Whether it is a drop.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.from == HAND
    }
}

/// A map that is the same for the same keys, whatever the order they came in is used for.
pub type StateMap<T> = HashMap<State, T>;

/// The squares of a board, the lowest first.
#[derive(Clone, Copy)]
pub struct Squares(pub u32);

impl Iterator for Squares {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(square)
    }
}
