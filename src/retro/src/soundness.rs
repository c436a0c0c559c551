//! Soundness of attacker nodes over the complete table: rule E, as composers mean it (完全作).
//!
//! A *step* is a check with promotion left aside: a unit, from where or from hand, to where. A step
//! *wins* if a mate of any length follows. A node of value n is *clean*
//!
//! - for n = 1 if some mating check leaves nothing in the attacker's hand;
//! - for n > 1 if exactly one step wins, and for some promotion choice of it that is a shortest mate
//!   some longest reply leads to a clean node.

use hashbrown::HashMap;

use super::node::{Key, Node};
use super::play::{Check, Reply, Scan, any_check, any_reply};
use super::table::Table;
use super::unit::Unit;
use super::value::Solver;

/// Whether two checks are the same step.
#[inline]
pub fn same_step(a: &Check, b: &Check) -> bool {
    a.before == b.before && a.after.square() == b.after.square()
}

/// Whether nothing is in the attacker's hand.
#[inline]
pub fn empty_hand(node: &Node) -> bool {
    node.units().iter().all(|unit| !unit.is_hand())
}

/// Whether `check` mates at once and leaves nothing in hand; `scan` is of the node before it.
pub fn ends_empty(p: &Node, scan: &Scan, check: &Check) -> bool {
    check.captured.is_none()
        && !check.is_pawn_drop()
        && p.units()
            .iter()
            .filter(|unit| unit.is_hand())
            .eq(check.before.is_hand().then_some(&check.before))
        && check.mates(p.king(), scan)
}

/// How many nodes the memory of one [`Soundness`] holds before it is cleared.
const MEMORY: usize = 1 << 18;

/// Decides soundness; one per thread.
pub struct Soundness<'a, K: Key> {
    /// Decides lengths.
    pub solver: Solver<'a, K>,
    longest: u8,
    clean: HashMap<K, bool>,
}

impl<'a, K: Key> Soundness<'a, K> {
    /// Soundness over a table that is complete to the fixpoint.
    pub fn new(table: &'a Table<K>) -> Self {
        Self {
            solver: Solver::new(table),
            longest: table.levels(),
            clean: HashMap::new(),
        }
    }

    /// The greatest value of all nodes.
    pub const fn longest(&self) -> u8 {
        self.longest
    }

    /// Whether an attacker node of value `n` is sound under rule E.
    pub fn clean(&mut self, p: &Node, n: u8) -> bool {
        if n == 1 {
            return ends_clean(p);
        }
        let key = p.canonical_key();
        if let Some(&clean) = self.clean.get(&key) {
            return clean;
        }
        let clean = self
            .only_step(p, n)
            .is_some_and(|shortest| shortest.iter().any(|check| self.goes_on_clean(p, check, n)));
        if self.clean.len() >= MEMORY {
            self.clean.clear();
        }
        self.clean.insert(key, clean);
        clean
    }

    /// Whether some longest reply to a shortest check of a node of value `n` leads to a clean node.
    fn goes_on_clean(&mut self, p: &Node, check: &Check, n: u8) -> bool {
        let q = check.apply(p);
        let scan = Scan::of(&q);
        any_reply(&q, &scan, check.after, |reply| {
            let r = reply.apply(&q);
            !self.solver.attacker_within(&r, n - 2) && self.clean(&r, n - 1)
        })
    }

    /// The shortest checks of a node of value `n` > 1, if only one step wins.
    pub fn only_step(&mut self, p: &Node, n: u8) -> Option<Vec<Check>> {
        let scan = Scan::of(p);
        let mut shortest: Vec<Check> = Vec::new();
        let mut others: Vec<Check> = Vec::new();
        let two = any_check(p, &scan, |check| {
            if !self.solver.check_within(p, &check, n - 1) {
                others.push(check);
                return false;
            }
            shortest.push(check);
            !same_step(&shortest[0], &check)
        });
        if two {
            return None;
        }
        let longest = self.longest;
        let cooked = others.iter().any(|check| {
            !same_step(&shortest[0], check) && self.solver.check_within(p, check, longest)
        });
        (!cooked).then_some(shortest)
    }

    /// A clean line from a clean node of value `n`: its attacker nodes with the checks, and the replies
    /// between them.
    pub fn clean_line(&mut self, p: &Node, n: u8) -> (Vec<(Node, Check)>, Vec<Reply>) {
        let mut checks = Vec::with_capacity(usize::from(n));
        let mut replies = Vec::with_capacity(usize::from(n));
        let mut p = *p;
        for value in (2..=n).rev() {
            let shortest = self.only_step(&p, value).unwrap_or_default();
            let mut next = None;
            let found = shortest.into_iter().find(|check| {
                let q = check.apply(&p);
                any_reply(&q, &Scan::of(&q), check.after, |reply| {
                    let r = reply.apply(&q);
                    let clean =
                        !self.solver.attacker_within(&r, value - 2) && self.clean(&r, value - 1);
                    if clean {
                        next = Some((reply, r));
                    }
                    clean
                })
            });
            let (check, (reply, r)) = found.zip(next).expect("the node is clean");
            checks.push((p, check));
            replies.push(reply);
            p = r;
        }
        let scan = Scan::of(&p);
        any_check(&p, &scan, |check| {
            let ends = ends_empty(&p, &scan, &check);
            if ends {
                checks.push((p, check));
            }
            ends
        });
        (checks, replies)
    }

    /// Whether `p` has the value `n` and is clean.
    pub fn is_clean(&mut self, p: &Node, n: u8) -> bool {
        self.solver.attacker_is(p, n) && self.clean(p, n)
    }

    /// Whether no unit of a clean node of value `n` can go to the defender's hand and leave a clean
    /// node of that value.
    pub fn is_irredundant(&mut self, p: &Node, n: u8) -> bool {
        let mut last: Option<Unit> = None;
        p.units()
            .iter()
            .all(|&unit| last.replace(unit) == Some(unit) || !self.is_clean(&p.without(unit), n))
    }
}

/// Whether a node has a mate in one that leaves nothing in hand.
pub fn ends_clean(p: &Node) -> bool {
    let scan = Scan::of(p);
    any_check(p, &scan, |check| ends_empty(p, &scan, &check))
}
