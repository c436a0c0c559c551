//! Tsume-shogi (詰将棋): what mates, in how many plies, and whether it is a problem.
//!
//! [`solve`] answers questions of mate, [`judge`] finds every flaw of a problem from a solver's answers,
//! [`proof`] writes proofs of mates and checks them with nothing but the rules.

pub mod judge;
pub mod proof;
pub mod solve;
