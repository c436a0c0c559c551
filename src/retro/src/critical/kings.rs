//! Families enumerated in parts by the squares of the king, each part in a process of its own if need be.
//!
//! The critical nodes of a length with the king on some squares come from those of shorter lengths with the king near
//! them: in a mate of `n` attacker's moves a king that has made `d` moves is mated within `n − d`. So a part needs the
//! nodes of value `v` only as far as `n − v` squares away, and no part waits for those of its own length. When those of
//! value `n − 1` one square away are there, all are: each of them needed the others that far from itself. Each part leaves
//! a [file](super::level_file); when all are there, the problems of each part are found with the table of all.

use std::io::{self, Write};
use std::path::PathBuf;

use rayon::prelude::*;

use super::engine::DEEPEST;
use super::enumeration::{CriticalProblems, step_pieces};
use super::level::{Level, sources_met};
use super::level_file::{self, AtSquare, Head};
use super::scope::Scope;
use super::spill::Spill;
use super::table::Table;
use crate::by_king::{SHARDS, kings};
use crate::enumeration::Problems;
use crate::families::units;
use crate::node::{Key, Material};
use crate::phase::Phase;
use crate::unit::Pieces;
use shogi::Square;
use system::monitor::{Monitor, Stopped};

/// How the squares of the king are divided into groups; of two mirror images it is one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// By rank: nine groups of five squares.
    Ranks,
    /// Each square by itself: 45 groups.
    Squares,
}

impl Division {
    /// How many groups there are.
    pub const fn groups(self) -> usize {
        match self {
            Self::Ranks => 9,
            Self::Squares => SHARDS,
        }
    }

    /// The group of a square on files 1 to 5.
    pub fn group(self, king: Square) -> usize {
        match self {
            Self::Ranks => king.rank() as usize - 1,
            Self::Squares => king.index(),
        }
    }

    /// The squares of a group, in index order.
    pub fn kings(self, group: usize) -> impl Iterator<Item = Square> {
        kings().filter(move |&king| self.group(king) == group)
    }

    /// The groups with a square at most so many moves of the king away from one of a group's. With a square of a group
    /// all its squares are as near.
    pub fn within(self, group: usize, moves: u8) -> impl Iterator<Item = usize> {
        (0..self.groups()).filter(move |&other| self.distance(group, other) <= moves)
    }

    /// How many moves of the king two groups are apart. Mirror images are never nearer than what is on files 1 to 5.
    fn distance(self, group: usize, other: usize) -> u8 {
        let moves = |from: Square, to: Square| {
            let files = from.file().abs_diff(to.file());
            files.max(from.rank().abs_diff(to.rank()))
        };
        let from = |from: Square| self.kings(other).map(move |to| moves(from, to));
        self.kings(group).flat_map(from).min().unwrap_or(u8::MAX)
    }
}

/// The most lengths that parts can have, in attacker's moves: sets of lengths are bits of 64.
pub const MOST: u8 = DEEPEST - 1;

/// Why a part did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum PartError {
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A file of a level cannot be read, or is none.
    #[error("{}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// What it found cannot be written.
    #[error("{}", system::plain(.0))]
    Write(#[source] io::Error),
    /// There are nodes of the last value that was looked for, so that there may be longer mates.
    #[error("mates of {0} moves and more")]
    Longer(u8),
}

/// Families without sliding pieces, in parts.
pub struct Parts<'a> {
    families: Vec<Pieces>,
    division: Division,
    file: &'a dyn Fn(u8, usize) -> PathBuf,
    spill: Option<Spill>,
    monitor: &'a Monitor,
}

impl<'a> Parts<'a> {
    /// The parts of these families by that division; `file` says where the file of a level is, by value and group,
    /// `spill` when an index goes into files.
    pub fn new(
        families: &[Pieces],
        division: Division,
        file: &'a dyn Fn(u8, usize) -> PathBuf,
        spill: Option<Spill>,
        monitor: &'a Monitor,
    ) -> Self {
        let mut families = families.to_vec();
        families.sort_unstable();
        families.dedup();
        Self {
            families,
            division,
            file,
            spill,
            monitor,
        }
    }

