//! What a search remembers, in bounded memory.

use std::hint::black_box;

use super::hands::Hand;
use crate::state::{HAND, Move};

/// A number so high that it is never reached: proved impossible.
pub const INFINITE: u32 = 1 << 30;

/// What is known of a position: how hard it seems to prove and to disprove the win.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry {
    pub(super) key: u64,
    /// What the attacker has in hand: of a proof the least, of a disproof the most for which it holds.
    pub hand: Hand,
    /// Proof number, 0 where the win is proved.
    pub proof: u32,
    /// Disproof number, 0 where it is disproved.
    pub disproof: u32,
    /// The position on the way that a disproof comes back to; 0 for none.
    pub anchor: u32,
    /// Of a proof, after how many plies the win is there at the latest.
    pub plies: u16,
    /// The move by which the side to move wins, or keeps the attacker from it.
    pub(super) best: [u8; 3],
    /// How many nodes it took, by [`short`].
    pub(super) effort: u8,
    pub(super) used: bool,
}

impl Entry {
    /// Whether the win is proved.
    pub const fn is_proof(&self) -> bool {
        self.proof == 0
    }

    /// The move by which the side to move wins, or keeps the attacker from it.
    pub const fn best(&self) -> Option<Move> {
        let [from, to, man] = self.best;
        match man {
            0 => None,
            man => Some(Move {
                from,
                to,
                man: (man - 1) & 0x3F,
                promotes: (man - 1) & 0x40 != 0,
            }),
        }
    }
}

/// How many entries of different positions compete for room.
const CLUSTER: usize = 8;
/// Entries in a line of the processor's memory.
const LINE: usize = 2;
/// By how many steps of [`short`] a proof is worth more than something else that took as many nodes: 64 times.
const PROOF: u16 = 6 * STEPS as u16;
/// Steps of [`short`] while the nodes double.
const STEPS: u8 = 8;

/// A number of nodes in a byte, in eight steps while it doubles.
fn short(nodes: u64) -> u8 {
    let nodes = nodes.clamp(1, u64::from(u32::MAX));
    let doubled = nodes.ilog2();
    let steps = ((nodes * u64::from(STEPS)) >> doubled) - u64::from(STEPS);
    (u64::from(doubled) * u64::from(STEPS) + steps) as u8
}

/// A table of entries.
pub struct Memory {
    entries: Vec<Entry>,
    mask: usize,
}

impl Memory {
    /// With at most so many bytes.
    pub fn new(bytes: u64) -> Self {
        let entries = (bytes / size_of::<Entry>() as u64).max(64);
        // The largest power of two that fits.
        let entries = 1_usize << entries.ilog2().min(40);
        Self {
            entries: vec![Entry::default(); entries],
            mask: entries / CLUSTER - 1,
        }
    }

    fn cluster(&self, key: u64) -> usize {
        (key >> 20) as usize & self.mask
    }

    /// The entries of a board, whatever the hand.
    #[inline]
    pub fn all(&self, key: u64) -> impl Iterator<Item = &Entry> {
        let start = self.cluster(key) * CLUSTER;
        self.entries[start..start + CLUSTER]
            .iter()
            .filter(move |entry| entry.used && entry.key == key)
    }

    /// Has the processor fetch what is kept of these boards, of all at once: one after the other would be waited for.
    pub fn fetch(&self, keys: impl Iterator<Item = u64>) {
        let mut seen = 0;
        for key in keys {
            let start = self.cluster(key) * CLUSTER;
            for entry in self.entries[start..start + CLUSTER].iter().step_by(LINE) {
                seen ^= entry.key;
            }
        }
        black_box(seen);
    }

    /// Keeps what is known; something that took less may have to go.
    pub fn keep(&mut self, key: u64, mut new: Entry, best: Option<Move>, effort: u64) {
        new.key = key;
        new.used = true;
        new.effort = short(effort);
        new.best = best.map_or([0; 3], |mv| {
            let promotes = if mv.promotes { 0x40 } else { 0 };
            [
                if mv.is_drop() { HAND } else { mv.from },
                mv.to,
                (mv.man | promotes) + 1,
            ]
        });
        let start = self.cluster(key) * CLUSTER;
        let cluster = &mut self.entries[start..start + CLUSTER];
        let same = |entry: &Entry| {
            let replaces = match (new.proof, new.disproof) {
                (0, _) => !entry.is_proof() && entry.hand.has(new.hand) || entry.hand == new.hand,
                _ => entry.hand == new.hand && !entry.is_proof(),
            };
            entry.used && entry.key == key && replaces
        };
        let place = cluster.iter().position(same).unwrap_or_else(|| {
            let worth = |entry: &Entry| match entry.used {
                false => 0,
                true => 1 + u16::from(entry.effort) + if entry.is_proof() { PROOF } else { 0 },
            };
            let cheapest = (0..CLUSTER).min_by_key(|place| worth(&cluster[*place]));
            cheapest.unwrap_or(0)
        });
        if cluster[place].is_proof()
            && cluster[place].used
            && cluster[place].key == key
            && cluster[place].hand == new.hand
            && cluster[place].plies <= new.plies
            && new.is_proof()
        {
            return;
        }
        cluster[place] = new;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn more_nodes_are_never_less_in_a_byte() {
        let told: Vec<u8> = (0..4096).chain([1 << 20, 1 << 40]).map(short).collect();
        assert!(told.is_sorted());
        assert_eq!((told[1], told[2], told[3], told[4096]), (0, 8, 12, 160));
        assert_eq!(told.last(), Some(&255));
    }
}
