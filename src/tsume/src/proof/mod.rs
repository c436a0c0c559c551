//! Proofs that can be checked without trusting who found them: of forced mates, and that there is none.
//!
//! A proof of a mate says "the attacker can force mate from this position" and shows how: the winning check at
//! every attacker node, against every legal reply. [`mod@write`] makes one from a [`Strategy`], that is
//! from a solver; [`check`](mod@check) accepts or rejects one and knows nothing but the rules of
//! shogi. Of [`no_mate`], ever or within some plies, the proof has a reply to every check. Both together prove a length.
//!
//! # The file
//!
//! Numbers are big-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 15 | `gyakusan proof` and a line feed |
//! | 1 | version of the format: 1 |
//! | 1 | the attacker (攻方): `b` or `w` |
//! | 4 | the length in plies (手) that the proof shows, every interposition counted |
//! | 8 | number of nodes of the walk, both sides' |
//! | 8 | length of the stream in bytes |
//! | 2 | length of the SFEN in bytes |
//! | | canonical SFEN of the root, every hand written out |
//! | | the stream |
//! | 32 | SHA-256 of everything before |
//!
//! So it is where a mate is all that is claimed. Where there is none, or none as soon, the version is 2:
//!
//! | bytes | what |
//! |---|---|
//! | 15 | `gyakusan proof` and a line feed |
//! | 1 | version of the format: 2 |
//! | 1 | the attacker (攻方): `b` or `w` |
//! | 4 | the length in plies that the proof of the mate shows; 2³² - 1 where there is none |
//! | 4 | the plies within which there is no mate; 2³² - 1 where there is none ever |
//! | 8 | number of nodes of the walks, both sides' |
//! | 8 | length of the stream of the mate in bytes; 0 where there is none |
//! | 8 | length of the stream of [`no_mate`] in bytes |
//! | 2 | length of the SFEN in bytes |
//! | | canonical SFEN of the root, every hand written out |
//! | | the stream of the mate |
//! | | the stream of [`no_mate`] |
//! | 32 | SHA-256 of everything before |
//!
//! # The stream of a mate
//!
//! The stream is read along a depth-first walk from the root.
//!
//! - At an attacker node stands one number. A number `n > 0` is the winning check: the `n`-th of
//!   all legal checks in the order of [`Move`](shogi::Move). 0 refers (REF): an attacker
//!   node with the same board, and a hand of the attacker that this one contains, was proved before
//!   (優越関係, dominance) and its proof serves here.
//! - At a defender node stands nothing: every legal reply is walked into, in the order of `Move`.
//!
//! A number takes one byte below 128; else two, the first one being 128 plus the number's upper
//! seven bits.
//!
//! # Why it proves a mate
//!
//! *Cycles.* A node counts as proved when its whole subtree was walked, so a reference never leads
//! to a node that is still in work, and following references unfolds into a finite tree whose every
//! leaf is a mate. Where a line of that tree repeats a position (千日手), the part between can be
//! left out: there is then a shorter proof without it.
//!
//! *Dominance.* Board and attacker's hand determine the defender's hand, since no piece leaves the
//! game. With more in the attacker's hand there is less in the defender's; the attacker's moves
//! remain legal, since neither 二歩 nor 打ち歩詰め depends on hands (no drop answers the check of
//! an adjacent pawn), and the defender's legal moves are a subset of those before.
//!
//! *Length.* A mate is 0, a defender node the maximum over its replies plus 1, an attacker node its
//! check's value plus 1, a reference the smallest value among the nodes that may serve. So the
//! attacker mates within the root's value; that no mate is shorter the proof does not say.
//!
//! Nodes whose check mates at once are not remembered: pointing at them would save nothing.

mod board;
mod bounds;
mod by_board;
pub mod certificate;
pub mod check;
mod claim;
mod ends;
mod format;
pub mod no_mate;
mod no_proof;
mod numbers;
mod proved;
mod rejected;
pub mod write;

pub use check::{Checked, check};
pub use claim::Claim;
pub use no_mate::write::{Escape, prove_no_mate};
pub use no_proof::WriteError;
pub use rejected::{Reason, Rejected};
pub use write::{Proof, ProvedCheck, Strategy, prove};
