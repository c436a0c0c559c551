//! The most beautiful of many problems, no two of them alike.

use std::collections::{BTreeMap, BTreeSet};

use super::solution::Solution;
use crate::measures::idea::{finish, opening};
use shogi::Move;
use tsume::solve::Task;

/// What a problem begins and ends with.
type Ends = (i64, i64);

/// One of them.
struct Place<T> {
    beauty: f64,
    /// When it was found: of what is as beautiful the first stands in front.
    number: usize,
    what: T,
}

/// The most beautiful problems of which no two begin alike or end alike (収束). Six that play the same and differ
/// in the mating move are one to who looks at them, and so are six that come to one mate.
pub struct Best<T> {
    /// The most beautiful of those that begin alike and end alike. All of them: what stands behind one of those
    /// shown comes forward when a better one takes that one's place.
    of_ends: BTreeMap<Ends, Place<T>>,
    added: usize,
}

impl<T> Default for Best<T> {
    fn default() -> Self {
        Self {
            of_ends: BTreeMap::new(),
            added: 0,
        }
    }
}

impl<T> Best<T> {
    /// Takes in a problem with its main line. One whose line cannot be played is left out.
    pub fn add(&mut self, task: &Task, line: &[Move], beauty: f64, what: impl FnOnce() -> T) {
        let Some(solution) = Solution::new(task, line, None) else {
            return;
        };
        let ends = (opening(&solution), finish(&solution));
        self.added += 1;
        let known = self.of_ends.get(&ends);
        if known.is_some_and(|known| known.beauty >= beauty) {
            return;
        }
        let place = Place {
            beauty,
            number: self.added,
            what: what(),
        };
        self.of_ends.insert(ends, place);
    }

    /// So many of them at most, with their beauty, the most beautiful first.
    pub fn places(&self, most: usize) -> Vec<(f64, &T)> {
        let mut all: Vec<(&Ends, &Place<T>)> = self.of_ends.iter().collect();
        all.sort_by(|(_, one), (_, other)| {
            let beauty = other.beauty.total_cmp(&one.beauty);
            beauty.then(one.number.cmp(&other.number))
        });
        let (mut openings, mut finishes) = (BTreeSet::new(), BTreeSet::new());
        let differs = |((opening, finish), _): &(&Ends, &Place<T>)| {
            let differs = !openings.contains(opening) && !finishes.contains(finish);
            if differs {
                openings.insert(*opening);
                finishes.insert(*finish);
            }
            differs
        };
        let places = all.into_iter().filter(differs).take(most);
        places
            .map(|(_, place)| (place.beauty, &place.what))
            .collect()
    }

    /// Whether none was taken in.
    pub fn is_empty(&self) -> bool {
        self.of_ends.is_empty()
    }
}
