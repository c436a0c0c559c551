//! Why a proof is not accepted.

use shogi::ReadError;
use words::say;

/// Why a proof is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("byte {at}: {reason}", at, reason))]
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
    #[error("{}", say!("this is no proof of gyakusan"))]
    NoProof,
    /// A version of the format that is unknown here.
    #[error("{}", say!("version {what} of the format is unknown here", what = .0))]
    Version(u8),
    /// The file ends too soon.
    #[error("{}", say!("the file is cut short"))]
    CutShort,
    /// Something stands behind the end of the file.
    #[error("{}", say!("the proof has ended, but the file goes on"))]
    Trailing,
    /// The digest is not that of the contents.
    #[error("{}", say!("the file is damaged: its SHA-256 is not that of its contents"))]
    Damaged,
    /// The attacker is neither Black nor White.
    #[error("{}", say!("the attacker is byte {what}, neither b nor w", what = .0))]
    Attacker(u8),
    /// The root is no legal position.
    #[error("{}", say!("the root: {what}", what = .0))]
    Root(ReadError),
    /// The root is written in another way than gyakusan does.
    #[error("{}", say!("the root is no canonical SFEN"))]
    NotCanonical,
    /// Nobody to mate.
    #[error("{}", say!("the defender has no king"))]
    NoKing,
    /// The defender is to move at the root, has no move and is not in check.
    #[error("{}", say!("the defender cannot move and is not in check: no mate"))]
    NoMate,
    /// The stream ends before the walk does.
    #[error("{}", say!("the proof ends in the middle: {what} has no move", what = .0))]
    Unfinished(String),
    /// A number written in two bytes that fits in one.
    #[error("{}", say!("a number is written longer than needed"))]
    Overlong,
    /// A check that does not exist.
    #[error("{}", say!("check {number} of {checks} in {sfen}", number, checks, sfen))]
    NoSuchCheck {
        /// The number, counted from 1.
        number: usize,
        /// How many there are.
        checks: usize,
        /// The position.
        sfen: String,
    },
    /// A reply that does not exist.
    #[error("{}", say!("reply {number} of {replies} in {sfen}", number, replies, sfen))]
    NoSuchReply {
        /// The number, counted from 1.
        number: usize,
        /// How many there are.
        replies: usize,
        /// The position.
        sfen: String,
    },
    /// A mate where there is to be none.
    #[error("{}", say!("the king is mated: {what}", what = .0))]
    Mated(String),
    /// A reference to what is not proved.
    #[error("{}", say!("refers to a proof of {what}, which did not come before", what = .0))]
    Unproved(String),
    /// The walk ends before the stream does.
    #[error("{}", say!("every line is proved, but the stream goes on"))]
    Surplus,
    /// The length claimed is not the one proved.
    #[error("{}", say!("claims mate in {claimed} plies, proves it in {proved}", claimed, proved))]
    Plies {
        /// In the file.
        claimed: u32,
        /// In fact.
        proved: u32,
    },
    /// The number of nodes claimed is not that of the walk.
    #[error("{}", say!("claims {claimed} nodes, has {walked}", claimed, walked))]
    Nodes {
        /// In the file.
        claimed: u64,
        /// In fact.
        walked: u64,
    },
}
