//! Position by position: chunks of neighbours, judged side by side, written in their order.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::Work;
use crate::EnumerateError;
use store::{Batch, RunId, Store, Undecided};

/// How many numbers the solver's table is kept for. Another number would be as right, and leave other positions
/// undecided.
pub(super) const CHUNK: u64 = 256;

/// The same where positions that were left open are asked again: they are rare.
const CHUNK_AGAIN: u64 = 1 << 16;

/// About how long chunks are collected before they are written.
const COLLECT: Duration = Duration::from_secs(3);

/// How many chunks are worked on before they are written: as many as take about [`COLLECT`].
struct Together {
    chunks: u64,
    least: u64,
}

impl Together {
    const fn new(threads: u64) -> Self {
        Self {
            chunks: 4 * threads,
            least: 2 * threads,
        }
    }

    fn learn(&mut self, took: Duration) {
        if took < COLLECT / 2 {
            self.chunks = (2 * self.chunks).min(1 << 14);
        } else if took > COLLECT {
            self.chunks = (self.chunks / 2).max(self.least);
        }
    }
}

impl Work<'_> {
    /// Judges and writes everything that is not done.
    pub fn go_through(
        &self,
        store: &mut Store,
        run: RunId,
        mut done: u64,
    ) -> Result<(), EnumerateError> {
        let all = self.numbers.len();
        self.monitor.begin("solving and judging", all);
        self.monitor.advance(done);
        let mut together = Together::new(self.solvers.len() as u64);
        while done < all {
            let began = Instant::now();
            let first = done / CHUNK;
            let end = all.div_ceil(CHUNK).min(first + together.chunks);
            let chunks: Vec<u64> = (first..end).collect();
            let judged: Vec<Option<Batch>> = chunks
                .into_par_iter()
                .with_max_len(1)
                .map(|chunk| self.chunk(chunk))
                .collect();
            let is_whole = judged.iter().all(Option::is_some);
            let mut batch = Batch::default();
            // What follows a chunk that was stopped is done again.
            judged
                .into_iter()
                .map_while(|one| one)
                .for_each(|one| batch.add(one));
            if batch.tally.numbers > 0 {
                store.write_batch(run, &batch)?;
                done += batch.tally.numbers;
            }
            if !is_whole {
                return Err(self.stopped());
            }
            together.learn(began.elapsed());
        }
        self.ask_again(store, run)
    }

    fn chunk(&self, chunk: u64) -> Option<Batch> {
        let end = (chunk + 1).saturating_mul(CHUNK).min(self.numbers.len());
        let numbers = self.numbers.at(chunk * CHUNK..end);
        let batch = self.judging.judge(&mut **self.solver(), numbers)?;
        self.monitor.advance(batch.tally.numbers);
        Some(batch)
    }

    /// Judges and writes what a smaller limit left open.
    fn ask_again(&self, store: &mut Store, run: RunId) -> Result<(), EnumerateError> {
        let mut open = store.undecided(run)?;
        open.retain(|one| one.nodes < self.judging.nodes);
        self.monitor.begin("what was left open", open.len() as u64);
        let numbers: Vec<u64> = open.iter().map(|one: &Undecided| one.number).collect();
        let mut chunks = numbers
            .chunk_by(|one, next| one / CHUNK_AGAIN == next / CHUNK_AGAIN)
            .peekable();
        let mut together = Together::new(self.solvers.len() as u64);
        while chunks.peek().is_some() {
            let began = Instant::now();
            let some: Vec<&[u64]> = chunks.by_ref().take(together.chunks as usize).collect();
            let judged: Vec<Option<Batch>> = some
                .par_iter()
                .with_max_len(1)
                .map(|numbers| self.chunk_again(numbers))
                .collect();
            let is_whole = judged.iter().all(Option::is_some);
            for (numbers, batch) in some.into_iter().zip(judged) {
                if let Some(batch) = batch {
                    store.write_again(run, numbers, &batch)?;
                }
            }
            if !is_whole {
                return Err(self.stopped());
            }
            together.learn(began.elapsed());
        }
        Ok(())
    }

    fn chunk_again(&self, numbers: &[u64]) -> Option<Batch> {
        let numbers = numbers.iter().copied();
        let count = numbers.len() as u64;
        let mut batch = self.judging.judge(&mut **self.solver(), numbers)?;
        // They were counted when they were met first.
        batch.tally.numbers = 0;
        self.monitor.advance(count);
        Some(batch)
    }
}
