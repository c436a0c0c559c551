//! All mates of a scope, level by level.

use std::io::{self, Write};

use rayon::prelude::*;

use super::ground::Ground;
use super::interposed::{Fate, Interposed};
use super::pieces::{Scope, pieces};
use super::play::has_direct_reply;
use super::scan::Scan;
use super::seeds::{States, seeds};
use super::shard::{Advanced, Shard, Waiting};
use super::table::Mates;
use super::unplay::{each_before_check, each_before_reply};
use super::values::Outside;
use crate::by_king::{by_king, kings};
use crate::node::Key;
use crate::phase::Phase;
use crate::saved::{read_bytes, read_keys, write_keys};
use system::largest_first;
use system::monitor::{Monitor, Stopped};

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
pub struct FoundMates<K: Key> {
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

impl<'a, K: Key> Levels<'a, K> {
    /// Starts with nothing.
    pub fn start(scope: Scope, monitor: &'a Monitor) -> Self {
        let shards = kings().map(|_| Shard::new());
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
        let scope = &levels.scope;
        let keys = |bytes: &mut &[u8]| read_keys(bytes, |node| scope.contains(pieces(node)));
        let [count, tried, counted] = read_bytes(&mut bytes)?;
        for _ in 0..count {
            let level = keys(&mut bytes)?;
            levels.table.add_level(&level);
            levels.attackers.push(level);
        }
        if let Some(counted) = counted.checked_sub(1) {
            levels.table.count_no_further(counted);
        }
        for value in 0..tried {
            let late: Vec<K> = keys(&mut bytes)?;
            levels.interposed.note(late, Fate::Mates(value));
        }
        for mates in [false, true] {
            let waiting: Vec<K> = keys(&mut bytes)?;
            levels.interposed.note(waiting.iter().copied(), Fate::Holds);
            for (shard, keys) in levels.shards.iter_mut().zip(by_king(&waiting)) {
                let keys = keys.iter().map(|&key| Waiting { key, mates });
                shard.waiting.extend(keys);
            }
        }
        let refuted: Vec<K> = keys(&mut bytes)?;
        levels.interposed.note(refuted.iter().copied(), Fate::Holds);
        for (shard, keys) in levels.shards.iter_mut().zip(by_king(&refuted)) {
            shard.refuted.extend(keys);
        }
        let crowded: Vec<K> = keys(&mut bytes)?;
        for key in crowded {
            let [n] = read_bytes(&mut bytes)?;
            levels.shards[key.king().index()].crowded.insert(key, n);
        }
        bytes.is_empty().then_some(levels)
    }

    /// Writes down the levels and what waits. Closed sets are looked for anew, so that what is complete takes
    /// another level to know that it is.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let counted = self.table.counted();
        let levels = match counted {
            // An empty level stands between the lengths that are counted and the others.
            Some(_) => self.attackers.len(),
            None => {
                let last = self.attackers.iter().rposition(|level| !level.is_empty());
                last.map_or(0, |last| last + 1)
            }
        };
        let levels = &self.attackers[..levels];
        let tried = self.attackers.len() as u8;
        let counted = counted.map_or(0, |counted| counted + 1);
        out.write_all(&[levels.len() as u8, tried, counted])?;
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
        write_keys(out, &mating)?;
        let refuted = self.shards.iter().flat_map(|shard| &shard.refuted);
        let mut refuted: Vec<K> = refuted.copied().collect();
        refuted.sort_unstable();
        write_keys(out, &refuted)?;
        let crowded = self.shards.iter().flat_map(|shard| &shard.crowded);
        let mut crowded: Vec<(K, u8)> = crowded.map(|(&key, &n)| (key, n)).collect();
        crowded.sort_unstable();
        let keys: Vec<K> = crowded.iter().map(|&(key, _)| key).collect();
        write_keys(out, &keys)?;
        let lengths: Vec<u8> = crowded.iter().map(|&(_, n)| n).collect();
        out.write_all(&lengths)
    }

    /// What is left when all is done.
    pub fn finish(mut self) -> FoundMates<K> {
        while self.attackers.last().is_some_and(Vec::is_empty) {
            self.attackers.pop();
        }
        FoundMates {
            scope: self.scope,
            table: self.table,
            attackers: self.attackers,
            interposed: self.interposed,
            outside: self.shards.into_iter().map(Shard::into_outside).collect(),
        }
    }

