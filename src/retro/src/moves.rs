//! Checks and replies of the engines as moves of the game, lengths as values of nodes.

use super::play::{Check, Reply};
use shogi::{Move, Square};
use tsume::length::{MateLength, Side};

/// The value of a node of this length: the attacker's moves.
pub const fn value<S: Side>(length: MateLength<S>) -> u8 {
    length.attacker_moves() as u8
}

/// A check as a move.
pub fn check_move(check: &Check) -> Move {
    let to = check.after.square();
    if check.before.is_hand() {
        let kind = check.before.kind();
        return Move::Drop { kind, to };
    }
    Move::Board {
        from: check.before.square(),
        to,
        promote: check.promotes(),
    }
}

/// A reply as a move, the king being on `king` before it.
pub fn reply_move(king: Square, reply: &Reply) -> Move {
    match *reply {
        Reply::King { to, .. } => Move::Board {
            from: king,
            to,
            promote: false,
        },
        Reply::Capture { before, after, .. } => Move::Board {
            from: before.square(),
            to: after.square(),
            promote: after.is_promoted() && !before.is_promoted(),
        },
    }
}
