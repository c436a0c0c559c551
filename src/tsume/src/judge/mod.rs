//! The judge: what is known of a problem once it has been examined.
//!
//! Terms, definitions and the fields of a report: `docs/check.md`.

pub mod ask;
pub mod check;
mod collect;
pub mod effort;
pub mod futile;
mod imported;
mod play;
pub mod policy;
pub mod record;
pub mod removal;
pub mod report;
mod score;
mod superfluous;
mod tally;
mod variations;

pub use check::{Options, check};
pub use effort::Effort;
pub use policy::Policy;
pub use report::Report;

/// The stack of a thread that judges, in bytes: the judge goes down a line of play by recursion, one to
/// two thousand plies in the longest problems.
pub const STACK: usize = 256 << 20;
