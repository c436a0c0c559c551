//! Solvers: the question and its answer, the plain forward search.

pub mod plain;
pub mod plain_traditional;
pub mod task;

pub use task::{Goal, Limits, Outcome, Reached, Solve, Task, Verdict};
