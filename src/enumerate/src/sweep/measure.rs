//! What a sweep will take, from a few of its chunks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::Set;
use super::judging::Judging;
use super::positions::CHUNK;
use catalog::Sweep;
use process::beside;
use tsume::solve::Solve;

/// What some chunks took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// How many numbers.
    pub numbers: u64,
    /// Seconds with one thread.
    pub seconds: f64,
}

impl Cost {
    /// Seconds a number.
    pub fn of_one(self) -> Option<f64> {
        (self.numbers > 0).then(|| self.seconds / self.numbers as f64)
    }
}

/// Sweeps chunks all over a set for about so long, and keeps nothing. `None` where hands decide each other: chunks of
/// these say nothing of the whole.
pub fn measure(
    sweep: &Sweep,
    set: &Set,
    nodes: u64,
    solver: &mut dyn Solve,
    time: Duration,
) -> Option<Cost> {
    if set.bare_kings().is_some() {
        return None;
    }
    let stop = AtomicBool::new(false);
    let judging = Judging {
        sweep,
        set,
        nodes,
        stop: &stop,
    };
    let chunks = set.len().div_ceil(CHUNK);
    let start = Instant::now();
    let watch = || {
        if start.elapsed() > time {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let mut cost = Cost::default();
    beside(Duration::from_millis(20), watch, || {
        for at in (0..chunks).map(|count| spread(count, chunks)) {
            let numbers = at * CHUNK..((at + 1) * CHUNK).min(set.len());
            let count = numbers.end - numbers.start;
            // What a chunk took that was cut short counts, and so does its part.
            cost.numbers += count;
            if judging.judge(solver, numbers).is_none() {
                break;
            }
        }
        cost.seconds = start.elapsed().as_secs_f64();
    });
    Some(cost)
}

/// A chunk for a count: the first ones are spread over all of them.
fn spread(count: u64, chunks: u64) -> u64 {
    // The fractional parts of the multiples of the golden ratio.
    let fraction = count.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((u128::from(fraction) * u128::from(chunks)) >> 64) as u64
}
