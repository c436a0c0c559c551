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

/// The numbers of a word of bits.
pub fn ones(word: usize, mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| u64::from(bits.trailing_zeros()))?;
        bits &= bits - 1;
        Some(word as u64 * 64 + bit)
    })
}
