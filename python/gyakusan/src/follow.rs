//! Whoever follows a work from Python: is told how far it is, sets it an end, calls it off.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use crate::problem::time;
use system::monitor::Monitor;
use tsume::solve::Progress;

create_exception!(
    gyakusan,
    Cancelled,
    PyException,
    "A work was called off by the event that it was given as `cancel`."
);

/// So often whoever follows is told, at most.
const TOLD_EVERY: Duration = Duration::from_millis(200);

/// What a work is at, how many steps of that are done, and how many there are; 0 where that is not known.
pub type Stand = (String, u64, u64);

/// Why a work was ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The event `cancel` was set.
    Cancelled,
    /// The time was up.
    Time(Duration),
}

/// What Python gives to follow a work.
pub struct Follow {
    progress: Option<Py<PyAny>>,
    cancel: Option<Py<PyAny>>,
    time: Option<Duration>,
    begun: Instant,
    told: Option<Instant>,
}

impl Follow {
    /// `progress` is called with a [`Stand`] and the seconds since this moment, `cancel` is an event of `threading`, and
    /// `time` a number of seconds.
    ///
    /// # Errors
    /// `ValueError` if the time is none.
    pub fn new(
        progress: Option<Py<PyAny>>,
        cancel: Option<Py<PyAny>>,
        time: Option<f64>,
    ) -> PyResult<Self> {
        Ok(Self {
            progress,
            cancel,
            time: self::time(time)?,
            begun: Instant::now(),
            told: None,
        })
    }

    /// Whether the work is to end now, and why.
    ///
    /// # Errors
    /// What the event raises.
    pub fn cut(&self, py: Python<'_>) -> PyResult<Option<Cut>> {
        if let Some(event) = &self.cancel
            && event.bind(py).call_method0("is_set")?.is_truthy()?
        {
            return Ok(Some(Cut::Cancelled));
        }
        let up = self.time.filter(|&time| self.begun.elapsed() >= time);
        Ok(up.map(Cut::Time))
    }

    /// Tells how far the work is, if it is time to.
    ///
    /// # Errors
    /// What the callback raises: it wants the work to end.
    pub fn tell(&mut self, py: Python<'_>, stand: &dyn Fn() -> Stand) -> PyResult<()> {
        if self.told.is_some_and(|told| told.elapsed() < TOLD_EVERY) {
            return Ok(());
        }
        self.tell_last(py, stand)
    }

    /// Tells how far the work has come.
    ///
    /// # Errors
    /// What the callback raises.
    pub fn tell_last(&mut self, py: Python<'_>, stand: &dyn Fn() -> Stand) -> PyResult<()> {
        self.told = Some(Instant::now());
        if let Some(progress) = &self.progress {
            let (phase, done, total) = stand();
            let seconds = self.begun.elapsed().as_secs_f64();
            progress.call1(py, (phase, done, total, seconds))?;
        }
        Ok(())
    }
}

/// Where a run that is watched stands.
pub fn of_run(monitor: &Monitor) -> Stand {
    let progress = monitor.progress();
    let phase = progress
        .phase
        .map_or_else(String::new, |phase| phase.to_string());
    (phase, progress.done, progress.total)
}

/// Where a solver stands that counts its nodes.
pub fn of_solver(phase: &str, progress: Option<&Arc<Progress>>) -> Stand {
    let nodes = progress.map_or(0, |progress| progress.nodes());
    (phase.to_owned(), nodes, 0)
}
