//! A byte for each of many nodes, in few bytes each: there are millions.

use hashbrown::HashTable;

use crate::node::Key;

#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Entry<K: Copy> {
    key: K,
    byte: u8,
}

impl<K: Key> Entry<K> {
    /// What is packed is copied out, not referred to.
    #[inline]
    const fn key(&self) -> K {
        self.key
    }

    #[inline]
    fn mix(&self) -> u64 {
        self.key().mix()
    }
}

/// Bytes by key.
pub struct ByteMap<K: Key>(HashTable<Entry<K>>);

impl<K: Key> ByteMap<K> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The byte of a key.
    #[inline]
    pub fn get(&self, key: K) -> Option<u8> {
        let entry = self.0.find(key.mix(), |entry| entry.key() == key)?;
        Some(entry.byte)
    }

    /// Gives a key a byte, in place of the one it has.
    pub fn insert(&mut self, key: K, byte: u8) {
        self.0
            .entry(key.mix(), |entry| entry.key() == key, Entry::mix)
            .and_modify(|entry| entry.byte = byte)
            .or_insert(Entry { key, byte });
    }

    /// Gives a key a byte if it has none, and says whether it had none.
    pub fn insert_new(&mut self, key: K, byte: u8) -> bool {
        let mut is_new = false;
        self.0
            .entry(key.mix(), |entry| entry.key() == key, Entry::mix)
            .or_insert_with(|| {
                is_new = true;
                Entry { key, byte }
            });
        is_new
    }

    /// All keys with their bytes, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (K, u8)> {
        self.0.iter().map(|entry| (entry.key(), entry.byte))
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.0.allocation_size()
    }
}

impl<K: Key> Default for ByteMap<K> {
    fn default() -> Self {
        Self(HashTable::new())
    }
}
