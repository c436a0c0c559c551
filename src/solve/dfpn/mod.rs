//! df-pn.

mod line;
pub mod path;
pub mod search;
pub mod slot;
mod solver;
pub mod table;

pub use solver::Solver;
