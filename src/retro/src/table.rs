//! The table of critical attacker nodes, and the index of their subsets.

use hashbrown::HashTable;
use rayon::prelude::*;

use super::codeset::CodeSet;
use super::index::Index;
use super::memory::Memories;
use super::monitor::{Monitor, Stopped};
use super::node::{Key, Node};
use super::spill::{Shelf, Spill, Volume};
use super::unit::{STEP_CODES, Unit};
use shogi::Square;
use words::word;

/// How many squares the kings of canonical nodes stand on: files 1 to 5.
pub const SHARDS: usize = 45;

/// The squares of the kings of canonical nodes, in index order.
pub fn kings() -> impl Iterator<Item = Square> {
    Square::all().take(SHARDS)
}

#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Entry<K: Copy> {
    key: K,
    value: u8,
}

/// The index of some consecutive levels.
struct Run {
    /// The lowest level in it; it goes up to the next run.
    from: u8,
    /// How many nodes it covers.
    nodes: usize,
    /// From a critical node of value 2 or more less one unit to that unit.
    one: Index,
    /// From a critical node less one unit or two to those units, for subsets so small that two
    /// units can still join them.
    two: Index,
}

/// Which units stand in critical nodes together: a coarse index for nodes that three or more units
/// can still join. Such nodes are few, and exact sets for them would be the largest.
struct Together {
    /// By code: the other units of critical nodes with this one.
    others: Vec<CodeSet>,
    /// The units of critical nodes that may consist of joining units alone.
    alone: CodeSet,
}

impl Together {
    fn new() -> Self {
        Self {
            others: vec![CodeSet::EMPTY; STEP_CODES],
            alone: CodeSet::EMPTY,
        }
    }

    fn add(&mut self, node: &Node, units: usize) {
        for &unit in node.units() {
            if node.len() + 2 <= units {
                self.alone.insert(unit);
            }
            for &other in node.units() {
                self.others[unit.code()].insert(other);
            }
        }
    }
}

/// From how many units on three can be to come: no single unit mates, so two are there before.
const TOGETHER_FROM: usize = 5;

struct Shard<K: Copy> {
    values: HashTable<Entry<K>>,
    runs: Vec<Run>,
    together: Option<Together>,
}

/// The most runs of a shard: every look-up asks them all.
const RUNS: usize = 4;

impl<K: Key> Shard<K> {
    fn insert(&mut self, key: K, value: u8) {
        let rehash = |entry: &Entry<K>| { entry.key }.mix();
        self.values
            .entry(key.mix(), |entry| { entry.key } == key, rehash)
            .or_insert(Entry { key, value });
    }

    /// Indexes the levels added from `level` on, together with earlier levels that are not much larger, so
    /// that few runs exist and a node is indexed only a few times.
    fn index(
        &mut self,
        level: u8,
        mut nodes: usize,
        units: usize,
        shelf: &Shelf,
        monitor: &Monitor,
    ) -> Result<(), Stopped> {
        let mut from = level;
        let mut stay = self.runs.len();
        while let Some(last) = self.runs[..stay].last() {
            if last.nodes > 2 * nodes && stay < RUNS {
                break;
            }
            nodes += last.nodes;
            from = last.from;
            stay -= 1;
        }
        let covered = |from: u8| {
            let entries = self.values.iter().filter(move |entry| entry.value >= from);
            entries.map(|entry| { entry.key }.unpack())
        };
        let mut volume = Volume::default();
        let one = Index::build(shelf, &mut volume, |pair| {
            for node in covered(from.max(2)) {
                monitor.go_on()?;
                for (i, &unit) in node.units().iter().enumerate() {
                    let mut rest = node;
                    rest.remove_at(i);
                    pair(K::pack(&rest), unit);
                }
            }
            Ok(())
        })?;
        let two = Index::build(shelf, &mut volume, |pair| {
            for node in covered(from) {
                monitor.go_on()?;
                let all = node.units();
                for (i, &first) in all.iter().enumerate() {
                    let mut rest = node;
                    rest.remove_at(i);
                    if rest.len() + 2 <= units {
                        pair(K::pack(&rest), first);
                    }
                    for (j, &second) in all.iter().enumerate().skip(i + 1) {
                        let mut rest = rest;
                        rest.remove_at(j - 1);
                        let key = K::pack(&rest);
                        pair(key, first);
                        pair(key, second);
                    }
                }
            }
            Ok(())
        })?;
        // The earlier ones go only now: who is stopped before has lost nothing.
        self.runs.truncate(stay);
        self.runs.push(Run {
            from,
            nodes,
            one,
            two,
        });
        Ok(())
    }
}

