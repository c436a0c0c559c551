//! Why a proof is not accepted.

use shogi::ReadError;

/// Why a proof is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {at}: {reason}")]
pub struct Rejected {
    /// The place in the file, in bytes from 0.
    pub at: usize,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// Some other file.
    #[error("this is not a proof written by gyakusan")]
    NoProof,
    /// A version of the format that is unknown here.
    #[error("version {0} of the format is not supported")]
    Version(u8),
    /// The file ends too soon.
    #[error("the file is cut short")]
    CutShort,
    /// Something stands behind the end of the file.
    #[error("the proof has ended, but more data follows")]
    Trailing,
    /// The digest is not that of the contents.
    #[error("the file is damaged: its SHA-256 is not that of its contents")]
    Damaged,
    /// The attacker is neither Black nor White.
    #[error("the attacker is given as byte {0}, neither b nor w")]
    Attacker(u8),
    /// The root is no legal position.
    #[error("the root: {0}")]
    Root(ReadError),
    /// The root is written in another way than gyakusan does.
    #[error("the root is not a canonical SFEN")]
    NotCanonical,
    /// Nobody to mate.
    #[error("the defender has no king")]
    NoKing,
    /// The defender is to move at the root, has no move and is not in check.
    #[error("the defender cannot move and is not in check: no mate")]
    NoMate,
    /// The stream ends before the walk does.
    #[error("the proof ends in the middle: {0} has no move")]
    Unfinished(String),
    /// A number written in two bytes that fits in one.
    #[error("a number is written longer than needed")]
    Overlong,
    /// A check that does not exist.
    #[error("there is no check {number}, only {checks}, in {sfen}")]
    NoSuchCheck {
        /// The number, counted from 1.
        number: usize,
        /// How many there are.
        checks: usize,
        /// The position.
        sfen: String,
    },
    /// A reply that does not exist.
    #[error("there is no reply {number}, only {replies}, in {sfen}")]
    NoSuchReply {
        /// The number, counted from 1.
        number: usize,
        /// How many there are.
        replies: usize,
        /// The position.
        sfen: String,
    },
    /// A mate where there is to be none.
    #[error("the king is mated: {0}")]
    Mated(String),
    /// A reference to what is not proved.
    #[error("refers to a proof of {0}, which does not come before")]
    Unproved(String),
    /// The walk ends before the stream does.
    #[error("every line is proved, but more data follows")]
    Surplus,
    /// The length claimed is not the one proved.
    #[error("claims mate in {claimed} plies, but proves it in {proved}")]
    Plies {
        /// In the file.
        claimed: u32,
        /// In fact.
        proved: u32,
    },
    /// Some other file than a certificate.
    #[error("this is not a certificate written by gyakusan")]
    NoCertificate,
    /// A certificate of what is no problem.
    #[error("the defender is to move")]
    DefenderToMove,
    /// 駒余り.
    #[error("the line ends with pieces in the attacker's hand: {0}")]
    Leftover(u32),
    /// Neither 0 nor 1.
    #[error("a choice of promotion is marked {0}, neither 0 nor 1")]
    Mark(usize),
    /// The mate proved is too long for the line.
    #[error("the line needs a mate within {most} plies, but it is proved in {proved}")]
    TooLong {
        /// By the line.
        most: u32,
        /// In fact.
        proved: u32,
    },
    /// The number of nodes claimed is not that of the walk.
    #[error("claims {claimed} nodes, but has {walked}")]
    Nodes {
        /// In the file.
        claimed: u64,
        /// In fact.
        walked: u64,
    },
}
