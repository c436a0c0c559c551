//! Watching a long run from another thread: how far it is, and asking it to stop.

use std::any::Any;
use std::fmt::Display;
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
        "{positions} positions are not decided within {plies} plies, so the family cannot be listed in full"
    )]
    Undecided {
        /// How many.
        positions: usize,
        /// The length that was reached.
        plies: u16,
    },
}

/// What a run is at, as data: whoever shows it finds out which it is by its type, or shows the English.
pub trait Phase: Any + Display + Send + Sync {}

impl<T: Any + Display + Send + Sync> Phase for T {}

/// How far a run is.
#[derive(Clone)]
pub struct Progress {
    /// What it is at; `None` before the first phase.
    pub phase: Option<Arc<dyn Phase>>,
    /// Steps of the phase that are done.
    pub done: u64,
    /// Steps of the phase in all.
    pub total: u64,
}

/// Progress of a run and the wish to stop it, shared between threads.
#[derive(Default)]
pub struct Monitor {
    stop: OnceLock<Stopped>,
    /// Whether to stop; without a reason, because the user wants it.
    stopping: Arc<AtomicBool>,
    done: AtomicU64,
    total: AtomicU64,
    phase: Mutex<Option<Arc<dyn Phase>>>,
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

    /// The same flag, for a part of the run that counts its own steps.
    pub fn shared_stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stopping)
    }

    /// Starts a phase of `total` steps.
    pub fn begin(&self, phase: impl Phase, total: u64) {
        *self
            .phase
            .lock()
            .expect("no thread panics while it holds this") = Some(Arc::new(phase));
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts steps of the phase as done.
    #[inline]
    pub fn advance(&self, steps: u64) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }

    /// How far the run is.
    pub fn progress(&self) -> Progress {
        let phase = self
            .phase
            .lock()
            .expect("no thread panics while it holds this");
        Progress {
            phase: phase.clone(),
            done: self.done.load(Ordering::Relaxed),
            total: self.total.load(Ordering::Relaxed),
        }
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