/// The critical attacker nodes of all complete levels with their values.
///
/// A node is *critical* when every unit taken away alone changes its value. Any node's value is
/// the value of one of its critical subsets (take units away one at a time while the value stays),
/// so this table bounds the values of all nodes.
pub struct Table<K: Key> {
    shards: Vec<Shard<K>>,
    levels: u8,
    /// Up to which value it is indexed.
    indexed: u8,
    /// The most units of a node.
    units: usize,
    /// Where the index is kept.
    shelf: Shelf,
    /// What solvers over this table left that are gone, for the next ones.
    pub(super) memories: Memories<K>,
}

impl<K: Key> Table<K> {
    /// An empty table for nodes of at most `units` units, whose index may go into files.
    pub fn new(units: usize, spill: Option<Spill>) -> Self {
        Self {
            shards: (0..SHARDS)
                .map(|_| Shard {
                    values: HashTable::new(),
                    runs: Vec::new(),
                    together: (units >= TOGETHER_FROM).then(Together::new),
                })
                .collect(),
            levels: 0,
            indexed: 0,
            units,
            shelf: Shelf::new(spill),
            memories: Memories::new(),
        }
    }

    /// Up to which value the table is complete.
    pub const fn levels(&self) -> u8 {
        self.levels
    }

    /// Adds the next level: all canonical critical attacker nodes of value `levels() + 1`, sorted.
    pub fn add_level(&mut self, keys: &[K]) {
        let value = self.levels + 1;
        self.shards
            .par_iter_mut()
            .zip(by_king(keys))
            .for_each(|(shard, keys)| {
                for &key in keys {
                    let node = key.unpack();
                    shard.insert(key, value);
                    if node.is_centre() {
                        shard.insert(K::pack(&node.mirror()), value);
                    }
                }
            });
        self.levels = value;
    }

    /// Indexes what was added since the last call; nodes can only be grown with an index. `added` are the keys of
    /// all levels.
    ///
    /// # Errors
    /// If the monitor asks to stop; it can be called again.
    pub fn index(&mut self, added: &[Vec<K>], monitor: &Monitor) -> Result<(), Stopped> {
        let (indexed, units) = (self.indexed, self.units);
        if indexed == self.levels {
            return Ok(());
        }
        let mut new: Vec<Vec<&[K]>> = vec![Vec::new(); SHARDS];
        for level in &added[usize::from(indexed)..usize::from(self.levels)] {
            for (shard, keys) in new.iter_mut().zip(by_king(level)) {
                shard.push(keys);
            }
        }
        if new.iter().flatten().any(|keys| !keys.is_empty()) {
            monitor.begin(word!("index of the critical positions"), SHARDS as u64);
        }
        let shelf = &self.shelf;
        self.shards
            .par_iter_mut()
            .with_max_len(1)
            .zip(new)
            .try_for_each(|(shard, keys)| {
                let mut nodes = 0;
                for key in keys.into_iter().flatten() {
                    let node = key.unpack();
                    let images = [Some(node), node.is_centre().then(|| node.mirror())];
                    for node in images.into_iter().flatten() {
                        nodes += 1;
                        if let Some(together) = &mut shard.together {
                            together.add(&node, units);
                        }
                    }
                }
                if nodes > 0 {
                    shard.index(indexed + 1, nodes, units, shelf, monitor)?;
                }
                monitor.advance(1);
                Ok(())
            })?;
        self.indexed = self.levels;
        Ok(())
    }

