//! Listed problems of which a smaller limit left a verdict open, judged again.

use std::sync::atomic::Ordering;

use super::Work;
use super::in_order::in_order;
use super::positions::COLLECT;
use crate::{EnumerateError, Phase};
use shogi::{Color, Position};
use store::{JudgedAgain, RunId, Store, StoreError};
use tsume::solve::Task;

/// So many problems are one thread's, one after the other.
const TOGETHER: usize = 16;

impl Work<'_> {
    /// Judges and writes problems of a sweep again, those with a verdict that is open; what is not to be listed then is
    /// taken off the list.
    pub fn judge_again(&self, store: &mut Store, run: RunId) -> Result<(), EnumerateError> {
        let open = store.open_verdicts(run)?;
        let open: Option<Vec<(i64, Position)>> = open
            .into_iter()
            .map(|one| Some((one.id, one.sfen.parse().ok()?)))
            .collect();
        let open = open.ok_or_else(|| StoreError::Damaged(store.path().to_owned()))?;
        self.monitor.begin(Phase::OpenVerdicts, open.len() as u64);
        let some: Vec<&[(i64, Position)]> = open.chunks(TOGETHER).collect();
        let judge = |at: u64, hand_on: &mut dyn FnMut(Vec<JudgedAgain>)| {
            let mut solver = self.solver();
            let mut judged = Vec::new();
            for (id, position) in some[at as usize] {
                let task = Task {
                    position: position.clone(),
                    attacker: Color::Black,
                };
                // Which others are still open depends on where it was stopped.
                solver.forget();
                let mate = self.judging.judge_mate(&mut **solver, &task);
                if self.judging.stop.load(Ordering::Relaxed) {
                    return None;
                }
                self.monitor.advance(1);
                // A length that is open now, and was known before, says nothing.
                if mate.plies.is_some() {
                    judged.push(JudgedAgain {
                        id: *id,
                        problem: mate.problem,
                    });
                }
            }
            hand_on(judged);
            Some(())
        };
        let write =
            |judged: Vec<Vec<JudgedAgain>>| Ok(store.write_judged_again(run, &judged.concat())?);
        match in_order(
            0..some.len() as u64,
            COLLECT,
            self.judging.stop,
            judge,
            write,
        )? {
            true => Ok(()),
            false => Err(self.stopped()),
        }
    }
}
