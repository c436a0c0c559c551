//! Answers for programs: the names of their fields are relied on, and the same for the command line, the page in
//! browsers and Python. `docs/json.md` describes them, `docs/schema/` has them as JSON Schema.

#[cfg(feature = "database")]
mod alike;
mod branch;
mod checked;
mod found;
mod motifs;
mod probed;
mod puzzle;
mod repaired;
#[cfg(feature = "database")]
mod small_boards;
mod solved;
mod task;
mod tries;
mod venue;

#[cfg(feature = "database")]
pub use alike::{Alike, Difference, PlacedPiece, Placement, Source};
pub use branch::Branch;
pub use checked::{Checked, CheckedProblem, Unchecked};
pub use found::Found;
pub use motifs::{Explained, ExplainedMotif, NamedMotif};
pub use probed::{ProbeStatus, Probed, ProbedCheck};
pub use puzzle::{Puzzle, PuzzleAnswer, PuzzleMove};
pub use repaired::{Change, Repair, Repaired};
#[cfg(feature = "database")]
pub use small_boards::{
    SmallMove, SmallProbed, SmallProblem, SmallReached, SmallSolved, SmallStatus, SmallWinner,
};
pub use solved::{Solved, Status};
pub use task::{Task, TaskState};
pub use tries::{End, PawnDrop, Try, tries};
pub use venue::{VenueLine, VenueOpinion, VenueVerdict};

use std::time::Duration;

use serde::Serialize;
use shogi::Move;

/// An answer about one of many problems.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Named<'a, T> {
    /// The problem: its name in the file, or its number.
    pub id: &'a str,
    /// What is answered.
    #[serde(flatten)]
    pub answer: T,
}

/// Moves in USI.
fn usi(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// Seconds, to the microsecond.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}
