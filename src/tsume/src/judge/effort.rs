//! What a check of one problem may cost, and how that is shared out among its questions.
//!
//! Everything is counted in nodes, so that the same problem gets the same report on every machine.

use std::time::Duration;

use serde::Serialize;

/// What a check may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Wall-clock time for the whole check.
    pub time: Option<Duration>,
    /// Nodes for the whole check.
    pub nodes: Option<u64>,
    /// Nodes for the problem itself, before anything else is asked: its stage. `None`: as many as it takes.
    pub first: Option<u64>,
    /// Of these, nodes for all that is asked once the problem itself is solved: to solve a hard one takes
    /// millions, to look for its flaws as thoroughly many times as much.
    pub afterwards: Option<u64>,
    /// The nodes of a share; a quarter of what the problem itself took, if that is more. What a
    /// question about another move or piece may cost is told in shares: see [`Round`] and [`TRIES`].
    pub share: u64,
    /// The nodes of each stage: for cooks (余詰), for best play, for the rest of the tree, for variations, for
    /// superfluous pieces; [`PURSE`] shares, if that is more.
    pub stage: u64,
    /// Whether the proof that the mate is the shortest may take [whatever is left](crate::solve::Limits::until_shortest).
    pub until_shortest: bool,
}

impl Effort {
    /// For where very many problems are looked through: what takes long is left undecided.
    pub const QUICK: Self = Self {
        time: None,
        nodes: None,
        first: None,
        afterwards: None,
        share: 2_000,
        stage: 0,
        until_shortest: false,
    };

    /// A minute or so for a problem that is hard to decide.
    pub const THOROUGH: Self = Self {
        share: 50_000,
        stage: 50_000_000,
        ..Self::QUICK
    };
}

impl Default for Effort {
    /// A second or two for a problem that is hard to decide.
    fn default() -> Self {
        Self {
            stage: 1_000_000,
            ..Self::QUICK
        }
    }
}

/// A limit that kept the judge from an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// [`Effort::share`].
    Share,
    /// [`Effort::stage`].
    Stage,
    /// [`Effort::nodes`].
    Nodes,
    /// [`Effort::afterwards`].
    Afterwards,
    /// [`Effort::time`].
    Time,
    /// The solver's memory is full.
    Memory,
    /// A line of the search is too long for the solver.
    Depth,
    /// The solver's own, on the proof that a mate is the shortest.
    Solver,
    /// Somebody asked for it.
    Stop,
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
    /// So many half shares for each check, if the stage has nodes enough for all of them.
    Halves(u64),
    /// [`TRIES`] shares.
    Apart,
}

impl Round {
    /// The first round. Most second solutions show at the first glance, and what else there is does not
    /// change the verdict then.
    pub const FIRST: Self = Self::Glance(32);

    /// The round after this one.
    pub const fn next(self) -> Self {
        match self {
            Self::Glance(32) => Self::Glance(8),
            Self::Glance(_) => Self::Halves(1),
            Self::Halves(halves) => Self::Halves(halves.saturating_mul(2)),
            Self::Apart => Self::Apart,
        }
    }

    /// Whether it is no more than a glance.
    pub const fn is_glance(self) -> bool {
        matches!(self, Self::Glance(_))
    }
}

/// A stage has at least so many shares.
pub const PURSE: u64 = 8;

/// A stage whose answers change no verdict has this part of the nodes of another one.
pub const SMALL: u64 = 8;

/// A question's share is at least this part of what the problem itself took.
pub const PART: u64 = 4;

/// The part of a share that a question gets which is asked but once.
pub const ONCE: u64 = 4;

/// The part of a share that a line gets which only shows what is known already.
pub const LINE: u64 = 5;
