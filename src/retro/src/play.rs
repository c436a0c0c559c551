//! Moves forwards: the attacker's checks and the defender's replies.
//!
//! Without sliding pieces every check is given by the piece that moves, no piece is ever pinned, a
//! check cannot be parried by interposing, and no attack depends on what stands between.

use super::board::{GEOMETRY, Geometry};
use super::node::Node;
use super::unit::Unit;
use shogi::{Bitboard, Kind, Square};

/// What one pass over the units of a node tells.
#[derive(Clone, Copy)]
pub struct Scan {
    /// Squares held by the attacker.
    pub attackers: Bitboard,
    /// Squares held by the defender, the king aside.
    pub defenders: Bitboard,
    /// Squares the attacker attacks.
    pub attacked: Bitboard,
    /// Squares the attacker attacks with two units or more.
    pub attacked_twice: Bitboard,
    /// Squares the defender's units attack, the king aside.
    pub defended: Bitboard,
    /// Squares on files with an unpromoted pawn of the attacker (二歩).
    pub pawn_files: Bitboard,
}

impl Scan {
    /// Scans a node.
    #[inline]
    pub fn of(node: &Node) -> Self {
        let geometry: &Geometry = &GEOMETRY;
        let mut scan = Self {
            attackers: Bitboard::EMPTY,
            defenders: Bitboard::EMPTY,
            attacked: Bitboard::EMPTY,
            attacked_twice: Bitboard::EMPTY,
            defended: Bitboard::EMPTY,
            pawn_files: Bitboard::EMPTY,
        };
        for &unit in node.units() {
            let Some(square) = unit.stands_on() else {
                continue;
            };
            let attacks = geometry.attacks(unit);
            if unit.is_defender() {
                scan.defenders |= Bitboard::of(square);
                scan.defended |= attacks;
            } else {
                scan.attackers |= Bitboard::of(square);
                scan.attacked_twice |= scan.attacked & attacks;
                scan.attacked |= attacks;
                if unit.is_attacker_pawn() {
                    scan.pawn_files |= geometry.file(square);
                }
            }
        }
        scan
    }

    /// The squares the attacker attacks without one of his units, which may be in hand.
    #[inline]
    fn attacked_without(&self, unit: Unit) -> Bitboard {
        self.attacked_twice | (self.attacked - GEOMETRY.attacks(unit))
    }

    /// The squares the king can step to: next to it, not held by his own side, not attacked.
    #[inline]
    pub fn escapes(&self, king: Square) -> Bitboard {
        GEOMETRY.around(king) - self.defenders - self.attacked
    }
}

/// A checking move of the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// The unit before the move, on the board or in hand.
    pub before: Unit,
    /// The unit after the move, which gives the check.
    pub after: Unit,
    /// The defender's unit captured, if any.
    pub captured: Option<Unit>,
}

impl Check {
    /// Whether a pawn is dropped: the one check that may not mate (打ち歩詰め).
    #[inline]
    pub const fn is_pawn_drop(&self) -> bool {
        self.before.is_hand() && matches!(self.before.kind(), Kind::Pawn)
    }

    /// Whether the move turns the unit over.
    pub const fn promotes(&self) -> bool {
        !self.before.is_promoted() && self.after.is_promoted()
    }

    /// Plays the move.
    #[inline]
    pub fn apply(&self, node: &Node) -> Node {
        let mut next = *node;
        if let Some(captured) = self.captured {
            next.replace(captured, Unit::in_hand(captured.kind()));
        }
        next.replace(self.before, self.after);
        next
    }

    /// Whether it mates at once; `scan` is of the node before the move. A dropped pawn that mates
    /// counts as mating here.
    #[inline]
    pub fn mates(&self, king: Square, scan: &Scan) -> bool {
        !scan.defended.has(self.after.square()) && self.escapes(king, scan).is_empty()
    }

    /// The squares the king can step to after the move; `scan` is of the node before it.
    #[inline]
    pub fn escapes(&self, king: Square, scan: &Scan) -> Bitboard {
        escapes_from(king, scan, scan.attacked_without(self.before), self.after)
    }
}

/// The squares the king can step to once `after` gives check and captures what stands on its
/// square; `others` are the squares that the attacker's other units attack.
#[inline]
pub fn escapes_from(king: Square, scan: &Scan, others: Bitboard, after: Unit) -> Bitboard {
    let attacked = others | GEOMETRY.attacks(after);
    let blocked = scan.defenders.without(after.square());
    GEOMETRY.around(king) - attacked - blocked
}

/// Whether no square is left to the king, see [`Check::escapes`].
#[inline]
pub fn leaves_no_escape(king: Square, scan: &Scan, others: Bitboard, after: Unit) -> bool {
    escapes_from(king, scan, others, after).is_empty()
}

/// The most squares next to a king that one checking unit covers: a gold below it covers four.
const MOST_COVERED: u32 = 4;

/// Whether an attacker node has a mate in one. The same as asking [`any_check`] for one that
/// [mates](Check::mates) and is no dropped pawn, but checks that the king or a unit captures, which
/// are most, are sorted out many at a time.
pub fn mate_in_one(node: &Node, scan: &Scan) -> bool {
    let geometry: &Geometry = &GEOMETRY;
    let king = node.king();
    let around = geometry.around(king);
    if scan.escapes(king).count() > MOST_COVERED {
        return false;
    }
    let mut last = None;
    for &unit in node.units() {
        if unit.is_defender() || last == Some(unit) {
            continue;
        }
        last = Some(unit);
        let kind = unit.kind();
        let others = scan.attacked_without(unit);
        let shunned = scan.defended | scan.attackers | (around - others);
        let from = |promoted| geometry.checks_from(kind, promoted, king) - shunned;
        let mates = |targets: Bitboard, after: Unit| {
            targets
                .into_iter()
                .any(|to| leaves_no_escape(king, scan, others, after.at(to)))
        };
        if unit.is_hand() {
            if kind != Kind::Pawn && mates(from(false) - scan.defenders, unit) {
                return true;
            }
            continue;
        }
        let reach = geometry.attacks(unit);
        if mates(reach & from(unit.is_promoted()), unit) {
            return true;
        }
        let turned = reach & geometry.promoting_to(unit);
        if !turned.is_empty() && mates(turned & from(true), unit.promote()) {
            return true;
        }
    }
    false
}

