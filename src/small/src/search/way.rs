//! The positions on the way from the root to where a search is.

use super::hands::Hand;

/// How many marks there are.
const MARKS: usize = 1 << 12;

/// The positions on the way, each with what the attacker has in hand.
pub struct Way {
    positions: Vec<(u64, Hand)>,
    /// How many of them have such a key, to see quickly that none has.
    marks: Box<[u16; MARKS]>,
}

impl Way {
    /// An empty one.
    pub fn new() -> Self {
        Self {
            positions: Vec::new(),
            marks: Box::new([0; MARKS]),
        }
    }

    /// How many positions there are.
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    const fn mark(key: u64) -> usize {
        (key >> 1) as usize % MARKS
    }

    /// Goes on to a position.
    pub fn push(&mut self, key: u64, hand: Hand) {
        self.positions.push((key, hand));
        self.marks[Self::mark(key)] += 1;
    }

    /// Goes back from the last one.
    pub fn pop(&mut self) {
        if let Some((key, _)) = self.positions.pop() {
            self.marks[Self::mark(key)] -= 1;
        }
    }

    /// Where a board is already, the attacker having no more in hand now.
    pub fn place_of(&self, key: u64, hand: Hand) -> Option<usize> {
        if self.marks[Self::mark(key)] == 0 {
            return None;
        }
        self.positions
            .iter()
            .position(|(known, before)| *known == key && before.has(hand))
    }

    /// What a disproof that comes back to a place of the way keeps of it: never 0.
    pub fn anchor(&self, place: usize) -> u32 {
        self.positions[place].0 as u32
    }

    /// The place that such a disproof comes back to.
    pub fn place_of_anchor(&self, anchor: u32) -> Option<usize> {
        let is_it = |(key, _): &(u64, Hand)| *key as u32 == anchor;
        self.positions.iter().position(is_it)
    }
}
