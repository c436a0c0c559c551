//! All mates of a scope, level by level.

use std::io::{self, Write};

use hashbrown::HashSet;
use rayon::prelude::*;

use super::closed::Answer;
use super::ground::{Ground, stages};
use super::interposed::{Fate, Interposed};
use super::pieces::Scope;
use super::play::has_direct_reply;
use super::scan::Scan;
use super::seeds::{States, seeds};
use super::table::Mates;
use super::unplay::{each_before_check, each_before_reply, each_checker_farther};
use super::values::{Outside, Values};
use crate::monitor::{Monitor, Stopped};
use crate::node::{Key, Node};
use crate::saved::{read_bytes, read_keys, write_keys};
use crate::table::{by_king, kings};

/// The length in attacker's moves up to which nodes may wait.
const DEEPEST: u8 = 63;

/// The mates of a scope while they are found.
pub struct Levels<'a, K: Key> {
    scope: Scope,
    table: Mates<K>,
    interposed: Interposed<K>,
    /// Attacker nodes by length, starting with mates in one.
    attackers: Vec<Vec<K>>,
    shards: Vec<Shard<K>>,
    monitor: &'a Monitor,
    /// Whether there are no more mates.
    complete: bool,
}

/// What is left when all mates are found.
pub struct Found<K: Key> {
    /// What may be in play.
    pub scope: Scope,
    /// The lengths of all nodes.
    pub table: Mates<K>,
    /// Attacker nodes by length, starting with mates in one.
    pub attackers: Vec<Vec<K>>,
    /// The defender nodes that interpositions save.
    pub interposed: Interposed<K>,
    /// What is known outside the scope from questions about the nodes of each king.
    pub outside: Vec<Outside<K>>,
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

/// What a level brought about the nodes of one king.
struct Advanced<K> {
    /// The defender nodes of its value.
    mated: Vec<K>,
    /// Those of them that waited or were held until now.
    late: Vec<K>,
    /// Those that wait from now on.
    deferred: Vec<K>,
    /// Those that wait now.
    waiting: Vec<Waiting<K>>,
    /// The questions about nodes of its value that were held by something futile.
    released: Vec<usize>,
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
            interposed: Interposed::new(),
            attackers: Vec::new(),
            shards: shards.collect(),
            monitor,
            complete: false,
        }
    }

    /// Goes on from what was [saved](Self::save) of a scope; `None` if that is damaged.
    pub fn restore(scope: Scope, mut bytes: &[u8], monitor: &'a Monitor) -> Option<Self> {
        let mut levels = Self::start(scope, monitor);
        let [count, tried] = read_bytes(&mut bytes)?;
        for _ in 0..count {
            let level = read_keys(&mut bytes)?;
            levels.table.add_level(&level);
            levels.attackers.push(level);
        }
        for value in 0..tried {
            let late: Vec<K> = read_keys(&mut bytes)?;
            levels.interposed.note(late, Fate::Mates(value));
        }
        for mates in [false, true] {
            let waiting: Vec<K> = read_keys(&mut bytes)?;
            levels.interposed.note(waiting.iter().copied(), Fate::Holds);
            for (shard, keys) in levels.shards.iter_mut().zip(by_king(&waiting)) {
                let keys = keys.iter().map(|&key| Waiting { key, mates });
                shard.waiting.extend(keys);
            }
        }
        bytes.is_empty().then_some(levels)
    }

    /// Writes down the levels and what waits. Closed sets are looked for anew, so that what is complete takes
    /// another level to know that it is.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let levels = self.attackers.iter().rposition(|level| !level.is_empty());
        let levels = &self.attackers[..levels.map_or(0, |last| last + 1)];
        let tried = self.attackers.len() as u8;
        out.write_all(&[levels.len() as u8, tried])?;
        for level in levels {
            write_keys(out, level)?;
        }
        for value in 0..tried {
            write_keys(out, &self.interposed.mates_in(value))?;
        }
        let waiting = || self.shards.iter().flat_map(|shard| &shard.waiting);
        let mut mating: Vec<K> = waiting()
            .filter(|node| node.mates)
            .map(|node| node.key)
            .collect();
        mating.sort_unstable();
        let held = self
            .shards
            .iter()
            .flat_map(|shard| shard.outside.closed.held());
        let open = waiting().filter(|node| !node.mates).map(|node| node.key);
        let mut open: Vec<K> = open.chain(held).collect();
        open.sort_unstable();
        open.dedup();
        open.retain(|key| mating.binary_search(key).is_err());
        write_keys(out, &open)?;
        write_keys(out, &mating)
    }

    /// What is left when all is done.
    pub fn finish(mut self) -> Found<K> {
        while self.attackers.last().is_some_and(Vec::is_empty) {
            self.attackers.pop();
        }
        Found {
            scope: self.scope,
            table: self.table,
            attackers: self.attackers,
            interposed: self.interposed,
            outside: self.shards.into_iter().map(|shard| shard.outside).collect(),
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
            closed().map(|closed| closed.searched()).sum(),
            closed().map(|closed| closed.looked).sum(),
        ]
    }

    /// Whether all mates are found.
    pub const fn is_complete(&self) -> bool {
        self.complete
    }

    /// The next level. When it is stopped, what was found can be [saved](Self::save), and nothing else is to be done with
    /// it. It gives up at a length that no mate reaches, where nodes still wait.
    pub fn advance(&mut self) -> Result<(), Stopped> {
        let n = self.attackers.len() as u8;
        let plies = 2 * u16::from(n);
        if n > DEEPEST {
            let (positions, _) = self.waiting();
            return Err(Stopped::Undecided { positions, plies });
        }
        self.monitor
            .begin(&format!("{plies} plies: defender's replies taken back"), 0);
        let candidates = self.candidates(n)?;
        let waiting = self.shards.iter().map(|shard| shard.waiting.len());
        self.monitor.begin(
            &format!("{plies} plies: interpositions"),
            (candidates.len() + waiting.sum::<usize>()) as u64,
        );
        let ground = Ground {
            table: &self.table,
            interposed: &self.interposed,
            scope: &self.scope,
            monitor: self.monitor,
        };
        let monitor = self.monitor;
        let advanced: Vec<Advanced<K>> = self
            .shards
            .par_iter_mut()
            .zip(by_king(&candidates))
            .with_max_len(1)
            .map(|(shard, candidates)| shard.advance(&ground, candidates, n, monitor))
            .collect::<Result<_, Stopped>>()?;
        drop(candidates);
        let mated: Vec<&[K]> = advanced.iter().map(|shard| &shard.mated[..]).collect();
        let before = self.before_checks(&mated.concat(), n == 0)?;
        for (shard, advanced) in self.shards.iter_mut().zip(advanced) {
            shard.waiting = advanced.waiting;
            self.interposed.note(advanced.late, Fate::Mates(n));
            self.interposed.note(advanced.deferred, Fate::Holds);
            shard.outside.closed.release(&advanced.released);
        }
        self.attackers.push(self.table.add_level(&before));
        let ground = Ground {
            table: &self.table,
            interposed: &self.interposed,
            scope: &self.scope,
            monitor: self.monitor,
        };
        self.shards
            .par_iter_mut()
            .with_max_len(1)
            .for_each(|shard| shard.regard(&ground));
        // What relies on the new level is not known in full: it is asked about again when the run goes on.
        self.monitor.go_on()?;
        let is_still = self.attackers.last().is_some_and(Vec::is_empty);
        let waits = self.shards.iter().any(|shard| !shard.waiting.is_empty());
        self.complete = is_still && !waits;
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
                .flat_map_iter(|king| seeds::<K>(&self.scope, &states, king, self.monitor))
                .collect()
        } else {
            self.attackers[usize::from(n) - 1]
                .par_iter()
                .flat_map_iter(|key| {
                    let mut found: Vec<K> = Vec::new();
                    if self.monitor.go_on().is_err() {
                        return found;
                    }
                    each_before_reply(&key.unpack(), &self.scope, |q| {
                        found.push(q.canonical_key());
                    });
                    found
                })
                .collect()
        };
        candidates.par_sort_unstable();
        candidates.dedup();
        self.monitor.go_on()?;
        Ok(candidates)
    }

    /// The attacker nodes from which a check leads to one of some defender nodes.
    fn before_checks(&self, mated: &[K], at_once: bool) -> Result<Vec<K>, Stopped> {
        let mut found: Vec<K> = mated
            .par_iter()
            .flat_map_iter(|key| {
                let mut found: Vec<K> = Vec::new();
                if self.monitor.go_on().is_err() {
                    return found;
                }
                let q = key.unpack();
                let no_reply = at_once && !has_direct_reply(&q, &Scan::of(&q));
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
        self.monitor.go_on()?;
        Ok(found)
    }
}

/// From which value on it is asked first whether an interposition holds, and searched only then how long it lasts:
/// a long search costs more than a closed set.
const ASKED_FIRST: u8 = 3;

/// The most nodes that are gone through to find a closed set for a node of value `n` or more: short mates are
/// found sooner by their length, and the table is still thin.
fn most_asked(n: u8) -> usize {
    let doubled = 2 * u32::from(n.saturating_sub(1));
    (200 << doubled.min(10)).min(100_000)
}

impl<K: Key> Shard<K> {
    /// The nodes of value `n`, among candidates by their direct replies and those that wait.
    fn advance(
        &mut self,
        ground: &Ground<'_, K>,
        candidates: &[K],
        n: u8,
        monitor: &Monitor,
    ) -> Result<Advanced<K>, Stopped> {
        let mut advanced = Advanced {
            mated: Vec::new(),
            late: Vec::new(),
            deferred: Vec::new(),
            waiting: Vec::new(),
            released: Vec::new(),
        };
        let doubtful: Vec<(usize, K)> = self.outside.closed.doubtful().collect();
        self.release(ground, &doubtful, n, monitor, &mut advanced)?;
        for Waiting { key, mates } in self.waiting.clone() {
            monitor.go_on()?;
            monitor.advance(1);
            let q = key.unpack();
            if n < ASKED_FIRST && self.is_mated(ground, &q, n) {
                advanced.late.push(key);
                continue;
            }
            let answer = if mates {
                Answer::Mates
            } else {
                self.ask(ground, key, &q, n)
            };
            let is_sure = answer == Answer::Holds && self.is_held(ground, &q, n);
            if n >= ASKED_FIRST && !is_sure && self.is_mated(ground, &q, n) {
                advanced.late.push(key);
                if answer == Answer::Holds {
                    advanced.released.push(self.outside.closed.newest());
                }
            } else if answer != Answer::Holds {
                let mates = answer == Answer::Mates;
                advanced.waiting.push(Waiting { key, mates });
            }
        }
        for &key in candidates {
            monitor.go_on()?;
            monitor.advance(1);
            let q = key.unpack();
            let scan = Scan::of(&q);
            let mut values = Values::new(ground, &mut self.outside);
            if values.direct(&q, &scan, n) != Some(n) {
                continue;
            }
            if stages(&q, &scan) == 1 {
                advanced.mated.push(key);
                continue;
            }
            let answer = if n < ASKED_FIRST {
                Answer::Open
            } else {
                self.ask(ground, key, &q, n)
            };
            let is_sure = answer == Answer::Holds && self.is_held(ground, &q, n);
            let mut values = Values::new(ground, &mut self.outside);
            if !is_sure && values.interposed(&q, &scan, n, n).is_some() {
                advanced.mated.push(key);
                if answer == Answer::Holds {
                    advanced.released.push(self.outside.closed.newest());
                }
                continue;
            }
            advanced.deferred.push(key);
            if answer != Answer::Holds {
                let mates = answer == Answer::Mates;
                advanced.waiting.push(Waiting { key, mates });
            }
        }
        self.regard_nearer(ground, n, monitor, &mut advanced)?;
        advanced.mated.extend_from_slice(&advanced.late);
        monitor.go_on()?;
        Ok(advanced)
    }

    /// Asks whether a node of value `n` or more is held.
    fn ask(&mut self, ground: &Ground<'_, K>, key: K, q: &Node, n: u8) -> Answer {
        let answer = self.outside.closed.ask(ground, key, most_asked(n));
        if answer == Answer::Holds
            && Values::new(ground, &mut self.outside).may_be_futile(q, &Scan::of(q), n)
        {
            self.outside.closed.doubt_newest();
        }
        answer
    }

    /// Looks for nodes of value `n` among some that are held: what holds may be a futile interposition, after which
    /// the mate takes a move longer than it counts.
    fn release(
        &mut self,
        ground: &Ground<'_, K>,
        doubtful: &[(usize, K)],
        n: u8,
        monitor: &Monitor,
        advanced: &mut Advanced<K>,
    ) -> Result<(), Stopped> {
        for &(question, key) in doubtful {
            monitor.go_on()?;
            let q = key.unpack();
            if self.is_held(ground, &q, n) {
                continue;
            }
            if self.is_mated(ground, &q, n) {
                advanced.late.push(key);
                advanced.released.push(question);
            }
        }
        Ok(())
    }

    /// An interposition can become futile when the node mates in which the checker stands in its place. So those
    /// held nodes are looked at that lead to one of value `n` in this way.
    fn regard_nearer(
        &mut self,
        ground: &Ground<'_, K>,
        n: u8,
        monitor: &Monitor,
        advanced: &mut Advanced<K>,
    ) -> Result<(), Stopped> {
        let mut nearer = [&advanced.mated[..], &advanced.late[..]].concat();
        while !nearer.is_empty() {
            let mut farther: HashSet<K> = HashSet::new();
            for key in nearer {
                each_checker_farther(&key.unpack(), |q| {
                    farther.insert(q.canonical_key());
                });
            }
            let doubtful = self.outside.closed.doubt(|key| farther.contains(&key));
            let known = advanced.late.len();
            self.release(ground, &doubtful, n, monitor, advanced)?;
            nearer = advanced.late[known..].to_vec();
        }
        Ok(())
    }

    /// Whether a node is mated within `n` moves.
    fn is_mated(&mut self, ground: &Ground<'_, K>, q: &Node, n: u8) -> bool {
        let value = Values::new(ground, &mut self.outside).defender(q, n);
        value.is_some()
    }

    /// Whether a look tells that an interposition holds a node of value `n` or more, and that it is not futile.
    fn is_held(&mut self, ground: &Ground<'_, K>, q: &Node, n: u8) -> bool {
        Values::new(ground, &mut self.outside).is_held(q, &Scan::of(q), n)
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
