//! Which defender nodes of the scope are mated within the levels of the table.
//!
//! While a level is worked out that is asked of a node time and again: something put between is futile where the node
//! mates whose checker stands nearer, and all nodes ask that whose checker is on the same line farther away.

use super::byte_map::ByteMap;
use crate::node::Key;

/// What was found out since the table has so many levels.
pub struct Decided<K: Key> {
    levels: u8,
    lengths: ByteMap<K>,
}

/// The byte of a node that is not mated: there are never so many levels.
const HOLDS: u8 = u8::MAX;

impl<K: Key> Decided<K> {
    /// Whether a node is known, and its length if it is mated.
    #[inline]
    pub fn get(&self, levels: u8, key: K) -> Option<Option<u8>> {
        if self.levels != levels {
            return None;
        }
        let length = self.lengths.get(key)?;
        Some((length != HOLDS).then_some(length))
    }

    /// Notes a node; what was known for other levels goes.
    pub fn insert(&mut self, levels: u8, key: K, length: Option<u8>) {
        if self.levels != levels {
            self.forget();
            self.levels = levels;
        }
        self.lengths.insert(key, length.unwrap_or(HOLDS));
    }

    /// Forgets all, and frees the memory.
    pub fn forget(&mut self) {
        self.lengths = ByteMap::default();
    }
}

impl<K: Key> Default for Decided<K> {
    fn default() -> Self {
        Self {
            levels: 0,
            lengths: ByteMap::default(),
        }
    }
}
