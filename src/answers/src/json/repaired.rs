//! The changes of one piece that make a problem sound.

use serde::Serialize;

/// What came of a search for repairs.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Repaired {
    /// The legal positions with one piece changed.
    pub changes: u64,
    /// Those in which the line can still be played.
    pub playable: u64,
    /// Those that are sound.
    pub found: usize,
    /// Those that limits left open.
    pub open: u64,
    /// Why nothing was looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nothing: Option<String>,
    /// The best of those that are sound.
    pub repairs: Vec<Repair>,
}

/// A change of one piece that makes a problem sound.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Repair {
    /// The position after it.
    pub sfen: String,
    /// What is done to the piece.
    pub change: Change,
    /// The same in words.
    pub words: String,
    /// The main line after it, in USI.
    pub main_line: Vec<String>,
    /// The same in Japanese.
    pub main_line_japanese: String,
    /// Whether the moves are those of the line that was to be kept.
    pub same_moves: bool,
    /// Whether all its pieces are needed; null where that is undecided.
    pub irredundant: Option<bool>,
}

/// What is done to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It goes to another square.
    Moved,
    /// Another takes its place.
    Exchanged,
    /// It goes.
    Removed,
    /// It comes.
    Added,
}
