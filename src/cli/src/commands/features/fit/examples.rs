//! The problems that weights are fitted to.

use std::collections::btree_map::Entry as MapEntry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::Failure;
use crate::reading::database::open_to_read;
use features::fit::Example;
use features::{Weights, registry};
use store::{Entry, Store};
use words::say;

/// What follows from verdicts: works were not kept for being cooked, and many are judged in part. Beside what a
/// program makes these count for nothing.
pub const VERDICTS: [&str; 10] = [
    "cooks",
    "leftover",
    "superfluous",
    "equal_at_last",
    "longer_at_last",
    "promotion_duals",
    "final_promotion_choice",
    "final_drop_choice",
    "equal_variations",
    "limited_drops",
];

/// Parts of which each serves once as one that is not fitted to.
pub const PARTS: usize = 5;

/// A problem to fit to.
pub struct One {
    /// Its columns, and which side it is on.
    pub example: Example,
    /// Its length.
    pub plies: i64,
    /// The part in which it is not fitted to.
    pub part: usize,
}

/// A problem of a database by its number.
pub fn one_of(
    db: &Path,
    store: &Store,
    id: i64,
    liked: bool,
    weights: &Weights,
) -> Result<One, Failure> {
    let (entry, db) = (store.entry(id)?, db.display());
    let Some(entry) = entry else {
        return Err(Failure::Usage(say!(
            "{db}: no problem {text}",
            db,
            text = id
        )));
    };
    let plies = entry.plies().filter(|_| !entry.main_line().is_empty());
    let Some(plies) = plies else {
        return Err(Failure::Usage(say!(
            "{db}: problem {id} has no main line to measure",
            db,
            id
        )));
    };
    Ok(One {
        example: Example::new(weights, liked, 0, |place| entry.values()[place].number()),
        plies,
        part: 0,
    })
}

/// Works, and what a program has made of the same lengths: of each idea the most beautiful, for of one idea a program
/// makes as many as one likes.
pub fn against(store: &Store, made: &[PathBuf], weights: &Weights) -> Result<Vec<One>, Failure> {
    let mut examples = Vec::new();
    each_with_line(store, |entry, plies| {
        examples.push(One {
            example: beside_made(entry, true, plies, weights),
            plies,
            part: examples.len() % PARTS,
        });
    })?;
    let mut best: BTreeMap<(i64, i64), One> = BTreeMap::new();
    for path in made {
        each_with_line(&open_to_read(path)?, |entry, plies| {
            let idea = entry.get("idea").integer().unwrap_or_default();
            let one = One {
                example: beside_made(entry, false, plies, weights),
                plies,
                part: idea.rem_euclid(PARTS as i64) as usize,
            };
            let beauty = |one: &One| one.example.beauty(weights);
            match best.entry((plies, idea)) {
                MapEntry::Vacant(place) => drop(place.insert(one)),
                MapEntry::Occupied(mut place) if beauty(place.get()) < beauty(&one) => {
                    place.insert(one);
                }
                MapEntry::Occupied(_) => {}
            }
        })?;
    }
    examples.extend(best.into_values());
    let sides = |liked| -> BTreeSet<i64> {
        let of_side = examples.iter().filter(|one| one.example.liked == liked);
        of_side.map(|one| one.plies).collect()
    };
    let common = &sides(true) & &sides(false);
    examples.retain(|one| common.contains(&one.plies));
    match examples.is_empty() {
        true => Err(Failure::Usage(say!(
            "{path}: no problem is as long as one of the works",
            path = made
                .iter()
                .map(|path| path.display().to_string())
                .collect::<Vec<_>>()
                .join(", ")
        ))),
        false => Ok(examples),
    }
}

/// Every problem with a main line, and its length.
fn each_with_line(store: &Store, mut visit: impl FnMut(&Entry, i64)) -> Result<(), Failure> {
    store.each_entry(|entry| {
        let plies = entry.plies().filter(|_| !entry.main_line().is_empty());
        if let Some(plies) = plies {
            visit(&entry, plies);
        }
        Ok(())
    })
}

/// An example of works or of what is made.
fn beside_made(entry: &Entry, liked: bool, plies: i64, weights: &Weights) -> Example {
    Example::new(weights, liked, plies, |place| {
        let counts = !VERDICTS.contains(&registry::at(place).name);
        entry.values()[place].number().filter(|_| counts)
    })
}
