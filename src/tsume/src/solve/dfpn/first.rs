//! The numbers of positions that were seen and not searched yet.
//!
//! A search comes back to a node many times, and most ways on from it were never taken: the table has no record of where
//! they lead. What was counted there, replies or checks, is counted once and kept here.

use super::hands::mixed;
use super::table::Number;
use shogi::Hand;

/// Numbers by position and attacker's hand, the last one in each place. Each is a function of these two (and of the
/// oracle, if there is one), so that what is lost, or left from another question, changes no answer.
pub struct FirstNumbers(Box<[u64]>);

/// The most places: together they stay in a cache of the second level.
const MOST: usize = 1 << 16;

/// The bits of a number; the rest of a place is of the key.
const NUMBER: u64 = 0xffff;

impl FirstNumbers {
    /// Takes at most a sixteenth of `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        let places = (bytes / 16 / size_of::<u64>()).clamp(1, MOST);
        let places = 1 << places.ilog2();
        Self(vec![0; places].into_boxed_slice())
    }

    /// As many places, all empty.
    pub fn another(&self) -> Self {
        Self(vec![0; self.0.len()].into_boxed_slice())
    }

    fn place(&self, mixed: u64) -> usize {
        mixed as usize & (self.0.len() - 1)
    }

    /// The number of a position, if it is kept. None is 0.
    pub fn get(&self, key: u64, hand: Hand) -> Option<Number> {
        let mixed = mixed(key, hand);
        let kept = self.0[self.place(mixed)];
        let number = (kept & NUMBER) as Number;
        (number > 0 && (kept ^ mixed) & !NUMBER == 0).then_some(number)
    }

    /// Keeps the number of a position.
    pub fn keep(&mut self, key: u64, hand: Hand, number: Number) {
        let number = u64::from(number);
        if number <= NUMBER {
            let mixed = mixed(key, hand);
            let place = self.place(mixed);
            self.0[place] = mixed & !NUMBER | number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::Kind;

    #[test]
    fn what_is_kept_is_found_and_nothing_else() {
        let mut numbers = FirstNumbers::new(1 << 20);
        let hands = [Hand::EMPTY, Hand::EMPTY.plus(Kind::Pawn)];
        let keys = (1..=500_u64).map(|n| n.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        for (key, number) in keys.zip(1..) {
            numbers.keep(key, hands[0], number);
            assert_eq!(numbers.get(key, hands[0]), Some(number));
            assert_eq!(numbers.get(key, hands[1]), None);
            assert_eq!(numbers.get(key ^ 1 << 63, hands[0]), None);
            numbers.keep(key, hands[1], number + 1);
            assert_eq!(numbers.get(key, hands[1]), Some(number + 1));
        }
    }

    #[test]
    fn an_empty_place_has_no_number_and_a_great_one_is_not_kept() {
        let mut numbers = FirstNumbers::new(0);
        assert_eq!(numbers.get(0, Hand::EMPTY), None);
        numbers.keep(0, Hand::EMPTY, 7);
        numbers.keep(0, Hand::EMPTY, 1 << 16);
        assert_eq!(numbers.get(0, Hand::EMPTY), Some(7));
    }
}
