//! What one look at a node with sliding pieces tells.

use crate::node::Node;
use crate::unit::Unit;
use shogi::{Bitboard, Kind, Square, attacks};

/// What stands where, and what the attacker attacks.
#[derive(Clone, Copy)]
pub struct Scan {
    /// Squares held by the attacker.
    pub attackers: Bitboard,
    /// Squares held by the defender, the king aside.
    pub defenders: Bitboard,
    /// Squares that the attacker attacks once the king is taken off the board: where it cannot step to.
    pub attacked: Bitboard,
    /// How many units give check.
    pub checkers: u8,
    /// One of those that give check, if any does.
    pub checker: Option<Unit>,
}

impl Scan {
    /// Looks at a node.
    #[inline]
    pub fn of(node: &Node) -> Self {
        let king = node.king();
        let mut scan = Self {
            attackers: Bitboard::EMPTY,
            defenders: Bitboard::EMPTY,
            attacked: Bitboard::EMPTY,
            checkers: 0,
            checker: None,
        };
        for unit in node.units() {
            if let Some(square) = unit.stands_on() {
                if unit.is_defender() {
                    scan.defenders |= Bitboard::of(square);
                } else {
                    scan.attackers |= Bitboard::of(square);
                }
            }
        }
        let occupied = scan.attackers | scan.defenders;
        for &unit in node.units() {
            if unit.is_defender() || unit.is_hand() {
                continue;
            }
            let attacked = reach(unit, occupied);
            scan.attacked |= attacked;
            if attacked.has(king) {
                scan.checkers += 1;
                scan.checker = Some(unit);
            }
        }
        scan
    }

    /// All squares where something stands, the king included.
    #[inline]
    pub const fn occupied(&self, king: Square) -> Bitboard {
        Bitboard::from_bits(self.attackers.bits() | self.defenders.bits()).with(king)
    }

    /// The squares the king can step to.
    #[inline]
    pub fn escapes(&self, king: Square) -> Bitboard {
        crate::board::GEOMETRY.around(king) - self.defenders - self.attacked
    }

    /// The only unit that gives check, if it is alone.
    #[inline]
    pub fn sole_checker(&self) -> Option<Unit> {
        if self.checkers == 1 {
            self.checker
        } else {
            None
        }
    }
}

/// The squares that a unit on the board attacks, up to the first of `occupied` on every line.
#[inline]
pub fn reach(unit: Unit, occupied: Bitboard) -> Bitboard {
    let piece = unit.piece().expect("a unit on the board");
    attacks::attacks(piece, unit.square(), occupied)
}

/// The squares from which a unit of this kind and side attacks `target`.
#[inline]
pub fn reached_from(unit: Unit, target: Square, occupied: Bitboard) -> Bitboard {
    let mut twin = unit.at(target).piece().expect("a unit on the board");
    twin.color = twin.color.flip();
    attacks::attacks(twin, target, occupied)
}

/// Whether a unit slides.
#[inline]
pub const fn slides(unit: Unit) -> bool {
    match unit.kind() {
        Kind::Rook | Kind::Bishop => true,
        Kind::Lance => !unit.is_promoted(),
        _ => false,
    }
}

/// The squares strictly between a sliding unit and the king, if nothing but what stands there keeps it from
/// giving check.
#[inline]
pub fn line_to(unit: Unit, king: Square) -> Option<Bitboard> {
    if !slides(unit) {
        return None;
    }
    let piece = unit.piece()?;
    let on_line = attacks::lines(piece.color, piece.kind, unit.square()).has(king);
    on_line.then(|| attacks::between(unit.square(), king))
}
