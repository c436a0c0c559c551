//! What a proof can claim.

/// What is proved of a position and its attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The attacker mates.
    Mate {
        /// Within so many plies, every interposition counted.
        within: u32,
    },
    /// The attacker mates, but not as soon as he likes.
    Length {
        /// He mates within so many plies, every interposition counted.
        within: u32,
        /// Within so many plies he does not.
        longer_than: u32,
    },
    /// The attacker does not mate (不詰).
    NoMate {
        /// Within so many plies, every interposition counted; ever, if there is no limit.
        within: Option<u32>,
    },
}

impl Claim {
    /// Within how many plies there is a mate, if that is claimed.
    pub const fn mate_within(self) -> Option<u32> {
        match self {
            Self::Mate { within } | Self::Length { within, .. } => Some(within),
            Self::NoMate { .. } => None,
        }
    }

    /// Within how many plies there is no mate, if a number is claimed.
    pub const fn none_within(self) -> Option<u32> {
        match self {
            Self::Length { longer_than, .. } => Some(longer_than),
            Self::NoMate { within } => within,
            Self::Mate { .. } => None,
        }
    }
}
