//! Certificates: proofs that problems are complete (完全作), for anybody to check by the rules of shogi alone.
//!
//! # What is proved
//!
//! Of a problem that its main line (作意) has so many plies, ends with nothing in the attacker's hand, and is best play of
//! both sides; and that before its last move no step but the line's own mates, in any number of plies. That is rule E.
//! A step is a move without the choice of promotion.
//!
//! *Interpositions.* The defender is mated, too, where he can only interpose and all of that is futile (無駄合). Before
//! the mate every interposition counts. By the policy `traditional` no mate is longer, as it leaves out more replies. Where
//! the defender never interposes on the line it is no shorter either, for the reason below.
//!
//! # The file
//!
//! Numbers are big-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 21 | `gyakusan certificate` and a line feed |
//! | 1 | version of the format: 1 |
//! | 4 | number of problems |
//! | | the problems |
//! | 32 | SHA-256 of everything before |
//!
//! Each problem:
//!
//! | bytes | what |
//! |---|---|
//! | 1 | the attacker (攻方): `b` or `w` |
//! | 2 | length of the SFEN in bytes |
//! | 2 | length of the stream of the line |
//! | 4 | length of the stream of mates |
//! | 4 | length of the stream that there is no mate |
//! | | canonical SFEN, every hand written out, the attacker to move |
//! | | the three streams |
//!
//! The stream of the line has a number for each move: the `n`-th of all legal checks, or replies, in the order of
//! [`Move`](shogi::Move). Before the last move, where the line's check is legal with the other choice of promotion, too,
//! and gives check, a number follows: 0 if that never mates, 1 if it may, but no sooner. The line ends where the
//! defender is mated.
//!
//! The stream of mates is that of [one proof](super) after the other in one walk: later ones refer to earlier ones. The
//! roots are the problem, and the position after each check marked 1. The stream that there is no mate goes the same
//! way through the proofs of [`no_mate`](super::no_mate), all of whose nodes are members of one walk. The roots are the
//! positions after all other checks before the last move, along the line and in the order of `Move`.
//!
//! # Why it proves it
//!
//! Say that at an attacker's position of the line `r` plies are left. *No mate from there is shorter than `r`.* With one
//! ply left that is clear. Else a mate begins with the line's check or with the other choice of promotion, since all
//! other checks are proved not to mate. With the other choice it takes `r` plies at least: either it never mates, or it
//! is proved that after it there is no mate within `r - 3` plies. After the line's check the defender can play the line's
//! reply, and from there no mate is shorter than `r - 2`.
//!
//! *After the line's check there is a mate within `r - 1` plies.* From the problem there is a mate within its length, by
//! the stream of mates. It begins with the line's check, unless the other choice of promotion may mate, too; then the
//! stream has a proof for the line's check itself. After the line's reply there is hence a mate within `r - 2`, and so on
//! along the line.
//!
//! So the length is exact, each check of the line mates as fast as can be, and each reply lasts as long as any.

mod check;
mod duties;
mod file;
mod write;

pub use check::{Complete, check_certificate};
pub use file::{Certificate, is_certificate, to_bytes};
pub use write::{NotComplete, Oracle, certify};
