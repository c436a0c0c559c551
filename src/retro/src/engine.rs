//! The engine: critical nodes level by level to the fixpoint; then the irredundant problems around them.

use hashbrown::HashSet;
use rayon::prelude::*;

use super::grow::Grower;
use super::irredundant::{Spoiler, mates_in_one};
use super::monitor::{Monitor, Stopped};
use super::node::{Key, Node};
use super::play::sole_checker;
use super::scope::Scope;
use super::soundness::Soundness;
use super::spill::Spill;
use super::step;
use super::table::{SHARDS, Table, by_king, each_subset, kings};
use super::value::Solver;
use shogi::Square;
use words::{counted, say, word};

/// How far an engine is: all it needs to go on, and all it found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress<K> {
    /// Critical attacker nodes by value, starting with value 1; canonical keys in ascending order.
    pub attackers: Vec<Vec<K>>,
    /// Critical defender nodes of the value [`Progress::defender_level`], likewise.
    pub defenders: Vec<K>,
    /// The value of the defender nodes: that of the last attacker level, or one less.
    pub defender_level: u8,
    /// Irredundant problems that are not critical, by value, likewise: those of value 1 as soon as there are
    /// attacker nodes, the others after the fixpoint.
    pub irredundant: Vec<Vec<K>>,
}

/// What an engine leaves that has done all.
pub struct Found<K: Key> {
    /// The lengths of all nodes; its index is dropped.
    pub table: Table<K>,
    /// Critical attacker nodes by value.
    pub critical: Vec<Vec<K>>,
    /// Irredundant problems that are not critical, by value.
    pub irredundant: Vec<Vec<K>>,
}

/// Counts up when the engine's results change, so that no state of an earlier one is taken up.
pub const REVISION: u8 = 3;

/// The deepest value the engine goes to: mates of 125 plies.
const DEEPEST: u8 = 63;

/// Enumerates the critical nodes of a scope.
pub struct Engine<'a, K: Key> {
    scope: Scope,
    table: Table<K>,
    progress: Progress<K>,
    monitor: &'a Monitor,
}

impl<'a, K: Key> Engine<'a, K> {
    /// Starts with the mated nodes. The table's index goes into files where `spill` says so.
    pub fn start(
        scope: Scope,
        spill: Option<Spill>,
        monitor: &'a Monitor,
    ) -> Result<Self, Stopped> {
        let table = Table::new(scope.units(), spill);
        monitor.begin(word!("mated positions"), SHARDS as u64);
        let progress = Progress {
            attackers: Vec::new(),
            defenders: Vec::new(),
            defender_level: 0,
            irredundant: Vec::new(),
        };
        let mut engine = Self {
            scope,
            table,
            progress,
            monitor,
        };
        engine.progress.defenders = engine.critical(0, Side::Defender, |_, grower, king| {
            monitor.advance(1);
            step::mates(grower, king);
            Ok(())
        })?;
        Ok(engine)
    }

    /// Goes on from where another engine of the same scope was.
    pub fn resume(
        scope: Scope,
        spill: Option<Spill>,
        progress: Progress<K>,
        monitor: &'a Monitor,
    ) -> Self {
        let mut engine = Self {
            table: Table::new(scope.units(), spill),
            scope,
            progress,
            monitor,
        };
        for level in &engine.progress.attackers {
            engine.table.add_level(level);
        }
        engine
    }

    /// How far it is.
    pub const fn progress(&self) -> &Progress<K> {
        &self.progress
    }

    /// Whether the fixpoint is reached: an empty level, after which no longer mate exists.
    pub fn is_at_fixpoint(&self) -> bool {
        self.progress.defenders.is_empty()
            || self.progress.attackers.last().is_some_and(Vec::is_empty)
    }

    /// Whether all is done: the fixpoint is reached, and the irredundant problems of every value are found.
    pub fn is_complete(&self) -> bool {
        self.is_at_fixpoint() && self.progress.irredundant.len() >= self.progress.attackers.len()
    }

