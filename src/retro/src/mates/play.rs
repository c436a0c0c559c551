//! Moves forwards: the attacker's checks, the defender's direct replies, and interpositions 合駒.

use super::pieces::pieces;
use super::scan::{Scan, line_to, reach, reached_from};
use crate::board::GEOMETRY;
use crate::node::Node;
use crate::play::{Check, Reply, any_king_move, defender_arrivals};
use crate::unit::{KINDS, Unit};
use shogi::attacks::between;
use shogi::{Bitboard, Color, Kind, Piece, Square, packed};

/// Calls `visit` with every check of an attacker node, in a fixed order, until it returns true; says whether
/// it did. Dropped pawns that would mate are among them.
pub fn any_check(node: &Node, scan: &Scan, mut visit: impl FnMut(Check) -> bool) -> bool {
    let king = node.king();
    let occupied = scan.occupied(king);
    let mut last = None;
    for &unit in node.units() {
        if unit.is_defender() || last == Some(unit) {
            continue;
        }
        last = Some(unit);
        if unit.is_hand() {
            let mut targets = reached_from(unit, king, occupied) - occupied;
            if unit.kind() == Kind::Pawn {
                targets -= attacker_pawn_files(node);
            }
            for to in targets {
                let after = unit.at(to);
                if after.is_state()
                    && visit(Check {
                        before: unit,
                        after,
                        captured: None,
                    })
                {
                    return true;
                }
            }
            continue;
        }
        let from = unit.square();
        let left = occupied.without(from);
        let targets = reach(unit, occupied) - scan.attackers;
        if targets.is_empty() {
            continue;
        }
        let screened = screened_line(node, from, occupied);
        let discovers = |to: Square| screened.is_some_and(|line| !line.has(to));
        let mut arrive = |targets: Bitboard, face: Unit| {
            let direct = reached_from(face, king, left);
            for to in targets {
                let after = face.at(to);
                if !after.is_state() || !(direct.has(to) || discovers(to)) {
                    continue;
                }
                let captured = if scan.defenders.has(to) {
                    node.at(to)
                } else {
                    None
                };
                if visit(Check {
                    before: unit,
                    after,
                    captured,
                }) {
                    return true;
                }
            }
            false
        };
        if arrive(targets, unit) || arrive(targets & GEOMETRY.promoting_to(unit), unit.promote()) {
            return true;
        }
    }
    false
}

/// The squares of the line of an attacker's slider to the king on which the unit on `from` is the only one:
/// leaving them it opens a check.
fn screened_line(node: &Node, from: Square, occupied: Bitboard) -> Option<Bitboard> {
    let king = node.king();
    let mut sliders = node
        .units()
        .iter()
        .filter(|unit| !unit.is_defender() && !unit.is_hand());
    sliders.find_map(|&slider| {
        let line = line_to(slider, king)?;
        (line & occupied == Bitboard::of(from)).then_some(line)
    })
}

fn attacker_pawn_files(node: &Node) -> Bitboard {
    let pawns = node.units().iter().filter(|unit| unit.is_attacker_pawn());
    pawns.fold(Bitboard::EMPTY, |files, pawn| {
        files | GEOMETRY.file(pawn.square())
    })
}

/// The defender's units that an attacker's slider pins.
fn pinned(node: &Node, scan: &Scan) -> Bitboard {
    let king = node.king();
    let occupied = scan.attackers | scan.defenders;
    let attackers = node
        .units()
        .iter()
        .filter(|unit| !unit.is_defender() && !unit.is_hand());
    let screens = attackers.filter_map(|&slider| {
        let screen = line_to(slider, king)? & occupied;
        (screen.count() == 1).then_some(screen & scan.defenders)
    });
    screens.fold(Bitboard::EMPTY, |pinned, screen| pinned | screen)
}

