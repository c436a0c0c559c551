//! Depth-first proof-number search (df-pn) of the whole game: whether a side can force a win.
//!
//! A position that comes again on the way is no win for whoever tries to win: a draw, as in the tables. A proof
//! therefore never rests on a repetition, and holds wherever the position is met. That a side cannot win is only
//! believed where no repetition met on another way had a part in it.

mod alike;
mod check;
mod dfpn;
mod hands;
mod holds;
mod memory;
mod numbers;
mod proof;
mod way;

pub use check::check;
pub use dfpn::{Effort, Limits, Reached, Solver, Verdict};
pub use proof::{Proof, ProofError, Unproved};
