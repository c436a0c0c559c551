//! The attack tables of units.

use std::sync::LazyLock;

use super::unit::{CODES, FACES, Unit};
use shogi::{Bitboard, Color, Kind, Piece, Square, attacks};

/// What can be known about steps before any position is.
pub struct Geometry {
    /// The squares a unit attacks, by code; empty in hand.
    attacks: Box<[Bitboard; CODES]>,
    /// The squares next to a king, by the king's square.
    around: [Bitboard; Square::COUNT],
    /// From where an attacker's piece attacks a square, by kind, promotion and square.
    checks_from: [[[Bitboard; Square::COUNT]; 2]; 8],
    /// The squares of each file, by square.
    file: [Bitboard; Square::COUNT],
    /// The attacker's promotion zone, ranks a to c.
    attacker_zone: Bitboard,
    /// The defender's promotion zone, ranks g to i.
    pub defender_zone: Bitboard,
}

/// The one table of its kind.
pub static GEOMETRY: LazyLock<Geometry> = LazyLock::new(Geometry::new);

impl Geometry {
    fn new() -> Self {
        let mut attacked = Box::new([Bitboard::EMPTY; CODES]);
        for code in 0..CODES {
            let unit = Unit(code as u16);
            if unit.is_state()
                && let Some(piece) = unit.piece()
            {
                attacked[code] = attacks::steps(piece, unit.square());
            }
        }
        let mut checks_from = [[[Bitboard::EMPTY; Square::COUNT]; 2]; 8];
        for (kind, promoted) in FACES {
            // A piece attacks a square from where the other side's twin on that square would
            // attack back.
            let twin = Piece {
                color: Color::White,
                kind,
                promoted,
            };
            checks_from[kind as usize][usize::from(promoted)] =
                by_square(|square| attacks::steps(twin, square));
        }
        let king = Piece::plain(Color::White, Kind::King);
        let ranks = |ranks: std::ops::RangeInclusive<i8>| {
            Square::all()
                .filter(|square| ranks.contains(&square.rank()))
                .collect()
        };
        Self {
            attacks: attacked,
            around: by_square(|square| attacks::steps(king, square)),
            checks_from,
            file: by_square(|square| Bitboard::of(square).files()),
            attacker_zone: ranks(1..=3),
            defender_zone: ranks(7..=9),
        }
    }

    /// The squares next to a king.
    #[inline]
    pub const fn around(&self, king: Square) -> Bitboard {
        self.around[king.index()]
    }

    /// From where a piece of the attacker attacks a square.
    #[inline]
    pub const fn checks_from(&self, kind: Kind, promoted: bool, square: Square) -> Bitboard {
        self.checks_from[kind as usize][promoted as usize][square.index()]
    }

    /// The squares on the file of a square.
    #[inline]
    pub const fn file(&self, square: Square) -> Bitboard {
        self.file[square.index()]
    }

    /// The squares on which an attacker's unit on the board may arrive promoting.
    #[inline]
    pub fn promoting_to(&self, unit: Unit) -> Bitboard {
        if unit.is_promoted() || !unit.kind().promotes() {
            Bitboard::EMPTY
        } else if self.attacker_zone.has(unit.square()) {
            Bitboard::ALL
        } else {
            self.attacker_zone
        }
    }

    /// The squares a unit attacks.
    #[inline]
    pub const fn attacks(&self, unit: Unit) -> Bitboard {
        self.attacks[unit.code() & (CODES - 1)]
    }
}

fn by_square(set: impl Fn(Square) -> Bitboard) -> [Bitboard; Square::COUNT] {
    std::array::from_fn(|index| set(Square::from_index(index)))
}
