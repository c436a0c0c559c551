//! The engine: critical nodes level by level to the fixpoint; then the irredundant problems around them.

use rayon::prelude::*;

use super::level::{Level, sources_met};
use super::scope::Scope;
use super::spill::Spill;
use super::table::Table;
use crate::by_king::{SHARDS, by_king, kings};
use crate::node::Key;
use shogi::Square;
use system::monitor::{Monitor, Stopped};

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
pub struct FoundCritical<K: Key> {
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
pub const DEEPEST: u8 = 63;

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
        let level = engine.level();
        level.begin_mated(SHARDS as u64);
        engine.progress.defenders = for_each_king(|king| level.mated(king))?;
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
    pub fn finish(mut self) -> FoundCritical<K> {
        self.table.drop_index();
        let mut critical = self.progress.attackers;
        while critical.last().is_some_and(Vec::is_empty) {
            critical.pop();
        }
        let mut irredundant = self.progress.irredundant;
        irredundant.truncate(critical.len());
        FoundCritical {
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

    fn level(&self) -> Level<'_, K> {
        Level {
            scope: &self.scope,
            table: &self.table,
            monitor: self.monitor,
        }
    }

    fn advance_attackers(&mut self, n: u8) -> Result<(), Stopped> {
        assert!(
            n < DEEPEST,
            "no family of step pieces mates in more than 125 plies"
        );
        let level = self.level();
        level.begin_attackers(n, self.progress.defenders.len() as u64);
        let sources = by_king(&self.progress.defenders);
        let attackers = for_each_king(|king| level.attackers(sources[king.index()], n))?;
        self.table.add_level(&attackers);
        self.progress.attackers.push(attackers);
        if n == 0 {
            let mated = by_king(&self.progress.defenders);
            let level = self.level();
            let found = for_each_king(|king| Ok(level.mates_in_one(mated[king.index()])))?;
            self.progress.irredundant.push(found);
        }
        Ok(())
    }

    fn advance_irredundant(&mut self, n: u8) -> Result<(), Stopped> {
        let level = self.level();
        let cores = &self.progress.attackers[usize::from(n) - 1];
        level.begin_irredundant(n, cores.len() as u64);
        let cores = by_king(cores);
        let found = for_each_king(|king| level.irredundant(cores[king.index()], n))?;
        self.progress.irredundant.push(found);
        Ok(())
    }

    fn advance_defenders(&mut self, n: u8) -> Result<(), Stopped> {
        let level = self.level();
        let attackers = &self.progress.attackers[usize::from(n) - 1];
        let sources = by_king(attackers);
        // Every node is met from the nine squares a king can have come from.
        level.begin_defenders(n, sources_met(kings(), &sources));
        let defenders = for_each_king(|king| level.defenders(king, &sources, n))?;
        self.progress.defenders = defenders;
        self.progress.defender_level = n;
        Ok(())
    }
}

/// What is found for every canonical king square, in parallel.
fn for_each_king<K: Key>(
    find: impl Fn(Square) -> Result<Vec<K>, Stopped> + Sync,
) -> Result<Vec<K>, Stopped> {
    let shards: Vec<Vec<K>> = (0..SHARDS)
        .into_par_iter()
        .with_max_len(1)
        .map(|shard| find(Square::from_index(shard)))
        .collect::<Result<_, Stopped>>()?;
    // Shards are kings, so their sorted nodes follow one another.
    Ok(shards.concat())
}
