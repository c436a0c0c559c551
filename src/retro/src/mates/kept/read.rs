//! Reading a table: checked once as a whole, looked into without unpacking it.

use std::fmt;
use std::ops::Range;

use sha2::{Digest, Sha256};

use super::{BLOCK, FOOTER, HOLDS, LONGER, MAGIC, SUM, VERSION, key_bits, take_leb, units_of};
use crate::mates::interposed::Fate;
use crate::mates::key::LongKey;
use crate::mates::pieces::Scope;
use crate::node::Node;
use crate::saved::read_bytes;
use crate::unit::{KIND_COUNT, KINDS, Pieces};

/// Why bytes are no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeptError {
    /// They are something else.
    #[error("not a table of mates")]
    Foreign,
    /// A version that is not known here.
    #[error("a table of format version {0}, but only version {VERSION} can be read")]
    Version(u32),
    /// They are not what was written.
    #[error("damaged or incomplete: the checksum does not match")]
    Damaged,
    /// The checksum fits, and they are no table all the same.
    #[error("damaged: {0}")]
    Wrong(Part),
}

impl KeptError {
    /// The version that can be read.
    pub const VERSION: u32 = VERSION;
}

/// A part of a table that contradicts the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// How many bits a key has.
    KeyWidth,
    /// How many nodes of each length there are.
    Counts,
    /// A block of nodes.
    Block,
    /// The order of the keys.
    Order,
    /// The length of a mate.
    MateLength,
    /// How many bytes there are.
    Size,
    /// The families.
    Families,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::KeyWidth => "the width of its keys",
            Self::Counts => "how many nodes of a length it has",
            Self::Block => "a block",
            Self::Order => "the order of its keys",
            Self::MateLength => "a length",
            Self::Size => "its length",
            Self::Families => "its families",
        })
    }
}

/// The nodes of one kind: where they are among the bytes.
struct Section {
    count: u64,
    blocks: Range<usize>,
    index: Range<usize>,
}

/// The mates of some families, as they were kept. They stay packed in memory.
pub struct KeptTable {
    bytes: Vec<u8>,
    families: Vec<Pieces>,
    scope: Scope,
    counts: Vec<u64>,
    longer: u64,
    attackers: Section,
    defenders: Section,
}

impl KeptTable {
    /// Takes the bytes of a file, after a look at all of them.
    ///
    /// # Errors
    /// If they are not what [`write`](super::write()) wrote.
    pub fn read(bytes: Vec<u8>) -> Result<Self, KeptError> {
        let mut rest = body(&bytes)?;
        let families = read_families(&mut rest)?;
        let [bits, levels] = read_bytes(&mut rest).ok_or(SHORT)?;
        let scope = Scope::new(&families);
        if units_of(bits.into()) != Some(scope.units()) {
            return Err(KeptError::Wrong(Part::KeyWidth));
        }
        let counts = (0..levels).map(|_| read_number(&mut rest));
        let counts: Vec<u64> = counts.collect::<Option<_>>().ok_or(SHORT)?;
        let longer = read_number(&mut rest).ok_or(SHORT)?;
        let start = bytes.len() - SUM - rest.len();
        let all = counts.iter().chain([&longer]);
        let [attackers, defenders] = sections(rest, start, all, bits.into()).ok_or(SHORT)?;
        let table = Self {
            bytes,
            families,
            scope,
            counts,
            longer,
            attackers,
            defenders,
        };
        table.check()?;
        Ok(table)
    }

    /// The families: the most units of each kind that may be in play.
    pub fn families(&self) -> &[Pieces] {
        &self.families
    }

    /// What may be in play.
    pub const fn scope(&self) -> &Scope {
        &self.scope
    }

    /// How many attacker nodes there are of each length, starting with mates in one.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many attacker nodes mate in more moves than those.
    pub const fn longer(&self) -> u64 {
        self.longer
    }

    /// How many defender nodes interpositions decide.
    pub const fn interposed(&self) -> u64 {
        self.defenders.count
    }

