//! Watching a long run from another thread: how far it is, and asking it to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

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
    /// Whether to stop; without a reason, because the user wants it.
    stopping: Arc<AtomicBool>,
    done: AtomicU64,
    total: AtomicU64,
    phase: Mutex<String>,
}

impl Monitor {
    /// A run that stops when `stop` is set, as [Ctrl-C](crate::stop_on_signal) does.
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Self {
        Self {
            stopping: stop,
            ..Self::default()
        }
    }

    /// Asks the run to stop soon; the first reason stays.
    pub fn stop(&self, why: Stopped) {
        // Whoever has set the flag without a reason came first.
        if !self.stopping.load(Ordering::Acquire) {
            let _ = self.stop.set(why);
            self.stopping.store(true, Ordering::Release);
        }
    }

    /// `Err` once a stop was asked for.
    #[inline]
    pub fn go_on(&self) -> Result<(), Stopped> {
        if !self.stopping.load(Ordering::Acquire) {
            return Ok(());
        }
        Err(self.stop.get().copied().unwrap_or(Stopped::Interrupted))
    }

    /// Whether a stop was asked for, as solvers want to be told; to set it is to interrupt the run.
    pub fn stop_flag(&self) -> &AtomicBool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_stays() {
        let monitor = Monitor::default();
        assert_eq!(monitor.go_on(), Ok(()));
        monitor.stop(Stopped::Memory);
        monitor.stop(Stopped::Unreadable);
        assert_eq!(monitor.go_on(), Err(Stopped::Memory));
        assert!(monitor.stop_flag().load(Ordering::SeqCst));
    }

    #[test]
    fn a_flag_that_is_set_interrupts() {
        let stop = Arc::default();
        let monitor = Monitor::stopped_by(Arc::clone(&stop));
        assert_eq!(monitor.go_on(), Ok(()));
        stop.store(true, Ordering::SeqCst);
        monitor.stop(Stopped::Memory);
        assert_eq!(monitor.go_on(), Err(Stopped::Interrupted));
    }
}
