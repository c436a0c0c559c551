//! gyakusan (逆算): enumerate, judge and keep tsume-shogi (詰将棋) problems.
//!
//! The map of the code, imports pointing only downwards:
//!
//! | module | what lives there |
//! |---|---|
//! | [`cli`] | the command line, one file for each command |
//! | [`store`] | the SQLite file: problems, families, run manifests, typed queries |
//! | [`catalog`] | the files that say which family of pieces to enumerate |
//! | [`judge`] | the record of a judged problem: length, main line, flaws |
//! | [`shogi`] | the rules: squares, pieces, positions, moves, retractions, SFEN/USI |

pub mod catalog;
pub mod cli;
pub mod judge;
pub mod shogi;
pub mod store;
