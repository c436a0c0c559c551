//! Futile interpositions (無駄合).
//!
//! A defender in single check by a sliding piece may *interpose* (合駒): drop a piece, or move one,
//! onto a square between the checker and the king. All other replies are *direct*. Where the
//! checker can capture the interposed piece X at once, giving check again, the *position without X*
//! is the one after interposition and capture with X handed back to the defender.
//!
//! The interposition is **futile** when from the position without X, after one of these captures, the
//! mate takes no longer than after the longest direct reply (0 plies where there is none): it
//! has changed nothing but the distance of the checker. A futile interposition is no variation, and
//! what its capture brings is no leftover.

use super::ask::Asker;
use crate::shogi::attacks::between;
use crate::shogi::{Move, Position, Setup};

/// Whether the legal move `mv` of the defender interposes.
pub fn is_interposition(position: &Position, mv: Move) -> bool {
    let side = position.side();
    let Some(king) = position.king(side) else {
        return false;
    };
    mv.from() != Some(king)
        && position
            .checkers(side)
            .into_iter()
            .any(|checker| between(king, checker).has(mv.to()))
}

/// The positions without the piece that `mv` interposes, one for each capture by the checker.
pub fn without_interposed(position: &Position, mv: Move) -> Vec<Position> {
    let defender = position.side();
    let Some(checker) = position.checkers(defender).first() else {
        return Vec::new();
    };
    let interposed = position.play(mv);
    let Some(piece) = interposed.piece_at(mv.to()) else {
        return Vec::new();
    };
    let captures = interposed
        .checks()
        .into_iter()
        .filter(|capture| capture.from() == Some(checker) && capture.to() == mv.to());
    captures
        .filter_map(|capture| {
            let mut setup = Setup::from(&interposed.play(capture));
            for (color, more) in [(defender.flip(), false), (defender, true)] {
                let hand = &mut setup.hands[color];
                let count = u32::from(hand.count(piece.kind));
                let count = if more { count + 1 } else { count - 1 };
                hand.set(piece.kind, count).ok()?;
            }
            Position::try_from(&setup).ok()
        })
        .collect()
}

/// Whether the defender, to move and in check, has futile replies at the most.
pub fn is_mated(position: &Position) -> bool {
    position.legal_moves().into_iter().all(|mv| {
        is_interposition(position, mv) && without_interposed(position, mv).iter().any(is_mated)
    })
}

impl Asker<'_> {
    /// Whether the interposition `mv` is futile, where the longest direct reply lasts, itself
    /// included, `direct` plies.
    pub fn is_futile(&mut self, position: &Position, mv: Move, direct: u32) -> Option<bool> {
        let mut decided = Some(false);
        for next in without_interposed(position, mv) {
            match self.within(&next, direct) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => decided = None,
            }
        }
        decided
    }
}
