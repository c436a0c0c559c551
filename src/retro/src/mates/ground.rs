//! The table that lengths outside its scope lean on, and where moves lead: into the scope or past it.

use super::interposed::Interposed;
use super::key::{LongKey, MOST_UNITS};
use super::pieces::{Border, Scope, Side};
use super::play::{
    any_arrival, any_direct_reply, droppable, has_direct_reply, interposing_squares,
};
use super::scan::Scan;
use super::table::Mates;
use crate::node::{Key, Node};
use crate::play::{Check, Reply};
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

impl<K: Key> Ground<'_, K> {
    /// The first node of the scope that the table lacks and a reply of a [stage](stages) leads to.
    pub fn holding_reply(
        &self,
        border: &Border<'_>,
        q: &Node,
        scan: &Scan,
        stage: u8,
    ) -> Option<K> {
        let mut found = None;
        any_reply_of_stage(border, Side::Inside, q, scan, stage, &mut |next, _| {
            found = match next {
                Next::Inside(key) if self.table.value_of(key).is_none() => Some(key),
                _ => None,
            };
            found.is_some()
        });
        found
    }
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
    node.len() <= scope.units() && scope.has_room_for(node)
}

/// The node after a check, `None` for a dropped pawn that mates (打ち歩詰め).
pub fn after(node: &Node, check: &Check) -> Option<Node> {
    let q = check.apply(node);
    let is_legal = !check.is_pawn_drop() || has_direct_reply(&q, &Scan::of(&q));
    is_legal.then_some(q)
}

fn lead<K: Key>(side: Side, next: &Node) -> Next<K> {
    match side {
        Side::Inside => Next::Inside(next.canonical_key()),
        Side::Outside => Next::Outside(next.canonical_key()),
    }
}

/// How many stages there are of the replies to a check: direct ones, and interpositions on each square between.
pub fn stages(q: &Node, scan: &Scan) -> u8 {
    let squares = scan
        .sole_checker()
        .map_or(0, |checker| between(q.king(), checker.square()).count());
    1 + squares as u8
}

/// Calls `visit` with the node after every direct reply that leads to a side of the border, until it returns true;
/// says whether it did.
#[inline]
pub fn any_direct_reply_to(
    border: &Border<'_>,
    side: Side,
    q: &Node,
    scan: &Scan,
    mut visit: impl FnMut(&Node) -> bool,
) -> bool {
    border.may_reply_to(side)
        && any_direct_reply(q, scan, |reply| {
            let leads_to = match reply {
                Reply::King { captured: None, .. } => border.side(),
                Reply::King {
                    captured: Some(unit),
                    ..
                }
                | Reply::Capture { captured: unit, .. } => border.side_without(unit.kind()),
            };
            leads_to == side && visit(&reply.apply(q))
        })
}

/// Calls `visit` with the node after every reply of a [stage](stages) that leads to a side of the border, and what it
/// is, until it returns true; says whether it did.
pub fn any_reply_of_stage<K: Key>(
    border: &Border<'_>,
    side: Side,
    q: &Node,
    scan: &Scan,
    stage: u8,
    visit: &mut impl FnMut(Next<K>, &Node) -> bool,
) -> bool {
    if stage == 0 {
        return any_direct_reply_to(border, side, q, scan, |next| visit(lead(side, next), next));
    }
    let mut squares = scan
        .sole_checker()
        .into_iter()
        .flat_map(|checker| interposing_squares(q.king(), checker));
    squares
        .nth(usize::from(stage) - 1)
        .is_some_and(|square| any_interposition_on(border, side, q, scan, square, visit))
}

/// Calls `visit` with the node after every reply until it returns true; says whether it did. Those that lead into the
/// scope come first, as a look tells of them; of either side direct ones do.
pub fn any_reply<K: Key>(
    scope: &Scope,
    q: &Node,
    scan: &Scan,
    visit: &mut impl FnMut(Next<K>, &Node) -> bool,
) -> bool {
    let border = Border::of(scope, q);
    let stages = stages(q, scan);
    [Side::Inside, Side::Outside].into_iter().any(|side| {
        (0..stages).any(|stage| any_reply_of_stage(&border, side, q, scan, stage, visit))
    })
}

/// Calls `visit` with the node after every interposition on a square that leads to a side of the border, until it
/// returns true; says whether it did.
fn any_interposition_on<K: Key>(
    border: &Border<'_>,
    side: Side,
    q: &Node,
    scan: &Scan,
    square: Square,
    visit: &mut impl FnMut(Next<K>, &Node) -> bool,
) -> bool {
    let moved = border.side() == side
        && any_arrival(q, scan, square, |before, after| {
            let mut next = *q;
            next.replace(before, after);
            visit(lead(side, &next), &next)
        });
    moved
        || border.may_drop_to(side)
            && droppable(q, square).any(|unit| {
                if border.side_with(unit.kind()) != side {
                    return false;
                }
                if q.len() == MOST_UNITS {
                    return visit(Next::TooMany, q);
                }
                let next = q.with(unit);
                visit(lead(side, &next), &next)
            })
}
