//! What a position is worth.

use super::table::{INFINITE, Lengths, Number, UNLIMITED};
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
    pub plies: u16,
    /// If decided: the proof or disproof hand.
    pub hand: Hand,
    /// If no mate: the depth of the nearest-to-root position whose repetition it rests on.
    pub repeats: u16,
}

impl Value {
    pub const fn open(proof: Number, disproof: Number) -> Self {
        Self {
            proof,
            disproof,
            lengths: Lengths {
                free: 0,
                literal: 0,
            },
            plies: UNLIMITED,
            hand: Hand::EMPTY,
            repeats: UNLIMITED,
        }
    }

    pub const fn mate(lengths: Lengths, hand: Hand) -> Self {
        Self {
            lengths,
            hand,
            ..Self::open(0, INFINITE)
        }
    }

    pub const fn no_mate(plies: u16, hand: Hand, repeats: u16) -> Self {
        Self {
            plies,
            hand,
            repeats,
            ..Self::open(INFINITE, 0)
        }
    }
}

pub(super) fn longest(a: Lengths, b: Lengths) -> Lengths {
    Lengths {
        free: a.free.max(b.free),
        literal: a.literal.max(b.literal),
    }
}