    /// The size in bytes, of the file as well as in memory.
    pub const fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The length of an attacker node of the families in attacker's moves, [`LONGER`] if it is longer than all that
    /// are known; `None` if it does not mate.
    #[inline]
    pub fn attacker(&self, node: &Node) -> Option<u8> {
        self.find(&self.attackers, node)
    }

    /// What becomes of a defender node of the families whose direct replies all mate; `None` for one that these
    /// alone decide.
    #[inline]
    pub fn fate(&self, node: &Node) -> Option<Fate> {
        let value = self.find(&self.defenders, node)?;
        Some(match value {
            HOLDS => Fate::Holds,
            value => Fate::Mates(value),
        })
    }

    /// The byte of a node.
    fn find(&self, section: &Section, node: &Node) -> Option<u8> {
        let units = self.scope.units();
        if node.len() > units {
            return None;
        }
        let key = node.canonical_key::<LongKey>().number(units);
        let blocks = section.blocks_count();
        let (mut low, mut high) = (0, blocks);
        while low < high {
            let middle = low.midpoint(high);
            if self.entry(section, middle)?.0 <= key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let (mut found, mut bytes) = self.block(section, low.checked_sub(1)?)?;
        loop {
            let (&value, rest) = bytes.split_first()?;
            bytes = rest;
            if found >= key {
                return (found == key).then_some(value);
            }
            found += take_leb(&mut bytes)?;
        }
    }

    /// The first key of a block, and where the block begins among the blocks.
    #[inline]
    fn entry(&self, section: &Section, block: usize) -> Option<(u128, usize)> {
        let width = key_bits(self.scope.units()).div_ceil(8);
        let entry = &self.bytes[section.index.clone()][block * (width + 8)..][..width + 8];
        let (key, place) = entry.split_at(width);
        let key = key.iter().fold(0, |key, &byte| key << 8 | u128::from(byte));
        let place = u64::from_be_bytes(place.try_into().ok()?);
        Some((key, usize::try_from(place).ok()?))
    }

    /// The first key of a block, and its bytes.
    fn block(&self, section: &Section, block: usize) -> Option<(u128, &[u8])> {
        let (key, start) = self.entry(section, block)?;
        let end = if block + 1 < section.blocks_count() {
            self.entry(section, block + 1)?.1
        } else {
            section.blocks.len()
        };
        let bytes = self.bytes[section.blocks.clone()].get(start..end)?;
        Some((key, bytes))
    }

    /// Goes through all nodes: what passes here is found by every look.
    fn check(&self) -> Result<(), KeptError> {
        let mut counts = vec![0; self.counts.len()];
        let mut longer = 0;
        self.check_section(&self.attackers, |value| {
            if value == LONGER {
                longer += 1;
                return Some(());
            }
            let place = usize::from(value).checked_sub(1)?;
            *counts.get_mut(place)? += 1;
            Some(())
        })?;
        if counts != self.counts || longer != self.longer {
            return Err(KeptError::Wrong(Part::Counts));
        }
        self.check_section(&self.defenders, |_| Some(()))
    }

    fn check_section(
        &self,
        section: &Section,
        mut visit: impl FnMut(u8) -> Option<()>,
    ) -> Result<(), KeptError> {
        const BLOCKS: KeptError = KeptError::Wrong(Part::Block);
        const ORDER: KeptError = KeptError::Wrong(Part::Order);
        let end = 1 << key_bits(self.scope.units());
        let mut last = None;
        let mut place = 0;
        let mut left = section.count;
        for block in 0..section.blocks_count() {
            let (_, start) = self.entry(section, block).ok_or(BLOCKS)?;
            let (mut key, mut bytes) = self.block(section, block).ok_or(BLOCKS)?;
            if start != place {
                return Err(BLOCKS);
            }
            place += bytes.len();
            let count = left.min(BLOCK as u64);
            left -= count;
            for node in 0..count {
                if node > 0 {
                    let more = take_leb(&mut bytes).ok_or(BLOCKS)?;
                    key = key.checked_add(more).ok_or(ORDER)?;
                }
                if last.is_some_and(|last| last >= key) || key >= end {
                    return Err(ORDER);
                }
                last = Some(key);
                let (&value, rest) = bytes.split_first().ok_or(BLOCKS)?;
                bytes = rest;
                visit(value).ok_or(KeptError::Wrong(Part::MateLength))?;
            }
            if !bytes.is_empty() {
                return Err(BLOCKS);
            }
        }
        // Without a node there is no block, and nothing may be left over.
        if place == section.blocks.len() {
            Ok(())
        } else {
            Err(BLOCKS)
        }
    }
}

impl Section {
    const fn blocks_count(&self) -> usize {
        self.count.div_ceil(BLOCK as u64) as usize
    }
}

const SHORT: KeptError = KeptError::Wrong(Part::Size);

/// What stands between the version and the checksum, which fits.
fn body(bytes: &[u8]) -> Result<&[u8], KeptError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(KeptError::Foreign)?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (version, rest) = rest.split_at(digits);
    let version = str::from_utf8(version)
        .ok()
        .and_then(|text| text.parse().ok());
    let rest = rest.strip_prefix(b"\n");
    let (Some(version), Some(rest)) = (version, rest) else {
        return Err(KeptError::Damaged);
    };
    if version != VERSION {
        return Err(KeptError::Version(version));
    }
    let end = bytes.len().checked_sub(SUM).ok_or(KeptError::Damaged)?;
    let length = rest.len().checked_sub(SUM).ok_or(KeptError::Damaged)?;
    if Sha256::digest(&bytes[..end])[..] != bytes[end..] {
        return Err(KeptError::Damaged);
    }
    Ok(&rest[..length])
}

