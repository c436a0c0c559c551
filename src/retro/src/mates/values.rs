//! Lengths of nodes while the table grows: from the table inside the scope, by a search forwards outside it.
//!
//! An interposed piece that the attacker takes is one unit more, so that the nodes after an interposition lie
//! outside the scope until a unit is lost. Lengths are those of the policy `traditional`, see
//! [`tsume::judge::futile`], in attacker's moves. All answers hold for good: lengths up to the levels of
//! the table are known exactly.

use std::cmp::Reverse;

use super::bounds::{Bound, Bounds};
use super::closed::{Closed, NodeOutcome};
use super::decided::Decided;
use super::ground::{Ground, any_direct_reply_to, is_inside, stages};
use super::interposed::Fate;
use super::key::{LongKey, MOST_UNITS};
use super::pieces::{Border, Side};
use super::play::{
    any_arrival, any_check, checker_on, droppable, has_direct_reply, interposing_squares,
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
    /// What is known of defender nodes of the scope at the level that is worked out.
    decided: Decided<K>,
    bounds: Bounds,
    /// Whether a search met more units than a key holds: it does not know, then, that there is no mate so short.
    pub crowded: bool,
}

impl<K: Key> Outside<K> {
    /// Nothing was found out.
    pub fn new() -> Self {
        Self {
            closed: Closed::default(),
            decided: Decided::default(),
            bounds: Bounds::default(),
            crowded: false,
        }
    }

    /// Frees what is known of a level alone.
    pub fn end_level(&mut self) {
        self.decided.forget();
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
        if is_inside(self.ground.scope, node) {
            self.ground.table.value(node).filter(|&value| value <= most)
        } else {
            self.search(node, most, ClosedFrom::Outside)
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
        let was_crowded = std::mem::replace(&mut self.outside.crowded, false);
        let found = self.shortest(node, low, most);
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

    /// The length of an attacker node that does not mate within `low` moves, but within `most`.
    fn shortest(&mut self, node: &Node, low: u8, most: u8) -> Option<u8> {
        let scan = Scan::of(node);
        if most == 1 {
            let mates = |check: Check| {
                let q = check.apply(node);
                !check.is_pawn_drop() && self.look_defender(&q, &Scan::of(&q), 0).is_some()
            };
            return any_check(node, &scan, mates).then_some(1);
        }
        let mut checks = Vec::new();
        any_check(node, &scan, |check| {
            let q = check.apply(node);
            checks.push((check.is_pawn_drop(), q, Scan::of(&q)));
            false
        });
        (low + 1..=most).find(|value| {
            checks.iter().any(|(is_pawn_drop, q, scan)| {
                // A dropped pawn does not mate at once.
                let left = self.look_defender(q, scan, value - 1);
                left.is_some_and(|left| left > 0 || !is_pawn_drop)
            })
        })
    }

    /// The longest of the direct replies to a check, `None` if one of them is not mated within `most`.
    pub fn direct(&mut self, q: &Node, scan: &Scan, most: u8) -> Option<u8> {
        if most == 0 {
            // Every reply lasts a move at least: no table need be asked.
            return (!has_direct_reply(q, scan)).then_some(0);
        }
        let border = Border::of(self.ground.scope, q);
        let mut longest = 0;
        // A look tells of those that lead into the scope, and most often one of them holds.
        let holds = any_direct_reply_to(&border, Side::Inside, q, scan, |next| {
            match self.ground.table.value(next) {
                Some(value) => longest = longest.max(value),
                // More than the levels, and nobody asks for more.
                None => return true,
            }
            longest > most
        });
        let mut open: Vec<(u8, Node)> = Vec::new();
        let holds = holds
            || any_direct_reply_to(&border, Side::Outside, q, scan, |next| {
                match self.known_outside(next) {
                    Bound::Exact(value) => longest = longest.max(value),
                    Bound::MoreThan(low) if low >= most => return true,
                    Bound::MoreThan(low) => open.push((low, *next)),
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
        self.known_outside(node)
    }

    /// The same of one outside the scope.
    fn known_outside(&self, node: &Node) -> Bound {
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
        let levels = self.ground.table.levels();
        if most == levels && is_inside(self.ground.scope, q) {
            self.decided(q.canonical_key(), |values| {
                values.look_defender(q, &Scan::of(q), most)
            })
        } else {
            self.look_defender(q, &Scan::of(q), most)
        }
    }

    /// The length of a defender node of the scope if it is mated within the levels of the table: what is known, or else
    /// what `look` finds.
    pub fn decided(&mut self, key: K, look: impl FnOnce(&mut Self) -> Option<u8>) -> Option<u8> {
        let levels = self.ground.table.levels();
        if levels == 0 {
            // It is found out again as fast as it would be looked up.
            return look(self);
        }
        if let Some(known) = self.outside.decided.get(levels, key) {
            return known;
        }
        let was_crowded = std::mem::replace(&mut self.outside.crowded, false);
        let found = look(self);
        if !self.outside.crowded {
            self.outside.crowded = was_crowded;
            self.outside.decided.insert(levels, key, found);
        }
        found
    }

    fn look_defender(&mut self, q: &Node, scan: &Scan, most: u8) -> Option<u8> {
        let longest = self.direct(q, scan, most)?;
        if stages(q, scan) == 1 {
            // Nothing can be put between.
            return Some(longest);
        }
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
        self.interposed(q, scan, longest, most)
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
        let border = Border::of(self.ground.scope, q);
        for square in interposing_squares(q.king(), checker) {
            let nearer = longest;
            let mut drops = droppable(q, square).peekable();
            if drops.peek().is_some() && !self.is_futile_drop(q, checker, square, nearer) {
                for dropped in drops {
                    longest = longest.max(self.drop(q, &border, dropped, most)?);
                }
            }
            let mut held = false;
            any_arrival(q, scan, square, |before, after| {
                if self.is_futile_move(q, before, checker, square, nearer) {
                    return false;
                }
                let mut next = *q;
                next.replace(before, after);
                match self.after_interposing(&next, border.side(), &border, most) {
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

    /// The length after a piece was dropped between.
    fn drop(&mut self, q: &Node, border: &Border<'_>, dropped: Unit, most: u8) -> Option<u8> {
        // What no key can hold is not known to mate.
        if q.len() == MOST_UNITS {
            self.outside.crowded = true;
            return None;
        }
        let side = border.side_with(dropped.kind());
        self.after_interposing(&q.with(dropped), side, border, most)
    }

    /// The length of the node on a side of the border that an interposition leads to.
    fn after_interposing(
        &mut self,
        next: &Node,
        side: Side,
        border: &Border<'_>,
        most: u8,
    ) -> Option<u8> {
        match (side, border.side()) {
            (Side::Inside, _) => self.ground.table.value(next).filter(|&value| value <= most),
            (Side::Outside, Side::Inside) => self.search(next, most, ClosedFrom::Leaving),
            (Side::Outside, Side::Outside) => self.search(next, most, ClosedFrom::Outside),
        }
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
