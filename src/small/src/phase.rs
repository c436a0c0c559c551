//! What a run is at.

use std::fmt;

/// What a run is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Which positions can be reached in so many plies.
    Reach {
        /// Plies from the start.
        plies: u32,
    },
    /// How many moves each position has.
    Moves,
    /// Which positions are decided in so many plies.
    Level {
        /// Plies to the end.
        plies: u32,
    },
    /// Whether each value agrees with those of its moves.
    Verify,
    /// What is won by checks alone, in so many plies.
    Checks {
        /// Plies to the end.
        plies: u32,
    },
    /// Problems are looked for.
    Mates,
    /// Starts are solved.
    Study,
    /// Proofs are replayed.
    Proofs,
    /// One position is searched, node by node.
    Search,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reach { plies } => write!(f, "reached in {plies} plies"),
            Self::Moves => f.write_str("counting moves"),
            Self::Level { plies } => write!(f, "decided in {plies} plies"),
            Self::Verify => f.write_str("verifying values"),
            Self::Checks { plies } => write!(f, "won by checks in {plies} plies"),
            Self::Mates => f.write_str("looking for problems"),
            Self::Study => f.write_str("solving starts"),
            Self::Proofs => f.write_str("replaying proofs"),
            Self::Search => f.write_str("searching nodes"),
        }
    }
}
