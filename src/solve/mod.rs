//! Solvers: the question and its answer, the plain forward search.

pub mod deepening;
pub mod plain;
mod progress;
mod reading;
pub mod task;

pub use progress::Progress;
pub use reading::TaskError;
pub use task::{Goal, Limits, Outcome, Reached, Solve, Task, Verdict};
