//! Stages: complete problems with as many pieces.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::Options;
use super::growth::Growth;
use super::step::{Step, before};
use crate::around::Around;
use crate::random::Random;

/// The next stage: problems with a piece more, their main lines two plies longer or more. `None` if the search was stopped.
/// What it returns depends on the stage and the options alone; it is empty if nothing was found.
pub fn next(stage: &[Growth], options: &Options, around: &Around) -> Option<Vec<Growth>> {
    let grown = expand(stage, Step::Grow, options, around)?;
    with_emptied(grown, options, around)
}

/// Adds what comes out of some problems when the hand is emptied, and chooses.
pub(super) fn with_emptied(
    grown: Vec<Growth>,
    options: &Options,
    around: &Around,
) -> Option<Vec<Growth>> {
    let holding = |all: &[Growth]| -> Vec<Growth> {
        let holding = all.iter().filter(|growth| growth.in_hand() > 0);
        holding.cloned().collect()
    };
    let mut pool = grown;
    let mut full = holding(&pool);
    // Each round takes a piece out of the hand, so that there are no more rounds than pieces.
    while !full.is_empty() {
        let from = chosen(full, options);
        let emptied = expand(&from, Step::Empty, options, around)?;
        full = holding(&emptied);
        pool.extend(emptied);
    }
    Some(chosen(pool, options))
}

/// All that was found before some problems, in their order.
fn expand(stage: &[Growth], step: Step, options: &Options, around: &Around) -> Option<Vec<Growth>> {
    let found: Vec<Growth> = (stage.par_iter())
        .flat_map_iter(|growth| before(growth, step, options, around))
        .collect();
    (!around.stopped()).then_some(found)
}

/// As many as a stage is wide, each once: in turns one for each square of the king, those with the fewest pieces in hand
/// first, and of these by lot.
fn chosen(mut pool: Vec<Growth>, options: &Options) -> Vec<Growth> {
    let lot = |growth: &Growth| Random::new(options.seed, growth.key()).next();
    pool.sort_by_cached_key(|growth| (growth.in_hand(), lot(growth), growth.position.to_string()));
    pool.dedup_by_key(|growth| growth.key());
    let mut by_king: BTreeMap<Option<usize>, Vec<Growth>> = BTreeMap::new();
    for growth in pool.into_iter().rev() {
        by_king.entry(growth.place()).or_default().push(growth);
    }
    let mut chosen = Vec::new();
    while chosen.len() < options.width && by_king.values().any(|left| !left.is_empty()) {
        let turn = by_king.values_mut().filter_map(Vec::pop);
        chosen.extend(turn.take(options.width - chosen.len()));
    }
    chosen
}
