//! What a run need not find again: an archive, as searches for what is new call it.

use hashbrown::{HashMap, HashSet};

/// The lines that are known, and the beauty of the best problem of each idea (筋).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive {
    lines: HashSet<i64>,
    best: HashMap<i64, f64>,
}

impl Archive {
    /// Whether a problem with the line of this signature is known.
    pub fn has_line(&self, line: i64) -> bool {
        self.lines.contains(&line)
    }

    /// Whether a problem is less beautiful than one of the same idea, or as beautiful.
    pub fn has_better(&self, idea: i64, beauty: f64) -> bool {
        self.best.get(&idea).is_some_and(|&best| best >= beauty)
    }

    /// Takes in a problem.
    pub fn add(&mut self, line: Option<i64>, idea: Option<i64>, beauty: f64) {
        self.lines.extend(line);
        if let Some(idea) = idea {
            let best = self.best.entry(idea).or_insert(beauty);
            *best = best.max(beauty);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idea_is_known_until_it_is_better() {
        let mut archive = Archive::default();
        assert!(!archive.has_line(1) && !archive.has_better(7, -5.0));
        archive.add(Some(1), Some(7), 2.0);
        archive.add(Some(2), Some(7), 1.0);
        archive.add(None, None, 9.0);
        assert!(archive.has_line(1) && archive.has_line(2) && !archive.has_line(7));
        assert!(archive.has_better(7, 2.0) && archive.has_better(7, 1.5));
        assert!(!archive.has_better(7, 2.01) && !archive.has_better(1, 0.0));
    }
}
