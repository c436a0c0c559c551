//! Defender nodes of the scope that an interposition saves, for a while or for good.

use super::byte_map::ByteMap;
use crate::by_king::SHARDS;
use crate::node::Key;

/// What becomes of a defender node whose direct replies all mate, but that did not mate at once when the longest of
/// them did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It mates in so many attacker's moves.
    Mates(u8),
    /// It does not mate within the levels of the table.
    Holds,
}

/// Such nodes by canonical key. Where the direct replies of any other one all mate, its value is that of the longest.
pub struct Interposed<K: Key> {
    by_king: Vec<ByteMap<K>>,
}

/// The byte of [`Fate::Holds`]: there are never so many levels.
const HOLDS: u8 = u8::MAX;

const fn fate(byte: u8) -> Fate {
    match byte {
        HOLDS => Fate::Holds,
        value => Fate::Mates(value),
    }
}

impl<K: Key> Interposed<K> {
    /// None so far.
    pub fn new() -> Self {
        Self {
            by_king: (0..SHARDS).map(|_| ByteMap::default()).collect(),
        }
    }

    /// What becomes of a node; `None` for one that its direct replies alone decide.
    #[inline]
    pub fn fate(&self, key: K) -> Option<Fate> {
        self.by_king[key.king().index()].get(key).map(fate)
    }

    /// Notes what becomes of nodes.
    pub fn note(&mut self, keys: impl IntoIterator<Item = K>, fate: Fate) {
        let fate = match fate {
            Fate::Holds => HOLDS,
            Fate::Mates(value) => value,
        };
        for key in keys {
            self.by_king[key.king().index()].insert(key, fate);
        }
    }

    /// All of them, in the order of their keys.
    pub fn sorted(&self) -> impl Iterator<Item = (K, Fate)> {
        self.by_king.iter().flat_map(|nodes| {
            let nodes = nodes.iter().map(|(key, byte)| (key, fate(byte)));
            let mut nodes: Vec<_> = nodes.collect();
            nodes.sort_unstable_by_key(|&(key, _)| key);
            nodes
        })
    }

    /// The nodes that mate in so many moves, sorted.
    pub fn mates_in(&self, value: u8) -> Vec<K> {
        let all = self.by_king.iter().flat_map(ByteMap::iter);
        let mut keys: Vec<K> = all
            .filter(|&(_, byte)| fate(byte) == Fate::Mates(value))
            .map(|(key, _)| key)
            .collect();
        keys.sort_unstable();
        keys
    }
}

impl<K: Key> Default for Interposed<K> {
    fn default() -> Self {
        Self::new()
    }
}
