//! The table of critical attacker nodes, and the index of their subsets.

use crate::by_king::{SHARDS, by_king};
use rayon::prelude::*;

use super::at_king::{AtKing, Run};
use super::codeset::CodeSet;
use super::memory::Memories;
use super::spill::{Shelf, Spill};
use super::subsets::each_subset;
use crate::node::{Key, Node};
use crate::phase::Phase;
use shogi::Square;
use system::monitor::{Monitor, Stopped};

/// The critical attacker nodes of all complete levels with their values.
///
/// A node is *critical* when every unit taken away alone changes its value. Any node's value is
/// the value of one of its critical subsets (take units away one at a time while the value stays),
/// so this table bounds the values of all nodes.
pub struct Table<K: Key> {
    shards: Vec<AtKing<K>>,
    /// Where the index is kept.
    pub(super) shelf: Shelf,
    /// What solvers over this table left that are gone, for the next ones.
    pub(super) memories: Memories<K>,
}

impl<K: Key> Table<K> {
    /// An empty table for nodes of at most `units` units, whose index may go into files.
    pub fn new(units: usize, spill: Option<Spill>) -> Self {
        Self {
            shards: (0..SHARDS).map(|_| AtKing::new(units)).collect(),
            shelf: Shelf::new(spill),
            memories: Memories::new(),
        }
    }

    /// Up to which value the table is complete.
    pub fn levels(&self) -> u8 {
        let levels = self.shards.iter().map(AtKing::levels);
        levels.min().expect("kings stand on some squares")
    }

    /// Up to which value the nodes with a king on a square are complete.
    #[inline]
    pub fn levels_at(&self, king: Square) -> u8 {
        let right = if king.file() <= 5 {
            king
        } else {
            king.mirror()
        };
        self.shards[right.index()].levels()
    }

    /// How many bytes a thread may fill with nodes that it grows.
    pub fn room_to_grow(&self) -> u64 {
        self.shelf.room_to_grow()
    }

    /// Adds the next level: all canonical critical attacker nodes of value `levels() + 1`, sorted.
    pub fn add_level(&mut self, keys: &[K]) {
        self.shards
            .par_iter_mut()
            .zip(by_king(keys))
            .for_each(|(shard, keys)| shard.add_level(keys));
    }

    /// Adds the next level of one king's square, sorted.
    pub(super) fn add_level_at(&mut self, king: Square, keys: &[K]) {
        self.shards[king.index()].add_level(keys);
    }

    /// Adds a level of one king's square from elsewhere; of the levels up to the greatest that is added all must be, in
    /// descending order. `run` is what covers its index, if it has nodes and no later run covers them; `None` where the
    /// square is to have no index.
    pub(super) fn take_over(
        &mut self,
        king: Square,
        value: u8,
        keys: &[K],
        run: Option<Option<Run>>,
    ) {
        self.shards[king.index()].take_over(value, keys, run);
    }

    /// Whether a run that was taken over covers the nodes of a value.
    pub(super) fn is_covered(&self, king: Square, value: u8) -> bool {
        self.shards[king.index()].is_covered(value)
    }

    /// Indexes the level of one king's square that was added last: `keys` are its keys. What covers it then comes back,
    /// if it has any.
    ///
    /// # Errors
    /// If the monitor asks to stop.
    pub(super) fn index_at(
        &mut self,
        king: Square,
        keys: &[K],
        monitor: &Monitor,
    ) -> Result<Option<&Run>, Stopped> {
        let shard = &mut self.shards[king.index()];
        shard.index(&[keys], &self.shelf, monitor)?;
        Ok(shard.last_run().filter(|_| !keys.is_empty()))
    }

    /// Indexes what was added since the last call; nodes can only be grown with an index. `added` are the keys of
    /// all levels.
    ///
    /// # Errors
    /// If the monitor asks to stop; it can be called again.
    pub fn index(&mut self, added: &[Vec<K>], monitor: &Monitor) -> Result<(), Stopped> {
        let levels = self.levels();
        let indexed = self.shards.iter().map(AtKing::indexed);
        let indexed = indexed.min().expect("kings stand on some squares");
        if indexed == levels {
            return Ok(());
        }
        let mut new: Vec<Vec<&[K]>> = vec![Vec::new(); SHARDS];
        for level in &added[usize::from(indexed)..usize::from(levels)] {
            for (shard, keys) in new.iter_mut().zip(by_king(level)) {
                shard.push(keys);
            }
        }
        if new.iter().flatten().any(|keys| !keys.is_empty()) {
            monitor.begin(Phase::Index, SHARDS as u64);
        }
        let shelf = &self.shelf;
        self.shards
            .par_iter_mut()
            .with_max_len(1)
            .zip(new)
            .try_for_each(|(shard, keys)| {
                // Who was stopped before has indexed some squares.
                let done = usize::from(shard.indexed() - indexed);
                shard.index(&keys[done..], shelf, monitor)?;
                monitor.advance(1);
                Ok(())
            })
    }

    /// Frees the index, which only growing needs.
    pub fn drop_index(&mut self) {
        for shard in &mut self.shards {
            shard.drop_index();
        }
    }

    /// The value of a critical node, `None` if it is not in the table.
    pub fn critical_value(&self, node: &Node) -> Option<u8> {
        let node = if node.is_right() {
            *node
        } else {
            node.mirror()
        };
        self.shards[node.king().index()].value(K::pack(&node))
    }

    /// The values of all critical subsets of a node: bit `n` for value `n`.
    pub fn subset_values(&self, node: &Node) -> u64 {
        let node = if node.is_right() {
            *node
        } else {
            node.mirror()
        };
        let shard = &self.shards[node.king().index()];
        let mut found = 0;
        each_subset::<K>(&node, |key| {
            if let Some(value) = shard.value(key) {
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

    /// The units that complete a critical node of a value up to `n` together with units of `node` and at most `slots`
    /// units in all that `node` lacks, and perhaps those that complete one of a greater value. With one slot only nodes
    /// of value 2 or more are looked for.
    ///
    /// # Panics
    /// If the nodes of the value `n` with the king of `node` are not there and indexed.
    pub fn completions(&self, node: &Node, n: u8, slots: usize, out: &mut CodeSet) {
        let right = node.is_right();
        let node = if right { *node } else { node.mirror() };
        let shard = &self.shards[node.king().index()];
        assert!(n <= shard.indexed(), "the index has every level");
        shard.completions(&node, slots, &self.shelf, |unit| {
            out.insert(if right { unit } else { unit.mirror() });
        });
    }
}
