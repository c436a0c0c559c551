//! Referees: slow and obvious engines and searches that tests and benchmarks compare the others with. No
//! product code uses them, and of what they check they share nothing but the rules of shogi, the question
//! ([`tsume::solve::Task`]) and the answer.
//!
//! | | |
//! |---|---|
//! | [`retrograde`] | every position of a small family in one table, its problems and their flaws |
//! | [`literal`] | the length of a mate, every interposition counted |
//! | [`traditional`] | the same without futile interpositions (無駄合): the definition, step by step |
//! | [`ask`] | whether a query holds of a line |
//! | [`deepening`] | a solver that deepens iteratively |

pub mod ask;
pub mod deepening;
pub mod literal;
pub mod retrograde;
pub mod traditional;

pub mod small;
