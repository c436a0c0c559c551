//! Watching a long run from another thread: how far it is, and asking it to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

/// Why a run stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The user asked for it.
    #[error("interrupted")]
    Interrupted,
    /// The memory limit was reached.
    #[error("memory limit reached")]
    Memory,
    /// A temporary file cannot be read.
    #[error("a temporary file beside the database could not be read")]
    Unreadable,
    /// What is left takes too long to decide.
    #[error(
        "of {positions} positions it is not decided within {plies} plies whether they mate, so that the family cannot be listed in full"
    )]
    Undecided {
        /// How many.
        positions: usize,
        /// The length that was reached.
        plies: u16,
    },
}

/// Progress of a run and the wish to stop it, shared between threads.
#[derive(Default)]
pub struct Monitor {
    stop: OnceLock<Stopped>,
    /// Whether a reason is there.
    stopping: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    phase: Mutex<String>,
}

impl Monitor {
    /// Asks the run to stop soon; the first reason stays.
    pub fn stop(&self, why: Stopped) {
        let _ = self.stop.set(why);
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// `Err` once a stop was asked for.
    #[inline]
    pub fn go_on(&self) -> Result<(), Stopped> {
        match self.stop.get() {
            None => Ok(()),
            Some(&why) => Err(why),
        }
    }

    /// Whether a stop was asked for, as solvers want to be told.
    pub const fn stop_flag(&self) -> &AtomicBool {
        &self.stopping
    }

    /// Starts a phase of `total` steps.
    pub fn begin(&self, phase: &str, total: u64) {
        *self
            .phase
            .lock()
            .expect("no thread panics while it holds this") = phase.to_owned();
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts steps of the phase as done.
    #[inline]
    pub fn advance(&self, steps: u64) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }

    /// The phase, steps done and steps in all.
    pub fn progress(&self) -> (String, u64, u64) {
        let phase = self
            .phase
            .lock()
            .expect("no thread panics while it holds this");
        (
            phase.clone(),
            self.done.load(Ordering::Relaxed),
            self.total.load(Ordering::Relaxed),
        )
    }
}
