//! Bounds of the lengths of attacker nodes outside the scope.

use super::byte_map::ByteMap;
use super::key::LongKey;

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

/// Bounds by canonical key, of lengths below 128.
#[derive(Default)]
pub struct Bounds(ByteMap<LongKey>);

impl Bounds {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is known of a node.
    #[inline]
    pub fn get(&self, key: LongKey) -> Option<Bound> {
        Some(match self.0.get(key)? {
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
        self.0.insert(key, bound);
    }
}
