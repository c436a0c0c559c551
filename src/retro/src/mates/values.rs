//! Lengths of nodes while the table grows: from the table inside the scope, by a search forwards outside it.
//!
//! An interposed piece that the attacker takes is one unit more, so that the nodes after an interposition lie
//! outside the scope until a unit is lost. Lengths are those of the policy `traditional`, see
//! [`tsume::judge::futile`], in attacker's moves. All answers hold for good: lengths up to the levels of
//! the table are known exactly.

use std::cmp::Reverse;

use super::bounds::{Bound, Bounds};
use super::closed::{Closed, NodeOutcome};
use super::ground::{Ground, is_inside};
use super::interposed::Fate;
use super::key::{LongKey, MOST_UNITS};
use super::play::{
    any_arrival, any_check, any_direct_reply, checker_on, droppable, interposing_squares,
};
use super::scan::Scan;
use crate::node::{Key, Node};
use crate::play::Check;
use crate::unit::Unit;
use shogi::Square;

/// What was found out of nodes outside the scope, from questions about the nodes of one king.
pub struct Outside<K: Key> {
    /// Closed sets.
    pub closed: Closed<K>,
    bounds: Bounds,
    /// Whether a search met more units than a key holds: it does not know, then, that there is no mate so short.
    pub crowded: bool,
}

impl<K: Key> Outside<K> {
    /// Nothing was found out.
    pub fn new() -> Self {
        Self {
            closed: Closed::default(),
            bounds: Bounds::default(),
            crowded: false,
        }
    }

    /// How many nodes have bounds.
    pub fn bounds(&self) -> usize {
        self.bounds.len()
    }
}

impl<K: Key> Default for Outside<K> {
    fn default() -> Self {
        Self::new()
    }
}

/// Where a mate in so many moves or more is asked about, a closed set is looked for first. Right after an
/// interposition that leaves the scope, most nodes do not mate at all; further on most of those met do, and to
/// search for their length costs less.
#[derive(Clone, Copy)]
enum ClosedFrom {
    /// After an interposition in a node of the scope.
    Leaving = 2,
    /// Anywhere else outside.
    Outside = 8,
}

/// The most nodes that are gone through for it where a mate in so many moves is asked about: to search for a longer
/// one costs more.
const fn closed_within(most: u8) -> usize {
    let most = if most < 12 { most } else { 12 };
    16 << most
}

/// Reads lengths from the table and searches those outside of it.
pub struct Values<'a, K: Key> {
    ground: &'a Ground<'a, K>,
    outside: &'a mut Outside<K>,
}

impl<'a, K: Key> Values<'a, K> {
    /// Lengths by a table and what is known outside its scope.
    pub const fn new(ground: &'a Ground<'a, K>, outside: &'a mut Outside<K>) -> Self {
        Self { ground, outside }
    }

    /// The length of an attacker node if it mates within `most` moves, which the table has levels for.
    pub fn attacker(&mut self, node: &Node, most: u8) -> Option<u8> {
        self.attacker_from(node, most, ClosedFrom::Outside)
    }

    fn attacker_from(&mut self, node: &Node, most: u8, from: ClosedFrom) -> Option<u8> {
        if is_inside(self.ground.scope, node) {
            self.ground.table.value(node).filter(|&value| value <= most)
        } else {
            self.search(node, most, from)
        }
    }