    /// Frees the index, which only growing needs.
    pub fn drop_index(&mut self) {
        for shard in &mut self.shards {
            shard.runs = Vec::new();
            shard.together = None;
        }
        self.indexed = 0;
    }

    /// The value of a critical node, `None` if it is not in the table.
    pub fn critical_value(&self, node: &Node) -> Option<u8> {
        let node = if node.is_right() {
            *node
        } else {
            node.mirror()
        };
        self.value_of_key(node.king(), K::pack(&node))
    }

    fn value_of_key(&self, king: Square, key: K) -> Option<u8> {
        self.shards[king.index()]
            .values
            .find(key.mix(), |entry| { entry.key } == key)
            .map(|entry| entry.value)
    }

    /// The values of all critical subsets of a node: bit `n` for value `n`.
    pub fn subset_values(&self, node: &Node) -> u64 {
        let node = if node.is_right() {
            *node
        } else {
            node.mirror()
        };
        let mut found = 0;
        each_subset::<K>(&node, |key| {
            if let Some(value) = self.value_of_key(node.king(), key) {
                found |= 1 << value;
            }
        });
        found
    }

    /// `Err` once the index could not be read: what was grown since is worth nothing.
    #[inline]
    pub fn readable(&self) -> Result<(), Stopped> {
        self.shelf.readable()
    }

    /// How many bytes of the index are in memory.
    pub fn index_bytes(&self) -> u64 {
        self.shelf.held()
    }

    /// The units that complete a critical node together with units of `node` and at most `slots`
    /// units in all that `node` lacks. With one slot only nodes of value 2 or more are looked for.
    pub fn completions(&self, node: &Node, slots: usize, out: &mut CodeSet) {
        debug_assert_eq!(self.indexed, self.levels, "the index has every level");
        let right = node.is_right();
        let node = if right { *node } else { node.mirror() };
        let shard = &self.shards[node.king().index()];
        let mut take = |unit: Unit| out.insert(if right { unit } else { unit.mirror() });
        if slots > 2 {
            // Two units at least are there, so three only come to nodes of five.
            let together = shard
                .together
                .as_ref()
                .expect("a table of five units or more");
            for unit in together.alone.iter() {
                take(unit);
            }
            for unit in node.units() {
                for other in together.others[unit.code()].iter() {
                    take(other);
                }
            }
            return;
        }
        let mut look = |key: K| {
            for run in &shard.runs {
                let index = if slots == 1 { &run.one } else { &run.two };
                index.each_unit(key, &self.shelf, &mut take);
            }
        };
        look(K::start(node.king()).close(0));
        each_subset::<K>(&node, look);
    }
}

/// Calls `visit` with the key of every subset of a node's units but the empty one.
pub fn each_subset<K: Key>(node: &Node, mut visit: impl FnMut(K)) {
    fn descend<K: Key>(units: &[Unit], key: K, len: usize, visit: &mut impl FnMut(K)) {
        for (i, &unit) in units.iter().enumerate() {
            let key = key.push(unit);
            visit(key.close(len + 1));
            descend(&units[i + 1..], key, len + 1, visit);
        }
    }
    descend(node.units(), K::start(node.king()), 0, &mut visit);
}

/// The runs of sorted canonical keys by king.
pub fn by_king<K: Key>(keys: &[K]) -> Vec<&[K]> {
    kings()
        .map(|king| {
            let start = keys.partition_point(|key| key.unpack().king() < king);
            let end = keys.partition_point(|key| key.unpack().king() <= king);
            &keys[start..end]
        })
        .collect()
}
