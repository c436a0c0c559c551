//! What solvers over one table have found out of the lengths of nodes.

use std::sync::{Mutex, MutexGuard};

use crate::node::Key;

/// Places of the memo of one solver, a power of two.
pub const MEMO: usize = 1 << 16;

/// Bounds of the value of a node that has no mate in one.
#[derive(Clone, Copy)]
pub struct Bounds<K> {
    /// The node.
    pub key: K,
    /// At least this.
    pub low: u8,
    /// At most this.
    pub high: u8,
}

/// What solvers over one table found out that are gone, for the next ones. It stays true when the table gets
/// further levels.
pub struct Memories<K>(Mutex<Vec<Memory<K>>>);

/// The bounds that one solver remembers, by place.
pub type Memory<K> = Box<[Bounds<K>]>;

impl<K: Key> Memories<K> {
    /// Nothing was found out.
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// What is not in use.
    pub fn spare(&self) -> MutexGuard<'_, Vec<Memory<K>>> {
        self.0.lock().expect("no thread panics while it holds this")
    }

    /// What an earlier solver left, or an empty memory.
    pub fn lend(&self) -> Memory<K> {
        let known = self.spare().pop();
        known.unwrap_or_else(|| {
            let nobody = Bounds {
                key: K::NOBODY,
                low: 2,
                high: u8::MAX,
            };
            vec![nobody; MEMO].into()
        })
    }
}

impl<K: Key> Default for Memories<K> {
    fn default() -> Self {
        Self::new()
    }
}
