//! What an evolution lives on.

use serde::{Deserialize, Serialize};

use super::pipeline::Judged;
use crate::shogi::{Hand, Setup};

/// At most so many problems are parents at a time.
const MOST: usize = 512;

/// The problems that candidates are made from, and those that will be. As all kept ones have lines of
/// their own, the pool does not fill with copies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pool {
    /// SFENs without the defender's hand, the latest last.
    parents: Vec<String>,
    /// Those since the last generation, with their beauty in thousandths.
    coming: Vec<(i64, String)>,
}

impl Pool {
    /// Takes in a problem; it becomes a parent with the next generation.
    pub fn add(&mut self, judged: &Judged) {
        let mut setup = Setup::from(&judged.task.position);
        setup.hands.white = Hand::EMPTY;
        let beauty = judged.columns.number("beauty").unwrap_or(0.0);
        self.coming
            .push(((beauty * 1000.0).round() as i64, setup.to_string()));
    }

    /// Begins a generation: the more beautiful half of what came, and all of it while there is room,
    /// drives out the oldest.
    pub fn grow(&mut self) {
        let room = MOST.saturating_sub(self.parents.len());
        let half = self.coming.len().div_ceil(2).max(room);
        self.coming
            .sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let chosen = self.coming.drain(..).take(half).map(|(_, sfen)| sfen);
        self.parents.extend(chosen);
        let old = self.parents.len().saturating_sub(MOST);
        self.parents.drain(..old);
    }

    /// The parents of the present generation.
    pub fn parents(&self) -> Vec<Setup> {
        self.parents
            .iter()
            .filter_map(|sfen| sfen.parse().ok())
            .collect()
    }
}