/// Calls `visit` with every check of an attacker node, in a fixed order, until it returns true;
/// says whether it did. Dropped pawns that would mate are among them.
#[inline]
pub fn any_check(node: &Node, scan: &Scan, mut visit: impl FnMut(Check) -> bool) -> bool {
    let geometry: &Geometry = &GEOMETRY;
    let king = node.king();
    let mut last = None;
    for &unit in node.units() {
        if unit.is_defender() || last == Some(unit) {
            continue;
        }
        last = Some(unit);
        let kind = unit.kind();
        if unit.is_hand() {
            let mut targets = geometry.checks_from(kind, false, king);
            targets -= scan.attackers | scan.defenders;
            if kind == Kind::Pawn {
                targets -= scan.pawn_files;
            }
            for to in targets {
                if visit(Check {
                    before: unit,
                    after: unit.at(to),
                    captured: None,
                }) {
                    return true;
                }
            }
            continue;
        }
        let reach = geometry.attacks(unit) - scan.attackers;
        let mut step = |targets: Bitboard, after: Unit| {
            for to in targets {
                let captured = if scan.defenders.has(to) {
                    node.at(to)
                } else {
                    None
                };
                if visit(Check {
                    before: unit,
                    after: after.at(to),
                    captured,
                }) {
                    return true;
                }
            }
            false
        };
        let same = reach & geometry.checks_from(kind, unit.is_promoted(), king);
        if step(same, unit) {
            return true;
        }
        let turned = reach & geometry.promoting_to(unit) & geometry.checks_from(kind, true, king);
        if step(turned, unit.promote()) {
            return true;
        }
    }
    false
}

/// A reply of the defender to a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The king steps to a square, capturing what stands there.
    King {
        /// The square.
        to: Square,
        /// The attacker's unit on it.
        captured: Option<Unit>,
    },
    /// A unit captures the checker.
    Capture {
        /// The unit before.
        before: Unit,
        /// The unit after.
        after: Unit,
        /// The checker.
        captured: Unit,
    },
}

impl Reply {
    /// Plays the reply.
    #[inline]
    pub fn apply(&self, node: &Node) -> Node {
        let mut next = *node;
        match *self {
            Self::King { to, captured } => {
                if let Some(captured) = captured {
                    next.remove(captured);
                }
                next.king = to;
            }
            Self::Capture {
                before,
                after,
                captured,
            } => {
                next.remove(captured);
                next.replace(before, after);
            }
        }
        next
    }
}

/// The states in which a defender's unit can arrive on `to`.
pub fn defender_arrivals(before: Unit, to: Square) -> impl Iterator<Item = Unit> {
    let zone = GEOMETRY.defender_zone;
    let plain = before.at(to);
    let promotes = before.kind().promotes()
        && !before.is_promoted()
        && (zone.has(to) || zone.has(before.square()));
    [
        plain.is_state().then_some(plain),
        promotes.then(|| plain.promote()),
    ]
    .into_iter()
    .flatten()
}

/// Calls `visit` with every reply of a defender node in check by exactly the unit `checker`, in a
/// fixed order (captures of the checker first), until it returns true; says whether it did.
#[inline]
pub fn any_reply(
    node: &Node,
    scan: &Scan,
    checker: Unit,
    mut visit: impl FnMut(Reply) -> bool,
) -> bool {
    let geometry: &Geometry = &GEOMETRY;
    let target = checker.square();
    if scan.defended.has(target) {
        let mut last = None;
        for &unit in node.units() {
            if !unit.is_defender() || last == Some(unit) || !geometry.attacks(unit).has(target) {
                continue;
            }
            last = Some(unit);
            for after in defender_arrivals(unit, target) {
                if visit(Reply::Capture {
                    before: unit,
                    after,
                    captured: checker,
                }) {
                    return true;
                }
            }
        }
    }
    any_king_move(node, scan.escapes(node.king()), scan.attackers, visit)
}

/// Calls `visit` with every king move to one of the squares, which the attacker holds in part, until it returns
/// true; says whether it did.
#[inline]
pub fn any_king_move(
    node: &Node,
    escapes: Bitboard,
    attackers: Bitboard,
    mut visit: impl FnMut(Reply) -> bool,
) -> bool {
    escapes.into_iter().any(|to| {
        let captured = if attackers.has(to) { node.at(to) } else { None };
        visit(Reply::King { to, captured })
    })
}

/// The only unit that gives check to the king, `Err` with their number otherwise.
pub fn sole_checker(node: &Node) -> Result<Unit, usize> {
    let king = node.king();
    let mut checkers = node
        .units()
        .iter()
        .filter(|unit| !unit.is_defender() && GEOMETRY.attacks(**unit).has(king));
    match (checkers.next(), checkers.count()) {
        (None, _) => Err(0),
        (Some(&unit), 0) => Ok(unit),
        (Some(_), more) => Err(1 + more),
    }
}