    /// The table of all levels so far.
    pub const fn table(&self) -> &Table<K> {
        &self.table
    }

    /// What is left when all is done.
    pub fn finish(mut self) -> Found<K> {
        self.table.drop_index();
        let mut critical = self.progress.attackers;
        while critical.last().is_some_and(Vec::is_empty) {
            critical.pop();
        }
        let mut irredundant = self.progress.irredundant;
        irredundant.truncate(critical.len());
        Found {
            table: self.table,
            critical,
            irredundant,
        }
    }

    /// The next step: the attacker nodes of a level, or its defender nodes, or, after the fixpoint, the
    /// irredundant problems of a value. When it is stopped, the engine is as before the call.
    pub fn advance(&mut self) -> Result<(), Stopped> {
        let level = self.progress.attackers.len() as u8;
        self.table.index(&self.progress.attackers, self.monitor)?;
        if self.is_at_fixpoint() {
            self.advance_irredundant(self.progress.irredundant.len() as u8 + 1)
        } else if self.progress.defender_level < level {
            self.advance_defenders(level)
        } else {
            self.advance_attackers(level)
        }
    }

    /// `Err` when it is to stop, or when the table's index cannot be read.
    #[inline]
    fn go_on(&self) -> Result<(), Stopped> {
        self.monitor.go_on()?;
        self.table.readable()
    }

