//! The memory of attacker nodes that are completely proved.

use super::board::Board;
use super::by_board::ByBoard;
use shogi::Hand;

/// Boards, and for each the attacker's hands with which it was proved.
#[derive(Default)]
pub(super) struct Proved(ByBoard);

impl Proved {
    /// The shortest length in plies proved for `board` with `hand` or fewer pieces in it.
    pub(super) fn get(&self, board: &Board, hand: Hand) -> Option<u32> {
        let serving = self.0.of(board).filter(|&(with, _)| hand.contains(with));
        serving.map(|(_, plies)| plies).min()
    }

    /// Remembers that `board` with `hand` is proved within `plies`.
    pub(super) fn insert(&mut self, board: Board, hand: Hand, plies: u32) {
        if self.get(&board, hand).is_none_or(|known| known > plies) {
            self.0.insert(board, hand, plies);
        }
    }

    /// The memory taken, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::{Kind, Position};

    fn board(sfen: &str) -> Board {
        Board::of(&sfen.parse::<Position>().unwrap())
    }

    fn hand(kinds: &[Kind]) -> Hand {
        let mut hand = Hand::EMPTY;
        for &kind in kinds {
            hand.set(kind, u32::from(hand.count(kind)) + 1).unwrap();
        }
        hand
    }

    #[test]
    fn a_hand_serves_every_hand_that_contains_it() {
        let mut proved = Proved::default();
        let here = board("4k4/9/4P4/9/9/9/9/9/9 b - 1");
        let there = board("4k4/9/4S4/9/9/9/9/9/9 b - 1");
        let (gold, pawn) = (hand(&[Kind::Gold]), hand(&[Kind::Pawn]));
        let both = hand(&[Kind::Gold, Kind::Pawn]);
        assert_eq!(proved.get(&here, both), None);
        proved.insert(here, gold, 5);
        assert_eq!(proved.get(&here, gold), Some(5));
        assert_eq!(proved.get(&here, both), Some(5));
        assert_eq!(proved.get(&here, pawn), None);
        assert_eq!(proved.get(&here, Hand::EMPTY), None);
        assert_eq!(proved.get(&there, both), None);
        proved.insert(here, both, 3);
        proved.insert(here, both, 7);
        proved.insert(here, pawn, 9);
        assert_eq!(proved.get(&here, gold), Some(5));
        assert_eq!(proved.get(&here, both), Some(3));
        assert_eq!(proved.get(&here, pawn), Some(9));
        proved.insert(here, pawn, 1);
        assert_eq!(proved.get(&here, both), Some(1));
        assert_eq!(proved.0.counts(), (1, 4));
    }
}
