//! Solvers: the question and its answer, df-pn, the plain forward searches.

pub mod deepening;
pub mod dfpn;
pub mod plain;
pub mod plain_traditional;
mod progress;
mod reading;
pub mod task;

pub use dfpn::Solver;
pub use progress::Progress;
pub use reading::TaskError;
pub use task::{FreeMate, Goal, Limits, Outcome, Reached, Solve, Task, Verdict};
