//! Marks on the positions that threads are at.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use super::hands::mixed;
use shogi::Hand;

/// Places for marks; two positions on one place only make somebody stay away in vain.
const PLACES: usize = 1 << 16;

/// How many threads are at a position, the ways to it counted.
pub struct Busy(Arc<[AtomicU8]>);

impl Busy {
    /// Nobody is anywhere.
    pub fn new() -> Self {
        Self((0..PLACES).map(|_| AtomicU8::new(0)).collect())
    }

    /// The same marks for another thread.
    pub fn for_another_thread(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    fn place(&self, key: u64, hand: Hand) -> &AtomicU8 {
        &self.0[(mixed(key, hand).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 48) as usize % PLACES]
    }

    /// Somebody comes to a position.
    pub fn enter(&self, key: u64, hand: Hand) {
        self.place(key, hand).fetch_add(1, Ordering::Relaxed);
    }

    /// Somebody leaves it.
    pub fn leave(&self, key: u64, hand: Hand) {
        self.place(key, hand).fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether somebody is there.
    pub fn is_at(&self, key: u64, hand: Hand) -> bool {
        self.place(key, hand).load(Ordering::Relaxed) > 0
    }
}
