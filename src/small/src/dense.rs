//! A set of numbers, and the place of each among them.

/// A set of numbers below a bound, a bit each.
pub struct Dense {
    words: Vec<u64>,
    /// How many there are before each block of words.
    before: Vec<u32>,
    count: u64,
}

/// Words a block.
pub const BLOCK: usize = 4;

impl Dense {
    /// From a bit for each number.
    pub fn new(words: Vec<u64>) -> Self {
        let mut before = Vec::with_capacity(words.len() / BLOCK + 1);
        let mut count = 0_u64;
        for block in words.chunks(BLOCK) {
            before.push(count as u32);
            count += block
                .iter()
                .map(|word| u64::from(word.count_ones()))
                .sum::<u64>();
        }
        Self {
            words,
            before,
            count,
        }
    }

    /// How many there are.
    pub const fn len(&self) -> u64 {
        self.count
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The bits.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The place of a number among those that are in, `None` if it is not.
    #[inline]
    pub fn place(&self, number: u64) -> Option<usize> {
        let word = (number / 64) as usize;
        let bit = 1_u64 << (number % 64);
        let bits = *self.words.get(word)?;
        if bits & bit == 0 {
            return None;
        }
        let block = word / BLOCK;
        let mut place = self.before[block] as usize;
        for word in &self.words[block * BLOCK..word] {
            place += word.count_ones() as usize;
        }
        Some(place + (bits & (bit - 1)).count_ones() as usize)
    }

    /// Those of some numbers that are in, in their order, each with its place. Looked up one after the other each would wait for
    /// memory; here many wait at once.
    pub fn places(&self, numbers: &[u32], places: &mut Vec<(u32, u32)>) {
        let pairs = numbers.iter().map(|number| (*number, 0));
        filter(pairs, places, |(number, _)| {
            self.words[number as usize / 64] >> (number % 64) & 1 != 0
        });
        for (number, place) in places {
            let word = *number as usize / 64;
            let block = word / BLOCK;
            let below = self.words[word] & ((1 << (*number % 64)) - 1);
            *place = self.before[block] + below.count_ones();
            for word in &self.words[block * BLOCK..word] {
                *place += word.count_ones();
            }
        }
    }

    /// How many there are before each block.
    pub fn blocks(&self) -> &[u32] {
        &self.before
    }

    /// How many there are before a word.
    pub fn before(&self, word: usize) -> usize {
        let block = word / BLOCK;
        let Some(&before) = self.before.get(block) else {
            return self.count as usize;
        };
        let rest = &self.words[block * BLOCK..word];
        before as usize
            + rest
                .iter()
                .map(|word| word.count_ones() as usize)
                .sum::<usize>()
    }
}

/// Puts what is wanted in the place of what was found before. There is no branch in it that the processor would have to guess,
/// so what is asked of one need not wait for the answer of another.
pub fn filter<T: Copy + Default>(
    from: impl ExactSizeIterator<Item = T>,
    found: &mut Vec<T>,
    wanted: impl Fn(T) -> bool,
) {
    found.resize(from.len(), T::default());
    let mut kept = 0;
    for item in from {
        found[kept] = item;
        kept += usize::from(wanted(item));
    }
    found.truncate(kept);
}

/// The numbers of a word of bits.
pub fn ones(word: usize, mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| u64::from(bits.trailing_zeros()))?;
        bits &= bits - 1;
        Some(word as u64 * 64 + bit)
    })
}
