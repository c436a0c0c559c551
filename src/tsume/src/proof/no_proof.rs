//! Why there is no proof.

use crate::solve::Reached;
use shogi::Move;

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// A limit was reached or somebody asked to stop.
    #[error("no proof: {0}")]
    Reached(Reached),
    /// The defender has no king, or it is to move at the root, cannot, and is not in check.
    #[error("no proof: there is no king to mate")]
    NobodyToMate,
    /// The strategy knows no answer.
    #[error("no proof: no winning check is known after {plies} plies in {sfen}")]
    Unknown {
        /// How far from the root.
        plies: usize,
        /// Where.
        sfen: String,
    },
    /// The strategy's answer is no check, or illegal.
    #[error("no proof: the answer {check} after {plies} plies in {sfen} is not a legal check")]
    NoCheck {
        /// The answer.
        check: Move,
        /// How far from the root.
        plies: usize,
        /// Where.
        sfen: String,
    },
    /// Nobody knows a reply that saves the king.
    #[error("no proof: no reply is known that saves the king in {sfen}")]
    NoEscape {
        /// Where.
        sfen: String,
    },
    /// What is said to save the king is no legal move.
    #[error("no proof: the reply {reply} in {sfen} is not legal")]
    NoReply {
        /// The reply.
        reply: Move,
        /// Where.
        sfen: String,
    },
    /// The strategy does not progress.
    #[error("no proof: the winning checks lead back to {sfen} after {plies} plies")]
    Cycle {
        /// How far from the root it came back.
        plies: usize,
        /// The position.
        sfen: String,
    },
}
