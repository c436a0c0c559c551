//! What a run of the engines is at.

use std::fmt;

/// What a run of the engines is at, for whoever watches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The critical positions are put into an index.
    Index,
    /// The positions in which the king is mated.
    Mated,
    /// The attacker's moves before mates of so many plies.
    AttackerMoves {
        /// The length of what is found.
        plies: u16,
    },
    /// The defender's replies before mates of so many plies.
    DefenderReplies {
        /// The length of what is found.
        plies: u16,
    },
    /// What interpositions make of replies of so many plies.
    Interpositions {
        /// The length of what is found.
        plies: u16,
    },
    /// The pieces without which mates of so many plies would have second solutions (余詰).
    Stoppers {
        /// The length of the mates.
        plies: u16,
    },
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Index => f.write_str("index of the critical positions"),
            Self::Mated => f.write_str("mated positions"),
            Self::AttackerMoves { plies: 1 } => f.write_str("1 ply: attacker's moves taken back"),
            Self::AttackerMoves { plies } => {
                write!(f, "{plies} plies: attacker's moves taken back")
            }
            Self::DefenderReplies { plies } => {
                write!(f, "{plies} plies: defender's replies taken back")
            }
            Self::Interpositions { plies } => write!(f, "{plies} plies: interpositions"),
            Self::Stoppers { plies } => {
                write!(f, "{plies} plies: pieces that stop second solutions")
            }
        }
    }
}
