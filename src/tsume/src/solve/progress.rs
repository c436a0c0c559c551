//! How far a search is.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// What a search counts while it runs, for others to read from their threads.
#[derive(Debug, Default)]
pub struct Progress {
    nodes: AtomicU64,
    /// Those of other threads at the same task that are not among `nodes` yet.
    beside: AtomicU64,
    plies: AtomicU32,
}

impl Progress {
    /// Starts a task.
    pub fn reset(&self) {
        self.take_together(0);
        self.set_plies(0);
    }

    /// Tells the nodes expanded so far. Cheap, but not meant for every node.
    pub fn set_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
    }

    /// Tells of more nodes, of a thread beside the one that tells its own by [`Self::set_nodes`].
    pub fn add_beside(&self, nodes: u64) {
        self.beside.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Tells the nodes expanded so far, those of all threads among them.
    pub fn take_together(&self, nodes: u64) {
        self.beside.store(0, Ordering::Relaxed);
        self.set_nodes(nodes);
    }

    /// Tells how many plies deep the search looks now.
    pub fn set_plies(&self, plies: u32) {
        self.plies.store(plies, Ordering::Relaxed);
    }

    /// The nodes of the task in work, or of the last one.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed) + self.beside.load(Ordering::Relaxed)
    }

    /// How deep the search looks; 0 where it does not tell.
    pub fn plies(&self) -> u32 {
        self.plies.load(Ordering::Relaxed)
    }
}
