//! gyakusan (逆算): enumerate, judge and keep tsume-shogi (詰将棋) problems.
//!
//! The map of the code, imports pointing only downwards:
//!
//! | module | what lives there |
//! |---|---|
//! | [`retro`] | retrograde analysis: the engine, its table, the plain referee engine |
//! | [`judge`] | the record of a judged problem |
//! | [`solve`] | the plain forward search: exact lengths, nothing clever |
//! | [`shogi`] | the rules: squares, pieces, positions, moves, retractions, SFEN/USI |

pub mod judge;
pub mod retro;
pub mod shogi;
pub mod solve;
