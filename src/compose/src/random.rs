//! Numbers that depend on a seed and the number of a candidate, and on nothing else.

/// A stream of random numbers: SplitMix64 (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Random {
    /// The stream of one candidate of one seed.
    pub fn new(seed: u64, candidate: u64) -> Self {
        let mut random = Self(seed);
        random.0 = random.next() ^ candidate.wrapping_mul(STEP);
        random.0 = random.next();
        random
    }

    /// 64 bits.
    #[expect(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number below `end`; 0 if that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below((high.max(low) - low + 1) as usize) as u32
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these; `None` if there are none.
    pub fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_have_streams_of_their_own() {
        let stream = |seed, candidate| {
            let mut random = Random::new(seed, candidate);
            [random.next(), random.next()]
        };
        assert_eq!(stream(1, 7), stream(1, 7));
        assert_ne!(stream(1, 7), stream(1, 8));
        assert_ne!(stream(1, 7), stream(2, 7));
        let mut random = Random::new(1, 0);
        assert!((0..1000).map(|_| random.below(3)).all(|number| number < 3));
    }
}
