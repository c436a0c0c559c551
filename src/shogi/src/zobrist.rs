//! Random numbers for the hash key of a board, fixed at compile time.

use super::{Piece, Square};

/// Mixed into the key when White is to move.
pub(super) const WHITE_TO_MOVE: u64 = scramble(0);

static KEYS: [[u64; 81]; 32] = {
    let mut table = [[0; 81]; 32];
    let mut piece = 0;
    while piece < 32 {
        let mut square = 0;
        while square < 81 {
            table[piece][square] = scramble(1 + (piece * 81 + square) as u64);
            square += 1;
        }
        piece += 1;
    }
    table
};

/// The finaliser of SplitMix64, a bijection that spreads every input bit over the word.
pub(super) const fn scramble(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The number of `piece` on `square`.
pub(super) fn of(piece: Piece, square: Square) -> u64 {
    KEYS[usize::from(piece.code())][square.index()]
}