    fn search(&mut self, node: &Node, most: u8, from: ClosedFrom) -> Option<u8> {
        if most == 0 {
            return None;
        }
        let key: LongKey = node.canonical_key();
        let low = match self.outside.bounds.get(key) {
            Some(Bound::Exact(value)) => return (value <= most).then_some(value),
            Some(Bound::MoreThan(low)) if low >= most => return None,
            Some(Bound::MoreThan(low)) => low,
            None => 0,
        };
        let closed = &mut self.outside.closed;
        if closed.holds(key) {
            return None;
        }
        // What was not found for a length is not looked for again before that has doubled.
        let is_due = most >= from as u8 && (low < from as u8 || most.is_power_of_two());
        if is_due && !closed.is_known_mate(key) {
            match closed.ask_attacker(self.ground, key, closed_within(most)) {
                NodeOutcome::Holds => return None,
                NodeOutcome::Mates | NodeOutcome::Open => {}
            }
        }
        let scan = Scan::of(node);
        let mut checks = Vec::new();
        any_check(node, &scan, |check| {
            checks.push(check);
            false
        });
        let was_crowded = std::mem::replace(&mut self.outside.crowded, false);
        let found = (low + 1..=most).find(|value| {
            checks
                .iter()
                .any(|check| self.check(node, check, value - 1).is_some())
        });
        if self.outside.crowded {
            return found;
        }
        self.outside.crowded = was_crowded;
        if let Some(value) = found {
            self.outside.bounds.insert(key, Bound::Exact(value));
            return found;
        }
        // That a node does not mate at once is found out again as fast as it would be looked up.
        if most > 1 {
            self.outside.bounds.insert(key, Bound::MoreThan(most));
        }
        None
    }

    /// The length after a check if it mates within `most` moves; a dropped pawn that mates does not.
    pub fn check(&mut self, node: &Node, check: &Check, most: u8) -> Option<u8> {
        let q = check.apply(node);
        let value = self.defender(&q, most)?;
        (value > 0 || !check.is_pawn_drop()).then_some(value)
    }

    /// The longest of the direct replies to a check, `None` if one of them is not mated within `most`.
    pub fn direct(&mut self, q: &Node, scan: &Scan, most: u8) -> Option<u8> {
        let mut longest = 0;
        let mut open: Vec<(u8, Node)> = Vec::new();
        let holds = any_direct_reply(q, scan, |reply| {
            let next = reply.apply(q);
            match self.known(&next) {
                Bound::Exact(value) => longest = longest.max(value),
                Bound::MoreThan(low) if low >= most => return true,
                Bound::MoreThan(low) => open.push((low, next)),
            }
            longest > most
        });
        if holds {
            return None;
        }
        // What lasted long is the most likely to last longer still.
        open.sort_by_key(|&(low, _)| Reverse(low));
        for (_, next) in open {
            longest = longest.max(self.search(&next, most, ClosedFrom::Outside)?);
        }
        Some(longest)
    }

    /// What a look tells of an attacker node.
    fn known(&self, node: &Node) -> Bound {
        if is_inside(self.ground.scope, node) {
            return match self.ground.table.value(node) {
                Some(value) => Bound::Exact(value),
                // More than the levels, and nobody asks for more.
                None => Bound::MoreThan(u8::MAX),
            };
        }
        let key: LongKey = node.canonical_key();
        match self.outside.bounds.get(key) {
            Some(bound @ Bound::Exact(_)) => bound,
            _ if self.outside.closed.holds(key) => Bound::MoreThan(u8::MAX),
            Some(bound) => bound,
            None => Bound::MoreThan(0),
        }
    }

    /// The length of a defender node in check if it is mated within `most` moves.
    pub fn defender(&mut self, q: &Node, most: u8) -> Option<u8> {
        let scan = Scan::of(q);
        let longest = self.direct(q, &scan, most)?;
        let levels = self.ground.table.levels();
        if longest < levels && is_inside(self.ground.scope, q) {
            // Looked at when the level of its longest direct reply was.
            match self.ground.interposed.fate(q.canonical_key()) {
                None => return Some(longest),
                Some(Fate::Mates(value)) => return (value <= most).then_some(value),
                Some(Fate::Holds) if most >= levels => {}
                Some(Fate::Holds) => return None,
            }
        }
        self.interposed(q, &scan, longest, most)
    }

