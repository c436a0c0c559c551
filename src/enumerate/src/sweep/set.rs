//! The positions of a sweep, by number.
//!
//! A number stands for a place of the king, pieces on the board and in hand, and where those on the board stand;
//! every such choice has one. Some are no positions, some are mirror images of others: those are passed over where
//! they are met, so that any range of numbers can be gone through apart.

use std::ops::{ControlFlow, Range};

use super::classes::{Class, classes};
use super::places::{Place, mirrored, places};
use catalog::{CatalogError, CatalogReason, Sweep};
use shogi::attacks::attacks;
use shogi::{Bitboard, Color, Hand, Kind, Piece, Position, Setup, Square, packed};

/// The fewest and the most numbers of a stretch, for which one thread keeps the solver's table. What a table knows of
/// neighbours is worth more than half of all work where chases are long; but there is work for many threads only where
/// there are many stretches.
pub const SHORT: u64 = 1 << 8;
const LONG: u64 = 1 << 18;

/// A set has so many stretches or up to twice as many, if it is neither small nor very large.
const STRETCHES: u64 = 1 << 8;

/// The positions of a sweep.
#[derive(Clone, Debug)]
pub struct Set {
    classes: Vec<Class>,
    places: Vec<Place>,
    /// The number of each place's first choice, and of the end.
    starts: Vec<u64>,
    /// By how many squares a place has: the number of each class's first choice in a place, and of the end.
    by_squares: Vec<Option<Box<[u64]>>>,
}

/// What stands behind a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Met {
    /// No position: 二歩, 行き所のない駒, or a king that could be captured.
    Illegal,
    /// The mirror image of another one.
    Image,
    /// A position in which there is no check.
    NoCheck,
    /// A position, the canonical one of two images.
    Position(Box<Position>),
}

impl Set {
    /// The positions that a sweep describes.
    ///
    /// # Errors
    /// If there are none, or too many to count.
    pub fn new(sweep: &Sweep) -> Result<Self, CatalogError> {
        let wrong = |reason| CatalogError {
            path: sweep.path.clone(),
            line: None,
            field: None,
            reason,
        };
        let classes = classes(sweep).ok_or_else(|| wrong(CatalogReason::OpenPieces))?;
        let places = places(sweep);
        let count = || {
            let mut by_squares = vec![None; Square::COUNT];
            let mut starts = vec![0u64];
            for place in &places {
                let squares = place.squares.count();
                let of_class = &mut by_squares[squares as usize];
                if of_class.is_none() {
                    *of_class = Some(starts_of(&classes, squares)?);
                }
                let all = of_class.as_ref().and_then(|starts| starts.last());
                starts.push(starts.last()?.checked_add(*all?)?);
            }
            i64::try_from(*starts.last()?).ok()?;
            Some((starts, by_squares))
        };
        let (starts, by_squares) = count().ok_or_else(|| wrong(CatalogReason::TooManyPositions))?;
        let set = Self {
            classes,
            places,
            starts,
            by_squares,
        };
        if set.is_empty() {
            return Err(wrong(
                match (set.classes.is_empty(), set.places.is_empty()) {
                    (true, _) => CatalogReason::NoPieces,
                    (false, true) => CatalogReason::NoKing,
                    (false, false) => CatalogReason::NoRoom,
                },
            ));
        }
        Ok(set)
    }

    /// How many numbers there are.
    pub fn len(&self) -> u64 {
        self.starts.last().copied().unwrap_or_default()
    }

    /// Whether there are none; a set is never empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many ways there are to choose pieces.
    pub fn classes(&self) -> usize {
        self.classes.len()
    }

    /// How many places there are for the king, and for the block where there is one.
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// The hands of all ways to choose pieces, in their order, where no piece stands on the board: each king has
    /// them all, one number after the other.
    pub fn bare_kings(&self) -> Option<Vec<Hand>> {
        let is_bare = self.classes.iter().all(|class| class.board.is_empty());
        is_bare.then(|| self.classes.iter().map(|class| class.hand).collect())
    }

    /// How many numbers, one after the other, are a stretch. Another number would be as right, and leave other positions
    /// undecided.
    pub fn stretch(&self) -> u64 {
        stretch(self.len())
    }

    /// Sets are cut where neighbours do not share what the solver knows: between stretches, or between kings where
    /// hands decide each other. So many numbers are not cut.
    pub fn block(&self) -> u64 {
        match self.bare_kings() {
            Some(hands) => hands.len() as u64,
            None => self.stretch(),
        }
    }

    /// Where the king stands in a place.
    pub fn king(&self, place: usize) -> Square {
        self.places[place].king
    }

    /// What stands behind some numbers, in their order.
    pub fn meet(&self, numbers: Range<u64>) -> impl Iterator<Item = Met> {
        numbers.map(|number| self.at(number))
    }

    /// What stands behind a number.
    ///
    /// # Panics
    /// If it is none of the set's.
    pub fn at(&self, number: u64) -> Met {
        let at_place = self.starts.partition_point(|&start| start <= number) - 1;
        let place = self.places[at_place];
        let number = number - self.starts[at_place];
        let starts = self.by_squares[place.squares.count() as usize]
            .as_deref()
            .expect("the classes of every place were counted");
        let at_class = starts.partition_point(|&start| start <= number) - 1;
        let class = &self.classes[at_class];
        let mut board = Vec::with_capacity(38);
        let number = number - starts[at_class];
        let own = place.own;
        board.extend(own.map(|own| (own, Piece::plain(Color::Black, Kind::King))));
        if !put(&class.board, place.squares, number, &mut board) {
            return Met::Illegal;
        }
        self.position(place, class, &board)
    }

