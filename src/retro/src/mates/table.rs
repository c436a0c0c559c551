//! The table of all mates of a scope: every attacker node that mates, and its length.

use rayon::prelude::*;

use super::byte_map::ByteMap;
use crate::by_king::{SHARDS, by_king};
use crate::node::{Key, Node};

/// The lengths of all attacker nodes that mate, in attacker's moves, by canonical key.
pub struct Mates<K: Key> {
    shards: Vec<ByteMap<K>>,
    levels: u8,
    longest: u8,
    counted: Option<u8>,
}

impl<K: Key> Mates<K> {
    /// An empty table.
    pub fn new() -> Self {
        Self {
            shards: (0..SHARDS).map(|_| ByteMap::default()).collect(),
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
        self.shards.iter().map(ByteMap::len).sum()
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
        self.shards[key.king().index()].get(key)
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
                let keys = keys.iter().copied();
                keys.filter(|&key| shard.insert_new(key, value)).collect()
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
        self.shards.iter().map(ByteMap::bytes).sum()
    }
}

impl<K: Key> Default for Mates<K> {
    fn default() -> Self {
        Self::new()
    }
}
