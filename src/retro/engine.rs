//! The engine: critical nodes level by level to the fixpoint.

use hashbrown::HashSet;
use rayon::prelude::*;

use super::grow::Grower;
use super::node::{Key, Node};
use super::play::sole_checker;
use super::scope::Scope;
use super::step;
use super::table::{SHARDS, Table, by_king, each_subset};
use super::value::Solver;

/// The critical nodes of one level, canonical keys in ascending order.
pub struct Level<K> {
    /// The value: attacker's moves to mate.
    pub value: u8,
    /// Critical attacker nodes of this value.
    pub attackers: Vec<K>,
    /// Critical defender nodes of this value.
    pub defenders: Vec<K>,
}

/// Enumerates critical nodes.
pub struct Engine<K: Key> {
    scope: Scope,
    table: Table<K>,
    /// The deepest complete level; level 0 holds the mated nodes.
    last: Level<K>,
}

impl<K: Key> Engine<K> {
    /// Starts with the mated nodes.
    pub fn new(scope: Scope) -> Self {
        let table = Table::new(scope.units());
        let candidates = grow_shards(&scope, &table, |grower, king| step::mates(grower, king));
        let defenders = critical(&table, candidates, 0, Side::Defender);
        Self {
            scope,
            table,
            last: Level {
                value: 0,
                attackers: Vec::new(),
                defenders,
            },
        }
    }

    /// The deepest complete level.
    pub const fn last(&self) -> &Level<K> {
        &self.last
    }

    /// The table of all levels so far.
    pub const fn table(&self) -> &Table<K> {
        &self.table
    }

    /// The next level; an empty one is the fixpoint, after which no longer mate exists.
    pub fn advance(&mut self) -> &Level<K> {
        let n = self.last.value;
        let sources = by_king(&self.last.defenders);
        let candidates = grow_shards(&self.scope, &self.table, |grower, king| {
            for key in sources[king] {
                step::before_check(grower, &key.unpack(), n);
            }
        });
        let attackers = critical(&self.table, candidates, n + 1, Side::Attacker);
        self.table.add_level(&attackers);
        let sources = by_king(&attackers);
        let candidates = grow_shards(&self.scope, &self.table, |grower, king| {
            for_each_neighbour(king, &sources, |node| {
                step::before_reply(grower, node, king, n + 1);
            });
        });
        let defenders = critical(&self.table, candidates, n + 1, Side::Defender);
        self.last = Level {
            value: n + 1,
            attackers,
            defenders,
        };
        &self.last
    }
}

/// Visits the nodes with a king on `king` or next to it, both images where the king is or
/// neighbours one on file 5.
fn for_each_neighbour<K: Key>(king: usize, by_king: &[&[K]], mut visit: impl FnMut(&Node)) {
    let (file, rank) = (king / 9, king % 9);
    for other in 0..SHARDS {
        let (other_file, other_rank) = (other / 9, other % 9);
        if other_rank.abs_diff(rank) > 1 {
            continue;
        }
        let direct = other_file.abs_diff(file) <= 1;
        // The mirror image stands on file index 8 − other_file.
        let mirrored = (8 - other_file).abs_diff(file) <= 1;
        for key in by_king[other] {
            let node = key.unpack();
            if direct {
                visit(&node);
            }
            if mirrored && !(node.is_centre() && file == 4) {
                let image = node.mirror();
                if !(direct && image == node) {
                    visit(&image);
                }
            }
        }
    }
}

/// Grows the candidates of every canonical king square in parallel; sorted, each once.
fn grow_shards<K: Key>(
    scope: &Scope,
    table: &Table<K>,
    grow: impl Fn(&mut Grower<'_, K>, usize) + Sync,
) -> Vec<K> {
    let mut candidates: Vec<K> = (0..SHARDS)
        .into_par_iter()
        .with_max_len(1)
        .flat_map_iter(|king| {
            let mut solver = Solver::new(table);
            let mut grower = Grower::new(&mut solver, scope);
            grow(&mut grower, king);
            grower.finish()
        })
        .collect();
    candidates.par_sort_unstable();
    candidates.dedup();
    candidates
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Attacker,
    Defender,
}

/// The critical ones among nodes of exact value `n`, by size: a smaller critical node of the same
/// value inside is what makes a candidate suspect.
fn critical<K: Key>(table: &Table<K>, candidates: Vec<K>, n: u8, side: Side) -> Vec<K> {
    let most = candidates.iter().map(|key| key.unpack().len()).max();
    let mut known: HashSet<K> = HashSet::new();
    let mut all = Vec::new();
    for size in 0..=most.unwrap_or(0) {
        let found: Vec<K> = candidates
            .par_iter()
            .filter(|key| key.unpack().len() == size)
            .map_init(
                || Solver::new(table),
                |solver, &key| is_critical(solver, &known, key, n, side).then_some(key),
            )
            .flatten()
            .collect();
        for &key in &found {
            let node = key.unpack();
            known.insert(key);
            if node.is_centre() {
                known.insert(K::pack(&node.mirror()));
            }
        }
        all.extend(found);
    }
    all.sort_unstable();
    all
}

fn is_critical<K: Key>(
    solver: &mut Solver<'_, K>,
    known: &HashSet<K>,
    key: K,
    n: u8,
    side: Side,
) -> bool {
    let node = key.unpack();
    let mut suspect = false;
    each_subset::<K>(&node, |subset| suspect |= known.contains(&subset));
    if !suspect {
        return true;
    }
    let checker = sole_checker(&node).ok();
    node.units().iter().enumerate().all(|(i, &unit)| {
        let mut rest = node;
        rest.remove_at(i);
        match (side, checker) {
            (Side::Attacker, _) => !solver.attacker_is(&rest, n),
            (Side::Defender, Some(checker)) => {
                unit == checker || !solver.defender_is(&rest, checker, n)
            }
            (Side::Defender, None) => unreachable!("defender nodes are in check"),
        }
    })
}
