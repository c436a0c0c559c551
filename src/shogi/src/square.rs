//! Squares of the 9×9 board.

use std::fmt;

/// One of the 81 squares, written in USI as file digit and rank letter (`7g`).
///
/// File 1 is at the right of a diagram as Black (the attacker) sees it, rank `a` at its top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 81;

    /// The square of file `1..=9` and rank `1..=9` (rank 1 is `a`), or `None` outside the board.
    pub const fn new(file: i8, rank: i8) -> Option<Self> {
        if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 {
            Some(Self(((file - 1) * 9 + rank - 1) as u8))
        } else {
            None
        }
    }

    /// The square with index `0..81`, counted down each file from file 1: `1a` is 0, `1i` 8, `9i` 80.
    ///
    /// # Panics
    /// If `index` is 81 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// The same where the index is known to be one: of a bit of a [`Bitboard`](super::Bitboard).
    #[inline]
    pub(crate) const fn of_bit(bit: u32) -> Self {
        debug_assert!(bit < Self::COUNT as u32);
        Self(bit as u8)
    }

    /// All squares in index order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The index `0..81`, see [`Square::from_index`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, `1..=9`.
    #[inline]
    pub const fn file(self) -> i8 {
        (self.0 / 9) as i8 + 1
    }

    /// The rank, `1..=9` (1 is `a`).
    #[inline]
    pub const fn rank(self) -> i8 {
        (self.0 % 9) as i8 + 1
    }

    /// The square `(files, ranks)` away, if on the board; positive files go left, positive ranks down.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        Self::new(self.file() + files, self.rank() + ranks)
    }

    /// The image in the mirror that exchanges left and right (file 1 with 9).
    pub const fn mirror(self) -> Self {
        Self((8 - self.0 / 9) * 9 + self.0 % 9)
    }

    /// The image under the half turn that exchanges the two sides.
    pub const fn rotate(self) -> Self {
        Self(80 - self.0)
    }
}

/// The squares in USI.
static NAMES: [[u8; 2]; 81] = {
    let mut names = [[0; 2]; 81];
    let mut square = 0;
    while square < 81 {
        names[square as usize] = [b'1' + square / 9, b'a' + square % 9];
        square += 1;
    }
    names
};

impl Square {
    /// The square in USI.
    pub fn usi(self) -> &'static str {
        std::str::from_utf8(&NAMES[self.index()]).expect("a digit and a letter")
    }

    /// Writes the square in USI.
    pub(crate) fn write_usi(self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(self.usi())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_usi(f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
