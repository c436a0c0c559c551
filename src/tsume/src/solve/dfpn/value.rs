//! What a position is worth.

use super::bound::{Bound, Repeats};
use super::record::Lengths;
use super::table::{INFINITE, Number};
use shogi::Hand;

/// What a position is worth when its search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Proof number; 0: mate.
    pub proof: Number,
    /// Disproof number; 0: no mate.
    pub disproof: Number,
    /// If mate.
    pub lengths: Lengths,
    /// If no mate: within so many plies.
    pub plies: Bound,
    /// If decided: the proof or disproof hand.
    pub hand: Hand,
    /// If no mate: what it rests on.
    pub repeats: Repeats,
}

impl Value {
    pub const fn open(proof: Number, disproof: Number) -> Self {
        Self {
            proof,
            disproof,
            lengths: Lengths::MATED,
            plies: Bound::UNLIMITED,
            hand: Hand::EMPTY,
            repeats: Repeats::NOTHING,
        }
    }

    pub const fn mate(lengths: Lengths, hand: Hand) -> Self {
        Self {
            lengths,
            hand,
            ..Self::open(0, INFINITE)
        }
    }

    pub const fn no_mate(plies: Bound, hand: Hand, repeats: Repeats) -> Self {
        Self {
            plies,
            hand,
            repeats,
            ..Self::open(INFINITE, 0)
        }
    }
}
