//! What the table keeps of a position with one hand, in 24 bytes, and the byte beside it.

use super::bound::Bound;
use shogi::Hand;

/// Lengths of a proof, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// With the recapture of an interposition for free; what the search minimises.
    pub free: u16,
    /// With every interposition counted (`literal`).
    pub literal: u16,
}

impl Lengths {
    /// The defender is mated.
    pub const MATED: Self = Self {
        free: 0,
        literal: 0,
    };

    /// The greater of each of the two.
    pub fn greatest(self, other: Self) -> Self {
        Self {
            free: self.free.max(other.free),
            literal: self.literal.max(other.literal),
        }
    }

    /// As records keep them.
    pub(super) fn bits(self) -> u32 {
        u32::from(self.free) | u32::from(self.literal) << 16
    }

    /// The lesser of each of the two.
    pub(super) fn least(self, other: Self) -> Self {
        Self {
            free: self.free.min(other.free),
            literal: self.literal.min(other.literal),
        }
    }
}

/// Where a search has met a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// Which search it was, of those with one table.
    pub run: u8,
    /// The smallest number of moves from its root.
    pub depth: u16,
}

impl Met {
    /// As a record keeps it, with the class of the work.
    pub(super) const fn with_work(self, work: u32) -> u32 {
        self.depth as u32 | work << 16 | (self.run as u32) << 24
    }
}

pub(super) const OPEN: u32 = 1 << 28;
pub(super) const MATE: u32 = 2 << 28;
pub(super) const NO_MATE: u32 = 3 << 28;
const TAG: u32 = 3 << 28;

/// One record, 24 bytes.
#[derive(Clone, Copy, Default)]
pub(super) struct Record {
    pub(super) key: u64,
    /// The hand and, above it, the tag.
    pub(super) hand: u32,
    /// Open: proof number. Mate: the lengths. No mate: the plies.
    pub(super) found: u32,
    /// Open: disproof number. Else unused.
    pub(super) disproof: u32,
    /// Depth, 16 bits, and above it the logarithm of the work and the run, 8 bits each.
    pub(super) met_and_work: u32,
}

impl Record {
    pub(super) const fn tag(&self) -> u32 {
        self.hand & TAG
    }

    pub(super) const fn hand(&self) -> Hand {
        Hand::from_bits(self.hand & !TAG)
    }

    pub(super) const fn lengths(&self) -> Lengths {
        Lengths {
            free: self.found as u16,
            literal: (self.found >> 16) as u16,
        }
    }

    pub(super) const fn plies(&self) -> Bound {
        Bound::from_bits(self.found as u16)
    }

    pub(super) const fn met(&self) -> Met {
        Met {
            run: (self.met_and_work >> 24) as u8,
            depth: self.met_and_work as u16,
        }
    }

    pub(super) const fn work(&self) -> u32 {
        self.met_and_work >> 16 & 0xff
    }
}

/// The work behind a record as its record keeps it: four steps for each doubling.
pub(super) fn work_class(nodes: u64) -> u32 {
    let nodes = nodes.max(1);
    let log = nodes.ilog2();
    let quarter = if log >= 2 { nodes >> (log - 2) & 3 } else { 0 };
    (log * 4 + quarter as u32).min(255)
}

/// The key of an undecided record: numbers of searches with different labels stay apart.
pub(super) const fn open_key(key: u64, label: u16) -> u64 {
    key ^ label as u64
}

/// The mark of no record.
pub(super) const EMPTY: u8 = 0;

/// What is told of a key beside its record: bits in which the keys of undecided records do not differ.
pub(super) const fn mark(key: u64) -> u8 {
    (key >> 16) as u8 | 1
}
