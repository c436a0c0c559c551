//! What a sweep will take, from a few of its neighbourhoods.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Set;
use super::judging::Judging;
use catalog::Sweep;
use system::beside;
use tsume::solve::Solve;

/// So many neighbours at most are tried at a place of the set: fewer than share a table when all is swept, so that
/// the sweep may take less than is told.
const NEIGHBOURS: u64 = 1 << 12;

/// At least so many places of the set are looked at.
const PLACES: u32 = 16;

/// What some neighbourhoods took.
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

/// Sweeps neighbourhoods all over a set for about so long, or until `interrupted` is set, and keeps nothing. `None` where
/// hands decide each other: some of these say nothing of the whole.
pub fn measure(
    sweep: &Sweep,
    set: &Set,
    nodes: u64,
    solver: &mut dyn Solve,
    time: Duration,
    interrupted: &AtomicBool,
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
    let size = set.stretch().min(NEIGHBOURS);
    let pieces = set.len().div_ceil(size);
    let start = Instant::now();
    let until = Mutex::new(start);
    let watch = || {
        let until = *until.lock().unwrap_or_else(PoisonError::into_inner);
        if Instant::now() > until || interrupted.load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let done = Cell::new(0);
    let advance = |numbers| done.set(done.get() + numbers);
    let mut seconds = 0.0;
    beside(Duration::from_millis(20), watch, || {
        for at in spread(pieces) {
            let now = Instant::now();
            if now > start + time || interrupted.load(Ordering::Relaxed) {
                break;
            }
            *until.lock().unwrap_or_else(PoisonError::into_inner) = now + time / PLACES;
            stop.store(false, Ordering::Relaxed);
            let numbers = at * size..((at + 1) * size).min(set.len());
            // What was done of one that was cut short counts, and so does the time.
            let _ = judging.judge(solver, numbers, &advance, &mut drop);
        }
        seconds = start.elapsed().as_secs_f64();
    });
    Some(Cost {
        // All of the first ones may be too hard.
        numbers: done.get().max(1),
        seconds,
    })
}

/// Each of so many pieces once, the first ones spread over all of them.
fn spread(pieces: u64) -> impl Iterator<Item = u64> {
    // Steps of a golden section, or a little more: without a common factor they come to every piece.
    let golden = (pieces as f64 * 0.618_034) as u64;
    let step = (golden.max(1)..).find(|&step| common_factor(step, pieces) == 1);
    let step = step.unwrap_or(1);
    let mut next = 0;
    (0..pieces).map(move |_| {
        let at = next;
        next = (next + step) % pieces;
        at
    })
}

/// The greatest number that divides both.
fn common_factor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_piece_is_tried_once() {
        for pieces in 1..500 {
            let mut tried: Vec<u64> = spread(pieces).collect();
            tried.sort_unstable();
            assert!(tried.into_iter().eq(0..pieces), "{pieces}");
        }
    }

    #[test]
    fn the_first_pieces_are_spread_over_all() {
        let mut tried: Vec<u64> = spread(10_007).take(16).collect();
        tried.sort_unstable();
        let gaps = tried.windows(2).map(|two| two[1] - two[0]);
        assert!(gaps.max() < Some(10_007 / 8), "{tried:?}");
    }
}
