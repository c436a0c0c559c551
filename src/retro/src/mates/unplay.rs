//! Moves taken back: the attacker's checks, and the defender's direct replies.

use super::pieces::{Scope, pieces};
use super::scan::{Scan, line_to, reached_from};
use crate::board::GEOMETRY;
use crate::node::Node;
use crate::node::fits;
use crate::play::defender_arrivals;
use crate::uncapture::each_uncapture;
use crate::unit::{FACES, KINDS, Unit};
use shogi::{Bitboard, Color, Kind, packed};

/// The units from which a unit can have come by a move on the board, promoting or not, as far as its steps go.
fn origins(after: Unit, occupied: Bitboard) -> impl Iterator<Item = Unit> {
    let plain = after.is_promoted().then(|| after.demote());
    [Some(after), plain]
        .into_iter()
        .flatten()
        .flat_map(move |face| {
            let from = reached_from(face, after.square(), occupied) - occupied;
            from.into_iter().map(move |square| face.at(square))
        })
}

/// Calls `visit` with every attacker node from which a check leads to a defender node in check. `mated` says
/// that there is no reply at all, so that no pawn was dropped (打ち歩詰め).
pub fn each_before_check(q: &Node, mated: bool, mut visit: impl FnMut(&Node)) {
    let occupied = q.occupied().with(q.king());
    let mut visit = |p: &Node| {
        if Scan::of(p).checkers == 0 {
            visit(p);
        }
    };
    let mut last = None;
    for &after in q.units() {
        if after.is_defender() || after.is_hand() || last == Some(after) {
            continue;
        }
        last = Some(after);
        let to = after.square();
        let rest = q.without(after);
        for before in origins(after, occupied) {
            let turned = before.is_promoted() != after.is_promoted();
            if !before.is_state()
                || turned && !GEOMETRY.promoting_to(before).has(to)
                || !fits(&rest, before)
            {
                continue;
            }
            let p = rest.with(before);
            visit(&p);
            each_uncapture(&p, to, &mut visit);
        }
        if !(after.is_promoted() || mated && after.kind() == Kind::Pawn) {
            visit(&rest.with(Unit::in_hand(after.kind())));
        }
    }
}

/// Calls `visit` with every node whose lone checker, a sliding one, can go on to where the checker of a defender node
/// is, promoting or not.
pub fn each_checker_farther(q: &Node, mut visit: impl FnMut(&Node)) {
    let Some(after) = Scan::of(q).sole_checker() else {
        return;
    };
    let king = q.king();
    for before in origins(after, q.occupied().with(king)) {
        let on_line = line_to(before, king).is_some_and(|line| line.has(after.square()));
        let turned = before.is_promoted() != after.is_promoted();
        if !on_line || turned && !GEOMETRY.promoting_to(before).has(after.square()) {
            continue;
        }
        let mut farther = *q;
        farther.replace(after, before);
        visit(&farther);
    }
}

/// Calls `visit` with every defender node in check from which a direct reply leads to an attacker node.
pub fn each_before_reply(r: &Node, scope: &Scope, mut visit: impl FnMut(&Node)) {
    let occupied = r.occupied();
    let to = r.king();
    let material = pieces(r);
    let joining = KINDS.map(|kind| scope.admits(material, kind));
    let joins = |kind: Kind| joining[packed::place(kind)];
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
            for before in origins(after, all) {
                let turned = before.is_promoted() != after.is_promoted();
                if !before.is_state()
                    || turned && !defender_arrivals(before, target).any(|arrival| arrival == after)
                    || !fits(&with_checker, before)
                {
                    continue;
                }
                let q = with_checker.with(before);
                if Scan::of(&q).sole_checker() == Some(captured) {
                    visit(&q);
                }
            }
        }
    }
}
