//! The table that lengths outside its scope lean on, and where moves lead: into the scope or past it.

use super::key::{LongKey, MOST_UNITS};
use super::pieces::{Scope, pieces};
use super::play::{
    any_arrival, any_direct_reply, droppable, has_direct_reply, interposing_squares,
};
use super::scan::Scan;
use super::table::Mates;
use crate::node::{Key, Node};
use crate::play::Check;

/// The table that closed sets and searches lean on.
pub struct Ground<'a, K: Key> {
    /// The mates found so far.
    pub table: &'a Mates<K>,
    /// Its scope.
    pub scope: &'a Scope,
}

/// What a reply leads to.
pub enum Next<K> {
    /// A node of the scope.
    Inside(K),
    /// Another node.
    Outside(LongKey),
    /// More units than a key holds.
    TooMany,
}

/// Whether the table of a scope tells about a node.
#[inline]
pub fn is_inside(scope: &Scope, node: &Node) -> bool {
    node.len() <= scope.units()
        && scope.contains(pieces(node))
        && !node.units().iter().any(|unit| unit.is_aside())
}

/// The node after a check, `None` for a dropped pawn that mates (打ち歩詰め).
pub fn after(node: &Node, check: &Check) -> Option<Node> {
    let q = check.apply(node);
    let is_legal = !check.is_pawn_drop() || has_direct_reply(&q, &Scan::of(&q));
    is_legal.then_some(q)
}

fn lead<K: Key>(scope: &Scope, next: &Node) -> Next<K> {
    if is_inside(scope, next) {
        Next::Inside(next.canonical_key())
    } else {
        Next::Outside(next.canonical_key())
    }
}

/// Calls `visit` with the node after every reply, direct ones first, until it returns true; says whether it did.
pub fn any_reply<K: Key>(
    scope: &Scope,
    q: &Node,
    scan: &Scan,
    visit: &mut impl FnMut(Next<K>) -> bool,
) -> bool {
    any_direct_reply(q, scan, |reply| visit(lead(scope, &reply.apply(q))))
        || any_interposition(scope, q, scan, visit)
}

/// Calls `visit` with the node after every interposition until it returns true; says whether it did.
fn any_interposition<K: Key>(
    scope: &Scope,
    q: &Node,
    scan: &Scan,
    visit: &mut impl FnMut(Next<K>) -> bool,
) -> bool {
    let Some(checker) = scan.sole_checker() else {
        return false;
    };
    for square in interposing_squares(q.king(), checker) {
        let moved = any_arrival(q, scan, square, |before, after| {
            let mut next = *q;
            next.replace(before, after);
            visit(lead(scope, &next))
        });
        let dropped = |unit| match q.len() {
            MOST_UNITS => Next::TooMany,
            _ => lead(scope, &q.with(unit)),
        };
        if moved || droppable(q, square).any(|unit| visit(dropped(unit))) {
            return true;
        }
    }
    false
}
