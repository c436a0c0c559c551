//! A memory of attacker nodes: whole boards, and for each the attacker's hands with a number.

use hashbrown::HashTable;

use super::board::Board;
use shogi::Hand;

/// Boards, and for each hands with a length in plies. Exact: whole boards and hands are compared. Some 45 bytes
/// a board and 12 a hand, and as much again free after it grew.
#[derive(Default)]
pub(super) struct ByBoard {
    /// Numbers of boards.
    index: HashTable<u32>,
    boards: Vec<OneBoard>,
    hands: Vec<With>,
}

struct OneBoard {
    board: Board,
    /// The last of its hands.
    last: u32,
}

/// A hand of the attacker on its board.
struct With {
    hand: Hand,
    plies: u32,
    /// The one before of the same board.
    before: u32,
}

/// No hand before.
const NONE: u32 = u32::MAX;

impl ByBoard {
    /// The hands remembered of `board` with their plies, the last one first.
    pub(super) fn of(&self, board: &Board) -> impl Iterator<Item = (Hand, u32)> {
        let number = self.index.find(board.hash(), self.is(board));
        let mut next = number.map_or(NONE, |&number| self.boards[number as usize].last);
        std::iter::from_fn(move || {
            let with = self.hands.get(next as usize)?;
            next = with.before;
            Some((with.hand, with.plies))
        })
    }

    /// Remembers `board` with `hand` and `plies`. After four billions of them nothing more is taken in, which can
    /// only lead to a proof being refused.
    pub(super) fn insert(&mut self, board: Board, hand: Hand, plies: u32) {
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
                self.boards.push(OneBoard { board, last: place });
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
            + self.boards.capacity() * size_of::<OneBoard>()
            + self.hands.capacity() * size_of::<With>();
        bytes as u64
    }

    /// How many boards and how many hands are remembered.
    #[cfg(test)]
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.boards.len(), self.hands.len())
    }
}
