//! Sets of squares.

use super::Square;
use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

/// A set of squares: bit `i` is the square with index `i`.
///
/// ```
/// use shogi::{Bitboard, Color, Kind, Piece, Square, attacks};
///
/// let square = |file, rank| Square::new(file, rank).expect("on the board");
/// let gold = Piece::plain(Color::Black, Kind::Gold);
/// let attacked: Bitboard = attacks::steps(gold, square(5, 2));
/// assert_eq!(attacked.count(), 6);
/// assert!(attacked.has(square(4, 1)) && !attacked.has(square(4, 3)));
///
/// let own = Bitboard::of(square(5, 1)).with(square(5, 3));
/// let free: Vec<String> = (attacked - own).into_iter().map(|to| to.to_string()).collect();
/// assert_eq!(free, ["4a", "4b", "6a", "6b"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u128);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 81 squares.
    pub const ALL: Self = Self((1 << Square::COUNT) - 1);

    /// The set of the squares whose index bits are set in `bits`; bits from 81 up are dropped.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The index bits, see [`Bitboard::from_bits`].
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of the squares with an index below 64, bit `i` of the first word for square `i`, and of the others, bit
    /// `i` of the second for square `64 + i`.
    #[inline]
    pub(super) const fn of_halves([low, high]: [u64; 2]) -> Self {
        Self(low as u128 | (high as u128) << 64)
    }

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// The set with `square` as well.
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// The set without `square`.
    #[inline]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.index()))
    }

    /// The square with the smallest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::of_bit(self.0.trailing_zeros()))
        }
    }

    /// The square of the set if it has exactly one.
    #[inline]
    pub(super) const fn only(self) -> Option<Square> {
        if self.0 != 0 && self.0 & (self.0 - 1) == 0 {
            self.first()
        } else {
            None
        }
    }

    /// The square with the largest index.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::of_bit(127 - self.0.leading_zeros()))
        }
    }

    /// All squares of the files on which the set has a square.
    pub fn files(self) -> Self {
        let file = 0x1ff_u128;
        (0..9)
            .map(|f| file << (9 * f))
            .filter(|mask| self.0 & mask != 0)
            .fold(Self::EMPTY, |all, mask| Self(all.0 | mask))
    }
}

/// Iterates over a [`Bitboard`] in index order.
#[derive(Clone, Debug)]
pub struct Squares {
    low: u64,
    high: u64,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        // Word by word: arithmetic over both costs more than the branch.
        if self.low != 0 {
            let square = Square::of_bit(self.low.trailing_zeros());
            self.low &= self.low - 1;
            Some(square)
        } else if self.high != 0 {
            let square = Square::of_bit(64 + self.high.trailing_zeros());
            self.high &= self.high - 1;
            Some(square)
        } else {
            None
        }
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares {
            low: self.0 as u64,
            high: (self.0 >> 64) as u64,
        }
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

/// The squares of one set that are not in the other.
impl Sub for Bitboard {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for Bitboard {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_back_in_index_order() {
        let squares: Vec<Square> = Square::all().step_by(7).collect();
        let set: Bitboard = squares.iter().rev().copied().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.count() as usize, squares.len());
        assert_eq!(set.first(), squares.first().copied());
        assert_eq!(set.last(), squares.last().copied());
        assert_eq!(!set & set, Bitboard::EMPTY);
        assert_eq!(!set | set, Bitboard::ALL);
    }

    /// Guards what the operators do, on sets of which either has squares that the other lacks.
    #[test]
    fn sets_are_joined_and_taken_from_one_another() {
        let every = |step| Square::all().step_by(step).collect::<Bitboard>();
        let (twos, threes) = (every(2), every(3));
        for square in Square::all() {
            let (two, three) = (square.index() % 2 == 0, square.index() % 3 == 0);
            assert_eq!((twos & threes).has(square), two && three);
            assert_eq!((twos | threes).has(square), two || three);
            assert_eq!((twos ^ threes).has(square), two != three);
            assert_eq!((twos - threes).has(square), two && !three);
            assert!(twos.with(square).has(square) && !twos.without(square).has(square));
        }
        let mut rest = twos;
        rest -= threes;
        assert_eq!(rest, twos & !threes);
    }

    #[test]
    fn files_spread_over_whole_files() {
        let square = |file, rank| Square::new(file, rank).unwrap();
        let set = Bitboard::of(square(3, 4)).with(square(9, 9));
        assert_eq!(
            set.files(),
            Square::all()
                .filter(|s| s.file() == 3 || s.file() == 9)
                .collect()
        );
    }
}
