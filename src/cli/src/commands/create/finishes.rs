//! The finishes that a run works backwards from: what cannot be grown from is refused before the run begins.

use std::path::Path;

use crate::screen::text::{counted, thousands};
use crate::{Failure, screen};
use answers::InWords;
use compose::Category;
use compose::counts::Row;
use compose::pipeline::{Cost, Examiner, NewSolver};
use shogi::{Color, Position, Setup};
use tsume::solve::Task;
use words::say;

/// So many are looked into: a database may have a million.
const MOST: usize = 200;

/// Asks whether problems can be grown backwards from the given positions, as the generator will: each mates without
/// leftover, and no second solution is quickly found. Those that cannot be used are reported.
///
/// # Errors
/// If none can be used.
pub fn examine(
    given: &[Position],
    path: Option<&Path>,
    cost: Cost,
    new_solver: &NewSolver<'_>,
) -> Result<(), Failure> {
    let mut examiner = Examiner::with_solver(cost, new_solver);
    let looked_into = &given[..given.len().min(MOST)];
    let mut bad: Vec<(&Position, Category)> = Vec::new();
    for position in looked_into {
        let task = Task {
            position: position.clone(),
            attacker: Color::Black,
        };
        if let Err(category) = examiner.sound_so_far(&task, None) {
            bad.push((position, category));
        }
    }
    let Some(&(first, category)) = bad.first() else {
        return Ok(());
    };
    let path = path.map_or_else(String::new, |path| path.display().to_string());
    let sfen = Setup::from(first).without_hand(Color::White).to_string();
    let why = match category {
        Category::OutOfNodes => {
            let nodes = thousands(cost.verdict);
            say!(
                "undecided within --nodes {nodes}; a higher limit decides more",
                nodes
            )
        }
        category => Row::Of(category).in_words(),
    };
    if let [_] = given {
        return Err(Failure::Usage(say!(
            "--from {path}: nothing can be grown backwards from this position: {why}",
            path,
            why
        )));
    }
    let words = match bad.len() == given.len() {
        true => say!(
            "--from {path}: nothing can be grown backwards from any of its positions; the first, {sfen}: {why}",
            path,
            sfen,
            why
        ),
        false => say!(
            "--from {path}: {positions} skipped, because nothing can be grown backwards from them; the first, {sfen}: {why}",
            path,
            positions = counted(bad.len() as u64, "position", "positions"),
            sfen,
            why
        ),
    };
    if bad.len() == given.len() {
        return Err(Failure::Usage(words));
    }
    // An error stream that takes no more is no reason to stop.
    screen::complain(&words);
    Ok(())
}
