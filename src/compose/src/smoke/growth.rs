//! A problem that is on its way.

use shogi::{Color, Move, Position};
use tsume::solve::Task;

/// A problem of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Black to move.
    pub position: Position,
    /// Its main line, which ends with a king and two pieces.
    pub line: Vec<Move>,
}

impl Growth {
    /// What the attacker has to do.
    pub fn task(&self) -> Task {
        Task {
            position: self.position.clone(),
            attacker: Color::Black,
        }
    }

    /// Pieces on the board and in the attacker's hand, the king too.
    pub fn pieces(&self) -> u32 {
        self.position.occupied().count() + self.in_hand()
    }

    /// Pieces in the attacker's hand.
    pub(super) fn in_hand(&self) -> u32 {
        self.position.hand(Color::Black).len()
    }

    /// What it has in common with its mirror image.
    pub(super) fn key(&self) -> u64 {
        self.position.key().min(self.position.mirror().key())
    }

    /// The square of the king, on the right half of the board.
    pub(super) fn place(&self) -> Option<usize> {
        let king = self.position.king(Color::White)?;
        Some(king.index().min(king.mirror().index()))
    }
}
