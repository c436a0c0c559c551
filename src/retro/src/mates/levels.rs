//! All mates of a scope, level by level.

use rayon::prelude::*;

use super::closed::{Answer, Ground};
use super::pieces::Scope;
use super::play::has_direct_reply;
use super::scan::Scan;
use super::seeds::{States, seeds};
use super::table::Mates;
use super::unplay::{each_before_check, each_before_reply};
use super::values::{Outside, Values};
use crate::monitor::{Monitor, Stopped};
use crate::node::Key;
use crate::table::{by_king, kings};

/// The length in attacker's moves at which it is given up to wait.
const DEEPEST: u8 = 63;

/// The mates of a scope while they are found.
pub struct Levels<'a, K: Key> {
    scope: Scope,
    table: Mates<K>,
    /// Attacker nodes by length, starting with mates in one.
    attackers: Vec<Vec<K>>,
    shards: Vec<Shard<K>>,
    monitor: &'a Monitor,
    /// Whether there are no more mates.
    complete: bool,
}

/// What there is to know of the nodes of one king.
struct Shard<K: Key> {
    outside: Outside<K>,
    /// Defender nodes whose direct replies all mate, and that an interposition holds so far.
    waiting: Vec<Waiting<K>>,
}

/// A defender node that is not decided.
#[derive(Clone, Copy)]
struct Waiting<K> {
    key: K,
    /// Whether it is known to mate, only not in how many moves.
    mates: bool,
}

impl<'a, K: Key> Levels<'a, K> {
    /// Starts with nothing.
    pub fn start(scope: Scope, monitor: &'a Monitor) -> Self {
        let shards = kings().map(|_| Shard {
            outside: Outside::new(),
            waiting: Vec::new(),
        });
        Self {
            scope,
            table: Mates::new(),
            attackers: Vec::new(),
            shards: shards.collect(),
            monitor,
            complete: false,
        }
    }

    /// The mates found so far.
    pub const fn table(&self) -> &Mates<K> {
        &self.table
    }

    /// The attacker nodes by length.
    pub fn attackers(&self) -> &[Vec<K>] {
        &self.attackers
    }

    /// How many nodes wait, and how many of them are not known to mate.
    pub fn waiting(&self) -> (usize, usize) {
        let waiting = || self.shards.iter().flat_map(|shard| &shard.waiting);
        (
            waiting().count(),
            waiting().filter(|node| !node.mates).count(),
        )
    }

    /// How many nodes outside the scope have bounds, are in closed sets, were searched and looked at.
    pub fn outside(&self) -> [u64; 4] {
        let closed = || self.shards.iter().map(|shard| &shard.outside.closed);
        [
            self.shards
                .iter()
                .map(|shard| shard.outside.bounds() as u64)
                .sum(),
            closed().map(|closed| closed.count() as u64).sum(),
            closed().map(|closed| closed.searched).sum(),
            closed().map(|closed| closed.looked).sum(),
        ]
    }

    /// Whether all mates are found, but for what [`Levels::undecided`] hides.
    pub const fn is_complete(&self) -> bool {
        self.complete
    }

    /// The defender nodes of which a limit left open whether they mate: none, when all mates were found for
    /// certain.
    pub fn undecided(&self) -> impl Iterator<Item = K> {
        let waiting = self.shards.iter().flat_map(|shard| &shard.waiting);
        waiting.map(|node| node.key)
    }

    /// The next level. When it is stopped, what was found before stays, but nothing can be added any more.
    pub fn advance(&mut self) -> Result<(), Stopped> {
        let n = self.attackers.len() as u8;
        let candidates = self.candidates(n)?;
        let ground = Ground {
            table: &self.table,
            scope: &self.scope,
        };
        let monitor = self.monitor;
        let mated: Vec<Vec<K>> = self
            .shards
            .par_iter_mut()
            .zip(by_king(&candidates))
            .with_max_len(1)
            .map(|(shard, candidates)| shard.advance(&ground, candidates, n, monitor))
            .collect::<Result<_, Stopped>>()?;
        drop(candidates);
        let before = self.before_checks(&mated.concat(), n == 0)?;
        self.attackers.push(self.table.add_level(&before));
        let ground = Ground {
            table: &self.table,
            scope: &self.scope,
        };
        self.shards
            .par_iter_mut()
            .with_max_len(1)
            .for_each(|shard| shard.regard(&ground));
        let is_still = self.attackers.last().is_some_and(Vec::is_empty);
        let waits = self.shards.iter().any(|shard| !shard.waiting.is_empty());
        self.complete = is_still && !waits || n == DEEPEST;
        Ok(())
    }

