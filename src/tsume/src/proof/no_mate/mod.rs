//! Proofs that there is no mate (不詰), at all or within some plies.
//!
//! # The stream
//!
//! It is read along a depth-first walk from the root. Each node has a number of plies left, within which there is
//! to be no mate; with no limit it stays without one.
//!
//! - At an attacker node stands nothing: every legal check is walked into, in the order of
//!   [`Move`](shogi::Move), with one ply less. It is walked into once: not if a member of the walk serves, that is an
//!   attacker node walked into before, finished or still in work, with the same board, a hand of the attacker that
//!   contains this one, and at least as many plies left. Nor where no ply is left.
//! - At a defender node stands one number: the `n`-th of all legal replies in the order of `Move` saves the king,
//!   and is walked into with one ply less. Below an attacker node with one ply left nothing stands: any reply will
//!   do, but there has to be one.
//! - At a root with the defender to move and no ply left, or where it has no move and is not in check, nothing
//!   stands.
//!
//! Plies of the wrong parity count one less: the attacker's mates take odd numbers.
//!
//! # Why it proves that there is no mate
//!
//! Every check of every member has a reply that leads to a node that a member serves. Say a member with `n` plies
//! had a mate within `m ≤ n` plies, `m` the least of all such. Its first check has the reply named, and
//! behind it there is a mate within `m - 2`; so there is one for the member that serves, which has at least
//! `n - 2` plies, as more in the attacker's hand takes no mate away (優越関係, see [`super`]). But `m` was the
//! least. So circles do no harm here: who repeats a position for ever does not mate (千日手).

pub(super) mod check;
mod members;
pub mod write;
