//! Position by position: stretches of neighbours, judged side by side, written in their order.

use super::Work;
use super::in_order::in_order;
use crate::EnumerateError;
use store::{Batch, RunId, Store, Undecided};
use words::word;

/// How many numbers the solver's table is kept for where positions that were left open are asked again: they are
/// rare.
const STRETCH_AGAIN: u64 = 1 << 16;

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
        self.monitor.begin(word!("solving and judging"), all);
        self.monitor.advance(done);
        // A sweep that another version began may have come to its end within a stretch.
        let judge = |at: u64| {
            let places = done.max(at * size)..((at + 1) * size).min(all);
            let numbers = self.numbers.at(places);
            let advance = |numbers| self.monitor.advance(numbers);
            self.judging.judge(&mut **self.solver(), numbers, &advance)
        };
        let write = |_, judged: Vec<Batch>| {
            let mut batch = Batch::default();
            judged.into_iter().for_each(|one| batch.add(one));
            self.tell(&batch);
            Ok(store.write_batch(run, &batch)?)
        };
        if !in_order(done / size..all.div_ceil(size), judge, write)? {
            return Err(self.stopped());
        }
        self.ask_again(store, run)
    }

    /// Judges and writes what a smaller limit left open.
    fn ask_again(&self, store: &mut Store, run: RunId) -> Result<(), EnumerateError> {
        let mut open = store.undecided(run)?;
        open.retain(|one| one.nodes < self.judging.nodes);
        self.monitor
            .begin(word!("what was left open"), open.len() as u64);
        let numbers: Vec<u64> = open.iter().map(|one: &Undecided| one.number).collect();
        let stretches: Vec<&[u64]> = numbers
            .chunk_by(|one, next| one / STRETCH_AGAIN == next / STRETCH_AGAIN)
            .collect();
        let stretch = |at: u64| stretches[at as usize];
        let judge = |at: u64| {
            let numbers = stretch(at).iter().copied();
            let advance = |numbers| self.monitor.advance(numbers);
            let solver = &mut **self.solver();
            let mut batch = self.judging.judge(solver, numbers, &advance)?;
            // They were counted when they were met first.
            batch.tally.numbers = 0;
            Some(batch)
        };
        let write = |first: u64, judged: Vec<Batch>| {
            for (at, batch) in (first..).zip(judged) {
                self.tell(&batch);
                store.write_again(run, stretch(at), &batch)?;
            }
            Ok(())
        };
        match in_order(0..stretches.len() as u64, judge, write)? {
            true => Ok(()),
            false => Err(self.stopped()),
        }
    }
}
