//! df-pn.

mod combine;
mod expand;
mod frame;
mod glance;
mod hands;
mod line;
mod path;
mod search;
mod slot;
mod solver;
mod table;
mod value;

pub use solver::Solver;
