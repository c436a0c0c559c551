//! Problems in memory, found by what they have in common.

use std::collections::{BTreeMap, HashMap};

use super::{ComparedProblem, Likeness, Near, Shared};
use crate::measures::signature::shape;
use crate::solution::attacked_by_black;
use tsume::solve::Task;

/// The problems of a collection, in the order they were added.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// Each with its key.
    all: Vec<(Task, Vec<u8>)>,
    by_shape: HashMap<i64, Vec<usize>>,
    by_number: HashMap<u64, Vec<usize>>,
    by_signature: HashMap<i64, Vec<usize>>,
    by_idea: HashMap<i64, Vec<usize>>,
}

/// A problem that is like another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Met {
    /// How near it is.
    pub near: Near,
    /// Its place, from 0.
    pub place: usize,
}

impl Gathered {
    /// Adds a problem.
    pub fn add(&mut self, asked: &ComparedProblem) {
        let place = self.all.len();
        self.all.push((asked.task().clone(), asked.key().to_vec()));
        let (position, _) = attacked_by_black(asked.task());
        self.by_shape
            .entry(shape(&position))
            .or_default()
            .push(place);
        for number in asked.arrangement().numbers() {
            self.by_number.entry(number).or_default().push(place);
        }
        for line in asked.lines() {
            let by_signature = self.by_signature.entry(line.signature).or_default();
            by_signature.push(place);
            self.by_idea.entry(line.idea).or_default().push(place);
        }
    }

    /// The problem at a place.
    pub fn task(&self, place: usize) -> Option<&Task> {
        self.all.get(place).map(|(task, _)| task)
    }

    /// The problems like one, as near as `up_to` or nearer; the nearest first, then in their order.
    pub fn like(&self, asked: &ComparedProblem, up_to: Likeness) -> Vec<Met> {
        let mut all: BTreeMap<usize, Shared> = BTreeMap::new();
        let mut note = |places: Option<&Vec<usize>>, shares: fn(&mut Shared)| {
            for &place in places.into_iter().flatten() {
                shares(all.entry(place).or_default());
            }
        };
        let (position, _) = attacked_by_black(asked.task());
        note(self.by_shape.get(&shape(&position)), |_| {});
        if up_to >= Likeness::OnePiece {
            for number in asked.arrangement().numbers() {
                note(self.by_number.get(&number), |_| {});
            }
        }
        for line in asked.lines() {
            note(self.by_signature.get(&line.signature), |shared| {
                shared.line = true;
            });
            note(self.by_idea.get(&line.idea), |shared| shared.idea = true);
        }
        let met = all.into_iter().filter_map(|(place, shared)| {
            let (task, key) = &self.all[place];
            let near = asked.near(key, shared)?;
            let near = near.told(task == asked.task());
            Some(Met { near, place })
        });
        let mut met: Vec<Met> = met.filter(|met| met.near.likeness <= up_to).collect();
        met.sort_unstable();
        met
    }
}
