//! The moves of a position.

use serde::Serialize;

use super::Status;

/// A move in a position, and what follows it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Branch {
    /// In USI.
    #[serde(rename = "move")]
    pub mv: String,
    /// In Japanese.
    pub japanese: String,
    /// Whether there is a mate after it.
    pub status: Status,
    /// From the position before the move to the mate, in plies.
    pub plies: Option<u32>,
    /// Whether it is best play, futile interpositions aside.
    pub best: bool,
    /// Whether it is a futile interposition (無駄合).
    pub futile: bool,
    /// Best play after it, in USI.
    pub line: Vec<String>,
}
