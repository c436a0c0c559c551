//! A few of many problems: good ones that differ.

use std::collections::BTreeMap;

use super::look::Look;
use features::idea::{finish, opening};
use features::solution::Solution;

/// What a problem begins and ends with.
type Ends = (i64, i64);

/// A problem that looks just like one that was chosen is worth so many points less; one that looks half like it half as
/// many. What is chosen is ahead of others by a few points of beauty, rarely by more than this.
const ALIKE: f64 = 8.0;

/// So many of those with the most points are chosen from.
const CONSIDERED: usize = 1000;

/// One of them.
struct Place<T> {
    points: f64,
    /// When it was found: of what is as good the first stands in front.
    number: usize,
    look: Look,
    what: T,
}

/// Problems to choose from, of those that begin alike and end alike (収束) the best.
pub struct Various<T> {
    of_ends: BTreeMap<Ends, Place<T>>,
    added: usize,
}

impl<T> Default for Various<T> {
    fn default() -> Self {
        Self {
            of_ends: BTreeMap::new(),
            added: 0,
        }
    }
}

impl<T> Various<T> {
    /// Takes in a problem that is worth so many points.
    pub fn add(&mut self, solution: &Solution, points: f64, what: impl FnOnce() -> T) {
        let ends = (opening(solution), finish(solution));
        self.added += 1;
        let known = self.of_ends.get(&ends);
        if known.is_some_and(|known| known.points >= points) {
            return;
        }
        let place = Place {
            points,
            number: self.added,
            look: Look::of(solution),
            what: what(),
        };
        self.of_ends.insert(ends, place);
    }

    /// At most so many of them: the best first, then whichever is best where each that was chosen takes points from
    /// those that look like it. No two begin alike or end alike.
    pub fn choose(&self, most: usize) -> Vec<&T> {
        let mut left: Vec<(f64, &Ends, &Place<T>)> = self
            .of_ends
            .iter()
            .map(|(ends, place)| (place.points, ends, place))
            .collect();
        left.sort_by(|(_, _, one), (_, _, other)| {
            let better = other.points.total_cmp(&one.points);
            better.then(one.number.cmp(&other.number))
        });
        left.truncate(CONSIDERED);
        let mut chosen = Vec::new();
        while chosen.len() < most {
            // Of equal ones the first.
            let best = left
                .iter()
                .rev()
                .max_by(|one, other| one.0.total_cmp(&other.0));
            let Some(&(_, &(opening, finish), best)) = best else {
                break;
            };
            chosen.push(&best.what);
            left.retain(|(_, ends, _)| ends.0 != opening && ends.1 != finish);
            for (points, _, place) in &mut left {
                *points -= ALIKE * place.look.likeness(&best.look);
            }
        }
        chosen
    }

    /// Whether none was taken in.
    pub fn is_empty(&self) -> bool {
        self.of_ends.is_empty()
    }
}
