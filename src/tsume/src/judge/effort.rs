//! What a check of one problem may cost, and how that is shared out among its questions.
//!
//! Everything is counted in nodes, so that the same problem gets the same report on every machine.

use std::time::Duration;

/// What a check may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Wall-clock time for the whole check.
    pub time: Option<Duration>,
    /// Nodes for the whole check.
    pub nodes: Option<u64>,
    /// Of these, nodes for all that is asked once the problem itself is solved: to solve a hard one takes
    /// millions, to look for its flaws as thoroughly many times as much.
    pub afterwards: Option<u64>,
    /// The nodes of a share; a quarter of what the problem itself took, if that is more. What a
    /// question about another move or piece may cost is told in shares: see [`Round`], [`PURSE`] and
    /// [`TRIES`].
    pub share: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            time: None,
            nodes: None,
            afterwards: None,
            share: 2_000,
        }
    }
}

/// How often a question about a mate within some plies is asked, each time with a share more than
/// before.
pub const TRIES: u64 = 3;

/// How hard it is tried to find out whether other checks mate at all. What one round leaves open the
/// next one asks again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// This part of a share for each check.
    Glance(u64),
    /// So many half shares for each check, if the [`PURSE`] suffices for all of them.
    Halves(u64),
    /// [`TRIES`] shares.
    Apart,
}

impl Round {
    /// The rounds for the checks of the tree, in their order. Most second solutions show at the first
    /// glance, and what else there is does not change the verdict then.
    pub const OF_TREE: [Self; 6] = [
        Self::Glance(32),
        Self::Glance(8),
        Self::Halves(1),
        Self::Halves(2),
        Self::Halves(4),
        Self::Halves(6),
    ];
}

/// The shares that all checks of a problem get together, glances aside.
pub const PURSE: u64 = 8;

/// A question's share is at least this part of what the problem itself took.
pub const PART: u64 = 4;

/// The part of a share that a question gets which is asked but once.
pub const ONCE: u64 = 4;

/// The part of a share that a line gets which only shows what is known already.
pub const LINE: u64 = 5;
