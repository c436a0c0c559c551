//! The judge: what is known of a problem once it has been examined.
//!
//! Terms, definitions and the fields of a report: `docs/check.md`.

pub mod answers;
pub mod ask;
pub mod branches;
pub mod budget;
pub mod check;
pub mod clean;
pub mod cook_kind;
pub mod cook_list;
pub mod cooks;
pub mod effort;
pub mod futile;
mod imported;
pub mod judgement;
mod known;
mod lenient;
pub mod lines;
mod options;
mod play;
pub mod policy;
pub mod record;
pub mod removal;
pub mod report;
pub mod score;
mod scoring;
pub mod source;
mod stages;
mod superfluous;
pub mod tally;
pub mod tree;
mod variations;

pub use check::check;
pub use effort::Effort;
pub use options::Options;
pub use policy::Policy;
pub use report::Report;

/// The stack of a thread that judges, in bytes: the judge goes down a line of play by recursion, one to
/// two thousand plies in the longest problems.
pub const STACK: usize = 256 << 20;
