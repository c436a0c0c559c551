//! What a run is at.

use std::fmt;

use shogi::Square;

/// What a run is at, besides the phases of its engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The problems of one length are judged and written.
    Judging {
        /// The length in plies.
        plies: u8,
    },
    /// Some problems are solved again, forwards.
    SolvingAgain,
    /// The digest of a run is taken, and the indexes are made.
    DigestAndIndexes,
    /// The table of all mates is written.
    WritingTable,
    /// The positions of a sweep are solved and judged.
    Positions,
    /// Positions that a limit left open are solved again.
    OpenPositions,
    /// Verdicts that a limit left open are asked again.
    OpenVerdicts,
    /// The hands that mate a king are looked for.
    Hands {
        /// Where the king stands.
        king: Square,
    },
    /// The hands that were found for a king are judged.
    JudgingHands {
        /// Where the king stands.
        king: Square,
    },
    /// The results of tasks are read to their ends.
    CheckingResults,
    /// The results of tasks are merged.
    Merging,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Judging { plies: 1 } => f.write_str("1 ply: judging and writing"),
            Self::Judging { plies } => write!(f, "{plies} plies: judging and writing"),
            Self::SolvingAgain => f.write_str("solving again, forwards"),
            Self::DigestAndIndexes => f.write_str("digest and indexes"),
            Self::WritingTable => f.write_str("writing the table"),
            Self::Positions => f.write_str("solving and judging"),
            Self::OpenPositions => f.write_str("what was left open"),
            Self::OpenVerdicts => f.write_str("verdicts that were left open"),
            Self::Hands { king } => write!(f, "hands that mate a king on {king}"),
            Self::JudgingHands { king } => write!(f, "judging, king on {king}"),
            Self::CheckingResults => f.write_str("checking results"),
            Self::Merging => f.write_str("merging"),
        }
    }
}