    /// The defender nodes in check that can be of value `n` by their direct replies.
    fn candidates(&self, n: u8) -> Result<Vec<K>, Stopped> {
        let mut candidates: Vec<K> = if n == 0 {
            let states = States::of(&self.scope);
            let kings: Vec<_> = kings().collect();
            kings
                .into_par_iter()
                .with_max_len(1)
                .flat_map_iter(|king| seeds::<K>(&self.scope, &states, king))
                .collect()
        } else {
            self.attackers[usize::from(n) - 1]
                .par_iter()
                .flat_map_iter(|key| {
                    let mut found: Vec<K> = Vec::new();
                    each_before_reply(&key.unpack(), &self.scope, |q| {
                        found.push(q.canonical_key());
                    });
                    found
                })
                .collect()
        };
        candidates.par_sort_unstable();
        candidates.dedup();
        Ok(candidates)
    }

    /// The attacker nodes from which a check leads to one of some defender nodes.
    fn before_checks(&self, mated: &[K], at_once: bool) -> Result<Vec<K>, Stopped> {
        let mut found: Vec<K> = mated
            .par_iter()
            .flat_map_iter(|key| {
                let q = key.unpack();
                let no_reply = at_once && !has_direct_reply(&q, &Scan::of(&q));
                let mut found: Vec<K> = Vec::new();
                each_before_check(&q, no_reply, |p| {
                    let key = p.canonical_key();
                    if self.table.value_of(key).is_none() {
                        found.push(key);
                    }
                });
                found
            })
            .collect();
        found.par_sort_unstable();
        found.dedup();
        Ok(found)
    }
}

impl<K: Key> Shard<K> {
    /// The nodes of value `n`, among candidates by their direct replies and those that wait.
    fn advance(
        &mut self,
        ground: &Ground<'_, K>,
        candidates: &[K],
        n: u8,
        monitor: &Monitor,
    ) -> Result<Vec<K>, Stopped> {
        let mut mated = Vec::new();
        let mut waiting = Vec::new();
        let most = 200 << (n / 2).min(8);
        for node in std::mem::take(&mut self.waiting) {
            monitor.go_on()?;
            let mut values = Values::new(ground, &mut self.outside);
            if values.defender(&node.key.unpack(), n).is_some() {
                mated.push(node.key);
            } else if node.mates {
                waiting.push(node);
            } else {
                match self.outside.closed.ask(ground, node.key, most) {
                    Answer::Holds => {}
                    Answer::Mates => waiting.push(Waiting {
                        mates: true,
                        ..node
                    }),
                    Answer::Open => waiting.push(node),
                }
            }
        }
        for &key in candidates {
            monitor.go_on()?;
            let q = key.unpack();
            let scan = Scan::of(&q);
            let mut values = Values::new(ground, &mut self.outside);
            if values.direct(&q, &scan, n) != Some(n) {
                continue;
            }
            if values.interposed(&q, &scan, n, n).is_some() {
                mated.push(key);
            } else {
                waiting.push(Waiting { key, mates: false });
            }
        }
        self.waiting = waiting;
        Ok(mated)
    }

    /// Regards the mates that were added to the table.
    fn regard(&mut self, ground: &Ground<'_, K>) {
        let closed = &mut self.outside.closed;
        closed.regard(ground);
        let loose = closed.take_loose();
        self.waiting
            .extend(loose.map(|(key, mates)| Waiting { key, mates }));
    }
}
