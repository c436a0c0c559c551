//! Writing a table, from front to end without a copy of it in memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, Write};

use super::{BLOCK, HOLDS, LONGER, MAGIC, VERSION, key_bits, push_leb};
use crate::mates::interposed::{Fate, Interposed};
use crate::mates::key::LongKey;
use crate::node::Key;
use crate::saved::Summed;
use crate::unit::Pieces;

/// Writes the complete table of some families: attacker nodes by length, sorted, those that are longer, and the
/// defender nodes that interpositions decide.
///
/// # Errors
/// If `out` takes no more.
pub fn write<K: Key>(
    out: &mut dyn Write,
    families: &[Pieces],
    (counted, longer): (&[Vec<K>], &[Vec<K>]),
    interposed: &Interposed<K>,
) -> io::Result<()> {
    let mut families = families.to_vec();
    families.sort_unstable();
    families.dedup();
    let units = families.iter().map(|family| family.iter().sum::<u8>());
    let units = usize::from(units.max().unwrap_or(0));
    let mut out = Summed::new(out);
    out.write_all(MAGIC)?;
    writeln!(out, "{VERSION}")?;
    out.write_all(&(families.len() as u16).to_be_bytes())?;
    out.write_all(families.as_flattened())?;
    out.write_all(&[key_bits(units) as u8, counted.len() as u8])?;
    let longer_count: u64 = longer.iter().map(|level| level.len() as u64).sum();
    for level in counted {
        out.write_all(&(level.len() as u64).to_be_bytes())?;
    }
    out.write_all(&longer_count.to_be_bytes())?;
    let value = |moves: u8| match usize::from(moves) {
        known if known <= counted.len() => moves,
        _ => LONGER,
    };
    let mut section = Section::new(units);
    merge(counted.iter().chain(longer), |key, moves| {
        section.push(&mut out, key, value(moves))
    })?;
    let [_, attackers_end] = section.finish(&mut out)?;
    let mut section = Section::new(units);
    for (key, fate) in interposed.sorted() {
        let value = match fate {
            Fate::Mates(moves) if usize::from(moves) < counted.len() => moves,
            Fate::Mates(_) => LONGER,
            Fate::Holds => HOLDS,
        };
        section.push(&mut out, key, value)?;
    }
    let [defenders, defenders_end] = section.finish(&mut out)?;
    for number in [attackers_end, defenders, defenders_end] {
        out.write_all(&number.to_be_bytes())?;
    }
    out.finish()
}

/// Hands on the nodes of all levels, with their lengths, in the order of their keys.
fn merge<'a, K: Key + 'a>(
    levels: impl Iterator<Item = &'a Vec<K>>,
    mut visit: impl FnMut(K, u8) -> io::Result<()>,
) -> io::Result<()> {
    let mut levels: Vec<_> = levels.map(|level| level.iter().copied()).collect();
    let mut next: BinaryHeap<Reverse<(K, usize)>> = BinaryHeap::new();
    for (place, level) in levels.iter_mut().enumerate() {
        next.extend(level.next().map(|key| Reverse((key, place))));
    }
    while let Some(Reverse((key, place))) = next.pop() {
        visit(key, place as u8 + 1)?;
        next.extend(levels[place].next().map(|key| Reverse((key, place))));
    }
    Ok(())
}

/// A section that is being written; its index has to wait.
struct Section {
    units: usize,
    /// How many nodes were written.
    count: u64,
    /// How many bytes their blocks have.
    length: u64,
    last: u128,
    /// The bytes of the node that is being written.
    node: Vec<u8>,
    index: Vec<u8>,
}

impl Section {
    const fn new(units: usize) -> Self {
        Self {
            units,
            count: 0,
            length: 0,
            last: 0,
            node: Vec::new(),
            index: Vec::new(),
        }
    }

    fn push<K: Key>(&mut self, out: &mut dyn Write, key: K, value: u8) -> io::Result<()> {
        let key = LongKey::pack(&key.unpack()).number(self.units);
        self.node.clear();
        if self.count.is_multiple_of(BLOCK as u64) {
            let bytes = key_bits(self.units).div_ceil(8);
            self.index
                .extend_from_slice(&key.to_be_bytes()[16 - bytes..]);
            self.index.extend(self.length.to_be_bytes());
        } else {
            push_leb(key - self.last, &mut self.node);
        }
        self.node.push(value);
        self.length += self.node.len() as u64;
        self.count += 1;
        self.last = key;
        out.write_all(&self.node)
    }

    /// Writes the index; returns how many nodes there are, and the length of their blocks.
    fn finish(self, out: &mut dyn Write) -> io::Result<[u64; 2]> {
        out.write_all(&self.index)?;
        Ok([self.count, self.length])
    }
}
