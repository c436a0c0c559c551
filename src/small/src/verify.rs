//! Whether every value of a table agrees with those of its moves.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use system::monitor::{Monitor, Stopped};

use crate::dense::{Dense, ones};
use crate::moves::Moves;
use crate::phase::Phase;
use crate::rank::Ranking;
use crate::rules::Rules;
use crate::solve::Value;
use crate::state::State;

/// What was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Positions that were looked at.
    pub positions: u64,
    /// Those whose value is not what their moves make it.
    pub wrong: u64,
    /// Those with a move to a position that is not among the table's.
    pub open: u64,
    /// The number of the first that is wrong or open.
    pub first: Option<u64>,
}

/// How many words of bits a task takes.
const TASK: usize = 1 << 12;

/// Compares each value with those of its moves. Where all agree, every win is one: it has a move to a loss that is one ply
/// shorter; every loss is one; and who is at a draw can go on to a draw for ever.
///
/// # Errors
/// If it is stopped.
pub fn verify(
    rules: &Rules,
    ranking: &Ranking,
    dense: &Dense,
    values: &[u8],
    monitor: &Monitor,
) -> Result<Verified, Stopped> {
    monitor.begin(Phase::Verify, dense.len());
    let (wrong, open) = (AtomicU64::new(0), AtomicU64::new(0));
    let first = AtomicU64::new(u64::MAX);
    let value = |state: &State| {
        let place = dense.place(ranking.rank(rules, state).number)?;
        values.get(place).map(|byte| Value::of_byte(*byte))
    };
    dense
        .words()
        .par_chunks(TASK)
        .enumerate()
        .try_for_each(|(task, words)| {
            monitor.go_on()?;
            let mut moves = Moves::new();
            let start = dense.before(task * TASK);
            let mut place = start;
            for (word, &bits) in (task * TASK..).zip(words) {
                for number in ones(word, bits) {
                    let state = ranking.unrank(number);
                    let found = match best(rules, &state, &mut moves, value) {
                        Some(best) if Some(best.byte()) == values.get(place).copied() => None,
                        Some(_) => Some(&wrong),
                        None => Some(&open),
                    };
                    if let Some(counter) = found {
                        counter.fetch_add(1, Ordering::Relaxed);
                        first.fetch_min(number, Ordering::Relaxed);
                    }
                    place += 1;
                }
            }
            monitor.advance((place - start) as u64);
            Ok(())
        })?;
    Ok(Verified {
        positions: dense.len(),
        wrong: wrong.into_inner(),
        open: open.into_inner(),
        first: Some(first.into_inner()).filter(|first| *first != u64::MAX),
    })
}

/// The value of a position by those after its moves; `None` if one of them has none.
#[inline]
pub fn best(
    rules: &Rules,
    state: &State,
    moves: &mut Moves,
    value: impl Fn(&State) -> Option<Value>,
) -> Option<Value> {
    rules.legal_moves(state, moves);
    if moves.iter().any(|mv| rules.tries(*mv)) {
        return Some(Value::Won(1));
    }
    let mut best = Value::Lost(rules.mated());
    let flipped = rules.flip(state);
    for (nth, &mv) in moves.iter().enumerate() {
        let after = value(&rules.play_flipped(&flipped, mv))?.before();
        if nth == 0 || after.rating() < best.rating() {
            best = after;
        }
    }
    Some(best)
}
