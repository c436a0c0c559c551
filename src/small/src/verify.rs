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
use crate::state::{MINE, State};

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
    /// Zugzwangs: the side to move loses, but would not if it could pass.
    pub zugzwangs: u64,
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
    let zugzwangs = AtomicU64::new(0);
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
            let mut count = 0;
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
                    let known = values.get(place).map(|byte| Value::of_byte(*byte));
                    if matches!(known, Some(Value::Lost(_))) {
                        count += u64::from(would_rather_pass(rules, &state, value));
                    }
                    place += 1;
                }
            }
            zugzwangs.fetch_add(count, Ordering::Relaxed);
            monitor.advance((place - start) as u64);
            Ok(())
        })?;
    Ok(Verified {
        positions: dense.len(),
        wrong: wrong.into_inner(),
        open: open.into_inner(),
        first: Some(first.into_inner()).filter(|first| *first != u64::MAX),
        zugzwangs: zugzwangs.into_inner(),
    })
}

/// Whether a side that loses would not if the other one were to move, as far as that position is among the table's. Who is in
/// check could not pass.
fn would_rather_pass(
    rules: &Rules,
    state: &State,
    value: impl Fn(&State) -> Option<Value>,
) -> bool {
    if rules.is_in_check(state, MINE) {
        return false;
    }
    matches!(
        value(&rules.flip(state)),
        Some(Value::Lost(_) | Value::Draw)
    )
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