    /// Whether it is known of an interposition that it holds, and is not futile where no other reply lasts longer
    /// than `most`.
    pub fn is_held(&mut self, q: &Node, scan: &Scan, most: u8) -> bool {
        let Some(checker) = scan.sole_checker() else {
            return false;
        };
        interposing_squares(q.king(), checker).any(|square| {
            let mut drops = droppable(q, square).filter(|_| q.len() < MOST_UNITS);
            let holds = drops.any(|unit| self.is_known_to_hold(&q.with(unit), most));
            if holds && !self.is_futile_drop(q, checker, square, most) {
                return true;
            }
            any_arrival(q, scan, square, |before, after| {
                let mut next = *q;
                next.replace(before, after);
                self.is_known_to_hold(&next, most)
                    && !self.is_futile_move(q, before, checker, square, most)
            })
        })
    }

    /// Whether something can be put in between that is futile where the longest reply that matters lasts `most`, or
    /// a unit can be moved there.
    pub fn may_be_futile(&mut self, q: &Node, scan: &Scan, most: u8) -> bool {
        let Some(checker) = scan.sole_checker() else {
            return false;
        };
        interposing_squares(q.king(), checker).any(|square| {
            any_arrival(q, scan, square, |_, _| true)
                || self.is_futile_drop(q, checker, square, most)
        })
    }

    /// Whether a look is enough to tell that an attacker node does not mate within `most` moves.
    fn is_known_to_hold(&self, node: &Node, most: u8) -> bool {
        match self.known(node) {
            Bound::Exact(value) => value > most,
            Bound::MoreThan(low) => low >= most,
        }
    }

    /// The length of a defender node whose longest direct reply is known, interpositions regarded.
    pub fn interposed(&mut self, q: &Node, scan: &Scan, mut longest: u8, most: u8) -> Option<u8> {
        let Some(checker) = scan.sole_checker() else {
            return Some(longest);
        };
        for square in interposing_squares(q.king(), checker) {
            let nearer = longest;
            let mut drops = droppable(q, square).peekable();
            if drops.peek().is_some() && !self.is_futile_drop(q, checker, square, nearer) {
                for dropped in drops {
                    longest = longest.max(self.interposition(q, None, dropped, most)?);
                }
            }
            let mut held = false;
            any_arrival(q, scan, square, |before, after| {
                if self.is_futile_move(q, before, checker, square, nearer) {
                    return false;
                }
                match self.interposition(q, Some(before), after, most) {
                    Some(value) => longest = longest.max(value),
                    None => held = true,
                }
                held
            });
            if held {
                return None;
            }
        }
        Some(longest)
    }

    /// The length after an interposition.
    fn interposition(
        &mut self,
        q: &Node,
        before: Option<Unit>,
        after: Unit,
        most: u8,
    ) -> Option<u8> {
        let next = match before {
            Some(before) => {
                let mut next = *q;
                next.replace(before, after);
                next
            }
            // What no key can hold is not known to mate.
            None if q.len() == MOST_UNITS => {
                self.outside.crowded = true;
                return None;
            }
            None => q.with(after),
        };
        let from = if is_inside(self.ground.scope, q) {
            ClosedFrom::Leaving
        } else {
            ClosedFrom::Outside
        };
        self.attacker_from(&next, most, from)
    }

    /// Whether a drop on a square between is futile where the longest reply that matters lasts `nearer`.
    pub fn is_futile_drop(&mut self, q: &Node, checker: Unit, square: Square, nearer: u8) -> bool {
        self.is_futile(q, checker, square, nearer)
    }

    /// Whether it is futile to move a unit there.
    pub fn is_futile_move(
        &mut self,
        q: &Node,
        before: Unit,
        checker: Unit,
        square: Square,
        nearer: u8,
    ) -> bool {
        let rest = q.without(before).with(Unit::aside(before.kind()));
        self.is_futile(&rest, checker, square, nearer)
    }

    /// Whether from the node without X, the checker standing on its square, the mate takes no longer than
    /// `longest`.
    fn is_futile(&mut self, rest: &Node, checker: Unit, square: Square, longest: u8) -> bool {
        checker_on(rest, checker, square).any(|without| self.defender(&without, longest).is_some())
    }
}
