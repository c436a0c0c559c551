//! A run: candidates in blocks on all threads, their verdicts taken in order.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hashbrown::HashSet;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::conditions::Conditions;
use super::counts::{Category, Counts};
use super::generate::Generate;
use super::pipeline::{Bench, Cost, Judged};
use super::random::Random;
use crate::features::signature::signature;
use crate::features::solution::Solution;

/// So many candidates are judged between two looks at the clock, at first. Verdicts are taken in order,
/// so that the size of a block decides nothing.
const BLOCK: u64 = 32;

/// No block is larger.
const LARGEST: u64 = 4096;

/// A block that took longer is followed by a smaller one, one that took less than half by a larger one.
const PAUSE: Duration = Duration::from_millis(500);

/// A thread takes so many at a time: few, so that all are busy to the end of the block.
const SHARE: usize = 8;

/// How far a run is: enough to go on from there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The next candidate.
    pub next: u64,
    /// What became of those before it.
    pub counts: Counts,
    /// Time spent, in milliseconds.
    pub spent_ms: u64,
}

/// A problem that is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The number of the candidate.
    pub candidate: u64,
    /// The problem.
    pub judged: Judged,
}

/// What a run works with.
pub struct Run<'a> {
    /// Where candidates come from.
    pub generator: &'a dyn Generate,
    /// What is asked of them.
    pub wanted: &'a Conditions,
    /// What each may cost.
    pub cost: Cost,
    /// The seed.
    pub seed: u64,
    /// The run ends with the candidate that is the last of so many kept.
    pub count: Option<u64>,
    /// The run ends before this candidate.
    pub candidates: Option<u64>,
}

impl Run<'_> {
    /// Judges one candidate.
    ///
    /// # Errors
    /// The category of one that is not kept.
    pub fn candidate(&self, number: u64, bench: &mut Bench) -> Result<Judged, Category> {
        let mut random = Random::new(self.seed, number);
        let setup = self
            .generator
            .candidate(self.wanted, &mut random, bench)
            .ok_or(Category::Misplaced)?;
        bench.judge(setup, self.wanted)
    }

    /// Goes on from `progress` on the threads of `pool` until enough are kept, or `stop` is set. Lines whose signatures are among
    /// `lines` are known; those of kept problems come to them. After each block `report` is told what it
    /// brought; if it answers false the run ends there.
    ///
    /// What is kept depends on seed, conditions, generator and `lines` at the start alone.
    ///
    /// # Errors
    /// Those of `report`.
    pub fn go<E>(
        &self,
        pool: &rayon::ThreadPool,
        progress: &mut Progress,
        lines: &mut HashSet<i64>,
        stop: &AtomicBool,
        mut report: impl FnMut(&Progress, &[Kept]) -> Result<bool, E>,
    ) -> Result<(), E> {
        let end = self.candidates.unwrap_or(u64::MAX);
        let enough = |counts: &Counts| {
            self.count
                .is_some_and(|count| counts.of(Category::Kept) >= count)
        };
        let mut block = BLOCK;
        while progress.next < end && !enough(&progress.counts) && !stop.load(Ordering::Relaxed) {
            let first = progress.next;
            let numbers = first..end.min(first + block);
            let numbers: Vec<u64> = numbers.collect();
            let started = Instant::now();
            let judge = |share: &[u64]| -> Vec<(u64, Result<Judged, Category>)> {
                let mut bench = Bench::new(self.cost);
                let judge = |&number| (number, self.candidate(number, &mut bench));
                share.iter().map(judge).collect()
            };
            let judged: Vec<_> =
                pool.install(|| numbers.par_chunks(SHARE).flat_map_iter(judge).collect());
            block = match started.elapsed() {
                time if time > PAUSE => (block / 2).max(1),
                time if time < PAUSE / 2 => (block * 2).min(LARGEST),
                _ => block,
            };
            let mut kept = Vec::new();
            for (number, result) in judged {
                progress.next = number + 1;
                match result {
                    Err(category) => progress.counts.add(category),
                    Ok(judged) => {
                        let new = line_of(&judged).is_some_and(|line| lines.insert(line));
                        if new {
                            progress.counts.add(Category::Kept);
                            let candidate = number;
                            kept.push(Kept { candidate, judged });
                        } else {
                            progress.counts.add(Category::Known);
                        }
                    }
                }
                if enough(&progress.counts) {
                    break;
                }
            }
            if !report(progress, &kept)? {
                break;
            }
        }
        Ok(())
    }
}

/// The signature of the main line.
fn line_of(judged: &Judged) -> Option<i64> {
    let solution = Solution::new(&judged.task, &judged.report.main_line, None)?;
    Some(signature(&solution))
}
