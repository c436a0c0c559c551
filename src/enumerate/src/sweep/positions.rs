//! Position by position: stretches of neighbours, judged side by side, written in their order.

use std::mem;
use std::ops::Range;
use std::time::Duration;

use super::Work;
use super::in_order::in_order;
use crate::{EnumerateError, Phase};
use store::{Batch, RunId, Store, Undecided};

/// How many numbers are a stretch where positions that were left open are asked again: they are rare.
const STRETCH_AGAIN: u64 = 1 << 16;

/// How long results are collected before they are written.
pub(super) const COLLECT: Duration = Duration::from_secs(3);

impl Work<'_> {
    /// Judges and writes everything that is not done.
    pub fn go_through(
        &self,
        store: &mut Store,
        run: RunId,
        done: u64,
    ) -> Result<(), EnumerateError> {
        let all = self.numbers.len();
        let size = self.numbers.stretch(self.judging.set);
        self.monitor.begin(Phase::Positions, all);
        self.monitor.advance(done);
        // Within a stretch it goes on from the end of a leg.
        let judge = |at: u64, hand_on: &mut dyn FnMut(Batch)| {
            let places = done.max(at * size)..((at + 1) * size).min(all);
            let advance = |numbers| self.monitor.advance(numbers);
            let solver = &mut **self.solver();
            let numbers = self.numbers.at(places);
            self.judging.judge(solver, numbers, &advance, hand_on)
        };
        let write = |judged: Vec<Batch>| {
            let mut batch = Batch::default();
            judged.into_iter().for_each(|one| batch.add(one));
            self.tell(&batch);
            Ok(store.write_batch(run, &batch)?)
        };
        let stretches = done / size..all.div_ceil(size);
        if !in_order(stretches, COLLECT, self.judging.stop, judge, write)? {
            return Err(self.stopped());
        }
        self.ask_again(store, run)
    }

    /// Judges and writes what a smaller limit left open.
    fn ask_again(&self, store: &mut Store, run: RunId) -> Result<(), EnumerateError> {
        let mut open = store.undecided(run)?;
        open.retain(|one| one.nodes < self.judging.nodes);
        self.monitor.begin(Phase::OpenPositions, open.len() as u64);
        let numbers: Vec<u64> = open.iter().map(|one: &Undecided| one.number).collect();
        let mut ends = Vec::new();
        let same = |one: &u64, next: &u64| one / STRETCH_AGAIN == next / STRETCH_AGAIN;
        for stretch in numbers.chunk_by(same) {
            ends.push(ends.last().copied().unwrap_or(0) + stretch.len());
        }
        let judge = |at: u64, hand_on: &mut dyn FnMut((Range<usize>, Batch))| {
            let at = at as usize;
            let mut first = at.checked_sub(1).map_or(0, |before| ends[before]);
            let numbers = numbers[first..ends[at]].iter().copied();
            let mut take = |mut batch: Batch| {
                // They were counted when they were met first.
                let count = mem::take(&mut batch.tally.numbers) as usize;
                hand_on((first..first + count, batch));
                first += count;
            };
            let advance = |numbers| self.monitor.advance(numbers);
            let solver = &mut **self.solver();
            self.judging.judge(solver, numbers, &advance, &mut take)
        };
        let write = |judged: Vec<(Range<usize>, Batch)>| {
            for (places, batch) in judged {
                self.tell(&batch);
                store.write_again(run, &numbers[places], &batch)?;
            }
            Ok(())
        };
        let all = 0..ends.len() as u64;
        match in_order(all, COLLECT, self.judging.stop, judge, write)? {
            true => Ok(()),
            false => Err(self.stopped()),
        }
    }
}
