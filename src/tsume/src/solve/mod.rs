//! Solvers: the question and its answer, df-pn.

pub mod dfpn;
mod oracle;
mod progress;
mod reading;
pub mod task;

pub use dfpn::Solver;
pub use oracle::{LookedUp, Oracle};
pub use progress::Progress;
pub use reading::TaskError;
pub use task::{
    Answered, FreeMate, Goal, Limits, Outcome, Reached, Solve, Task, Verdict, WinningCheck,
};
