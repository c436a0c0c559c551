//! The length of a mate (手数), its parity kept by the side to move.
//!
//! A mate takes an odd number of plies from the attacker's move on, an even one from the defender's, and none
//! where the defender is mated. So the two are different types: a length that is one ply off, or of the
//! other side's node, does not compile.
//!
//! ```
//! use tsume::length::{AttackerLength, DefenderLength};
//!
//! let three = AttackerLength::from_attacker_moves(2u8);
//! assert_eq!(three.plies(), 3);
//! let reply = three.after_check();
//! assert_eq!(reply.plies(), 2);
//! assert_eq!(reply.after_reply(), Some(AttackerLength::ONE));
//! assert_eq!(AttackerLength::ONE.after_check(), DefenderLength::MATED);
//! assert_eq!(DefenderLength::MATED.after_reply(), None);
//! assert_eq!(AttackerLength::new(4), None);
//! assert_eq!(AttackerLength::at_most(4), Some(three));
//! ```
//!
//! ```compile_fail
//! # use tsume::length::{AttackerLength, DefenderLength};
//! fn checks(length: AttackerLength) {}
//! checks(DefenderLength::MATED);
//! ```

use std::fmt::Debug;
use std::marker::PhantomData;

/// The side to move: a type only.
pub trait Side: Copy + Debug + Ord + sealed::Sealed {
    /// Whether its mates take an odd number of plies.
    const IS_ODD: bool;
}

/// The attacker (攻方) is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Attacks {}

/// The defender (玉方) is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Defends {}

impl Side for Attacks {
    const IS_ODD: bool = true;
}

impl Side for Defends {
    const IS_ODD: bool = false;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Attacks {}
    impl Sealed for super::Defends {}
}

/// The length of a mate (手数) in plies, the side `S` being to move. What is no mate has no length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MateLength<S: Side> {
    plies: u32,
    side: PhantomData<S>,
}

/// The plies of the longest mate there can be within a bound: one less where the bound is of the other side's
/// parity; `None` where no mate is so short.
pub const fn plies_within(bound: u32, attacker_to_move: bool) -> Option<u32> {
    if bound.is_multiple_of(2) == attacker_to_move {
        bound.checked_sub(1)
    } else {
        Some(bound)
    }
}

/// The length of a mate with the attacker to move: odd.
pub type AttackerLength = MateLength<Attacks>;

/// The length of a mate with the defender to move: even, 0 where it is mated.
pub type DefenderLength = MateLength<Defends>;

impl<S: Side> MateLength<S> {
    /// The length of so many plies; `None` if that is one of the other side's.
    pub const fn new(plies: u32) -> Option<Self> {
        if plies.is_multiple_of(2) == S::IS_ODD {
            return None;
        }
        Some(Self::of(plies))
    }

    /// The longest length of at most so many plies, if there is one.
    pub const fn at_most(plies: u32) -> Option<Self> {
        match plies_within(plies, S::IS_ODD) {
            Some(plies) => Some(Self::of(plies)),
            None => None,
        }
    }

    const fn of(plies: u32) -> Self {
        Self {
            plies,
            side: PhantomData,
        }
    }

    /// The plies of both sides.
    pub const fn plies(self) -> u32 {
        self.plies
    }

    /// How many of them are the attacker's.
    pub const fn attacker_moves(self) -> u32 {
        self.plies.div_ceil(2)
    }

    /// The next shorter length, if there is one.
    pub const fn shorter(self) -> Option<Self> {
        match self.plies.checked_sub(2) {
            Some(plies) => Some(Self::of(plies)),
            None => None,
        }
    }
}

impl AttackerLength {
    /// Mate in one (一手詰).
    pub const ONE: Self = Self::of(1);

    /// The length with so many moves of the attacker, at least one.
    pub fn from_attacker_moves(moves: impl Into<u32>) -> Self {
        let moves = moves.into();
        debug_assert!(moves > 0, "the attacker has a move");
        Self::of(2 * moves - 1)
    }

    /// The length after a shortest check.
    pub const fn after_check(self) -> DefenderLength {
        MateLength::of(self.plies - 1)
    }
}

impl DefenderLength {
    /// The defender is mated.
    pub const MATED: Self = Self::of(0);

    /// The length with so many moves of the attacker.
    pub fn from_attacker_moves(moves: impl Into<u32>) -> Self {
        Self::of(2 * moves.into())
    }

    /// The length after a longest reply; `None` where the defender is mated.
    pub const fn after_reply(self) -> Option<AttackerLength> {
        match self.plies.checked_sub(1) {
            Some(plies) => Some(MateLength::of(plies)),
            None => None,
        }
    }
}
