//! Solvers: the question and its answer, the plain forward search.

pub mod dfpn;
pub mod plain;
pub mod task;

pub use dfpn::Solver;
pub use task::{Goal, Limits, Outcome, Reached, Solve, Task, Verdict};