    fn position(&self, place: Place, class: &Class, board: &[(Square, Piece)]) -> Met {
        let king = place.king;
        let stand = board.iter().map(|&(square, _)| square);
        let on_board = stand.fold(Bitboard::EMPTY, Bitboard::with);
        let occupied = on_board.with(king);
        let captures = |&&(square, piece): &&(Square, Piece)| {
            piece.color == Color::Black && attacks(piece, square, occupied).has(king)
        };
        if board.iter().find(captures).is_some() {
            return Met::Illegal;
        }
        let is_image = image_comes_first(king, board);
        if is_image && self.has(place.mirror(), mirrored(on_board)) {
            return Met::Image;
        }
        let mut setup = Setup::empty(Color::Black);
        setup.board[king.index()] = Some(Piece::plain(Color::White, Kind::King));
        for &(square, piece) in board {
            setup.board[square.index()] = Some(piece);
        }
        setup.hands.black = class.hand;
        if setup.complete_defender_hand(false).is_err() {
            return Met::Illegal;
        }
        let Ok(position) = Position::try_from(&setup) else {
            return Met::Illegal;
        };
        let position = if is_image {
            position.mirror()
        } else {
            position
        };
        let first = position.visit_checks(&mut ControlFlow::Break);
        if first.is_continue() {
            return Met::NoCheck;
        }
        Met::Position(Box::new(position))
    }

    /// Whether a position of the set's pieces with these kings and these squares filled is in it.
    fn has(&self, kings: Place, on_board: Bitboard) -> bool {
        let others = kings.own.into_iter().fold(on_board, Bitboard::without);
        self.places.iter().any(|place| {
            (place.king, place.own) == (kings.king, kings.own)
                && others.bits() & !place.squares.bits() == 0
        })
    }
}

/// How many numbers a stretch has among so many: a power of two, so that ends of parts are easy to write.
pub fn stretch(len: u64) -> u64 {
    let even = (len / STRETCHES).max(1);
    (1 << even.ilog2()).clamp(SHORT, LONG)
}

/// The number of each class's first choice in a place of so many squares, and of the end.
fn starts_of(classes: &[Class], squares: u32) -> Option<Box<[u64]>> {
    let mut starts = vec![0u64];
    for class in classes {
        let mut left = squares;
        let mut ways = 1u64;
        for &(_, count) in &class.board {
            ways = ways.checked_mul(choose(left, count.into())?)?;
            left = left.saturating_sub(count.into());
        }
        starts.push(starts.last()?.checked_add(ways)?);
    }
    Some(starts.into())
}

/// In how many ways `count` of `all` things can be taken.
fn choose(all: u32, count: u32) -> Option<u64> {
    if count > all {
        return Some(0);
    }
    let ways = (0..u128::from(count)).try_fold(1u128, |ways, taken| {
        Some(ways.checked_mul(u128::from(all) - taken)? / (taken + 1))
    })?;
    u64::try_from(ways).ok()
}

/// Puts pieces on squares, each kind in the way that its part of the number tells; `false` if some cannot stand
/// there.
fn put(
    pieces: &[(Piece, u8)],
    squares: Bitboard,
    mut number: u64,
    board: &mut Vec<(Square, Piece)>,
) -> bool {
    let mut free = squares;
    for &(piece, count) in pieces {
        let left = free.count();
        let ways = choose(left, count.into()).expect("it was counted");
        let mut way = number % ways;
        number /= ways;
        let mut wanted = u32::from(count);
        let mut files = 0u16;
        for (square, after) in free.into_iter().zip((0..left).rev()) {
            if wanted == 0 {
                break;
            }
            // So many ways take this square.
            let with_it = choose(after, wanted - 1).expect("it was counted");
            if way >= with_it {
                way -= with_it;
                continue;
            }
            wanted -= 1;
            let is_pawn = piece.kind == Kind::Pawn && !piece.promoted;
            let file = 1 << square.file();
            if !piece.may_stand(square) || is_pawn && files & file != 0 {
                return false;
            }
            files |= file;
            free = free.without(square);
            board.push((square, piece));
        }
    }
    true
}

/// Whether the canonical one of a position and its mirror image is the image: the king stands on files 1 to 5, and
/// on file 5 the smaller of their keys decides.
fn image_comes_first(king: Square, board: &[(Square, Piece)]) -> bool {
    if king.file() != 5 {
        return king.file() > 5;
    }
    let numbers = |image: bool| {
        let number = |&(square, piece): &(Square, Piece)| {
            let square = if image { square.mirror() } else { square };
            packed::on_board(piece, square)
        };
        let mut numbers: Vec<u16> = board.iter().map(number).collect();
        numbers.sort_unstable();
        numbers
    };
    // What is in hand is the same in both.
    numbers(true) < numbers(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_is_a_small_part_of_a_large_set() {
        assert_eq!(stretch(1), SHORT);
        assert_eq!(stretch(100_000), SHORT);
        assert_eq!(stretch(66_232_320), 1 << 17);
        assert_eq!(stretch(96_783_660), LONG);
        assert_eq!(stretch(u64::MAX), LONG);
        for len in [256u64 * 256, 1_000_000, 10_000_000] {
            let count = len.div_ceil(stretch(len));
            assert!((STRETCHES..2 * STRETCHES + 1).contains(&count), "{len}");
        }
    }
}
