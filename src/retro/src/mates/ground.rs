//! The table that lengths outside its scope lean on, and where moves lead: into the scope or past it.

use super::interposed::Interposed;
use super::key::{LongKey, MOST_UNITS};
use super::pieces::{Scope, pieces};
use super::play::{
    any_arrival, any_direct_reply, droppable, has_direct_reply, interposing_squares,
};
use super::scan::Scan;
use super::table::Mates;
use crate::node::{Key, Node};
use crate::play::Check;
use shogi::Square;
use shogi::attacks::between;
use system::monitor::Monitor;

/// The table that closed sets and searches lean on.
pub struct Ground<'a, K: Key> {
    /// The mates found so far.
    pub table: &'a Mates<K>,
    /// Defender nodes of the scope that interpositions save.
    pub interposed: &'a Interposed<K>,
    /// Its scope.
    pub scope: &'a Scope,
    /// Whether work goes on. What is found out after a stop is not to be used.
    pub monitor: &'a Monitor,
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

/// How many stages there are of the replies to a check: direct ones, and interpositions on each square between.
pub fn stages(q: &Node, scan: &Scan) -> u8 {
    let squares = scan
        .sole_checker()
        .map_or(0, |checker| between(q.king(), checker.square()).count());
    1 + squares as u8
}

/// Calls `visit` with the node after every reply of a [stage](stages), and what it is, until it returns true;
/// says whether it did.
pub fn any_reply_of_stage<K: Key>(
    scope: &Scope,
    q: &Node,
    scan: &Scan,
    stage: u8,
    visit: &mut impl FnMut(Next<K>, &Node) -> bool,
) -> bool {
    if stage == 0 {
        return any_direct_reply(q, scan, |reply| {
            let next = reply.apply(q);
            visit(lead(scope, &next), &next)
        });
    }
    let mut squares = scan
        .sole_checker()
        .into_iter()
        .flat_map(|checker| interposing_squares(q.king(), checker));
    squares
        .nth(usize::from(stage) - 1)
        .is_some_and(|square| any_interposition_on(scope, q, scan, square, visit))
}

/// Calls `visit` with the node after every reply, direct ones first, until it returns true; says whether it did.
pub fn any_reply<K: Key>(
    scope: &Scope,
    q: &Node,
    scan: &Scan,
    visit: &mut impl FnMut(Next<K>, &Node) -> bool,
) -> bool {
    (0..stages(q, scan)).any(|stage| any_reply_of_stage(scope, q, scan, stage, visit))
}

/// Calls `visit` with the node after every interposition on a square until it returns true; says whether it did.
fn any_interposition_on<K: Key>(
    scope: &Scope,
    q: &Node,
    scan: &Scan,
    square: Square,
    visit: &mut impl FnMut(Next<K>, &Node) -> bool,
) -> bool {
    let moved = any_arrival(q, scan, square, |before, after| {
        let mut next = *q;
        next.replace(before, after);
        visit(lead(scope, &next), &next)
    });
    moved
        || droppable(q, square).any(|unit| {
            if q.len() == MOST_UNITS {
                return visit(Next::TooMany, q);
            }
            let next = q.with(unit);
            visit(lead(scope, &next), &next)
        })
}
