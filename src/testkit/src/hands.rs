//! Hands that a board leaves over.

use std::collections::BTreeSet;

use shogi::{Hand, Kind, Setup};

/// Every hand of at most two pieces that a board leaves over.
pub fn hands_of_two(board: &Setup) -> BTreeSet<Hand> {
    let mut hands = BTreeSet::from([Hand::EMPTY]);
    for one in Kind::HAND {
        for other in Kind::HAND {
            hands.insert(Hand::EMPTY.plus(one));
            hands.insert(Hand::EMPTY.plus(one).plus(other));
        }
    }
    let fits = |hand: &Hand| {
        hand.iter().all(|(kind, count)| {
            u32::from(count) + board.count_on_board(kind) <= u32::from(kind.total())
        })
    };
    hands.into_iter().filter(fits).collect()
}