    /// How many attacker nodes mate in more moves than are counted.
    pub fn longer(&self) -> u64 {
        let counted = self.table.longest_counted();
        let levels = self.attackers.iter().skip(counted.into());
        levels.map(|level| level.len() as u64).sum()
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
    /// it. It gives up where nodes wait of which neither lengths nor a solver tell whether they mate.
    ///
    /// When only such nodes wait whose lengths [cannot be found](Shard::crowded), a solver tells which of them mate.
    /// What follows from that is [longer than is counted](Mates::counted).
    pub fn advance(&mut self) -> Result<(), Stopped> {
        let n = self.attackers.len() as u8;
        let plies = 2 * u16::from(n);
        let counted = self.table.counted().or_else(|| self.countable());
        if n > DEEPEST && (counted.is_none() || n == u8::MAX - 1) {
            return Err(self.undecided());
        }
        self.monitor.begin(Phase::DefenderReplies { plies }, 0);
        let candidates = self.candidates(n)?;
        let waiting = self.shards.iter().map(|shard| shard.waiting.len());
        self.monitor.begin(
            Phase::Interpositions { plies },
            (candidates.len() + waiting.sum::<usize>()) as u64,
        );
        let ground = Ground {
            table: &self.table,
            interposed: &self.interposed,
            scope: &self.scope,
            monitor: self.monitor,
        };
        let monitor = self.monitor;
        let is_still = self.is_still();
        let advanced = largest_first(
            self.shards.iter_mut().zip(by_king(&candidates)),
            |(shard, candidates)| candidates.len() + shard.waiting.len(),
            |(shard, candidates)| match counted {
                None => shard.advance(&ground, candidates, n, is_still, monitor),
                Some(_) => shard.advance_uncounted(&ground, candidates, n, monitor),
            },
        );
        let advanced: Vec<Advanced<K>> = advanced.into_iter().collect::<Result<_, Stopped>>()?;
        drop(candidates);
        let decides = |shard: &Advanced<K>| !shard.mated.is_empty() || !shard.waiting.is_empty();
        if let Some(counted) = counted
            && advanced.iter().any(decides)
        {
            self.table.count_no_further(counted);
        }
        let mated: Vec<&[K]> = advanced.iter().map(|shard| &shard.mated[..]).collect();
        let before = self.before_checks(&mated.concat(), n == 0)?;
        for (shard, advanced) in self.shards.iter_mut().zip(advanced) {
            shard.waiting = advanced.waiting;
            shard.refuted.extend(advanced.refuted);
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
        let is_still = self.is_still();
        let waits = self.shards.iter().any(|shard| !shard.waiting.is_empty());
        if is_still && waits && counted.is_some() {
            return Err(self.undecided());
        }
        self.complete = is_still && !waits;
        Ok(())
    }

    /// Whether the last level brought nothing.
    fn is_still(&self) -> bool {
        self.attackers.last().is_some_and(Vec::is_empty)
    }

    fn undecided(&self) -> Stopped {
        let (positions, _) = self.waiting();
        let plies = 2 * u16::from(self.table.longest());
        Stopped::Undecided { positions, plies }
    }

    /// Up to which length all lengths are known, when no mate is found any more and only such nodes wait whose
    /// lengths cannot be found; `None` before. A longer mate might be a shorter one by way of these.
    fn countable(&self) -> Option<u8> {
        if !self.is_still() {
            return None;
        }
        let waiting = self.shards.iter().flat_map(|shard| {
            let waiting = shard.waiting.iter();
            waiting.map(|node| shard.crowded.get(&node.key).copied())
        });
        let least: Option<Vec<u8>> = waiting.collect();
        Some(self.table.longest().min(least?.into_iter().min()?))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mates::key::ShortKey;
    use crate::unit::Pieces;

    const R1G1: Pieces = [1, 0, 0, 0, 0, 0, 1];

    fn saved(levels: &Levels<'_, ShortKey>) -> Vec<u8> {
        let mut bytes = Vec::new();
        levels.save(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn what_the_solver_refuted_is_saved() {
        let monitor = Monitor::default();
        let mut levels = Levels::<ShortKey>::start(Scope::new(&[R1G1]), &monitor);
        for _ in 0..3 {
            levels.advance().unwrap();
        }
        // No small family has such a node: one that closed sets hold becomes one.
        let held = |shard: &Shard<ShortKey>| shard.outside.closed.held().next();
        let (king, key) = levels
            .shards
            .iter()
            .map(held)
            .enumerate()
            .find_map(|(king, key)| Some((king, key?)))
            .unwrap();
        let shard = &mut levels.shards[king];
        shard.outside = Outside::new();
        shard.refuted.insert(key);
        let bytes = saved(&levels);
        let mut restored = Levels::restore(Scope::new(&[R1G1]), &bytes, &monitor).unwrap();
        assert_eq!(restored.interposed.fate(key), Some(Fate::Holds));
        assert!(restored.shards[king].refuted.iter().eq([&key]));
        assert!(
            restored.shards[king]
                .waiting
                .iter()
                .all(|waiting| waiting.key != key)
        );
        assert_eq!(saved(&restored), bytes);
        // Where a level is come to again, nobody asks about it.
        let ground = Ground {
            table: &restored.table,
            interposed: &restored.interposed,
            scope: &restored.scope,
            monitor: &monitor,
        };
        for n in 0..3 {
            let shard = &mut restored.shards[king];
            let advanced = shard.advance(&ground, &[key], n, false, &monitor).unwrap();
            let Advanced {
                mated,
                deferred,
                waiting,
                ..
            } = advanced;
            assert!(mated.is_empty() && deferred.is_empty());
            assert!(waiting.iter().all(|waiting| waiting.key != key));
        }
        while !restored.is_complete() {
            restored.advance().unwrap();
        }
        assert_eq!(restored.interposed.fate(key), Some(Fate::Holds));
    }
}
