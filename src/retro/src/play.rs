//! Moves forwards: the attacker's checks and the defender's replies.
//!
//! Without sliding pieces every check is given by the piece that moves, no piece is ever pinned, a
//! check cannot be parried by interposing, and no attack depends on what stands between.

use super::board::{GEOMETRY, Geometry, Squares, bit, squares};
use super::node::Node;
use super::unit::{PAWN, Unit};
use shogi::Color;

/// What one pass over the units of a node tells.
#[derive(Clone, Copy)]
pub struct Scan {
    /// Squares held by the attacker.
    pub attackers: Squares,
    /// Squares held by the defender, the king aside.
    pub defenders: Squares,
    /// Squares the attacker attacks.
    pub attacked: Squares,
    /// Squares the attacker attacks with two units or more.
    pub attacked_twice: Squares,
    /// Squares the defender's units attack, the king aside.
    pub defended: Squares,
    /// Squares on files with an unpromoted pawn of the attacker (二歩).
    pub pawn_files: Squares,
}

impl Scan {
    /// Scans a node.
    #[inline]
    pub fn of(node: &Node) -> Self {
        let geometry: &Geometry = &GEOMETRY;
        let mut scan = Self {
            attackers: 0,
            defenders: 0,
            attacked: 0,
            attacked_twice: 0,
            defended: 0,
            pawn_files: 0,
        };
        for &unit in node.units() {
            if unit.is_hand() {
                continue;
            }
            let attacks = geometry.attacks(unit);
            if unit.is_defender() {
                scan.defenders |= bit(unit.square());
                scan.defended |= attacks;
            } else {
                scan.attackers |= bit(unit.square());
                scan.attacked_twice |= scan.attacked & attacks;
                scan.attacked |= attacks;
                if unit.is_attacker_pawn() {
                    scan.pawn_files |= geometry.file[unit.square()];
                }
            }
        }
        scan
    }

    /// The squares the attacker attacks without one of his units, which may be in hand.
    #[inline]
    fn attacked_without(&self, unit: Unit) -> Squares {
        self.attacked_twice | (self.attacked & !GEOMETRY.attacks(unit))
    }

    /// The squares the king can step to: next to it, not held by his own side, not attacked.
    #[inline]
    pub fn escapes(&self, king: usize) -> Squares {
        GEOMETRY.around[king] & !self.defenders & !self.attacked
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
        self.before.is_hand() && self.before.kind() == PAWN
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
    pub fn mates(&self, king: usize, scan: &Scan) -> bool {
        scan.defended & bit(self.after.square()) == 0 && self.escapes(king, scan) == 0
    }

    /// The squares the king can step to after the move; `scan` is of the node before it.
    #[inline]
    pub fn escapes(&self, king: usize, scan: &Scan) -> Squares {
        escapes_from(king, scan, scan.attacked_without(self.before), self.after)
    }
}

/// The squares the king can step to once `after` gives check and captures what stands on its
/// square; `others` are the squares that the attacker's other units attack.
#[inline]
pub fn escapes_from(king: usize, scan: &Scan, others: Squares, after: Unit) -> Squares {
    let attacked = others | GEOMETRY.attacks(after);
    let blocked = scan.defenders & !bit(after.square());
    GEOMETRY.around[king] & !attacked & !blocked
}

/// Whether no square is left to the king, see [`Check::escapes`].
#[inline]
pub fn leaves_no_escape(king: usize, scan: &Scan, others: Squares, after: Unit) -> bool {
    escapes_from(king, scan, others, after) == 0
}

/// The most squares next to a king that one checking unit covers: a gold below it covers four.
const MOST_COVERED: u32 = 4;

/// Whether an attacker node has a mate in one. The same as asking [`any_check`] for one that
/// [mates](Check::mates) and is no dropped pawn, but checks that the king or a unit captures, which
/// are most, are sorted out many at a time.
pub fn mate_in_one(node: &Node, scan: &Scan) -> bool {
    let geometry: &Geometry = &GEOMETRY;
    let king = node.king();
    let around = geometry.around[king];
    if (around & !scan.attacked & !scan.defenders).count_ones() > MOST_COVERED {
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
        let safe = !scan.defended & !scan.attackers & (others | !around);
        let from = &geometry.checks_from[kind];
        let mates = |targets: Squares, after: Unit| {
            squares(targets).any(|to| leaves_no_escape(king, scan, others, after.at(to)))
        };
        if unit.is_hand() {
            let after = Unit::on_board(kind, Color::Black, false, 0);
            if kind != PAWN && mates(from[0][king] & safe & !scan.defenders, after) {
                return true;
            }
            continue;
        }
        let reach = geometry.attacks(unit) & safe;
        let promoted = usize::from(unit.is_promoted());
        if mates(reach & from[promoted][king], unit)
            || reach & geometry.promoting_to(unit) & from[1][king] != 0
                && mates(
                    reach & geometry.promoting_to(unit) & from[1][king],
                    unit.promote(),
                )
        {
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
            let mut targets =
                geometry.checks_from[kind][0][king] & !scan.attackers & !scan.defenders;
            if kind == PAWN {
                targets &= !scan.pawn_files;
            }
            for to in squares(targets) {
                let after = Unit::on_board(kind, Color::Black, false, to);
                if visit(Check {
                    before: unit,
                    after,
                    captured: None,
                }) {
                    return true;
                }
            }
            continue;
        }
        let reach = geometry.attacks(unit) & !scan.attackers;
        let mut step = |targets: Squares, after: Unit| {
            for to in squares(targets) {
                let captured = if scan.defenders & bit(to) != 0 {
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
        let same = reach & geometry.checks_from[kind][usize::from(unit.is_promoted())][king];
        if step(same, unit) {
            return true;
        }
        let turned = reach & geometry.promoting_to(unit) & geometry.checks_from[kind][1][king];
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
        to: usize,
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
                next.king = to as u8;
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
pub fn defender_arrivals(before: Unit, to: usize) -> impl Iterator<Item = Unit> {
    let zone = GEOMETRY.defender_zone;
    let plain = before.at(to);
    let promotes =
        before.kind() != 0 && !before.is_promoted() && zone & (bit(to) | bit(before.square())) != 0;
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
    let target = bit(checker.square());
    if scan.defended & target != 0 {
        let mut last = None;
        for &unit in node.units() {
            if !unit.is_defender() || last == Some(unit) || geometry.attacks(unit) & target == 0 {
                continue;
            }
            last = Some(unit);
            for after in defender_arrivals(unit, checker.square()) {
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
    for to in squares(scan.escapes(node.king())) {
        let captured = if scan.attackers & bit(to) != 0 {
            node.at(to)
        } else {
            None
        };
        if visit(Reply::King { to, captured }) {
            return true;
        }
    }
    false
}

/// The only unit that gives check to the king, `Err` with their number otherwise.
pub fn sole_checker(node: &Node) -> Result<Unit, usize> {
    let king = bit(node.king());
    let mut checkers = node
        .units()
        .iter()
        .filter(|unit| !unit.is_defender() && GEOMETRY.attacks(**unit) & king != 0);
    match (checkers.next(), checkers.count()) {
        (None, _) => Err(0),
        (Some(&unit), 0) => Ok(unit),
        (Some(_), more) => Err(1 + more),
    }
}
