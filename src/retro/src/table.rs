//! The table of critical attacker nodes, and the index of their subsets.

use hashbrown::HashTable;
use rayon::prelude::*;

use super::codeset::CodeSet;
use super::memory::Memories;
use super::node::{Key, Node};
use super::unit::{STEP_CODES, Unit};
use shogi::Square;

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

#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Span<K: Copy> {
    key: K,
    start: u32,
    len: u16,
}

/// From a subset of a critical node to units that were left out, in ascending order.
struct Index<K: Copy> {
    spans: HashTable<Span<K>>,
    codes: Vec<u16>,
}

impl<K: Key> Index<K> {
    /// Builds the index of the pairs that `pairs` hands to its argument; it is run twice.
    fn build(pairs: impl Fn(&mut dyn FnMut(K, Unit))) -> Self {
        let mut spans: HashTable<Span<K>> = HashTable::new();
        pairs(&mut |key, _| {
            let rehash = |span: &Span<K>| { span.key }.mix();
            spans
                .entry(key.mix(), |span| { span.key } == key, rehash)
                .or_insert(Span {
                    key,
                    start: 0,
                    len: 0,
                })
                .get_mut()
                .start += 1;
        });
        let mut total = 0;
        for span in spans.iter_mut() {
            let count = span.start;
            span.start = total;
            total += count;
        }
        let mut codes = vec![0; total as usize];
        pairs(&mut |key, unit| {
            let span = spans
                .find_mut(key.mix(), |span| { span.key } == key)
                .expect("counted before");
            let place = span.start as usize + usize::from(span.len);
            // Equal pairs come often where several units were left out.
            if !codes[span.start as usize..place].contains(&unit.0) {
                codes[place] = unit.0;
                span.len += 1;
            }
        });
        let mut end = 0;
        for span in spans.iter_mut() {
            let start = span.start as usize;
            codes.copy_within(start..start + usize::from(span.len), end);
            span.start = end as u32;
            end += usize::from(span.len);
        }
        codes.truncate(end);
        codes.shrink_to_fit();
        spans.shrink_to_fit(|span| { span.key }.mix());
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

/// The index of some consecutive levels.
struct Run<K: Copy> {
    /// The lowest level in it; it goes up to the next run.
    from: u8,
    /// How many nodes it covers.
    nodes: usize,
    /// From a critical node of value 2 or more less one unit to that unit.
    one: Index<K>,
    /// From a critical node less one unit or two to those units, for subsets so small that two
    /// units can still join them.
    two: Index<K>,
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
    runs: Vec<Run<K>>,
    together: Option<Together>,
}

/// The most runs of a shard: every look-up asks them all.
const RUNS: usize = 4;

impl<K: Key> Shard<K> {
    /// Indexes the level just added, together with earlier levels that are not much larger, so
    /// that few runs exist and a node is indexed only a few times.
    fn index(&mut self, level: u8, mut nodes: usize, units: usize) {
        let mut from = level;
        while let Some(last) = self.runs.last() {
            if last.nodes > 2 * nodes && self.runs.len() < RUNS {
                break;
            }
            nodes += last.nodes;
            from = last.from;
            self.runs.pop();
        }
        let covered = |from: u8| {
            let entries = self.values.iter().filter(move |entry| entry.value >= from);
            entries.map(|entry| { entry.key }.unpack())
        };
        let one = Index::build(|pair| {
            for node in covered(from.max(2)) {
                for (i, &unit) in node.units().iter().enumerate() {
                    let mut rest = node;
                    rest.remove_at(i);
                    pair(K::pack(&rest), unit);
                }
            }
        });
        let two = Index::build(|pair| {
            for node in covered(from) {
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
        });
        self.runs.push(Run {
            from,
            nodes,
            one,
            two,
        });
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
    /// The most units of a node.
    units: usize,
    /// What solvers over this table left that are gone, for the next ones.
    pub(super) memories: Memories<K>,
}

impl<K: Key> Table<K> {
    /// An empty table for nodes of at most `units` units.
    pub fn new(units: usize) -> Self {
        Self {
            shards: (0..SHARDS)
                .map(|_| Shard {
                    values: HashTable::new(),
                    runs: Vec::new(),
                    together: (units >= TOGETHER_FROM).then(Together::new),
                })
                .collect(),
            levels: 0,
            units,
            memories: Memories::new(),
        }
    }

    /// Up to which value the table is complete.
    pub const fn levels(&self) -> u8 {
        self.levels
    }

    /// Adds the next level: all canonical critical attacker nodes of value `levels() + 1`, sorted.
    /// Only a table that nodes are grown with needs an `index`.
    pub fn add_level(&mut self, keys: &[K], index: bool) {
        let value = self.levels + 1;
        let units = self.units;
        let by_king = by_king(keys);
        self.shards
            .par_iter_mut()
            .zip(by_king)
            .for_each(|(shard, keys)| {
                let mut nodes = 0;
                for &key in keys {
                    let node = key.unpack();
                    let mut insert = |key: K, node: Node| {
                        let rehash = |entry: &Entry<K>| { entry.key }.mix();
                        shard
                            .values
                            .entry(key.mix(), |entry| { entry.key } == key, rehash)
                            .or_insert(Entry { key, value });
                        nodes += 1;
                        if index && let Some(together) = &mut shard.together {
                            together.add(&node, units);
                        }
                    };
                    insert(key, node);
                    if node.is_centre() {
                        let image = node.mirror();
                        insert(K::pack(&image), image);
                    }
                }
                if index && nodes > 0 {
                    shard.index(value, nodes, units);
                }
            });
        self.levels = value;
    }

    /// Frees the index, which only growing needs.
    pub fn drop_index(&mut self) {
        for shard in &mut self.shards {
            shard.runs = Vec::new();
            shard.together = None;
        }
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

    /// The units that complete a critical node together with units of `node` and at most `slots`
    /// units in all that `node` lacks. With one slot only nodes of value 2 or more are looked for.
    pub fn completions(&self, node: &Node, slots: usize, out: &mut CodeSet) {
        let right = node.is_right();
        let node = if right { *node } else { node.mirror() };
        let shard = &self.shards[node.king().index()];
        let mut take = |codes: &[u16]| {
            for &code in codes {
                let unit = Unit(code);
                out.insert(if right { unit } else { unit.mirror() });
            }
        };
        if slots > 2 {
            // Two units at least are there, so three only come to nodes of five.
            let together = shard
                .together
                .as_ref()
                .expect("a table of five units or more");
            for unit in together.alone.iter() {
                take(&[unit.0]);
            }
            for unit in node.units() {
                for other in together.others[unit.code()].iter() {
                    take(&[other.0]);
                }
            }
            return;
        }
        let mut look = |key: K| {
            for run in &shard.runs {
                let index = if slots == 1 { &run.one } else { &run.two };
                take(index.get(key));
            }
        };
        look(K::start(node.king()).close(0));
        each_subset::<K>(&node, look);
    }

    /// The size of the table in bytes.
    pub fn bytes(&self) -> usize {
        self.shards
            .iter()
            .map(|shard| {
                let runs = shard
                    .runs
                    .iter()
                    .map(|run| run.one.bytes() + run.two.bytes());
                shard.values.allocation_size() + runs.sum::<usize>()
            })
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
