//! What is known of the run.

use std::collections::VecDeque;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::boards::Boards;

/// So many rates are kept; when there are more, every second one goes.
const RATES: usize = 240;

/// What a page shows.
pub struct State {
    title: String,
    /// Tells the run from another one on the same address.
    run: u128,
    started: Instant,
    ended: bool,
    stopped: bool,
    phase: String,
    done: u64,
    total: u64,
    rates: Rates,
    levels: Vec<(u16, u64)>,
    /// Numbers with their names.
    pub counts: Vec<(String, u64)>,
    /// Why there is no board yet.
    pub nothing_yet: Option<String>,
    /// The boards.
    pub boards: Boards,
}

/// Steps a second in the course of a phase.
struct Rates {
    /// When the phase began, and the step it began at.
    begun: (Instant, u64),
    last: (Instant, u64),
    /// Seconds from one rate to the next.
    every: f64,
    rates: VecDeque<f64>,
}

impl Rates {
    fn new(done: u64) -> Self {
        let now = (Instant::now(), done);
        Self {
            begun: now,
            last: now,
            every: 1.0,
            rates: VecDeque::new(),
        }
    }

    fn take(&mut self, done: u64) {
        let seconds = self.last.0.elapsed().as_secs_f64();
        if seconds < self.every {
            return;
        }
        let steps = done.saturating_sub(self.last.1);
        self.last = (Instant::now(), done);
        self.rates.push_back(steps as f64 / seconds);
        if self.rates.len() >= RATES {
            let every_second = self.rates.iter().copied().step_by(2);
            self.rates = every_second.collect();
            self.every *= 2.0;
        }
    }

    /// Since the phase began.
    fn mean(&self, done: u64) -> f64 {
        let (begun, first) = self.begun;
        done.saturating_sub(first) as f64 / begun.elapsed().as_secs_f64().max(1e-3)
    }
}

impl State {
    pub fn new(title: &str) -> Self {
        let clock = SystemTime::now().duration_since(UNIX_EPOCH);
        Self {
            title: title.to_owned(),
            run: clock.map_or(0, |since| since.as_nanos()),
            started: Instant::now(),
            ended: false,
            stopped: false,
            phase: String::new(),
            done: 0,
            total: 0,
            rates: Rates::new(0),
            levels: Vec::new(),
            counts: Vec::new(),
            nothing_yet: None,
            boards: Boards::new(),
        }
    }

    pub fn progress(&mut self, phase: &str, done: u64, total: u64) {
        if phase != self.phase {
            phase.clone_into(&mut self.phase);
            self.rates = Rates::new(done);
        }
        (self.done, self.total) = (done, total);
        self.rates.take(done);
    }

    pub fn level(&mut self, plies: u16, positions: u64) {
        self.levels.retain(|&(known, _)| known != plies);
        self.levels.push((plies, positions));
    }

    pub fn stop(&mut self) {
        self.stopped = true;
    }

    pub fn end(&mut self) {
        self.ended = true;
    }

    pub fn in_json(&self) -> String {
        let levels = self.levels.iter();
        json!({
            "run": self.run.to_string(),
            "title": self.title,
            "seconds": self.started.elapsed().as_secs_f64(),
            "ended": self.ended,
            "stopped": self.stopped,
            "phase": self.phase,
            "done": self.done,
            "total": self.total,
            "rate": self.rates.mean(self.done),
            "rates": self.rates.rates,
            "seconds_of_a_rate": self.rates.every,
            "levels": levels.map(|&(plies, positions)| json!([plies, positions])).collect::<Vec<Value>>(),
            "counts": self.counts,
            "nothing_yet": self.nothing_yet,
            "best": self.boards.best_in_json(),
            "newest": self.boards.newest_in_json(),
        })
        .to_string()
    }
}