    /// The critical nodes of the exact value `n` among what `grow` grows for every canonical king square, in parallel;
    /// sorted, each once. Subsets of a node have its king, so that each square's candidates are sifted as soon as
    /// they are there: they are many times as many as the critical ones.
    fn critical(
        &self,
        n: u8,
        side: Side,
        grow: impl Fn(&Self, &mut Grower<'_, K>, Square) -> Result<(), Stopped> + Sync,
    ) -> Result<Vec<K>, Stopped> {
        let shards: Vec<Vec<K>> = (0..SHARDS)
            .into_par_iter()
            .with_max_len(1)
            .map(|shard| {
                self.go_on()?;
                let mut grower = Grower::new(&self.table, &self.scope, self.monitor);
                grow(self, &mut grower, Square::from_index(shard))?;
                self.go_on()?;
                self.sift(&grower.finish(), n, side)
            })
            .collect::<Result<_, Stopped>>()?;
        // Shards are kings, so their sorted nodes follow one another.
        Ok(shards.concat())
    }

    /// The critical ones among nodes of the value `n` with one king, by size: a smaller critical node of the same
    /// value inside is what makes a candidate suspect. Sorted.
    fn sift(&self, candidates: &[K], n: u8, side: Side) -> Result<Vec<K>, Stopped> {
        let most = candidates.iter().map(|key| key.unpack().len()).max();
        let mut known: HashSet<K> = HashSet::new();
        let mut solver = Solver::new(&self.table);
        let mut all = Vec::new();
        for size in 0..=most.unwrap_or(0) {
            let before = all.len();
            for &key in candidates.iter().filter(|key| key.unpack().len() == size) {
                self.monitor.go_on()?;
                if is_critical(&mut solver, &known, key, n, side) {
                    all.push(key);
                }
            }
            for &key in &all[before..] {
                let node = key.unpack();
                known.insert(key);
                if node.is_centre() {
                    known.insert(K::pack(&node.mirror()));
                }
            }
        }
        all.sort_unstable();
        Ok(all)
    }

    fn advance_attackers(&mut self, n: u8) -> Result<(), Stopped> {
        assert!(
            n < DEEPEST,
            "no family of step pieces mates in more than 125 plies"
        );
        let monitor = self.monitor;
        let plies = counted(&(2 * n + 1).to_string(), n == 0, "ply", "plies");
        monitor.begin(
            &say!("{plies}: attacker's moves taken back", plies),
            self.progress.defenders.len() as u64,
        );
        let sources = by_king(&self.progress.defenders);
        let attackers = self.critical(n + 1, Side::Attacker, |engine, grower, king| {
            for key in sources[king.index()] {
                engine.go_on()?;
                monitor.advance(1);
                step::before_check(grower, &key.unpack(), n);
            }
            Ok(())
        })?;
        self.table.add_level(&attackers);
        self.progress.attackers.push(attackers);
        if n == 0 {
            let found = irredundant_mates_in_one(&self.table, &self.progress.defenders);
            self.progress.irredundant.push(found);
        }
        Ok(())
    }

    fn advance_irredundant(&mut self, n: u8) -> Result<(), Stopped> {
        let monitor = self.monitor;
        let cores = &self.progress.attackers[usize::from(n) - 1];
        monitor.begin(
            &say!(
                "{plies} plies: pieces that stop second solutions",
                plies = 2 * n - 1
            ),
            cores.len() as u64,
        );
        let shards: Vec<Vec<K>> = by_king(cores)
            .into_par_iter()
            .with_max_len(1)
            .map(|cores| {
                let mut spoiler = Spoiler::new(&self.table, &self.scope, monitor);
                for key in cores {
                    self.go_on()?;
                    monitor.advance(1);
                    spoiler.grow(&key.unpack(), n);
                }
                self.go_on()?;
                Ok(spoiler.finish())
            })
            .collect::<Result<_, Stopped>>()?;
        self.progress.irredundant.push(shards.concat());
        Ok(())
    }

    fn advance_defenders(&mut self, n: u8) -> Result<(), Stopped> {
        let monitor = self.monitor;
        let attackers = &self.progress.attackers[usize::from(n) - 1];
        let sources = by_king(attackers);
        // Every node is met from the nine squares a king can have come from.
        monitor.begin(
            &say!(
                "{plies} plies: defender's replies taken back",
                plies = 2 * n
            ),
            sources_met(&sources),
        );
        self.progress.defenders = self.critical(n, Side::Defender, |engine, grower, king| {
            for_each_neighbour(king, &sources, |node| {
                engine.go_on()?;
                monitor.advance(1);
                step::before_reply(grower, node, king, n);
                Ok(())
            })
        })?;
        self.progress.defender_level = n;
        Ok(())
    }
}

/// The irredundant mates in one that are not critical, from the mated critical nodes; sorted, each once.
fn irredundant_mates_in_one<K: Key>(table: &Table<K>, mated: &[K]) -> Vec<K> {
    let mut found: Vec<K> = mated
        .par_chunks(4096)
        .flat_map_iter(|keys| {
            let mut soundness = Soundness::new(table);
            let mut found = Vec::new();
            for key in keys {
                mates_in_one(&mut soundness, &key.unpack(), &mut found);
            }
            found
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// How many nodes [`for_each_neighbour`] visits over all kings.
fn sources_met<K: Key>(sources: &[&[K]]) -> u64 {
    let mut met = 0;
    for king in kings() {
        for (other, keys) in kings().zip(sources) {
            let (direct, mirrored) = neighbours(king, other);
            met += (u64::from(direct) + u64::from(mirrored)) * keys.len() as u64;
        }
    }
    met
}

/// Whether nodes with a king on `other`, and whether their mirror images, have to be visited from
/// `king`.
fn neighbours(king: Square, other: Square) -> (bool, bool) {
    if other.rank().abs_diff(king.rank()) > 1 {
        return (false, false);
    }
    let is_near = |file: i8| file.abs_diff(king.file()) <= 1;
    // For a king on file 5 the images of the nodes only give the images of what the nodes give.
    let mirrored = is_near(other.mirror().file()) && king.file() != 5;
    (is_near(other.file()), mirrored)
}

/// Visits the nodes with a king on `king` or next to it, both images where both are near.
fn for_each_neighbour<K: Key>(
    king: Square,
    by_king: &[&[K]],
    mut visit: impl FnMut(&Node) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    for (other, keys) in kings().zip(by_king) {
        let (direct, mirrored) = neighbours(king, other);
        if !direct && !mirrored {
            continue;
        }
        for key in *keys {
            let node = key.unpack();
            if direct {
                visit(&node)?;
            }
            if mirrored {
                visit(&node.mirror())?;
            }
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Attacker,
    Defender,
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
