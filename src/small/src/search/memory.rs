//! What a search remembers, in bounded memory.

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
    /// How many nodes it took.
    pub(super) effort: u32,
    /// The position on the way that a disproof comes back to; 0 for none.
    pub anchor: u32,
    /// Of a proof, after how many plies the win is there at the latest.
    pub plies: u16,
    /// The move that wins.
    pub(super) best: [u8; 3],
    pub(super) used: bool,
}

impl Entry {
    /// Whether the win is proved.
    pub const fn is_proof(&self) -> bool {
        self.proof == 0
    }

    /// The move that wins.
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

    /// Keeps what is known; something that took less may have to go.
    pub fn keep(&mut self, key: u64, mut new: Entry, best: Option<Move>, effort: u64) {
        new.key = key;
        new.used = true;
        new.effort = effort.min(u64::from(u32::MAX)) as u32;
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
                true => 1 + u64::from(entry.effort) * if entry.is_proof() { 64 } else { 1 },
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
