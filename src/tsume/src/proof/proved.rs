//! The memory of attacker nodes that are completely proved.

use hashbrown::HashTable;

use super::board::Board;
use shogi::Hand;

/// Boards, and for each the attacker's hands with which it was proved. Exact: whole boards and hands
/// are compared. Some 45 bytes a board and 12 a hand, and as much again free after it grew.
#[derive(Default)]
pub(super) struct Proved {
    /// Numbers of boards.
    index: HashTable<u32>,
    boards: Vec<ProvedBoard>,
    hands: Vec<With>,
}

struct ProvedBoard {
    board: Board,
    /// The last of its hands.
    last: u32,
}

/// A hand that proved its board.
struct With {
    hand: Hand,
    plies: u32,
    /// The one before of the same board.
    before: u32,
}

/// No hand before.
const NONE: u32 = u32::MAX;

impl Proved {
    /// The shortest length in plies proved for `board` with `hand` or fewer pieces in it.
    pub(super) fn get(&self, board: &Board, hand: Hand) -> Option<u32> {
        let number = *self.index.find(board.hash(), self.is(board))?;
        let mut next = self.boards[number as usize].last;
        let mut shortest: Option<u32> = None;
        while let Some(with) = self.hands.get(next as usize) {
            if hand.contains(with.hand) {
                shortest = Some(shortest.map_or(with.plies, |plies| plies.min(with.plies)));
            }
            next = with.before;
        }
        shortest
    }

    /// Remembers that `board` with `hand` is proved within `plies`. After four billions of them
    /// nothing more is taken in, which can only lead to a reference being refused.
    pub(super) fn insert(&mut self, board: Board, hand: Hand, plies: u32) {
        if self.get(&board, hand).is_some_and(|known| known <= plies) {
            return;
        }
        let (Ok(number), Ok(place)) = (
            u32::try_from(self.boards.len()),
            u32::try_from(self.hands.len()),
        ) else {
            return;
        };
        if place == NONE {
            return;
        }
        let hash = board.hash();
        let known = self.index.find(hash, self.is(&board)).copied();
        let before = match known {
            Some(known) => std::mem::replace(&mut self.boards[known as usize].last, place),
            None => {
                self.boards.push(ProvedBoard { board, last: place });
                let boards = &self.boards;
                let hash_of = |&number: &u32| boards[number as usize].board.hash();
                self.index.insert_unique(hash, number, hash_of);
                NONE
            }
        };
        self.hands.push(With {
            hand,
            plies,
            before,
        });
    }

    fn is(&self, board: &Board) -> impl Fn(&u32) -> bool {
        |&number| self.boards[number as usize].board == *board
    }

    /// The memory taken, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let bytes = self.index.allocation_size()
            + self.boards.capacity() * size_of::<ProvedBoard>()
            + self.hands.capacity() * size_of::<With>();
        bytes as u64
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
        assert_eq!((proved.boards.len(), proved.hands.len()), (1, 4));
    }
}
