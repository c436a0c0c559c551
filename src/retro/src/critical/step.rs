//! Un-moving critical nodes: from a level's defender nodes to the next attacker nodes and from
//! those to their defender nodes.

use super::grow::Grower;
use super::touch::STATES;
use crate::board::{GEOMETRY, Geometry};
use crate::node::fits;
use crate::node::{Key, Node};
use crate::play::{Reply, defender_arrivals, sole_checker};
use crate::uncapture::each_uncapture;
use crate::unit::{STEP_KINDS, Unit};
use shogi::{Color, Kind, Square};

/// Grows all mated nodes with a king on `king`.
pub fn mates<K: Key>(grower: &mut Grower<'_, K>, king: Square) {
    grower.defender(&Node::new(king), None, 0, false);
}

/// The units from which the attacker's `after` can have come by a move on the board.
fn attacker_origins(node: &Node, after: Unit) -> Vec<Unit> {
    let geometry: &Geometry = &GEOMETRY;
    let to = after.square();
    let taken = node.occupied().with(node.king());
    let from = |promoted| geometry.checks_from(after.kind(), promoted, to) - taken;
    let mut origins: Vec<Unit> = from(after.is_promoted())
        .into_iter()
        .map(|square| after.at(square))
        .collect();
    if after.is_promoted() {
        let plain = from(false)
            .into_iter()
            .map(|square| after.demote().at(square));
        origins.extend(plain.filter(|origin| geometry.promoting_to(*origin).has(to)));
    }
    origins.retain(|origin| origin.is_state());
    origins
}

/// Calls `visit` with every attacker node from which a check that captures nothing leads to a defender
/// node of value `n` in single check, and with the checking unit before and after.
pub fn before_quiet_check(q: &Node, n: u8, mut visit: impl FnMut(&Node, Unit, Unit)) {
    let after = sole_checker(q).expect("the node is in single check");
    let king = q.king();
    let rest = q.without(after);
    // 打ち歩詰め
    let pawn_mates = n == 0 && after.kind() == Kind::Pawn;
    if !after.is_promoted() && !pawn_mates {
        let before = Unit::in_hand(after.kind());
        visit(&rest.with(before), before, after);
    }
    for before in attacker_origins(q, after) {
        if !GEOMETRY.attacks(before).has(king) && fits(&rest, before) {
            visit(&rest.with(before), before, after);
        }
    }
}

/// Un-moves a critical defender node of value `n` and grows the attacker nodes of value `n + 1`.
pub fn before_check<K: Key>(grower: &mut Grower<'_, K>, q: &Node, n: u8) {
    before_quiet_check(q, n, |p, before, after| {
        grower.attacker(p, before, after, n, false);
        if before.is_hand() {
            return;
        }
        each_uncapture(p, after.square(), |p| {
            grower.attacker(p, before, after, n, false)
        });
    });
}

/// Un-moves the defender's last reply of a critical attacker node of value `n` and grows the
/// defender nodes of that value with a king on `king`.
pub fn before_reply<K: Key>(grower: &mut Grower<'_, K>, r: &Node, king: Square, n: u8) {
    if king == r.king() {
        before_capture(grower, r, n);
    } else {
        before_king_move(grower, r, king, n);
    }
}

fn before_king_move<K: Key>(grower: &mut Grower<'_, K>, r: &Node, king: Square, n: u8) {
    if r.occupied().has(king) {
        return;
    }
    let to = r.king();
    let mut q = *r;
    q.king = king;
    grower.defender(&q, Some(&Reply::King { to, captured: None }), n, false);
    let material = r.material();
    for kind in STEP_KINDS {
        if !grower.scope.admits(material, kind) {
            continue;
        }
        for promoted in [false, true] {
            let unit = Unit::on_board(kind, Color::Black, promoted, to);
            if unit.is_state() && fits(&q, unit) {
                let main = Reply::King {
                    to,
                    captured: Some(unit),
                };
                grower.defender(&q.with(unit), Some(&main), n, false);
            }
        }
    }
}

/// The defender's units that can arrive as `after` from a free square.
fn defender_origins(node: &Node, after: Unit) -> Vec<Unit> {
    let geometry: &Geometry = &GEOMETRY;
    let to = after.square();
    let mut origins = Vec::new();
    for square in !node.occupied().with(node.king()) {
        for before in [after.at(square), after.demote().at(square)] {
            if before.is_state()
                && geometry.attacks(before).has(to)
                && !origins.contains(&before)
                && defender_arrivals(before, to).any(|arrival| arrival == after)
            {
                origins.push(before);
            }
        }
    }
    origins
}

fn before_capture<K: Key>(grower: &mut Grower<'_, K>, r: &Node, n: u8) {
    let material = r.material();
    let checkers = || STATES.attacking[r.king().index()].iter();
    let admitted: Vec<Unit> = checkers()
        .filter(|checker| grower.scope.admits(material, checker.kind()))
        .collect();
    let mut last = None;
    for &after in r.units() {
        if !after.is_defender() || last == Some(after) {
            continue;
        }
        last = Some(after);
        let rest = r.without(after);
        let checkers = admitted
            .iter()
            .filter(|checker| checker.is_on(after.square()));
        for &captured in checkers {
            for before in defender_origins(r, after) {
                if !fits(&rest, before) {
                    continue;
                }
                let q = rest.with(before);
                if fits(&q, captured) {
                    let main = Reply::Capture {
                        before,
                        after,
                        captured,
                    };
                    grower.defender(&q.with(captured), Some(&main), n, false);
                }
            }
        }
    }
    // The capturing unit may be one that hinders a shorter mate only, so that the core lacks it.
    for &captured in &admitted {
        if !fits(r, captured) {
            continue;
        }
        let with_checker = r.with(captured);
        let material = with_checker.material();
        for after in STATES.on[captured.square().index()].iter() {
            if !after.is_defender()
                || !grower.scope.admits(material, after.kind())
                || !fits(r, after)
            {
                continue;
            }
            let reached = r.with(after);
            if grower.scope.slots(material) == 1 && !grower.solver.attacker_is(&reached, n) {
                continue;
            }
            for before in defender_origins(&with_checker, after) {
                if fits(&with_checker, before) {
                    let main = Reply::Capture {
                        before,
                        after,
                        captured,
                    };
                    grower.defender(&with_checker.with(before), Some(&main), n, true);
                }
            }
        }
    }
}
