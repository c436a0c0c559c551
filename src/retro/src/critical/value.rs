//! Exact mate lengths by forward search over nodes, helped by the table of critical nodes.
//!
//! Lengths count the attacker's moves: v(p) at an attacker node (mate in `2v − 1` plies), w(q) at a
//! defender node (0: mated).

use super::memory::{Bounds, MEMO, Memory};
use super::table::Table;
use crate::node::{Key, Node};
use crate::play::{Check, Reply, Scan, any_check, any_reply, mate_in_one};
use crate::unit::Unit;

/// Decides lengths; one per thread, all reading one [`Table`].
pub struct Solver<'a, K: Key> {
    table: &'a Table<K>,
    memo: Memory<K>,
}

impl<'a, K: Key> Solver<'a, K> {
    /// A solver over the levels that `table` has complete, with what earlier ones found out.
    pub fn new(table: &'a Table<K>) -> Self {
        Self {
            table,
            memo: table.memories.lend(),
        }
    }

    /// The table it reads.
    pub const fn table(&self) -> &'a Table<K> {
        self.table
    }

    /// Whether v(p) ≤ n. `p` must be legal (its king not in check).
    pub fn attacker_within(&mut self, p: &Node, n: u8) -> bool {
        if n == 0 {
            return false;
        }
        let key = K::pack(p);
        let place = key.mix() as usize & (MEMO - 1);
        let mut bounds = self.memo[place];
        let known = bounds.key == key;
        if known && bounds.high <= n {
            return true;
        }
        if known && bounds.low > n {
            return false;
        }
        let scan = Scan::of(p);
        if !known {
            if mate_in_one(p, &scan) {
                return true;
            }
            if n == 1 {
                return false;
            }
            bounds = Bounds {
                key,
                low: 2,
                high: u8::MAX,
            };
        }
        if !any_check(p, &scan, |_| true) {
            self.memo[place] = Bounds {
                low: u8::MAX,
                ..bounds
            };
            return false;
        }
        // A value is always that of a critical subset, so within the complete levels only those
        // values have to be tried.
        let complete = self.table.levels_at(p.king());
        let possible = self.table.subset_values(p);
        for j in bounds.low..=n {
            if j <= complete && possible & 1 << j == 0 {
                continue;
            }
            if self.mates_within(p, &scan, j) {
                self.memo[place] = Bounds {
                    key,
                    low: j,
                    high: j,
                };
                return true;
            }
        }
        // The next value still possible.
        let low = (n + 1..=complete).find(|&j| possible & 1 << j != 0);
        self.memo[place] = Bounds {
            low: low.unwrap_or(complete.max(n) + 1),
            ..bounds
        };
        false
    }

    /// Whether some check of `p` reaches a defender node with w ≤ j − 1.
    pub fn mates_within(&mut self, p: &Node, scan: &Scan, j: u8) -> bool {
        any_check(p, scan, |check| self.check_within(p, &check, j - 1))
    }

    /// Whether the defender node after `check` has w ≤ n; a dropped pawn that mates does not count.
    pub fn check_within(&mut self, p: &Node, check: &Check, n: u8) -> bool {
        let q = check.apply(p);
        let scan = Scan::of(&q);
        let mut replies = false;
        let escapes = any_reply(&q, &scan, check.after, |reply| {
            replies = true;
            n == 0 || !self.attacker_within(&reply.apply(&q), n)
        });
        !escapes && (replies || !check.is_pawn_drop())
    }

    /// Whether w(q) ≤ n at a defender node in check by `checker` alone.
    pub fn defender_within(&mut self, q: &Node, checker: Unit, n: u8) -> bool {
        let scan = Scan::of(q);
        !any_reply(q, &scan, checker, |reply| {
            n == 0 || !self.attacker_within(&reply.apply(q), n)
        })
    }

    /// v(p), `None` where there is no mate; the table must be complete to the fixpoint.
    pub fn value(&mut self, p: &Node) -> Option<u8> {
        let longest = self.table.levels_at(p.king());
        if !self.attacker_within(p, longest) {
            return None;
        }
        (1..=longest).find(|&n| self.attacker_within(p, n))
    }

    /// w of the defender node after `check`, `None` where no mate follows; a dropped pawn that mates
    /// is none. The table must be complete to the fixpoint.
    pub fn check_value(&mut self, p: &Node, check: &Check) -> Option<u8> {
        let longest = self.table.levels_at(p.king());
        if !self.check_within(p, check, longest) {
            return None;
        }
        (0..=longest).find(|&n| self.check_within(p, check, n))
    }

    /// Whether v(p) = n exactly, for n one more than the complete levels at the most.
    pub fn attacker_is(&mut self, p: &Node, n: u8) -> bool {
        !self.attacker_within(p, n - 1) && {
            let scan = Scan::of(p);
            self.mates_within(p, &scan, n)
        }
    }

    /// Whether w(q) = n exactly.
    pub fn defender_is(&mut self, q: &Node, checker: Unit, n: u8) -> bool {
        self.defender_within(q, checker, n) && (n == 0 || !self.defender_within(q, checker, n - 1))
    }

    /// The replies of a defender node whose value exceeds n.
    pub fn replies_beyond(&mut self, q: &Node, checker: Unit, n: u8, out: &mut Vec<Reply>) {
        let scan = Scan::of(q);
        any_reply(q, &scan, checker, |reply| {
            if n == 0 || !self.attacker_within(&reply.apply(q), n) {
                out.push(reply);
            }
            false
        });
    }
}

impl<K: Key> Drop for Solver<'_, K> {
    /// The next solver over the table goes on with what this one knows.
    fn drop(&mut self) {
        let memo = std::mem::take(&mut self.memo);
        self.table.memories.spare().push(memo);
    }
}
