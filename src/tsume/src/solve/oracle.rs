//! What is known of positions without a search.

use shogi::{Color, Position};

/// What is known of a position without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookedUp {
    /// There is no mate (不詰).
    NoMate,
    /// The shortest mate takes so many plies under the policy `traditional`.
    Mate {
        /// Plies.
        plies: u32,
    },
}

/// One who knows positions without a search: tables of few pieces, say. What it tells is true on every path, and
/// always the same.
pub trait Oracle: Send + Sync {
    /// What is known of a position in which `attacker` is to give mate; either side may be to move. `None` where
    /// nothing is.
    fn look_up(&self, position: &Position, attacker: Color) -> Option<LookedUp>;
}