/// Takes the families from the front.
fn read_families(bytes: &mut &[u8]) -> Result<Vec<Pieces>, KeptError> {
    let count = read_bytes(bytes).ok_or(SHORT)?;
    let families = (0..u16::from_be_bytes(count)).map(|_| read_bytes::<KIND_COUNT>(bytes));
    let families: Vec<Pieces> = families.collect::<Option<_>>().ok_or(SHORT)?;
    let fits = |family: &Pieces| {
        let mut counts = family.iter().zip(KINDS);
        counts.all(|(&count, kind)| count <= kind.total())
            && units_of(key_bits(
                family.iter().map(|&count| usize::from(count)).sum(),
            ))
            .is_some()
    };
    if families.is_empty() || !families.iter().all(fits) || !families.is_sorted_by(|a, b| a < b) {
        return Err(KeptError::Wrong(Part::Families));
    }
    Ok(families)
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    read_bytes(bytes).map(u64::from_be_bytes)
}

/// Where the attacker and the defender nodes are; `rest` is what begins with them, at the place `start`.
fn sections<'a>(
    rest: &[u8],
    start: usize,
    mut counts: impl Iterator<Item = &'a u64>,
    bits: usize,
) -> Option<[Section; 2]> {
    let (rest, mut footer) = rest.split_at_checked(rest.len().checked_sub(FOOTER)?)?;
    let entry = bits.div_ceil(8) as u64 + 8;
    let attackers_length = read_number(&mut footer)?;
    let defenders = read_number(&mut footer)?;
    let defenders_length = read_number(&mut footer)?;
    let attackers = counts.try_fold(0, |sum: u64, &count| sum.checked_add(count))?;
    let mut place = start;
    let mut next = |length: u64| {
        let begin = place;
        place = begin.checked_add(usize::try_from(length).ok()?)?;
        (place <= start + rest.len()).then_some(begin..place)
    };
    let mut section = |count: u64, length: u64| {
        Some(Section {
            count,
            blocks: next(length)?,
            index: next(count.div_ceil(BLOCK as u64).checked_mul(entry)?)?,
        })
    };
    let sections = [
        section(attackers, attackers_length)?,
        section(defenders, defenders_length)?,
    ];
    (sections[1].index.end == start + rest.len()).then_some(sections)
}
