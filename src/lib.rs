//! gyakusan (逆算): enumerate, judge and keep tsume-shogi (詰将棋) problems.
//!
//! The code is a workspace of libraries, each a folder of `src/`, and this package: the programs, and one
//! name for all of the libraries. The map, imports pointing only downwards:
//!
//! | library | what lives there |
//! |---|---|
//! | [`cli`] | one file per command: arguments, a call, words on the screen |
//! | [`usi`] | the engine for programs that speak USI |
//! | [`compose`] | 創作: candidates made, judged and kept under conditions; 逆算, 持駒サーチ |
//! | [`live`] | a run in a browser while it goes on |
//! | [`pages`] | a database as a folder of pages |
//! | [`enumerate`] | the main job: catalogs → engine → judge → store, with checkpoints and verification |
//! | [`store`] | the SQLite file: problems, families, run manifests, typed queries |
//! | [`ask`] | the language that asks what happens in a solution; motifs |
//! | [`features`] | what makes a problem worth looking at: measures, their registry, beauty |
//! | [`catalog`] | the files that say which family of pieces to enumerate |
//! | [`retro`] | retrograde analysis: the engine and its table |
//! | [`small`] | games on small boards, solved |
//! | [`picture`] | diagrams as books print them: SVG, PNG, HTML |
//! | [`notation`] | diagrams, moves in Japanese, files of problems in every format |
//! | [`tsume`] | mates: [`judge`], every flaw of a problem from a solver's answers; [`proof`], proofs of mates and their checker; [`solve`], task and answer, df-pn |
//! | [`system`] | what a running program asks of the operating system: memory, threads, Ctrl-C, whole files, locks |
//! | [`shogi`] | the rules: squares, pieces, positions, moves, retractions, SFEN/USI |
//! | [`words`] | what is said to people, in English and in Japanese |

pub use tsume::{judge, proof, solve};
pub use {
    ask, catalog, cli, compose, enumerate, features, live, notation, pages, picture, retro, shogi,
    small, store, system, tsume, usi, words,
};
