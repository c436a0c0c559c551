//! Solvers: the question and its answer, df-pn.

pub mod dfpn;
mod progress;
mod reading;
pub mod task;

pub use dfpn::Solver;
pub use progress::Progress;
pub use reading::TaskError;
pub use task::{
    Answered, FreeMate, Goal, Limits, LookedUp, Outcome, Reached, Solve, Task, Verdict,
    WinningCheck,
};
