//! A problem's pieces as they stand around the king, and the numbers under which those are found that
//! differ in one of them.

use crate::key;
use crate::solution::king;
use shogi::{Color, Hand, Piece, Position, Square, packed};

/// Fewer pieces than these beside the king say nothing when they stand alike.
pub(super) const LEAST: usize = 2;

/// Of the others, when the king itself stands elsewhere.
pub(super) const LEAST_WITHOUT_KING: usize = 3;

/// The pieces of a problem, Black attacking, as they stand around the defender's king.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    pub(super) king: Square,
    /// Whether the defender is to move.
    pub(super) replies: bool,
    /// The other pieces on the board, sorted.
    pub(super) units: Vec<Unit>,
    /// The attacker's hand.
    pub(super) hand: Hand,
    /// The pieces of the set that are nowhere.
    pub(super) missing: Hand,
}

/// A piece with its distance from the king, as a number: piece, files, ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Unit(u16);

/// No distance is as far, so that numbers are positive.
const ORIGIN: i8 = 9;
const BITS: u32 = 5;
const MASK: u16 = (1 << BITS) - 1;

impl Unit {
    fn new(piece: Piece, files: i8, ranks: i8) -> Self {
        let code = packed::place(piece.kind) * 4
            + usize::from(piece.color == Color::White) * 2
            + usize::from(piece.promoted);
        Self::at(code as u16, files, ranks)
    }

    const fn at(code: u16, files: i8, ranks: i8) -> Self {
        Self((((code << BITS) | (files + ORIGIN) as u16) << BITS) | (ranks + ORIGIN) as u16)
    }

    const fn code(self) -> u16 {
        self.0 >> (2 * BITS)
    }

    pub(super) const fn files(self) -> i8 {
        ((self.0 >> BITS) & MASK) as i8 - ORIGIN
    }

    pub(super) const fn ranks(self) -> i8 {
        (self.0 & MASK) as i8 - ORIGIN
    }

    pub(super) const fn piece(self) -> Piece {
        let code = self.code();
        Piece {
            kind: packed::KINDS[(code / 4) as usize],
            color: if code & 2 == 0 {
                Color::Black
            } else {
                Color::White
            },
            promoted: code & 1 == 1,
        }
    }

    const fn mirror(self) -> Self {
        Self::at(self.code(), -self.files(), self.ranks())
    }

    const fn moved(self, files: i8, ranks: i8) -> Self {
        Self::at(self.code(), self.files() + files, self.ranks() + ranks)
    }

    /// A number that looks like chance, the same in every run (the last steps of SplitMix64).
    const fn chance(self, salt: u64) -> u64 {
        let mut z = (self.0 as u64 + (salt << 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

impl Arrangement {
    /// That of a position in which Black attacks.
    pub fn new(position: &Position) -> Self {
        let home = king(position);
        let pieces = position.occupied().into_iter().filter(|&is| is != home);
        let units = pieces.filter_map(|square| {
            let piece = position.piece_at(square)?;
            let files = square.file() - home.file();
            Some(Unit::new(piece, files, square.rank() - home.rank()))
        });
        Self {
            king: home,
            replies: position.side() == Color::White,
            units: sorted(units),
            hand: position.hand(Color::Black),
            missing: key::missing(position),
        }
    }

    /// That of one of the images which share a key; `None` if it is none.
    pub fn of_key(bytes: &[u8]) -> Option<Self> {
        let read = key::read(bytes)?;
        let mut hand = Hand::EMPTY;
        let mut units = Vec::with_capacity(read.units.len());
        for &[high, low] in read.units {
            let unit = u16::from_be_bytes([high, low]);
            let kind = packed::kind(unit);
            let Some(square) = packed::square(unit) else {
                hand.set(kind, u32::from(hand.count(kind)) + 1).ok()?;
                continue;
            };
            let piece = Piece {
                kind,
                color: if unit & packed::DEFENDER == 0 {
                    Color::Black
                } else {
                    Color::White
                },
                promoted: unit & packed::PROMOTED != 0,
            };
            let files = square.file() - read.king.file();
            units.push(Unit::new(piece, files, square.rank() - read.king.rank()));
        }
        Some(Self {
            king: read.king,
            replies: read.replies,
            units: sorted(units.into_iter()),
            hand,
            missing: read.missing,
        })
    }

    /// Its mirror image.
    #[must_use]
    pub fn mirror(&self) -> Self {
        Self {
            king: self.king.mirror(),
            units: sorted(self.units.iter().map(|unit| unit.mirror())),
            ..self.clone()
        }
    }

    /// The pieces without the king, pushed together into the corner where files and ranks are least; and how far
    /// the king stands from there.
    pub(super) fn without_king(&self) -> (Vec<Unit>, (i8, i8)) {
        let files = self.units.iter().map(|unit| unit.files()).min();
        let ranks = self.units.iter().map(|unit| unit.ranks()).min();
        let (files, ranks) = (files.unwrap_or(0), ranks.unwrap_or(0));
        // Distances in the box: less than nine, as those from the king.
        let pushed = self.units.iter().map(|unit| unit.moved(-files, -ranks));
        (pushed.collect(), (-files, -ranks))
    }

    /// The numbers under which problems are found that differ in one piece on the board, mirrored, moved or neither:
    /// two such problems share one. What shares one differs perhaps in more. Equal in every run; databases keep
    /// them.
    pub fn numbers(&self) -> Vec<u64> {
        if self.units.len() < LEAST {
            return Vec::new();
        }
        let side = 2 * u64::from(self.replies);
        let sum = |units: &mut dyn Iterator<Item = Unit>, salt: u64| {
            units.fold(salt, |sum, unit| sum.wrapping_add(unit.chance(salt)))
        };
        let one = sum(&mut self.units.iter().copied(), side);
        let other = sum(&mut self.units.iter().map(|unit| unit.mirror()), side);
        let mut numbers = vec![one.min(other)];
        if self.units.len() > LEAST {
            numbers.extend(self.units.iter().map(|unit| {
                let one = one.wrapping_sub(unit.chance(side));
                one.min(other.wrapping_sub(unit.mirror().chance(side)))
            }));
        }
        if self.units.len() >= LEAST_WITHOUT_KING {
            let salt = side + 1;
            let [one, other] = [self.without_king().0, self.mirror().without_king().0];
            let one = sum(&mut one.into_iter(), salt);
            numbers.push(one.min(sum(&mut other.into_iter(), salt)));
        }
        numbers
    }
}

fn sorted(units: impl Iterator<Item = Unit>) -> Vec<Unit> {
    let mut units: Vec<Unit> = units.collect();
    units.sort_unstable();
    units
}
