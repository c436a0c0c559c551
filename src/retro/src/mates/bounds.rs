//! Bounds of the lengths of attacker nodes outside the scope, in few bytes each: there are millions.

use hashbrown::HashTable;

use super::key::LongKey;
use crate::node::Key;

/// What is known of the length of an attacker node outside the scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It mates in exactly so many attacker's moves.
    Exact(u8),
    /// It does not mate within so many.
    MoreThan(u8),
}

/// Marks exact lengths.
const EXACT: u8 = 1 << 7;

#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Entry {
    key: LongKey,
    bound: u8,
}

/// Bounds by canonical key, of lengths below 128.
#[derive(Default)]
pub struct Bounds {
    entries: HashTable<Entry>,
}

impl Bounds {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What is known of a node.
    #[inline]
    pub fn get(&self, key: LongKey) -> Option<Bound> {
        let entry = self.entries.find(key.mix(), |entry| { entry.key } == key)?;
        Some(match entry.bound {
            bound if bound & EXACT != 0 => Bound::Exact(bound & !EXACT),
            bound => Bound::MoreThan(bound),
        })
    }

    /// Notes what is known of a node now.
    pub fn insert(&mut self, key: LongKey, bound: Bound) {
        let bound = match bound {
            Bound::Exact(value) => value | EXACT,
            Bound::MoreThan(value) => value,
        };
        self.entries
            .entry(
                key.mix(),
                |entry| { entry.key } == key,
                |entry| { entry.key }.mix(),
            )
            .and_modify(|entry| entry.bound = bound)
            .or_insert(Entry { key, bound });
    }
}
