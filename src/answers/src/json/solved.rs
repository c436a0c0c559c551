//! What came of a search.

use std::time::Duration;

use serde::Serialize;

use super::{Try, seconds, tries, usi};
use notation::Japanese;
use shogi::Square;
use tsume::refute::Refutation;
use tsume::solve::{Outcome, Reached, Task, Verdict};

/// Whether there is a mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The attacker can force mate.
    Mate,
    /// It cannot (不詰).
    NoMate,
    /// A limit was reached first.
    Unknown,
    /// There is no problem to answer about: see `error`.
    #[default]
    Error,
}

impl From<Verdict> for Status {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Mate => Self::Mate,
            Verdict::NoMate => Self::NoMate,
            Verdict::Unknown => Self::Unknown,
        }
    }
}

/// The result of a search for a mate.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solved {
    /// The problem in its canonical form, or the text that is not a problem.
    pub sfen: String,
    /// Whether there is a mate.
    pub status: Status,
    /// The length in plies without futile interpositions (無駄合); null where it is not known.
    pub plies: Option<u32>,
    /// Whether it is proved that no shorter mate exists.
    pub plies_exact: bool,
    /// The length in plies with every interposition counted; null where it is not proved.
    pub raw_plies: Option<u32>,
    /// Best play of both sides in USI; null where it is not known.
    pub main_line: Option<Vec<String>>,
    /// Best play of both sides in Japanese; null where it is not known.
    pub main_line_japanese: Option<String>,
    /// Nodes expanded.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
    /// The limit that stopped the search; null if none did.
    pub reached: Option<Reached>,
    /// Whether the set lacks pieces (駒不足).
    pub short_set: bool,
    /// Why there is no mate; only if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<Vec<Try>>,
    /// What is wrong; only with the status `error`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Solved {
    /// The answer about a task, which was searched for so long. `last` is the square of the move before it, which 同 stands
    /// for.
    pub fn new(
        task: &Task,
        last: Option<Square>,
        outcome: &Outcome,
        time: Duration,
        why: Option<&Refutation>,
    ) -> Self {
        let position = &task.position;
        // Who is mated already has a line of no moves.
        let line = outcome.best_line();
        Self {
            sfen: position.tsume_sfen(),
            status: outcome.verdict.into(),
            plies: outcome.plies,
            plies_exact: outcome.plies_exact,
            raw_plies: outcome.raw_plies,
            main_line: line.map(usi),
            main_line_japanese: line.map(|line| Japanese::OFFICIAL.line_from(position, last, line)),
            nodes: outcome.nodes,
            seconds: seconds(time),
            reached: outcome.reached,
            short_set: position.lacks_pieces(),
            tries: why.map(|why| tries(position, why)),
            error: None,
        }
    }

    /// The answer about a text that is no problem.
    pub fn error(text: &str, error: &str) -> Self {
        Self {
            sfen: text.to_owned(),
            error: Some(error.to_owned()),
            ..Self::default()
        }
    }
}
