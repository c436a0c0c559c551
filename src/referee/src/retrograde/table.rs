//! The table: every solved position of a family, level by level.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rayon::prelude::*;

use super::layout::{HAND, Layout, OUT, Packed};
use super::mates::king_squares;
use super::{Family, PlainPosition};

/// Bits of an entry that hold the value.
const VALUE_BITS: u32 = 6;
/// How many attacker positions are un-moved before the candidates they give are sorted.
const CHUNK: usize = 1 << 18;
/// How many squares a king can stand on, mirror images counted once.
const SHARDS: usize = 45;

/// The solved positions of one king square: keys with their values.
#[derive(Default)]
struct Shard {
    entries: HashTable<u64>,
}

impl Shard {
    fn get(&self, key: u64) -> Option<u32> {
        let entry = self
            .entries
            .find(hash(key), |&entry| entry >> VALUE_BITS == key)?;
        Some((entry & ((1 << VALUE_BITS) - 1)) as u32)
    }

    /// Enters a position; `false` if it already has a value.
    fn insert(&mut self, key: u64, value: u32) -> bool {
        let equal = |&entry: &u64| entry >> VALUE_BITS == key;
        let rehash = |&entry: &u64| hash(entry >> VALUE_BITS);
        match self.entries.entry(hash(key), equal, rehash) {
            Entry::Occupied(_) => false,
            Entry::Vacant(vacant) => {
                vacant.insert(key << VALUE_BITS | u64::from(value));
                true
            }
        }
    }
}

