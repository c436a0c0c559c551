//! What a run need not find again: an archive, as searches for what is new call it.

use hashbrown::{HashMap, HashSet};

use features::idea::{finish, outline};
use features::signature::signature;
use features::solution::Solution;

/// What a problem is known by, from its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The signature of its line.
    pub line: i64,
    /// That of its outline: lines that differ in pieces that play the same part have one.
    pub outline: i64,
    /// That of its finish (収束).
    pub finish: i64,
}

impl Marks {
    /// Those of a solution.
    pub fn of(solution: &Solution) -> Self {
        Self {
            line: signature(solution),
            outline: outline(solution),
            finish: finish(solution),
        }
    }
}

/// What is new about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct New {
    /// Its idea (筋), by the outline.
    pub idea: bool,
    /// Its finish.
    pub finish: bool,
}

/// The lines that are known, the beauty of the best problem of each outline, and the finishes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive {
    lines: HashSet<i64>,
    best: HashMap<i64, f64>,
    finishes: HashSet<i64>,
}

impl Archive {
    /// Whether a problem with the line of this signature is known.
    pub fn has_line(&self, line: i64) -> bool {
        self.lines.contains(&line)
    }

    /// Whether a problem is less beautiful than one of the same outline, or as beautiful.
    pub fn has_better(&self, outline: i64, beauty: f64) -> bool {
        self.best.get(&outline).is_some_and(|&best| best >= beauty)
    }

    /// Takes in the line of a problem that is not sound, or too short to be one of ours.
    pub fn add_line(&mut self, line: i64) {
        self.lines.insert(line);
    }

    /// Takes in a problem.
    pub fn add(&mut self, marks: Marks, beauty: f64) -> New {
        self.lines.insert(marks.line);
        let idea = !self.best.contains_key(&marks.outline);
        let best = self.best.entry(marks.outline).or_insert(beauty);
        *best = best.max(beauty);
        New {
            idea,
            finish: self.finishes.insert(marks.finish),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idea_is_known_until_it_is_better() {
        let marks = |line, outline| Marks {
            line,
            outline,
            finish: 5,
        };
        let mut archive = Archive::default();
        assert!(!archive.has_line(1) && !archive.has_better(7, -5.0));
        let new = |idea, finish| New { idea, finish };
        assert_eq!(archive.add(marks(1, 7), 2.0), new(true, true));
        assert_eq!(archive.add(marks(2, 7), 1.0), new(false, false));
        assert_eq!(archive.add(marks(3, 8), 1.0), new(true, false));
        archive.add_line(4);
        assert!([1, 2, 3, 4].iter().all(|&line| archive.has_line(line)) && !archive.has_line(7));
        assert!(archive.has_better(7, 2.0) && archive.has_better(7, 1.5));
        assert!(!archive.has_better(7, 2.01) && !archive.has_better(1, 0.0));
    }
}
