//! Solvers, the judge and proofs, against lists with known answers and plain searches.

mod at_least;
#[path = "../common/work.rs"]
mod counted;
mod cut_short;
mod game;
mod judge;
mod length;
mod plain;
mod plies_limit;
mod proof;
mod refute;
mod shares;
mod solver_referee;
mod threads;
mod traditional;
mod work;
