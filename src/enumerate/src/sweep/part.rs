//! All of a set, a range of its numbers, or a sample.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use super::set::{SHORT, Set, stretch};

/// Which numbers of a set are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// All.
    All,
    /// Those from a first to before an end.
    Range(Range<u64>),
    /// So many, drawn with a seed.
    Sample {
        /// How many.
        count: u64,
        /// Which.
        seed: u64,
    },
}

/// In words: nothing for all.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => Ok(()),
            Self::Range(range) => write!(f, "range {}..{}", range.start, range.end),
            Self::Sample { count, seed } => write!(f, "sample {count}, seed {seed}"),
        }
    }
}

/// The numbers of a part, in order.
pub enum Numbers {
    /// All in a range.
    Range(Range<u64>),
    /// These.
    Listed(Vec<u64>),
}

impl Part {
    /// Its numbers in a set of so many.
    pub fn numbers(&self, len: u64) -> Numbers {
        match self {
            Self::All => Numbers::Range(0..len),
            Self::Range(range) => Numbers::Range(range.start.min(len)..range.end.min(len)),
            Self::Sample { count, .. } if *count >= len => Numbers::Range(0..len),
            Self::Sample { count, seed } => Numbers::Listed(drawn(*count, *seed, len)),
        }
    }

    /// Whether it is made of whole blocks of so many numbers, in a set that is.
    pub fn is_of_blocks(&self, block: u64) -> bool {
        match self {
            Self::All => true,
            Self::Range(range) => range.start % block == 0 && range.end % block == 0,
            Self::Sample { .. } => false,
        }
    }
}

impl Numbers {
    /// How many.
    pub fn len(&self) -> u64 {
        match self {
            Self::Range(range) => range.end.saturating_sub(range.start),
            Self::Listed(numbers) => numbers.len() as u64,
        }
    }

    /// How many of them, one after the other, are a stretch: as in the whole set, where the set can be cut so. In a
    /// sample no two are neighbours.
    pub fn stretch(&self, set: &Set) -> u64 {
        let of_set = set.stretch();
        let is_cut = |at: u64| at.is_multiple_of(of_set) || at == set.len();
        match self {
            Self::Range(range) if is_cut(range.start) && is_cut(range.end) => of_set,
            Self::Range(_) => stretch(self.len()),
            Self::Listed(_) => SHORT,
        }
    }

    /// Some of them, by their places.
    pub fn at(&self, places: Range<u64>) -> impl Iterator<Item = u64> {
        places.map(move |place| match self {
            Self::Range(range) => range.start + place,
            Self::Listed(numbers) => numbers[place as usize],
        })
    }
}

/// So many different numbers below `len`, sorted.
fn drawn(count: u64, seed: u64, len: u64) -> Vec<u64> {
    let mut state = seed;
    let mut next = || {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    };
    let mut drawn = BTreeSet::new();
    while (drawn.len() as u64) < count {
        drawn.insert(((u128::from(next()) * u128::from(len)) >> 64) as u64);
    }
    drawn.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(part: &Part, len: u64) -> Vec<u64> {
        let numbers = part.numbers(len);
        numbers.at(0..numbers.len()).collect()
    }

    #[test]
    fn a_part_has_its_numbers_once_and_in_order() {
        assert_eq!(all(&Part::All, 3), [0, 1, 2]);
        assert_eq!(all(&Part::Range(2..9), 5), [2, 3, 4]);
        assert!(all(&Part::Range(7..9), 5).is_empty());
        let sample = |count, seed| all(&Part::Sample { count, seed }, 1000);
        let one = sample(100, 1);
        assert_eq!(one.len(), 100);
        assert!(one.is_sorted_by(|a, b| a < b) && one[99] < 1000);
        assert_eq!(one, sample(100, 1));
        assert_ne!(one, sample(100, 2));
        assert_eq!(sample(2000, 1).len(), 1000);
    }
}