/// Calls `visit` with every direct reply of a defender node in check, captures of a lone checker first, until
/// it returns true; says whether it did.
pub fn any_direct_reply(node: &Node, scan: &Scan, mut visit: impl FnMut(Reply) -> bool) -> bool {
    if let Some(checker) = scan.sole_checker() {
        let captures = any_arrival(node, scan, checker.square(), |before, after| {
            visit(Reply::Capture {
                before,
                after,
                captured: checker,
            })
        });
        if captures {
            return true;
        }
    }
    any_king_move(node, scan.escapes(node.king()), scan.attackers, visit)
}

/// Whether a defender node in check has a direct reply.
pub fn has_direct_reply(node: &Node, scan: &Scan) -> bool {
    any_direct_reply(node, scan, |_| true)
}

/// Calls `visit` with every way in which a defender's unit that is not pinned arrives on a square, until it
/// returns true; says whether it did.
pub fn any_arrival(
    node: &Node,
    scan: &Scan,
    to: Square,
    mut visit: impl FnMut(Unit, Unit) -> bool,
) -> bool {
    if scan.defenders.is_empty() {
        return false;
    }
    let occupied = scan.occupied(node.king());
    let mut pins = None;
    let mut last = None;
    for &unit in node.units() {
        if !unit.is_defender()
            || unit.is_hand()
            || last == Some(unit)
            || !reach(unit, occupied).has(to)
        {
            continue;
        }
        last = Some(unit);
        if pins
            .get_or_insert_with(|| pinned(node, scan))
            .has(unit.square())
        {
            continue;
        }
        for after in defender_arrivals(unit, to) {
            if visit(unit, after) {
                return true;
            }
        }
    }
    false
}

/// The squares between a lone sliding checker and the king, from the king outwards.
pub fn interposing_squares(king: Square, checker: Unit) -> impl Iterator<Item = Square> {
    let mut squares = between(king, checker.square()).into_iter();
    let ascending = king < checker.square();
    let mut line = [None; 8];
    let mut count = 0;
    for square in &mut squares {
        line[count] = Some(square);
        count += 1;
    }
    (0..count).filter_map(move |i| line[if ascending { i } else { count - 1 - i }])
}

/// The defender's units that can be dropped on a free square between, by kind; what is dropped first is what
/// the attacker has least use of.
pub fn droppable(node: &Node, to: Square) -> impl Iterator<Item = Unit> {
    let material = pieces(node);
    let on_file = GEOMETRY.file(to);
    let has_pawn = node.units().iter().any(|unit| {
        unit.is_like(Unit::on_board(Kind::Pawn, Color::White, false, to))
            && unit.stands_on().is_some_and(|square| on_file.has(square))
    });
    DROPS.into_iter().filter_map(move |kind| {
        let is_there = material[packed::place(kind)] < kind.total();
        let may_stand = Piece::plain(Color::White, kind).may_stand(to);
        let allowed = kind != Kind::Pawn || !has_pawn;
        (is_there && may_stand && allowed).then(|| Unit::on_board(kind, Color::White, false, to))
    })
}

const DROPS: [Kind; KINDS.len()] = [
    Kind::Pawn,
    Kind::Lance,
    Kind::Knight,
    Kind::Silver,
    Kind::Gold,
    Kind::Bishop,
    Kind::Rook,
];

/// The nodes after the lone sliding checker has gone on to a free square between, promoted where it can be:
/// there it gives check in all of these.
pub fn checker_on(node: &Node, checker: Unit, to: Square) -> impl Iterator<Item = Node> {
    let king = node.king();
    let plain = checker.at(to);
    let turned = GEOMETRY
        .promoting_to(checker)
        .has(to)
        .then(|| plain.promote());
    let occupied = node.occupied().without(checker.square()).with(king);
    let node = *node;
    [plain.is_state().then_some(plain), turned]
        .into_iter()
        .flatten()
        .filter(move |&after| reach(after, occupied).has(king))
        .map(move |after| {
            let mut next = node;
            next.replace(checker, after);
            next
        })
}