fn hash(key: u64) -> u64 {
    let product = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

/// The exact mate length of every position of a family: of every attacker position with a mate, and
/// of every defender position with exactly one checker that is lost. Positions not in the table have
/// no mate.
///
/// Lengths are counted in moves of the attacker: an attacker position has the value `n` for a mate in
/// `2n − 1` plies, a defender position the value `n` for a mate in `2n` plies, 0 when mated.
pub struct Table {
    pub(super) layout: Layout,
    attackers: Vec<Shard>,
    defenders: Vec<Shard>,
    longest: u32,
}

impl Table {
    /// Solves a family to the fixpoint.
    ///
    /// # Panics
    /// If the family has more than five pieces.
    pub fn solve(family: Family) -> Self {
        let shards = || (0..SHARDS).map(|_| Shard::default()).collect();
        let mut table = Self {
            layout: Layout::new(family),
            attackers: shards(),
            defenders: shards(),
            longest: 0,
        };
        let mut lost = table.enter_mates();
        for value in 0.. {
            let won = table.enter_attackers(&lost, value);
            drop(lost);
            if won.iter().all(Vec::is_empty) {
                table.longest = value;
                break;
            }
            lost = table.enter_defenders(&won, value + 1);
        }
        table
    }

    /// Enters the mated positions; returns them per shard.
    fn enter_mates(&mut self) -> Vec<Vec<u64>> {
        let layout = &self.layout;
        let kings: Vec<usize> = king_squares().collect();
        self.defenders
            .par_iter_mut()
            .zip(kings)
            .map(|(shard, king)| {
                let mut keys = Vec::new();
                layout.mates(king, |position| {
                    let key = layout.key(position);
                    if shard.insert(key, 0) {
                        keys.push(key);
                    }
                });
                keys
            })
            .collect()
    }

    /// Enters the attacker positions that have a move to one of `lost`, the defender positions of
    /// value `value`, and none to an earlier one; returns them per shard.
    fn enter_attackers(&mut self, lost: &[Vec<u64>], value: u32) -> Vec<Vec<u64>> {
        let layout = &self.layout;
        self.attackers
            .par_iter_mut()
            .zip(lost)
            .map(|(shard, lost)| {
                let mut keys = Vec::new();
                for &key in lost {
                    layout.unmove_check(&Packed::from_key(key), value == 0, |before| {
                        let key = layout.key(before);
                        if shard.insert(key, value + 1) {
                            keys.push(key);
                        }
                    });
                }
                keys
            })
            .collect()
    }

    /// Enters the defender positions with a reply to one of `won`, the attacker positions of value
    /// `value`, and no reply but to attacker positions of at most that value; returns them per shard.
    fn enter_defenders(&mut self, won: &[Vec<u64>], value: u32) -> Vec<Vec<u64>> {
        let checked: Vec<Vec<Vec<u64>>> = won
            .par_iter()
            .flat_map_iter(|keys| keys.chunks(CHUNK))
            .map(|chunk| self.lost_before(chunk))
            .collect();
        self.defenders
            .par_iter_mut()
            .enumerate()
            .map(|(index, shard)| {
                let keys = checked.iter().flat_map(|shards| &shards[index]).copied();
                keys.filter(|&key| shard.insert(key, value)).collect()
            })
            .collect()
    }

    /// The defender positions before these attacker positions whose every reply is in the table, per
    /// shard.
    fn lost_before(&self, won: &[u64]) -> Vec<Vec<u64>> {
        let layout = &self.layout;
        let mut candidates = Vec::new();
        for &key in won {
            layout.unmove_reply(&Packed::from_key(key), |before| {
                candidates.push(layout.key(before));
            });
        }
        candidates.sort_unstable();
        candidates.dedup();
        let mut lost = vec![Vec::new(); SHARDS];
        for key in candidates {
            let position = Packed::from_key(key);
            let replies = layout.replies(&position);
            if replies
                .iter()
                .all(|(_, after)| self.attacker_value(after).is_some())
            {
                lost[usize::from(position.king)].push(key);
            }
        }
        lost
    }

    /// In how many attacker moves this attacker position mates.
    pub(super) fn attacker_value(&self, position: &Packed) -> Option<u32> {
        value(&self.layout, &self.attackers, position)
    }

    /// In how many more attacker moves this defender position, one unit giving check, is mated.
    pub(super) fn defender_value(&self, position: &Packed) -> Option<u32> {
        value(&self.layout, &self.defenders, position)
    }

    /// In how many attacker moves this position mates with the attacker to move, `None` if it does not.
    ///
    /// # Panics
    /// If the position has a unit more than the family.
    pub fn mate_length(&self, position: &PlainPosition) -> Option<u32> {
        self.attacker_value(&self.packed(position))
    }

    /// In how many more attacker moves this position is mated with the defender to move, `None` if it
    /// is not, or if not exactly one unit gives check.
    ///
    /// # Panics
    /// If the position has a unit more than the family.
    pub fn mated_length(&self, position: &PlainPosition) -> Option<u32> {
        self.defender_value(&self.packed(position))
    }

    /// The length of the longest mate, in moves of the attacker.
    pub fn longest(&self) -> u32 {
        self.longest
    }

    /// How many attacker positions mate in 1, 3, 5 … plies, in this order: mirror images both counted, a
    /// position that is its own mirror image once.
    pub fn convention_free_counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.longest as usize];
        for shard in &self.attackers {
            for &entry in &shard.entries {
                let value = entry & ((1 << VALUE_BITS) - 1);
                let symmetric = self
                    .layout
                    .is_symmetric(&Packed::from_key(entry >> VALUE_BITS));
                counts[value as usize - 1] += if symmetric { 1 } else { 2 };
            }
        }
        counts
    }

    /// All attacker positions that mate, one of each pair of mirror images, with the number of attacker
    /// moves in which they do. Sorted by king and position.
    pub fn attackers(&self) -> impl Iterator<Item = (PlainPosition, u32)> {
        self.attackers
            .iter()
            .flat_map(|shard| &shard.entries)
            .map(|&entry| {
                let value = (entry & ((1 << VALUE_BITS) - 1)) as u32;
                (self.unpacked(entry >> VALUE_BITS), value)
            })
    }

    /// Values and keys of all attacker positions.
    pub(super) fn attacker_entries(&self) -> impl Iterator<Item = (u32, u64)> {
        let entries = self.attackers.iter().flat_map(|shard| &shard.entries);
        entries.map(|&entry| {
            let value = (entry & ((1 << VALUE_BITS) - 1)) as u32;
            (value, entry >> VALUE_BITS)
        })
    }

    /// The critical attacker positions, one of each pair of mirror images, with the number of attacker
    /// moves in which they mate: no unit in play, of either side or in the attacker's hand, can go to
    /// the defender's hand and leave a mate of the same length (neither longer, nor shorter, nor none
    /// counts as the same). Sorted by length and position.
    pub fn critical_attackers(&self) -> impl Iterator<Item = (PlainPosition, u32)> {
        self.critical_attacker_keys()
            .into_iter()
            .map(|(value, key)| (self.unpacked(key), value))
    }

    /// The critical defender positions, one of each pair of mirror images, with the number of attacker
    /// moves to the mate (0: mated): exactly one unit gives check, and no other unit can go to the
    /// defender's hand and leave a mate of the same length. Sorted by length and position.
    pub fn critical_defenders(&self) -> impl Iterator<Item = (PlainPosition, u32)> {
        let critical = critical_keys(&self.defenders, |position, value| {
            let checker = self.layout.checker(position);
            self.each_removal(position)
                .filter(|&(slot, _)| checker != Some(slot))
                .all(|(_, without)| self.defender_value(&without) != Some(value))
        });
        critical
            .into_iter()
            .map(|(value, key)| (self.unpacked(key), value))
    }

    /// Values and keys of the critical attacker positions, sorted.
    pub(super) fn critical_attacker_keys(&self) -> Vec<(u32, u64)> {
        critical_keys(&self.attackers, |position, value| {
            self.each_removal(position)
                .all(|(_, without)| self.attacker_value(&without) != Some(value))
        })
    }

    /// Each unit in play, and the position with it in the defender's hand.
    pub(super) fn each_removal(
        &self,
        position: &Packed,
    ) -> impl Iterator<Item = (usize, Packed)> + use<> {
        let position = *position;
        (0..self.layout.len())
            .filter(move |&slot| position.units[slot] >= HAND)
            .map(move |slot| (slot, position.with(slot, OUT)))
    }

    pub(super) fn packed(&self, position: &PlainPosition) -> Packed {
        let packed = position.pack(&self.layout);
        packed.expect("the position belongs to the family")
    }

    fn unpacked(&self, key: u64) -> PlainPosition {
        PlainPosition::unpack(&self.layout, &Packed::from_key(key))
    }
}

fn value(layout: &Layout, shards: &[Shard], position: &Packed) -> Option<u32> {
    let key = layout.key(position);
    shards[usize::from(Packed::from_key(key).king)].get(key)
}

/// Values and keys of the entries that satisfy a condition, sorted.
fn critical_keys(
    shards: &[Shard],
    is_critical: impl Fn(&Packed, u32) -> bool + Sync,
) -> Vec<(u32, u64)> {
    let mut keys: Vec<(u32, u64)> = shards
        .par_iter()
        .flat_map_iter(|shard| &shard.entries)
        .map(|&entry| {
            let value = (entry & ((1 << VALUE_BITS) - 1)) as u32;
            (value, entry >> VALUE_BITS)
        })
        .filter(|&(value, key)| is_critical(&Packed::from_key(key), value))
        .collect();
    keys.sort_unstable();
    keys
}
