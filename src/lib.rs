//! gyakusan (逆算): enumerate, judge and keep tsume-shogi (詰将棋) problems.
//!
//! The map of the code, imports pointing only downwards:
//!
//! | module | what lives there |
//! |---|---|
//! | [`cli`] | one file per command: arguments, a call, words on the screen |
//! | [`usi`] | the engine for programs that speak USI |
//! | [`site`] | a database as a folder of pages |
//! | [`enumerate`] | the main job: catalogs → engine → judge → store, with checkpoints and verification |
//! | [`store`] | the SQLite file: problems, families, run manifests, typed queries |
//! | [`features`] | what makes a problem worth looking at: measures, their registry, beauty |
//! | [`catalog`] | the files that say which family of pieces to enumerate |
//! | [`retro`] | retrograde analysis: the engine, its table, the plain referee engine |
//! | [`judge`] | every flaw of a problem, from a solver's answers; the record of a judged problem |
//! | [`picture`] | diagrams as books print them: SVG, PNG, HTML |
//! | [`proof`] | proofs of mates: a file format, a writer, a checker that knows only the rules |
//! | [`solve`] | solvers: task and answer, df-pn, the plain forward search |
//! | [`notation`] | diagrams, moves in Japanese, files of problems in every format |
//! | [`shogi`] | the rules: squares, pieces, positions, moves, retractions, SFEN/USI |

pub mod catalog;
pub mod cli;
pub mod enumerate;
pub mod features;
pub mod judge;
pub mod notation;
pub mod picture;
pub mod proof;
pub mod retro;
pub mod shogi;
pub mod site;
pub mod solve;
pub mod store;
pub mod usi;
