//! The positions on the way from the root (千日手).
//!
//! The attacker may not repeat a position. What is no mate only because of a repetition is no mate
//! on this path, and maybe a mate on another: the problem of graph history interaction (Kishimoto and
//! Müller 2004). Such results are kept apart from the table, for the path on which they were found.

use super::prefetch::prefetch;
use shogi::Hand;

/// Of the attacker's positions on the path: board, hand, depth.
struct Entry {
    key: u64,
    hand: Hand,
    depth: u16,
    /// The entry before it in its chain, counted from 1; 0: none.
    before: u32,
}

/// A result for one path.
#[derive(Clone, Copy, Default)]
struct Repetition {
    key: u64,
    depth: u32,
    epoch: u32,
}

const HEADS: usize = 1 << 12;
const KEPT: usize = 1 << 18;

/// See the module.
pub struct Path {
    entries: Vec<Entry>,
    /// The last entry of each chain of boards with the same lowest bits, counted from 1.
    heads: Vec<u32>,
    kept: Vec<Repetition>,
    epoch: u32,
}

impl Path {
    /// An empty path.
    pub fn new() -> Self {
        Self {
            entries: Vec::new(),
            heads: vec![0; HEADS],
            kept: Vec::new(),
            epoch: 1,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if !self.entries.is_empty() {
            self.entries.clear();
            self.heads.fill(0);
        }
        self.epoch += 1;
    }

    /// Goes on to an attacker's position.
    pub fn enter(&mut self, key: u64, hand: Hand, depth: u16) {
        let head = &mut self.heads[key as usize % HEADS];
        self.entries.push(Entry {
            key,
            hand,
            depth,
            before: *head,
        });
        *head = self.entries.len() as u32;
    }

    /// Goes back from the last position entered, whose board key this is.
    pub fn leave(&mut self, key: u64) {
        if let Some(entry) = self.entries.pop() {
            self.heads[key as usize % HEADS] = entry.before;
        }
    }

    /// The depth of a position on the path that has the same board and at least this hand of the
    /// attacker: to come back to it with no more in hand is of no use to a mate.
    pub fn repeats(&self, key: u64, hand: Hand) -> Option<u16> {
        let mut at = self.heads[key as usize % HEADS];
        while at > 0 {
            let entry = &self.entries[at as usize - 1];
            if entry.key == key && entry.hand.contains(hand) {
                return Some(entry.depth);
            }
            at = entry.before;
        }
        None
    }

    fn key_of(path: u64, key: u64, hand: Hand) -> u64 {
        (path ^ key.rotate_left(17) ^ u64::from(hand.bits()).wrapping_mul(0x94D0_49BB_1331_11EB))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Keeps that a position is no mate after this path because of the repetition of the position at
    /// `depth`.
    pub fn keep_repetition(&mut self, path: u64, key: u64, hand: Hand, depth: u16) {
        if self.kept.is_empty() {
            self.kept = vec![Repetition::default(); KEPT];
        }
        let key = Self::key_of(path, key, hand);
        self.kept[(key >> 46) as usize] = Repetition {
            key,
            depth: depth.into(),
            epoch: self.epoch,
        };
    }

    /// Fetches what [`Path::known_repetition`] looks at into the cache, ahead of that.
    pub fn prefetch_repetition(&self, path: u64, key: u64, hand: Hand) {
        let key = Self::key_of(path, key, hand);
        if let Some(kept) = self.kept.get((key >> 46) as usize) {
            prefetch(kept);
        }
    }

    /// What [`Path::keep_repetition`] kept.
    pub fn known_repetition(&self, path: u64, key: u64, hand: Hand) -> Option<u16> {
        let key = Self::key_of(path, key, hand);
        let kept = self.kept.get((key >> 46) as usize)?;
        (kept.key == key && kept.epoch == self.epoch).then_some(kept.depth as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repetition_is_known_on_its_path_and_until_the_next_search() {
        let mut path = Path::new();
        let hand = Hand::EMPTY;
        assert_eq!(path.known_repetition(1, 2, hand), None);
        path.keep_repetition(1, 2, hand, 3);
        assert_eq!(path.known_repetition(1, 2, hand), Some(3));
        assert_eq!(path.known_repetition(4, 2, hand), None);
        assert_eq!(path.known_repetition(1, 4, hand), None);
        path.clear();
        assert_eq!(path.known_repetition(1, 2, hand), None);
    }

    #[test]
    fn a_board_on_the_path_is_repeated_with_no_more_in_hand() {
        let mut path = Path::new();
        let pawn = Hand::EMPTY.plus(shogi::Kind::Pawn);
        path.enter(9, pawn, 0);
        path.enter(9 + HEADS as u64, Hand::EMPTY, 2);
        assert_eq!(path.repeats(9, Hand::EMPTY), Some(0));
        assert_eq!(path.repeats(9, pawn), Some(0));
        assert_eq!(path.repeats(9, pawn.plus(shogi::Kind::Pawn)), None);
        assert_eq!(path.repeats(9 + HEADS as u64, Hand::EMPTY), Some(2));
        path.leave(9 + HEADS as u64);
        assert_eq!(path.repeats(9 + HEADS as u64, Hand::EMPTY), None);
        assert_eq!(path.repeats(9, Hand::EMPTY), Some(0));
    }
}
