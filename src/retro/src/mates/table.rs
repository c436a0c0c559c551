//! The table of all mates of a scope: every attacker node that mates, and its length.

use hashbrown::HashTable;
use rayon::prelude::*;

use crate::node::{Key, Node};
use crate::table::{SHARDS, by_king};

#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Entry<K: Copy> {
    key: K,
    value: u8,
}

/// The lengths of all attacker nodes that mate, in attacker's moves, by canonical key.
pub struct Mates<K: Key> {
    shards: Vec<HashTable<Entry<K>>>,
    levels: u8,
    longest: u8,
    counted: Option<u8>,
}

impl<K: Key> Mates<K> {
    /// An empty table.
    pub fn new() -> Self {
        Self {
            shards: (0..SHARDS).map(|_| HashTable::new()).collect(),
            levels: 0,
            longest: 0,
            counted: None,
        }
    }

    /// Up to which length in attacker's moves the table is complete.
    pub const fn levels(&self) -> u8 {
        self.levels
    }

    /// The length of the longest mate.
    pub const fn longest(&self) -> u8 {
        self.longest
    }

    /// Lengths beyond this one are not known: the numbers of later levels, be they there or still to come, are no
    /// lengths.
    pub const fn count_no_further(&mut self, counted: u8) {
        self.counted = Some(counted);
    }

    /// The length up to which lengths are known, where some are not.
    pub const fn counted(&self) -> Option<u8> {
        self.counted
    }

    /// The greatest length that is known.
    pub fn longest_counted(&self) -> u8 {
        self.counted.unwrap_or(self.longest)
    }

    /// How many nodes it holds.
    pub fn len(&self) -> usize {
        self.shards.iter().map(HashTable::len).sum()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The length of a node in attacker's moves; `None` if it is none of the mates so far.
    #[inline]
    pub fn value(&self, node: &Node) -> Option<u8> {
        self.value_of(node.canonical_key())
    }

    /// The length of the node of a canonical key.
    #[inline]
    pub fn value_of(&self, key: K) -> Option<u8> {
        self.shards[key.king().index()]
            .find(key.mix(), |entry| { entry.key } == key)
            .map(|entry| entry.value)
    }

    /// Adds the next level, sorted canonical keys; those that are there already stay as they are. Returns those
    /// that are new.
    pub fn add_level(&mut self, keys: &[K]) -> Vec<K> {
        let value = self.levels + 1;
        let new: Vec<Vec<K>> = self
            .shards
            .par_iter_mut()
            .zip(by_king(keys))
            .map(|(shard, keys)| {
                let mut new = Vec::new();
                for &key in keys {
                    let rehash = |entry: &Entry<K>| { entry.key }.mix();
                    shard
                        .entry(key.mix(), |entry| { entry.key } == key, rehash)
                        .or_insert_with(|| {
                            new.push(key);
                            Entry { key, value }
                        });
                }
                new
            })
            .collect();
        self.levels = value;
        let new = new.concat();
        if !new.is_empty() {
            self.longest = value;
        }
        new
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(HashTable::allocation_size).sum()
    }
}

impl<K: Key> Default for Mates<K> {
    fn default() -> Self {
        Self::new()
    }
}
