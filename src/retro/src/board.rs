//! Sets of squares and the attack tables of units.

use std::sync::LazyLock;

use super::unit::{CODES, KINDS, Unit};
use shogi::{Color, Kind, Piece, Square};

/// A set of squares: bit `i` is the square with index `i`.
pub type Squares = u128;

/// The set with one square.
#[inline]
pub const fn bit(square: usize) -> Squares {
    1 << square
}

/// The squares of a set in index order.
#[inline]
pub fn squares(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(square)
    })
}

/// What can be known about steps before any position is.
pub struct Geometry {
    /// The squares a unit attacks, by code; empty in hand.
    pub attacks: Box<[Squares; CODES]>,
    /// The squares next to a king, by the king's square.
    pub around: [Squares; 81],
    /// From where an attacker's piece (kind index, promoted) attacks a square.
    pub checks_from: [[[Squares; 81]; 2]; 4],
    /// The squares of each file, by square.
    pub file: [Squares; 81],
    /// The attacker's promotion zone, ranks a to c.
    pub attacker_zone: Squares,
    /// The defender's promotion zone, ranks g to i.
    pub defender_zone: Squares,
}

/// The one table of its kind.
pub static GEOMETRY: LazyLock<Geometry> = LazyLock::new(Geometry::new);

fn step_set(piece: Piece, from: usize) -> Squares {
    piece
        .step_targets(Square::from_index(from))
        .fold(0, |set, to| set | bit(to.index()))
}

impl Geometry {
    fn new() -> Self {
        let mut attacks = Box::new([0; CODES]);
        for code in 0..CODES {
            let unit = Unit(code as u16);
            if unit.is_state()
                && let Some(piece) = unit.piece()
            {
                attacks[code] = step_set(piece, unit.square());
            }
        }
        let king = Piece {
            color: Color::White,
            kind: Kind::King,
            promoted: false,
        };
        let rank_set = |ranks: std::ops::RangeInclusive<i8>| {
            Square::all()
                .filter(|square| ranks.contains(&square.rank()))
                .fold(0, |set, square| set | bit(square.index()))
        };
        Self {
            attacks,
            around: std::array::from_fn(|square| step_set(king, square)),
            checks_from: std::array::from_fn(|kind| {
                std::array::from_fn(|promoted| {
                    std::array::from_fn(|square| {
                        if promoted == 1 && !KINDS[kind].promotes() {
                            return 0;
                        }
                        // A piece attacks a square from where the other side's twin on that
                        // square would attack back.
                        let twin = Piece {
                            color: Color::White,
                            kind: KINDS[kind],
                            promoted: promoted == 1,
                        };
                        step_set(twin, square)
                    })
                })
            }),
            file: std::array::from_fn(|square| {
                let file = square / 9;
                (0..9).fold(0, |set, rank| set | bit(file * 9 + rank))
            }),
            attacker_zone: rank_set(1..=3),
            defender_zone: rank_set(7..=9),
        }
    }

    /// The squares on which an attacker's unit on the board may arrive promoting.
    #[inline]
    pub fn promoting_to(&self, unit: Unit) -> Squares {
        if unit.is_promoted() || unit.kind() == 0 {
            0
        } else if self.attacker_zone & bit(unit.square()) != 0 {
            !0
        } else {
            self.attacker_zone
        }
    }

    /// The squares a unit attacks.
    #[inline]
    pub fn attacks(&self, unit: Unit) -> Squares {
        self.attacks[unit.code() & (CODES - 1)]
    }
}
