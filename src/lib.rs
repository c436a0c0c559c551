//! gyakusan (逆算): enumerate, judge and keep tsume-shogi (詰将棋) problems.
//!
//! The map of the code, imports pointing only downwards:
//!
//! | module | what lives there |
//! |---|---|
//! | [`retro`] | enumeration backwards from the mates (逆算法) |
//! | [`shogi`] | the rules: squares, pieces, positions, moves, retractions, SFEN/USI |

pub mod retro;
pub mod shogi;
