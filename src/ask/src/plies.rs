//! Sets of places in a line: before its first move, between two, behind its last.

use super::range::Range;

/// A set of places from 0 to the number of plies.
pub(super) trait Plies: Clone + PartialEq {
    /// None of the places of a line of so many plies.
    fn none(plies: usize) -> Self;
    /// Adds a place.
    fn insert(&mut self, place: usize);
    /// Whether it has a place.
    fn has(&self, place: usize) -> bool;
    /// Whether it has none.
    fn is_empty(&self) -> bool;
    /// Those of both.
    fn and(self, other: &Self) -> Self;
    /// Those of either.
    fn or(self, other: &Self) -> Self;
    /// Those of this set alone.
    fn minus(self, other: &Self) -> Self;
    /// The places so many plies before these.
    fn before(self, plies: usize) -> Self;
    /// The places before the last of these, and that one.
    fn up_to_last(self) -> Self;

    /// All places.
    fn all(plies: usize) -> Self {
        let mut last = Self::none(plies);
        last.insert(plies);
        last.up_to_last()
    }

    /// The places from which so many plies lead to one of these.
    fn before_gap(self, range: Range, plies: usize) -> Self {
        let low = range.low as usize;
        if low > plies {
            return Self::none(plies);
        }
        let mut reached = self.before(low);
        let Some(high) = range.high else {
            return reached.up_to_last();
        };
        // Doubling: what is reached by up to n plies more, then by up to 2 n.
        let (mut done, wanted) = (0, (high as usize).min(plies) - low.min(high as usize));
        while done < wanted {
            let more = (done + 1).min(wanted - done);
            reached = reached.clone().or(&reached.before(more));
            done += more;
        }
        reached
    }
}

/// Of a line of at most 63 plies.
impl Plies for u64 {
    fn none(_: usize) -> Self {
        0
    }

    fn insert(&mut self, place: usize) {
        *self |= 1 << place;
    }

    fn has(&self, place: usize) -> bool {
        self >> place & 1 == 1
    }

    fn is_empty(&self) -> bool {
        *self == 0
    }

    fn and(self, other: &Self) -> Self {
        self & other
    }

    fn or(self, other: &Self) -> Self {
        self | other
    }

    fn minus(self, other: &Self) -> Self {
        self & !other
    }

    fn before(self, plies: usize) -> Self {
        self.checked_shr(plies as u32).unwrap_or(0)
    }

    fn up_to_last(self) -> Self {
        match self {
            0 => 0,
            set => Self::MAX >> set.leading_zeros(),
        }
    }
}

/// Of a line of any length.
impl Plies for Vec<u64> {
    fn none(plies: usize) -> Self {
        vec![0; plies / 64 + 1]
    }

    fn insert(&mut self, place: usize) {
        self[place / 64] |= 1 << (place % 64);
    }

    fn has(&self, place: usize) -> bool {
        self[place / 64] >> (place % 64) & 1 == 1
    }

    fn is_empty(&self) -> bool {
        self.iter().all(|&word| word == 0)
    }

    fn and(mut self, other: &Self) -> Self {
        self.iter_mut()
            .zip(other)
            .for_each(|(word, is)| *word &= is);
        self
    }

    fn or(mut self, other: &Self) -> Self {
        self.iter_mut()
            .zip(other)
            .for_each(|(word, is)| *word |= is);
        self
    }

    fn minus(mut self, other: &Self) -> Self {
        self.iter_mut()
            .zip(other)
            .for_each(|(word, is)| *word &= !is);
        self
    }

    fn before(self, plies: usize) -> Self {
        let (words, bits) = (plies / 64, plies % 64);
        let at = |place: usize| self.get(place).copied().unwrap_or(0);
        let shifted = |place: usize| match bits {
            0 => at(place + words),
            _ => at(place + words) >> bits | at(place + words + 1) << (64 - bits),
        };
        (0..self.len()).map(shifted).collect()
    }

    fn up_to_last(mut self) -> Self {
        let mut below = false;
        for word in self.iter_mut().rev() {
            *word = if below {
                u64::MAX
            } else {
                Plies::up_to_last(*word)
            };
            below |= *word != 0;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_sets_agree() {
        let plies = 63;
        let ranges = [
            (0, None),
            (2, None),
            (0, Some(0)),
            (1, Some(1)),
            (3, Some(9)),
            (70, None),
            (1, Some(200)),
        ];
        for seed in 1..200_u64 {
            let bits =
                seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) & seed.wrapping_mul(0xD1B5_4A32_D192_ED03);
            for (low, high) in ranges {
                let range = Range { low, high };
                let short = bits.before_gap(range, plies);
                assert_eq!(vec![bits].before_gap(range, plies), [short]);
                for place in 0..=plies {
                    let reached =
                        (place..=plies).any(|to| bits.has(to) && range.has((to - place) as u32));
                    assert_eq!(short.has(place), reached, "{bits:b} {range} {place}");
                }
            }
        }
    }

    #[test]
    fn long_sets_shift_over_their_words() {
        let mut set = <Vec<u64>>::none(200);
        Plies::insert(&mut set, 130);
        for plies in [0, 1, 63, 64, 65, 130] {
            let mut wanted = <Vec<u64>>::none(200);
            Plies::insert(&mut wanted, 130 - plies);
            assert_eq!(set.clone().before(plies), wanted, "{plies}");
        }
        assert!(Plies::is_empty(&set.clone().before(131)));
        let all = set.up_to_last();
        assert!((0..=200).all(|place| all.has(place) == (place <= 130)));
        assert!(!u64::all(5).has(6) && u64::all(63) == u64::MAX);
    }
}
