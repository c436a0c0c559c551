//! The attacker nodes that a proof of no mate walks into.

use crate::proof::board::Board;
use crate::proof::by_board::ByBoard;
use shogi::{Hand, Position};

/// No limit of plies: there is no mate ever.
pub(super) const EVER: u32 = u32::MAX;

/// Boards, and for each the attacker's hands with which there is no mate within some plies.
#[derive(Default)]
pub(super) struct Members(ByBoard);

impl Members {
    /// Whether a member serves for an attacker node with `plies` left: one with the same board, at least the same
    /// pieces in hand, and at least as many plies.
    pub(super) fn serve(&self, board: &Board, hand: Hand, plies: u32) -> bool {
        let mut members = self.0.of(board);
        members.any(|(with, within)| with.contains(hand) && within >= plies)
    }

    /// Takes a node in, if none serves for it; whether it did.
    pub(super) fn insert(&mut self, position: &Position, plies: u32) -> bool {
        let (board, hand) = (Board::of(position), position.hand(position.side()));
        let is_new = !self.serve(&board, hand, plies);
        if is_new {
            self.0.insert(board, hand, plies);
        }
        is_new
    }

    /// The memory taken, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}
