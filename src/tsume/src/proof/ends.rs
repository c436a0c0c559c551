//! Where a mate is given.

use crate::interposed::without_interposed;
use shogi::{Move, Position};

/// Where a mate is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// Where the defender, in check, has no legal move.
    WithoutMoves,
    /// Also where he can only interpose, and all of that is futile (無駄合): the checker captures at once with check, and
    /// mate is given in the position without the interposed piece.
    WithoutUse,
}

impl Ends {
    /// Whether the defender, who is to move and in check, is mated.
    pub(super) fn is_mated(self, position: &Position) -> bool {
        match self {
            Self::WithoutMoves => !position.has_legal_move(),
            Self::WithoutUse => is_mated_without_use(position),
        }
    }

    /// The replies of a defender in check, in no order; none of one who is mated.
    pub(super) fn replies(self, position: &Position) -> Vec<Move> {
        let moves = position.legal_moves();
        // Whoever has a move but interpositions is not mated, and most have.
        match self == Self::WithoutUse && !moves.is_empty() && is_mated_without_use(position) {
            true => Vec::new(),
            false => moves,
        }
    }
}

/// Each time the checker is nearer to the king, so that this comes to an end.
fn is_mated_without_use(position: &Position) -> bool {
    let line = position.interposing_squares();
    let is_futile = |mv: Move| {
        line.has(mv.to())
            && without_interposed(position, mv)
                .iter()
                .any(is_mated_without_use)
    };
    position.is_in_check() && position.legal_moves().into_iter().all(is_futile)
}
