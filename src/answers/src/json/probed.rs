//! What a table of mates has of a position.

use serde::Serialize;

/// What a table of mates has of a position.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Probed {
    /// The position in its canonical form, or the text that is not a problem.
    pub sfen: String,
    /// Whether there is a mate.
    pub status: ProbeStatus,
    /// The length in plies without futile interpositions (無駄合); null also for a mate that is longer than the table has.
    pub plies: Option<u32>,
    /// All checks, best first; null with the status `error`.
    pub checks: Option<Vec<ProbedCheck>>,
    /// What is wrong; only with the status `error`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A check of a position that was looked up.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbedCheck {
    /// In USI.
    pub check: String,
    /// In Japanese.
    pub japanese: String,
    /// What comes of it.
    pub status: ProbeStatus,
    /// The length in plies of the whole mate that begins with it.
    pub plies: Option<u32>,
}

/// What comes of best play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProbeStatus {
    /// Mate.
    Mate,
    /// No mate (不詰).
    NoMate,
    /// The drop of a pawn that mates, which is forbidden (打ち歩詰め).
    PawnDropMate,
    /// The table does not have it, or it is no position: see `error`.
    #[default]
    Error,
}
