//! Writing a table, from front to end without a copy of it in memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, Write};

use sha2::{Digest, Sha256};

use super::{BLOCK, HOLDS, MAGIC, VERSION, key_bits, push_leb};
use crate::mates::interposed::{Fate, Interposed};
use crate::mates::key::LongKey;
use crate::node::Key;
use crate::unit::Pieces;

/// How many bytes are handed on at a time.
const AT_ONCE: usize = 1 << 16;

/// Writes the complete table of some families: attacker nodes by length, sorted, and the defender nodes that
/// interpositions decide.
///
/// # Errors
/// If `out` takes no more.
pub fn write<K: Key>(
    out: &mut dyn Write,
    families: &[Pieces],
    attackers: &[Vec<K>],
    interposed: &Interposed<K>,
) -> io::Result<()> {
    let mut families = families.to_vec();
    families.sort_unstable();
    families.dedup();
    let units = families.iter().map(|family| family.iter().sum::<u8>());
    let units = usize::from(units.max().unwrap_or(0));
    let mut out = Summed::new(out);
    out.bytes.extend_from_slice(MAGIC);
    out.bytes.extend(format!("{VERSION}\n").bytes());
    out.bytes.extend((families.len() as u16).to_be_bytes());
    out.bytes.extend(families.iter().flatten());
    out.bytes.push(key_bits(units) as u8);
    out.bytes.push(attackers.len() as u8);
    for level in attackers {
        out.bytes.extend((level.len() as u64).to_be_bytes());
    }
    let mut section = Section::new(units);
    merge(attackers, |key, value| section.push(&mut out, key, value))?;
    let [_, attackers_end] = section.finish(&mut out)?;
    let mut section = Section::new(units);
    for (key, fate) in interposed.sorted() {
        let value = match fate {
            Fate::Mates(value) => value,
            Fate::Holds => HOLDS,
        };
        section.push(&mut out, key, value)?;
    }
    let [defenders, defenders_end] = section.finish(&mut out)?;
    for number in [attackers_end, defenders, defenders_end] {
        out.bytes.extend(number.to_be_bytes());
    }
    out.finish()
}

/// Hands on the nodes of all levels, with their lengths, in the order of their keys.
fn merge<K: Key>(
    levels: &[Vec<K>],
    mut visit: impl FnMut(K, u8) -> io::Result<()>,
) -> io::Result<()> {
    let mut levels: Vec<_> = levels.iter().map(|level| level.iter().copied()).collect();
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
    index: Vec<u8>,
}

impl Section {
    const fn new(units: usize) -> Self {
        Self {
            units,
            count: 0,
            length: 0,
            last: 0,
            index: Vec::new(),
        }
    }

    fn push<K: Key>(&mut self, out: &mut Summed<'_>, key: K, value: u8) -> io::Result<()> {
        let key = LongKey::pack(&key.unpack()).number(self.units);
        let before = out.bytes.len();
        if self.count.is_multiple_of(BLOCK as u64) {
            let bytes = key_bits(self.units).div_ceil(8);
            self.index
                .extend_from_slice(&key.to_be_bytes()[16 - bytes..]);
            self.index.extend(self.length.to_be_bytes());
        } else {
            push_leb(key - self.last, &mut out.bytes);
        }
        out.bytes.push(value);
        self.length += (out.bytes.len() - before) as u64;
        self.count += 1;
        self.last = key;
        out.pass_on(AT_ONCE)
    }

    /// Writes the index; returns how many nodes there are, and the length of their blocks.
    fn finish(self, out: &mut Summed<'_>) -> io::Result<[u64; 2]> {
        out.bytes.extend_from_slice(&self.index);
        out.pass_on(AT_ONCE)?;
        Ok([self.count, self.length])
    }
}

/// What ends with the digest of what was written.
struct Summed<'a> {
    out: &'a mut dyn Write,
    sum: Sha256,
    /// What was not handed on so far.
    bytes: Vec<u8>,
}

impl<'a> Summed<'a> {
    fn new(out: &'a mut dyn Write) -> Self {
        Self {
            out,
            sum: Sha256::new(),
            bytes: Vec::new(),
        }
    }

    /// Hands on what is there, if it is as much as that.
    fn pass_on(&mut self, least: usize) -> io::Result<()> {
        if self.bytes.len() >= least {
            self.sum.update(&self.bytes);
            self.out.write_all(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        self.pass_on(0)?;
        self.out.write_all(&self.sum.finalize())
    }
}
