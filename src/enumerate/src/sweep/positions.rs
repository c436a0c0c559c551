//! Position by position: chunks of neighbours, judged side by side, written in their order.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::Work;
use crate::EnumerateError;
use store::{Batch, RunId, Store, Undecided};
use words::word;

/// How many numbers the solver's table is kept for. Another number would be as right, and leave other positions
/// undecided.
pub(super) const CHUNK: u64 = 256;

/// The same where positions that were left open are asked again: they are rare.
const CHUNK_AGAIN: u64 = 1 << 16;

/// How long chunks are begun before what came of them is written.
const COLLECT: Duration = Duration::from_secs(3);

/// Does pieces of work in their order, on all threads, for [`COLLECT`]: what came of the first of them, and whether none
/// was stopped (`None`).
fn for_a_while<T: Send>(
    pieces: Range<u64>,
    work: impl Fn(u64) -> Option<T> + Sync,
) -> (Vec<T>, bool) {
    let began = Instant::now();
    let next = AtomicU64::new(pieces.start);
    let of_threads = rayon::broadcast(|_| {
        let mut found = Vec::new();
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces.end {
                break;
            }
            let done = work(piece);
            let goes_on = done.is_some() && began.elapsed() < COLLECT;
            found.push((piece, done));
            if !goes_on {
                break;
            }
        }
        found
    });
    let mut found: Vec<(u64, Option<T>)> = of_threads.into_iter().flatten().collect();
    found.sort_unstable_by_key(|&(piece, _)| piece);
    let is_whole = found.iter().all(|(_, done)| done.is_some());
    // What follows a piece that was stopped is done again.
    let first = found.into_iter().map_while(|(_, done)| done).collect();
    (first, is_whole)
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
        self.monitor.begin(word!("solving and judging"), all);
        self.monitor.advance(done);
        while done < all {
            let left = done / CHUNK..all.div_ceil(CHUNK);
            let (judged, is_whole) = for_a_while(left, |chunk| self.chunk(chunk));
            let mut batch = Batch::default();
            judged.into_iter().for_each(|one| batch.add(one));
            if batch.tally.numbers > 0 {
                self.tell(&batch);
                store.write_batch(run, &batch)?;
                done += batch.tally.numbers;
            }
            if !is_whole {
                return Err(self.stopped());
            }
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
        self.monitor
            .begin(word!("what was left open"), open.len() as u64);
        let numbers: Vec<u64> = open.iter().map(|one: &Undecided| one.number).collect();
        let chunks: Vec<&[u64]> = numbers
            .chunk_by(|one, next| one / CHUNK_AGAIN == next / CHUNK_AGAIN)
            .collect();
        let all = chunks.len() as u64;
        let mut done = 0;
        while done < all {
            let of = |at: u64| chunks[at as usize];
            let (judged, is_whole) = for_a_while(done..all, |at| self.chunk_again(of(at)));
            for batch in judged {
                self.tell(&batch);
                store.write_again(run, of(done), &batch)?;
                done += 1;
            }
            if !is_whole {
                return Err(self.stopped());
            }
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
