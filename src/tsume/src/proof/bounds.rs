//! What bounds a writer of proofs: time, nodes, memory, and somebody who may ask to stop.

use std::sync::atomic::{AtomicBool, Ordering};

use super::no_proof::WriteError;
use crate::clock::Instant;
use crate::solve::{Limits, Reached};

/// The limits of a writer, and its nodes.
pub(super) struct Bounds<'a> {
    deadline: Option<Instant>,
    most_nodes: Option<u64>,
    memory: Option<u64>,
    stop: &'a AtomicBool,
    /// Nodes of the walk so far, both sides'.
    pub(super) nodes: u64,
}

impl<'a> Bounds<'a> {
    pub(super) fn new(limits: &Limits, memory: Option<u64>, stop: &'a AtomicBool) -> Self {
        let end = |time| Instant::now().checked_add(time);
        Self {
            deadline: limits.time.and_then(end),
            most_nodes: limits.nodes,
            memory,
            stop,
            nodes: 0,
        }
    }

    /// One node more.
    pub(super) fn count(&mut self) -> Result<(), WriteError> {
        self.nodes += 1;
        match self.most_nodes.is_some_and(|most| self.nodes > most) {
            true => Err(WriteError::Reached(Reached::Nodes)),
            false => Ok(()),
        }
    }

    /// Whether the other limits are kept by a writer that takes so many bytes.
    pub(super) fn go_on(&self, bytes: u64) -> Result<(), WriteError> {
        let reached = if self.stop.load(Ordering::Relaxed) {
            Reached::Stop
        } else if self.deadline.is_some_and(|end| Instant::now() >= end) {
            Reached::Time
        } else if self.memory.is_some_and(|most| bytes > most) {
            Reached::Memory
        } else {
            return Ok(());
        };
        Err(WriteError::Reached(reached))
    }
}
