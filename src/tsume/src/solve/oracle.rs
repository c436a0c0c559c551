//! Answers that take no search.

use shogi::{Color, Position};

/// What is known of a position without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookedUp {
    /// There is no mate (不詰).
    NoMate,
    /// The shortest mate takes so many plies under the policy `traditional`.
    Mate {
        /// Plies: odd with the attacker to move, else even.
        plies: u32,
    },
}

/// One who knows positions without a search: tables of few pieces, say.
///
/// What is told has to be true whatever was played before, and always the same. A solver asks from several threads,
/// and at almost every new node. Positions may lack pieces of the set (駒不足).
pub trait Oracle: Send + Sync {
    /// What is known of a position in which `attacker` is to give mate; either side may be to move. `None` where
    /// nothing is.
    fn look_up(&self, position: &Position, attacker: Color) -> Option<LookedUp>;
}
