//! Where a search keeps what it knows: in a table of its own, or in one that several threads share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::bound::Bound;
use super::record::{Lengths, Met};
use super::table::{Entry, Number, Table};
use shogi::Hand;

/// The parts of a shared table at most, each behind a lock of its own. With so many, two threads seldom
/// want the same one.
const PARTS: usize = 256;

/// What a part takes at least, in bytes: fewer parts serve a small table.
const LEAST: usize = 1 << 20;

/// See the module.
pub enum Memory {
    /// One thread's.
    Own(Table),
    /// Several threads'.
    Shared(Arc<[Mutex<Table>]>),
}

/// The part of a key: by bits in which the keys of an undecided position within different plies, whose
/// records lie side by side, do not differ, and that are not those of the marks in a table.
fn part(parts: &[Mutex<Table>], key: u64) -> &Mutex<Table> {
    &parts[(key >> 24) as usize % parts.len()]
}

fn lock(part: &Mutex<Table>) -> MutexGuard<'_, Table> {
    // A thread that panicked leaves whole records behind.
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Memory {
    /// One thread's memory of at most `bytes` bytes.
    pub fn own(bytes: usize) -> Self {
        Self::Own(Table::new(bytes))
    }

    /// Memory for several threads, at most `bytes` bytes in all.
    pub fn shared(bytes: usize) -> Self {
        let count = (bytes / LEAST).clamp(1, PARTS);
        let parts = (0..count).map(|_| Mutex::new(Table::new(bytes / count)));
        Self::Shared(parts.collect())
    }

    /// The same memory for another thread; `None` if it cannot be shared.
    pub fn for_another_thread(&self) -> Option<Self> {
        match self {
            Self::Own(_) => None,
            Self::Shared(parts) => Some(Self::Shared(Arc::clone(parts))),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        match self {
            Self::Own(table) => table.clear(),
            Self::Shared(parts) => parts.iter().for_each(|part| lock(part).clear()),
        }
    }

    /// [`Table::prefetch`], where that pays.
    pub fn prefetch(&self, key: u64) {
        if let Self::Own(table) = self {
            table.prefetch(key);
        }
    }

    /// [`Table::look`].
    pub fn look(&self, key: u64, hand: Hand, plies: Bound, label: u16) -> Option<Entry> {
        match self {
            Self::Own(table) => table.look(key, hand, plies, label),
            Self::Shared(parts) => lock(part(parts, key)).look(key, hand, plies, label),
        }
    }

    /// [`Table::shortest`].
    pub fn shortest(&self, key: u64, hand: Hand) -> Option<Lengths> {
        match self {
            Self::Own(table) => table.shortest(key, hand),
            Self::Shared(parts) => lock(part(parts, key)).shortest(key, hand),
        }
    }

    /// [`Table::keep_open`].
    pub fn keep_open(
        &mut self,
        key: u64,
        hand: Hand,
        label: u16,
        numbers: (Number, Number),
        met: Met,
        nodes: u64,
    ) {
        match self {
            Self::Own(table) => table.keep_open(key, hand, label, numbers, met, nodes),
            Self::Shared(parts) => {
                lock(part(parts, key)).keep_open(key, hand, label, numbers, met, nodes);
            }
        }
    }

    /// [`Table::keep_mate`].
    pub fn keep_mate(&mut self, key: u64, hand: Hand, lengths: Lengths, nodes: u64) {
        match self {
            Self::Own(table) => table.keep_mate(key, hand, lengths, nodes),
            Self::Shared(parts) => lock(part(parts, key)).keep_mate(key, hand, lengths, nodes),
        }
    }

    /// [`Table::keep_no_mate`].
    pub fn keep_no_mate(&mut self, key: u64, hand: Hand, plies: Bound, nodes: u64) {
        match self {
            Self::Own(table) => table.keep_no_mate(key, hand, plies, nodes),
            Self::Shared(parts) => lock(part(parts, key)).keep_no_mate(key, hand, plies, nodes),
        }
    }
}

#[cfg(test)]
mod tests {
    use hashbrown::{HashMap, HashSet};

    use super::super::record::mark;
    use super::*;

    /// Otherwise the marks of a part would tell nothing.
    #[test]
    fn a_part_has_keys_of_all_marks() {
        let Memory::Shared(parts) = Memory::shared(PARTS * LEAST) else {
            panic!("it is not shared");
        };
        let mut marks: HashMap<*const Mutex<Table>, HashSet<u8>> = HashMap::new();
        for n in 0..200_000_u64 {
            let key = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let part: *const Mutex<Table> = part(&parts, key);
            marks.entry(part).or_default().insert(mark(key));
        }
        assert_eq!(marks.len(), PARTS);
        assert!(marks.values().all(|marks| marks.len() > 100));
    }
}
