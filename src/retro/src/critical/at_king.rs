//! What a table has of the nodes with a king on one square: their values, and the index of their subsets.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::sync::Arc;

use hashbrown::HashTable;

use super::codeset::CodeSet;
use super::index::Index;
use super::spill::{Shelf, Volume};
use super::subsets::each_subset;
use crate::node::{Key, Node};
use crate::saved::read_array;
use crate::unit::{STEP_CODES, Unit};
use system::monitor::{Monitor, Stopped};

#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Entry<K: Copy> {
    key: K,
    value: u8,
}

/// The index of some consecutive levels.
pub(super) struct Run {
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

impl Run {
    /// Writes it down.
    ///
    /// # Errors
    /// If `out` takes no more, or it lies in a file that cannot be read.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&[self.from])?;
        out.write_all(&(self.nodes as u64).to_be_bytes())?;
        self.one.write(out)?;
        self.two.write(out)
    }

    /// Reads what [`Run::write`] wrote from the file where the reader is. Where the shelf is full the index stays in
    /// that file.
    ///
    /// # Errors
    /// If the file cannot be read, or does not hold a run.
    pub(super) fn read(
        file: &Arc<File>,
        reader: &mut BufReader<&File>,
        shelf: &Shelf,
    ) -> io::Result<Self> {
        let [from] = read_array(reader)?;
        let nodes = u64::from_be_bytes(read_array(reader)?);
        Ok(Self {
            from,
            nodes: usize::try_from(nodes).map_err(|_| io::ErrorKind::InvalidData)?,
            one: Index::read(file, reader, shelf)?,
            two: Index::read(file, reader, shelf)?,
        })
    }
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

/// The most runs of a square: every look-up asks them all.
const RUNS: usize = 4;

/// The critical attacker nodes of all complete levels with a king on one square.
pub(super) struct AtKing<K: Copy> {
    values: HashTable<Entry<K>>,
    /// Up to which value they are complete.
    levels: u8,
    /// Up to which value they are indexed.
    indexed: u8,
    runs: Vec<Run>,
    together: Option<Together>,
    /// The most units of a node.
    units: usize,
}

impl<K: Key> AtKing<K> {
    /// None, of nodes of at most `units` units.
    pub(super) fn new(units: usize) -> Self {
        Self {
            values: HashTable::new(),
            levels: 0,
            indexed: 0,
            runs: Vec::new(),
            together: (units >= TOGETHER_FROM).then(Together::new),
            units,
        }
    }

    /// Up to which value they are complete.
    #[inline]
    pub(super) const fn levels(&self) -> u8 {
        self.levels
    }

    /// Up to which value they are indexed.
    #[inline]
    pub(super) const fn indexed(&self) -> u8 {
        self.indexed
    }

    /// The run of the last level that has nodes.
    pub(super) fn last_run(&self) -> Option<&Run> {
        self.runs.last()
    }

    /// Adds all canonical nodes of value `levels() + 1`.
    pub(super) fn add_level(&mut self, keys: &[K]) {
        self.levels += 1;
        self.insert(keys, self.levels);
    }

    fn insert(&mut self, keys: &[K], value: u8) {
        for node in images(keys) {
            let (key, rehash) = (K::pack(&node), |entry: &Entry<K>| { entry.key }.mix());
            self.values
                .entry(key.mix(), |entry| { entry.key } == key, rehash)
                .or_insert(Entry { key, value });
        }
    }

    /// Adds a level from elsewhere, in descending order: its nodes, and the run that covers them, if they have one that
    /// no later one covers; `None` if there is to be no index.
    pub(super) fn take_over(&mut self, value: u8, keys: &[K], run: Option<Option<Run>>) {
        self.insert(keys, value);
        self.levels = self.levels.max(value);
        if let Some(run) = run {
            self.join(keys);
            if let Some(run) = run {
                self.runs.insert(0, run);
            }
            self.indexed = self.levels;
        }
    }

    /// Whether a run covers the nodes of a value.
    pub(super) fn is_covered(&self, value: u8) -> bool {
        self.runs.first().is_some_and(|run| run.from <= value)
    }

    fn join(&mut self, keys: &[K]) -> usize {
        let mut nodes = 0;
        for node in images(keys) {
            nodes += 1;
            if let Some(together) = &mut self.together {
                together.add(&node, self.units);
            }
        }
        nodes
    }

    /// Indexes the levels that are not indexed yet: `added` are their keys.
    ///
    /// # Errors
    /// If the monitor asks to stop; it can be called again.
    pub(super) fn index(
        &mut self,
        added: &[&[K]],
        shelf: &Shelf,
        monitor: &Monitor,
    ) -> Result<(), Stopped> {
        debug_assert_eq!(usize::from(self.levels - self.indexed), added.len());
        let nodes = added.iter().map(|keys| self.join(keys)).sum();
        if nodes > 0 {
            self.index_from(self.indexed + 1, nodes, shelf, monitor)?;
        }
        self.indexed = self.levels;
        Ok(())
    }

    /// Indexes the levels added from `level` on, together with earlier levels that are not much larger, so
    /// that few runs exist and a node is indexed only a few times.
    fn index_from(
        &mut self,
        level: u8,
        mut nodes: usize,
        shelf: &Shelf,
        monitor: &Monitor,
    ) -> Result<(), Stopped> {
        let units = self.units;
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

    /// Frees the index.
    pub(super) fn drop_index(&mut self) {
        self.runs = Vec::new();
        self.together = None;
        self.indexed = 0;
    }

    /// The value of a node.
    #[inline]
    pub(super) fn value(&self, key: K) -> Option<u8> {
        self.values
            .find(key.mix(), |entry| { entry.key } == key)
            .map(|entry| entry.value)
    }

    /// Hands to `take` the units that complete a critical node together with units of `node` and at most `slots`
    /// units in all that `node` lacks.
    #[inline]
    pub(super) fn completions(
        &self,
        node: &Node,
        slots: usize,
        shelf: &Shelf,
        mut take: impl FnMut(Unit),
    ) {
        if slots > 2 {
            // Two units at least are there, so three only come to nodes of five.
            let together = self
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
            for run in &self.runs {
                let index = if slots == 1 { &run.one } else { &run.two };
                index.each_unit(key, shelf, &mut take);
            }
        };
        look(K::start(node.king()).close(0));
        each_subset::<K>(node, look);
    }
}

/// The nodes of canonical keys; where the king is on file 5, their mirror images too.
fn images<K: Key>(keys: &[K]) -> impl Iterator<Item = Node> {
    keys.iter().flat_map(|key| {
        let node = key.unpack();
        std::iter::once(node).chain(node.is_centre().then(|| node.mirror()))
    })
}
