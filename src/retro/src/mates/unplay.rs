//! Moves taken back: the attacker's checks, and the defender's direct replies.

use super::pieces::{Scope, pieces};
use super::scan::{Scan, reached_from};
use crate::board::GEOMETRY;
use crate::grow::fits;
use crate::node::Node;
use crate::play::defender_arrivals;
use crate::unit::{FACES, Unit};
use shogi::{Color, Kind};

/// Calls `visit` with every attacker node from which a check leads to a defender node in check. `mated` says
/// that there is no reply at all, so that no pawn was dropped (打ち歩詰め).
pub fn each_before_check(q: &Node, mated: bool, mut visit: impl FnMut(&Node)) {
    let king = q.king();
    let occupied = q.occupied().with(king);
    let mut last = None;
    for &after in q.units() {
        if after.is_defender() || after.is_hand() || last == Some(after) {
            continue;
        }
        last = Some(after);
        let to = after.square();
        let rest = q.without(after);
        let mut quiet_or_not = |before: Unit| {
            if !fits(&rest, before) {
                return;
            }
            let p = rest.with(before);
            if Scan::of(&p).checkers == 0 {
                visit(&p);
            }
            each_uncapture(&p, after, &mut visit);
        };
        for from in reached_from(after, to, occupied) - occupied {
            quiet_or_not(after.at(from));
        }
        if after.is_promoted() {
            let plain = after.demote();
            for from in reached_from(plain, to, occupied) - occupied {
                let before = plain.at(from);
                if before.is_state() && GEOMETRY.promoting_to(before).has(to) {
                    quiet_or_not(before);
                }
            }
        } else if !(mated && after.kind() == Kind::Pawn) {
            let p = rest.with(Unit::in_hand(after.kind()));
            if Scan::of(&p).checkers == 0 {
                visit(&p);
            }
        }
    }
}

/// The same move with a capture on its square.
fn each_uncapture(p: &Node, after: Unit, visit: &mut impl FnMut(&Node)) {
    let mut last = None;
    for &hand in p.units() {
        if !hand.is_hand() || hand.is_defender() || last == Some(hand) {
            continue;
        }
        last = Some(hand);
        for promoted in [false, true] {
            let captured = Unit::on_board(hand.kind(), Color::White, promoted, after.square());
            let p = p.without(hand);
            if captured.is_state() && fits(&p, captured) {
                let p = p.with(captured);
                if Scan::of(&p).checkers == 0 {
                    visit(&p);
                }
            }
        }
    }
}

/// Calls `visit` with every defender node in check from which a direct reply leads to an attacker node.
pub fn each_before_reply(r: &Node, scope: &Scope, mut visit: impl FnMut(&Node)) {
    let occupied = r.occupied();
    let to = r.king();
    let material = pieces(r);
    let joins = |kind: Kind| scope.admits(material, kind);
    for king in GEOMETRY.around(to) - occupied {
        let mut q = *r;
        q.king = king;
        if Scan::of(&q).checkers > 0 {
            visit(&q);
        }
        for (kind, promoted) in FACES {
            if !joins(kind) {
                continue;
            }
            let captured = Unit::on_board(kind, Color::Black, promoted, to);
            if captured.is_state() && fits(&q, captured) {
                let q = q.with(captured);
                if Scan::of(&q).checkers > 0 {
                    visit(&q);
                }
            }
        }
    }
    let all = occupied.with(to);
    let mut last = None;
    for &after in r.units() {
        if !after.is_defender() || after.is_hand() || last == Some(after) {
            continue;
        }
        last = Some(after);
        let target = after.square();
        let rest = r.without(after);
        for (kind, promoted) in FACES {
            let captured = Unit::on_board(kind, Color::Black, promoted, target);
            if !joins(kind) || !captured.is_state() || !fits(&rest, captured) {
                continue;
            }
            let with_checker = rest.with(captured);
            let mut from = |before: Unit| {
                if before.is_state() && fits(&with_checker, before) {
                    let q = with_checker.with(before);
                    let scan = Scan::of(&q);
                    if scan.sole_checker() == Some(captured) {
                        visit(&q);
                    }
                }
            };
            for square in reached_from(after, target, all) - all {
                from(after.at(square));
            }
            if after.is_promoted() {
                let plain = after.demote();
                for square in reached_from(plain, target, all) - all {
                    let before = plain.at(square);
                    if defender_arrivals(before, target).any(|arrival| arrival == after) {
                        from(before);
                    }
                }
            }
        }
    }
}
