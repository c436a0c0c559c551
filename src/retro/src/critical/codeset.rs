//! Sets of unit states: the "possible contents" of an extended position (拡張局面).

use std::ops::{BitAndAssign, BitOrAssign};

use crate::unit::{STEP_CODES, Unit};

const WORDS: usize = STEP_CODES / 64;

/// A set of units by code.
#[derive(Clone, PartialEq, Eq)]
pub struct CodeSet([u64; WORDS]);

impl CodeSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Adds a unit.
    #[inline]
    pub fn insert(&mut self, unit: Unit) {
        self.0[unit.code() / 64] |= 1 << (unit.code() % 64);
    }

    /// Whether a unit is in the set.
    #[inline]
    pub fn contains(&self, unit: Unit) -> bool {
        self.0[unit.code() / 64] & 1 << (unit.code() % 64) != 0
    }

    /// How many units are in the set.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// The units in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Unit> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let low = word.trailing_zeros() as usize;
                word &= word - 1;
                Some(Unit((i * 64 + low) as u16))
            })
        })
    }
}

impl BitOrAssign<&Self> for CodeSet {
    #[inline]
    fn bitor_assign(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }
}

impl BitAndAssign<&Self> for CodeSet {
    #[inline]
    fn bitand_assign(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a &= b;
        }
    }
}

impl FromIterator<Unit> for CodeSet {
    fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> Self {
        let mut set = Self::EMPTY;
        for unit in units {
            set.insert(unit);
        }
        set
    }
}