    /// Finds the critical nodes of a value, 1 or more, with the king in a group, and writes their file. The files of
    /// smaller values must be there, as far away as they are needed: those of `value - v` for the groups
    /// [within](Division::within) `v` moves. How many they are comes back.
    ///
    /// # Errors
    /// If it is stopped, or a file cannot be read or written.
    pub fn level(&self, value: u8, group: usize, out: &mut dyn Write) -> Result<u64, PartError> {
        if units(&self.families) <= u64::UNITS {
            self.level_with::<u64>(value, group, out)
        } else {
            self.level_with::<u128>(value, group, out)
        }
    }

    /// Whether anything can come of [`Parts::level`]: whether there are nodes of the value before, 1 or more, near the
    /// group. Where there are none, no other files are read.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn has_sources(&self, value: u8, group: usize) -> Result<bool, PartError> {
        if units(&self.families) <= u64::UNITS {
            self.has_sources_with::<u64>(value, group)
        } else {
            self.has_sources_with::<u128>(value, group)
        }
    }

    /// Finds the problems with the king in a group. The files of all groups must be there, up to a value that has no
    /// nodes.
    ///
    /// # Errors
    /// [`PartError::Longer`] if the last value has nodes; if it is stopped, or a file cannot be read.
    pub fn problems(&self, levels: u8, group: usize) -> Result<Box<dyn Problems>, PartError> {
        if units(&self.families) <= u64::UNITS {
            self.problems_with::<u64>(levels, group)
        } else {
            self.problems_with::<u128>(levels, group)
        }
    }

    fn scope(&self) -> Scope {
        let families: Vec<Material> = self.families.iter().map(step_pieces).collect();
        Scope::new(&families)
    }

    /// [`Parts::level`] with keys of a type that holds the units.
    ///
    /// # Errors
    /// The same.
    pub fn level_with<K: Key>(
        &self,
        value: u8,
        group: usize,
        out: &mut dyn Write,
    ) -> Result<u64, PartError> {
        let scope = self.scope();
        let mut table: Table<K> = Table::new(scope.units(), self.spill.clone());
        let own: Vec<Square> = self.division.kings(group).collect();
        if !self.has_sources_with::<K>(value, group)? {
            let none = vec![Vec::new(); own.len()];
            return self.write_level(value, &own, &none, table, out);
        }
        let before = value - 1;
        let mut sources: Vec<Vec<K>> = vec![Vec::new(); SHARDS];
        let near: Vec<usize> = self.division.within(group, 1).collect();
        for level in (1..=before).rev() {
            let needed = self.division.within(group, value - level);
            // Nodes are grown from those of the king's square and of what he can move to.
            let needed = needed.map(|other| (other, near.contains(&other)));
            self.take_level(&mut table, level, needed, |king, keys| {
                if level == before {
                    sources[king.index()] = keys;
                }
            })?;
        }
        let found = self.found_at(&own, &scope, &table, &sources, before)?;
        drop(sources);
        self.write_level(value, &own, &found, table, out)
    }

    fn has_sources_with<K: Key>(&self, value: u8, group: usize) -> Result<bool, PartError> {
        let before = value - 1;
        if before == 0 {
            return Ok(true);
        }
        let mut nodes = 0;
        for near in self.division.within(group, 1) {
            let kings: Vec<Square> = self.division.kings(near).collect();
            let path = (self.file)(before, near);
            let count = level_file::count::<K>(&path, self.head(before, &kings));
            nodes += count.map_err(|source| PartError::Read { path, source })?;
        }
        Ok(nodes > 0)
    }

    fn head<'k>(&'k self, value: u8, kings: &'k [Square]) -> Head<'k> {
        Head {
            value,
            families: &self.families,
            kings,
        }
    }

    /// The critical nodes of the value `before + 1` with the king on some squares, by square.
    fn found_at<K: Key>(
        &self,
        own: &[Square],
        scope: &Scope,
        table: &Table<K>,
        sources: &[Vec<K>],
        before: u8,
    ) -> Result<Vec<Vec<K>>, Stopped> {
        let level = Level {
            scope,
            table,
            monitor: self.monitor,
        };
        let sources: Vec<&[K]> = sources.iter().map(Vec::as_slice).collect();
        let defenders = if before == 0 {
            level.begin_mated(own.len() as u64);
            each(own, |&king| level.mated(king))?
        } else {
            let met = sources_met(own.iter().copied(), &sources);
            level.begin_defenders(before, met);
            each(own, |&king| level.defenders(king, &sources, before))?
        };
        level.begin_attackers(before, count(&defenders));
        each(&defenders, |keys| level.attackers(keys, before))
    }

    fn write_level<K: Key>(
        &self,
        value: u8,
        own: &[Square],
        found: &[Vec<K>],
        mut table: Table<K>,
        out: &mut dyn Write,
    ) -> Result<u64, PartError> {
        let count = found.iter().map(|keys| keys.len() as u64).sum();
        let head = self.head(value, own);
        head.write::<K>(count, out).map_err(PartError::Write)?;
        self.monitor.begin(Phase::Index, own.len() as u64);
        for (&king, keys) in own.iter().zip(found) {
            table.add_level_at(king, keys);
            let run = table.index_at(king, keys, self.monitor)?;
            level_file::write_king(out, keys, run).map_err(PartError::Write)?;
            table.readable()?;
            self.monitor.advance(1);
        }
        Ok(count)
    }

    /// [`Parts::problems`] with keys of a type that holds the units.
    ///
    /// # Errors
    /// The same.
    pub fn problems_with<K: Key>(
        &self,
        levels: u8,
        group: usize,
    ) -> Result<Box<dyn Problems>, PartError> {
        let scope = self.scope();
        let mut table: Table<K> = Table::new(scope.units(), self.spill.clone());
        let own: Vec<Square> = self.division.kings(group).collect();
        let mut critical: Vec<Vec<Vec<K>>> = Vec::new();
        for value in (1..=levels).rev() {
            let mut of_own = Vec::new();
            let mut all = 0;
            let every = (0..self.division.groups()).map(|group| (group, true));
            self.take_level(&mut table, value, every, |king, keys| {
                all += keys.len();
                if self.division.group(king) == group {
                    of_own.push(keys);
                }
            })?;
            match (all, value == levels) {
                (0, _) => {}
                (_, true) => return Err(PartError::Longer(value)),
                (_, false) => critical.push(of_own),
            }
        }
        critical.reverse();
        let level = Level {
            scope: &scope,
            table: &table,
            monitor: self.monitor,
        };
        let mut irredundant = Vec::new();
        for (cores, value) in critical.iter().zip(1..) {
            irredundant.push(if value == 1 {
                level.begin_mated(own.len() as u64);
                each(&own, |&king| Ok(level.mates_in_one(&level.mated(king)?)))?
            } else {
                level.begin_irredundant(value, count(cores));
                each(cores, |keys| level.irredundant(keys, value))?
            });
        }
        table.drop_index();
        let of_all = |levels: Vec<Vec<Vec<K>>>| levels.into_iter().map(|keys| keys.concat());
        Ok(Box::new(CriticalProblems::new(
            of_all(critical).collect(),
            of_all(irredundant).collect(),
            table,
        )))
    }

    /// Takes what the files of a value have, of some groups, into the table, and hands it on; with the index where that
    /// is asked for. Values come from the greatest to the least: of a run that one of a greater value covers nothing is
    /// read.
    fn take_level<K: Key>(
        &self,
        table: &mut Table<K>,
        value: u8,
        groups: impl Iterator<Item = (usize, bool)>,
        mut take: impl FnMut(Square, Vec<K>),
    ) -> Result<(), PartError> {
        for (group, indexed) in groups {
            self.monitor.go_on()?;
            let own: Vec<Square> = self.division.kings(group).collect();
            let path = (self.file)(value, group);
            let is_live = |king| indexed && !table.is_covered(king, value);
            let head = self.head(value, &own);
            let found: Vec<AtSquare<K>> = level_file::read(&path, head, &table.shelf, is_live)
                .map_err(|source| PartError::Read { path, source })?;
            for at in found {
                table.take_over(at.king, value, &at.keys, indexed.then_some(at.run));
                take(at.king, at.keys);
            }
        }
        Ok(())
    }
}

/// How many nodes some squares have together.
fn count<K>(of_squares: &[Vec<K>]) -> u64 {
    of_squares.iter().map(|keys| keys.len() as u64).sum()
}

/// What is found for each of some, in parallel.
fn each<T: Sync, K: Key>(
    of: &[T],
    find: impl Fn(&T) -> Result<Vec<K>, Stopped> + Sync + Send,
) -> Result<Vec<Vec<K>>, Stopped> {
    of.par_iter().with_max_len(1).map(find).collect()
}
