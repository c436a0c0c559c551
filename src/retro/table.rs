//! The table of critical attacker nodes, and the index of their subsets.

use hashbrown::HashTable;
use rayon::prelude::*;

use super::codeset::CodeSet;
use super::node::{Key, Node};
use super::unit::Unit;

/// The kings of canonical nodes: files 1 to 5.
pub const SHARDS: usize = 45;

#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Entry<K: Copy> {
    key: K,
    value: u8,
}

#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Span<K: Copy> {
    key: K,
    start: u32,
    len: u16,
}

/// From a subset of a critical node to the units that were left out.
struct Index<K: Copy> {
    spans: HashTable<Span<K>>,
    codes: Vec<u16>,
}

impl<K: Key> Index<K> {
    const fn new() -> Self {
        Self {
            spans: HashTable::new(),
            codes: Vec::new(),
        }
    }

    fn build(mut pairs: Vec<(K, u16)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let distinct = pairs.chunk_by(|a, b| a.0 == b.0).count();
        let mut spans = HashTable::with_capacity(distinct);
        let mut codes = Vec::with_capacity(pairs.len());
        for group in pairs.chunk_by(|a, b| a.0 == b.0) {
            let span = Span {
                key: group[0].0,
                start: codes.len() as u32,
                len: group.len() as u16,
            };
            codes.extend(group.iter().map(|pair| pair.1));
            spans.insert_unique(span.key.mix(), span, |span| { span.key }.mix());
        }
        Self { spans, codes }
    }

    fn get(&self, key: K) -> &[u16] {
        match self.spans.find(key.mix(), |span| { span.key } == key) {
            Some(span) => &self.codes[span.start as usize..][..span.len as usize],
            None => &[],
        }
    }

    fn bytes(&self) -> usize {
        self.spans.allocation_size() + self.codes.capacity() * 2
    }
}

struct Shard<K: Copy> {
    values: HashTable<Entry<K>>,
    /// From a critical node less one unit to that unit.
    one: Index<K>,
    /// From a critical node less two units or more to those units.
    more: Index<K>,
}

/// The critical attacker nodes of all complete levels with their values.
///
/// A node is *critical* when every unit taken away alone changes its value. Any node's value is
/// the value of one of its critical subsets (take units away one at a time while the value stays),
/// so this table bounds the values of all nodes.
pub struct Table<K: Key> {
    shards: Vec<Shard<K>>,
    levels: u8,
    /// The most units by which an indexed node may exceed the subset it is looked up by.
    reach: usize,
}

impl<K: Key> Table<K> {
    /// An empty table for nodes of at most `units` units.
    pub fn new(units: usize) -> Self {
        Self {
            shards: (0..SHARDS)
                .map(|_| Shard {
                    values: HashTable::new(),
                    one: Index::new(),
                    more: Index::new(),
                })
                .collect(),
            levels: 0,
            reach: units.saturating_sub(1),
        }
    }

    /// Up to which value the table is complete.
    pub const fn levels(&self) -> u8 {
        self.levels
    }

    /// Adds the next level: all canonical critical attacker nodes of value `levels() + 1`.
    pub fn add_level(&mut self, keys: &[K]) {
        let value = self.levels + 1;
        for &key in keys {
            let node = key.unpack();
            let values = &mut self.shards[node.king()].values;
            let mut insert = |key: K| {
                values
                    .entry(
                        key.mix(),
                        |entry| { entry.key } == key,
                        |entry| { entry.key }.mix(),
                    )
                    .or_insert(Entry { key, value });
            };
            insert(key);
            if node.is_centre() {
                insert(K::pack(&node.mirror()));
            }
        }
        self.levels = value;
        let reach = self.reach;
        self.shards.par_iter_mut().for_each(|shard| {
            let nodes = || shard.values.iter().map(|entry| { entry.key }.unpack());
            let mut pairs = Vec::new();
            for node in nodes() {
                for i in 0..node.len() {
                    let mut rest = node;
                    rest.remove_at(i);
                    pairs.push((K::pack(&rest), node.units()[i].0));
                }
            }
            shard.one = Index::build(pairs);
            let mut pairs = Vec::new();
            for node in nodes() {
                for left_out in 0u32..1 << node.len() {
                    if !(2..=reach as u32).contains(&left_out.count_ones()) {
                        continue;
                    }
                    let mut rest = Node::new(node.king());
                    for (i, &unit) in node.units().iter().enumerate() {
                        if left_out & 1 << i == 0 {
                            rest.add(unit);
                        }
                    }
                    let key = K::pack(&rest);
                    for (i, &unit) in node.units().iter().enumerate() {
                        if left_out & 1 << i != 0 {
                            pairs.push((key, unit.0));
                        }
                    }
                }
            }
            shard.more = Index::build(pairs);
        });
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

    fn value_of_key(&self, king: usize, key: K) -> Option<u8> {
        self.shards[king]
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

    /// The units that complete a critical node together with units of `node` and at most `slots`
    /// units in all that `node` lacks.
    pub fn completions(&self, node: &Node, slots: usize, out: &mut CodeSet) {
        let right = node.is_right();
        let node = if right { *node } else { node.mirror() };
        let shard = &self.shards[node.king()];
        let mut take = |codes: &[u16]| {
            for &code in codes {
                let unit = Unit(code);
                out.insert(if right { unit } else { unit.mirror() });
            }
        };
        let mut look = |key: K| {
            take(shard.one.get(key));
            if slots > 1 {
                take(shard.more.get(key));
            }
        };
        look(K::start(node.king()).close(0));
        each_subset::<K>(&node, look);
    }

    /// The size of the table in bytes.
    pub fn bytes(&self) -> usize {
        self.shards
            .iter()
            .map(|shard| shard.values.allocation_size() + shard.one.bytes() + shard.more.bytes())
            .sum()
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
