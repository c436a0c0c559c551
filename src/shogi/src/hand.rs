//! Pieces in hand (持駒).

use super::{Color, Kind};
use std::fmt;
use std::ops::{Index, IndexMut};

/// The pieces one side holds in hand (持駒): a count of each kind but the king.
///
/// Packed into one word, so that comparing and hashing hands costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hand(u32);

/// Where each kind's count begins, indexed by `Kind`; one spare bit is kept above every count for
/// [`Hand::contains`].
const SHIFT: [u32; 7] = [25, 22, 18, 14, 10, 6, 0];
/// The width in bits of each kind's count.
const WIDTH: [u32; 7] = [2, 2, 3, 3, 3, 3, 5];
/// The spare bits above the counts.
const SPARE: u32 = {
    let mut bits = 0;
    let mut i = 0;
    while i < 7 {
        bits |= 1 << (SHIFT[i] + WIDTH[i]);
        i += 1;
    }
    bits
};

/// More pieces of a kind than a set of shogi pieces has, or a king in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandError {
    /// A king cannot be held in hand.
    #[error("a king cannot be in hand")]
    King,
    /// More pieces than a set has.
    #[error("{count} of {letter} in one hand, but a set has only {total}", letter = .kind.letter(), total = .kind.total())]
    TooMany {
        /// The kind in question.
        kind: Kind,
        /// How many there would be.
        count: u32,
    },
}

impl Hand {
    /// No piece.
    pub const EMPTY: Self = Self(0);

    /// The hand that holds every piece of a set but the kings.
    pub const FULL_SET: Self = {
        let mut hand = Self(0);
        let mut i = 0;
        while i < 7 {
            hand.0 |= (Kind::HAND[i].total() as u32) << SHIFT[i];
            i += 1;
        }
        hand
    };

    /// How many pieces of `kind` are in the hand; 0 for the king.
    pub const fn count(self, kind: Kind) -> u8 {
        match kind {
            Kind::King => 0,
            _ => (self.0 >> SHIFT[kind as usize] & ((1 << WIDTH[kind as usize]) - 1)) as u8,
        }
    }

    /// Whether a piece of `kind` is in the hand.
    pub const fn has(self, kind: Kind) -> bool {
        self.count(kind) > 0
    }

    /// Whether the hand is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many pieces are in the hand.
    pub fn len(self) -> u32 {
        Kind::HAND.iter().map(|&k| u32::from(self.count(k))).sum()
    }

    /// Sets the count of one kind.
    ///
    /// # Errors
    /// If `kind` is the king, or `count` is more than a set has; the hand is left as it was.
    pub fn set(&mut self, kind: Kind, count: u32) -> Result<(), HandError> {
        if kind == Kind::King {
            return Err(HandError::King);
        }
        if count > u32::from(kind.total()) {
            return Err(HandError::TooMany { kind, count });
        }
        let i = kind as usize;
        self.0 = self.0 & !(((1 << WIDTH[i]) - 1) << SHIFT[i]) | count << SHIFT[i];
        Ok(())
    }

    /// Whether this hand has at least as many pieces of every kind as `other`.
    pub const fn contains(self, other: Self) -> bool {
        // A count that is too small borrows its spare bit.
        ((self.0 | SPARE) - other.0) & SPARE == SPARE
    }

    /// The smallest hand that contains both.
    pub fn union(self, other: Self) -> Self {
        self.combine(other, u32::max)
    }

    /// The largest hand that both contain.
    pub fn intersection(self, other: Self) -> Self {
        self.combine(other, u32::min)
    }

    /// The hand with the smaller (or whatever `pick` takes) count of each kind.
    fn combine(self, other: Self, pick: fn(u32, u32) -> u32) -> Self {
        let mut bits = 0;
        for i in 0..7 {
            let mask = ((1 << WIDTH[i]) - 1) << SHIFT[i];
            bits |= pick(self.0 & mask, other.0 & mask);
        }
        Self(bits)
    }

    /// The pieces of both hands in one; together they are no more than a set.
    #[must_use]
    pub const fn joined(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// With the count of `kind` as `other` has it; the king has none.
    #[must_use]
    pub const fn with_count_of(self, kind: Kind, other: Self) -> Self {
        if matches!(kind, Kind::King) {
            return self;
        }
        let i = kind as usize;
        let mask = ((1 << WIDTH[i]) - 1) << SHIFT[i];
        Self(self.0 & !mask | other.0 & mask)
    }

    /// With one piece of `kind` more, if a set has as many.
    #[must_use]
    pub fn plus(mut self, kind: Kind) -> Self {
        if kind != Kind::King && self.count(kind) < kind.total() {
            self.give(kind);
        }
        self
    }

    /// With one piece of `kind` less, if there is one.
    #[must_use]
    pub fn minus(mut self, kind: Kind) -> Self {
        if self.has(kind) {
            self.take(kind);
        }
        self
    }

    /// The kinds in hand with their counts, in SFEN order.
    pub fn iter(self) -> impl Iterator<Item = (Kind, u8)> {
        Kind::HAND
            .into_iter()
            .map(move |kind| (kind, self.count(kind)))
            .filter(|&(_, count)| count > 0)
    }

    /// One piece of `kind` more. The kind is no king and the set not exhausted: so it is whenever
    /// the piece comes off the board of a legal position.
    pub(super) const fn give(&mut self, kind: Kind) {
        self.0 += 1 << SHIFT[kind as usize];
    }

    /// One piece of `kind`, which the hand has, less.
    pub(super) const fn take(&mut self, kind: Kind) {
        self.0 -= 1 << SHIFT[kind as usize];
    }

    /// The word behind the hand, 28 bits of it in use: for hashing and for tables.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The hand whose [`Hand::bits`] these are.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.iter().map(|(kind, count)| (kind.letter(), count)))
            .finish()
    }
}

/// The hands of both sides, indexed by [`Color`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hands {
    /// Black's hand; in a tsume problem the attacker's.
    pub black: Hand,
    /// White's hand; in a tsume problem the defender's.
    pub white: Hand,
}

impl Index<Color> for Hands {
    type Output = Hand;

    fn index(&self, color: Color) -> &Hand {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl IndexMut<Color> for Hands {
    fn index_mut(&mut self, color: Color) -> &mut Hand {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_do_not_touch_each_other() {
        let mut hand = Hand::EMPTY;
        for kind in Kind::HAND {
            hand.set(kind, u32::from(kind.total())).unwrap();
        }
        assert_eq!(hand, Hand::FULL_SET);
        assert_eq!(hand.len(), 38);
        for kind in Kind::HAND {
            hand.take(kind);
            assert_eq!(hand.count(kind), kind.total() - 1);
            assert!(Hand::FULL_SET.contains(hand) && !hand.contains(Hand::FULL_SET));
            hand.give(kind);
            assert_eq!(hand, Hand::FULL_SET);
        }
    }

    #[test]
    fn hands_with_different_kinds_do_not_contain_each_other() {
        for a in Kind::HAND {
            for b in Kind::HAND {
                let (mut one, mut other) = (Hand::EMPTY, Hand::EMPTY);
                one.give(a);
                other.give(b);
                assert_eq!(one.contains(other), a == b);
            }
        }
    }

    #[test]
    fn impossible_counts_are_refused() {
        let mut hand = Hand::EMPTY;
        assert_eq!(hand.set(Kind::King, 1), Err(HandError::King));
        let error = hand.set(Kind::Knight, 9).unwrap_err();
        assert_eq!(
            error.to_string(),
            "9 of N in one hand, but a set has only 4"
        );
        assert!(hand.is_empty());
    }
}
