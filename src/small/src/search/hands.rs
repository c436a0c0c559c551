//! Hands in one number: four bits for each kind.

use crate::state::KINDS;

/// A hand, four bits for each kind, of which the highest stays empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Hand(pub u32);

const TOP: u32 = 0x8888_8888;

impl Hand {
    /// Packs a hand.
    #[inline]
    pub fn of(counts: &[u8; KINDS]) -> Self {
        let mut packed = 0;
        for (kind, &count) in counts.iter().enumerate() {
            packed |= u32::from(count & 7) << (4 * kind);
        }
        Self(packed)
    }

    /// Whether this one has at least what the other has.
    #[inline]
    pub const fn has(self, other: Self) -> bool {
        ((self.0 | TOP) - other.0) & TOP == TOP
    }

    /// How many of a kind.
    #[inline]
    pub const fn count(self, kind: usize) -> u32 {
        self.0 >> (4 * kind) & 7
    }

    /// With so many of a kind.
    #[inline]
    #[must_use]
    pub const fn with(self, kind: usize, count: u32) -> Self {
        Self(self.0 & !(7 << (4 * kind)) | count << (4 * kind))
    }

    /// One more of a kind.
    #[must_use]
    pub const fn more(self, kind: usize) -> Self {
        self.with(kind, self.count(kind) + 1)
    }

    /// One less of a kind, if there is one.
    #[must_use]
    pub const fn less(self, kind: usize) -> Self {
        self.with(kind, self.count(kind).saturating_sub(1))
    }

    /// Of each kind the larger number.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        (0..KINDS).fold(self, |hand, kind| {
            hand.with(kind, hand.count(kind).max(other.count(kind)))
        })
    }

    /// Of each kind the smaller number.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        (0..KINDS).fold(self, |hand, kind| {
            hand.with(kind, hand.count(kind).min(other.count(kind)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Hand;

    #[test]
    fn a_hand_has_another_one() {
        let hand = |counts| Hand::of(&counts);
        let some = hand([0, 1, 2, 0, 7, 0, 0, 1]);
        assert!(some.has(some) && some.has(Hand::default()));
        assert!(some.has(hand([0, 1, 1, 0, 7, 0, 0, 0])));
        assert!(!some.has(hand([0, 1, 3, 0, 0, 0, 0, 0])));
        assert!(!some.has(hand([0, 0, 0, 1, 0, 0, 0, 0])));
        assert_eq!(some.less(3), some);
        assert_eq!(some.more(3).count(3), 1);
    }
}
