//! Families without sliding pieces, enumerated by their critical nodes.

use std::io::{self, Write};

use super::engine::{Engine, Progress};
use super::lengths::TableLengths;
use super::scope::Scope;
use super::spill::Spill;
use super::table::Table;
use super::value::Solver;
use crate::enumeration::{Enumeration, JudgedNode, Problems, Step};
use crate::judge::Judge;
use crate::node::{Key, Material};
use crate::play::sole_checker;
use crate::saved::{read_bytes, read_keys, write_keys};
use crate::unit::{Pieces, STEP_KINDS};
use system::monitor::{Monitor, Stopped};

/// Families while their critical nodes are found.
pub struct Critical<'m, K: Key> {
    families: Vec<Material>,
    monitor: &'m Monitor,
    spill: Option<Spill>,
    /// `None` before the first step.
    engine: Option<Engine<'m, K>>,
    /// Whether the fixpoint was told.
    told: bool,
}

/// The counts of the kinds that do not slide.
pub(super) fn step_pieces(family: &Pieces) -> Material {
    *family
        .first_chunk()
        .expect("there are more kinds than that do not slide")
}

impl<'m, K: Key> Critical<'m, K> {
    /// Starts, or goes on from what was saved; `None` if that is damaged.
    ///
    /// # Panics
    /// If a family has sliding pieces.
    pub fn new(
        families: &[Pieces],
        saved: Option<&[u8]>,
        spill: Option<Spill>,
        monitor: &'m Monitor,
    ) -> Option<Self> {
        for family in families {
            assert_eq!(family[STEP_KINDS.len()..], [0; 3]);
        }
        let families: Vec<Material> = families.iter().map(step_pieces).collect();
        let engine = match saved {
            Some(bytes) => {
                let scope = Scope::new(&families);
                let progress = restore(&scope, bytes)?;
                Some(Engine::resume(scope, spill.clone(), progress, monitor))
            }
            None => None,
        };
        Some(Self {
            families,
            monitor,
            spill,
            engine,
            told: false,
        })
    }
}

fn restore<K: Key>(scope: &Scope, mut bytes: &[u8]) -> Option<Progress<K>> {
    let [defender_level, levels, searched] = read_bytes(&mut bytes)?;
    let mut level = |checkers: Result<(), usize>| {
        read_keys(&mut bytes, |node| {
            scope.contains(node.material()) && sole_checker(node).map(|_| ()) == checkers
        })
    };
    let attackers = (0..levels).map(|_| level(Err(0))).collect::<Option<_>>()?;
    let irredundant = (0..searched)
        .map(|_| level(Err(0)))
        .collect::<Option<_>>()?;
    // Where the defender is to move each single piece matters: also that which checks.
    let defenders = level(Ok(()))?;
    bytes.is_empty().then_some(Progress {
        attackers,
        defenders,
        defender_level,
        irredundant,
    })
}

impl<K: Key> Enumeration for Critical<'_, K> {
    fn advance(&mut self) -> Result<Option<Step>, Stopped> {
        let Some(engine) = &mut self.engine else {
            let engine =
                Engine::start(Scope::new(&self.families), self.spill.clone(), self.monitor)?;
            let count = engine.progress().defenders.len() as u64;
            self.engine = Some(engine);
            return Ok(Some(Step::Mates { count }));
        };
        if engine.is_complete() {
            return Ok(
                (!std::mem::replace(&mut self.told, true)).then_some(Step::Fixpoint { longer: 0 })
            );
        }
        engine.advance()?;
        let progress = engine.progress();
        let value = progress.attackers.len();
        let attackers = progress.attackers.last().map_or(0, Vec::len) as u64;
        Ok(Some(
            if usize::from(progress.defender_level) < value && attackers > 0 {
                Step::Level {
                    plies: 2 * value as u16 - 1,
                    attackers,
                }
            } else if engine.is_at_fixpoint() && !std::mem::replace(&mut self.told, true) {
                Step::Fixpoint { longer: 0 }
            } else {
                Step::Part
            },
        ))
    }

    fn longest(&self) -> u16 {
        let levels = self
            .engine
            .iter()
            .flat_map(|engine| &engine.progress().attackers);
        let levels = levels.filter(|level| !level.is_empty()).count();
        (2 * levels as u16).saturating_sub(1)
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(engine) = &self.engine else {
            return Ok(());
        };
        let progress = engine.progress();
        out.write_all(&[
            progress.defender_level,
            progress.attackers.len() as u8,
            progress.irredundant.len() as u8,
        ])?;
        for level in progress.attackers.iter().chain(&progress.irredundant) {
            write_keys(out, level)?;
        }
        write_keys(out, &progress.defenders)
    }

    fn finish(self: Box<Self>) -> Box<dyn Problems> {
        let found = self.engine.expect("all is done").finish();
        Box::new(CriticalProblems::new(
            found.critical,
            found.irredundant,
            found.table,
        ))
    }
}

/// Critical and irredundant nodes by value, and the table to judge them by.
pub(super) struct CriticalProblems<K: Key> {
    levels: Vec<Vec<K>>,
    table: Table<K>,
}

/// How many nodes a part has: one solver remembers what it found out of them.
const PART: usize = 512;

impl<K: Key> CriticalProblems<K> {
    /// Those of each value together.
    pub(super) fn new(critical: Vec<Vec<K>>, irredundant: Vec<Vec<K>>, table: Table<K>) -> Self {
        let levels = critical.into_iter().zip(irredundant);
        let levels = levels.map(|(mut keys, more)| {
            keys.extend(more);
            keys.sort_unstable();
            keys
        });
        Self {
            levels: levels.collect(),
            table,
        }
    }

    fn level(&self, value: u8) -> &[K] {
        &self.levels[usize::from(value) - 1]
    }
}

impl<K: Key> Problems for CriticalProblems<K> {
    fn longest(&self) -> u8 {
        self.levels.len() as u8
    }

    fn count(&self, value: u8) -> u64 {
        self.level(value).len() as u64
    }

    fn parts(&self, value: u8) -> usize {
        self.level(value).len().div_ceil(PART)
    }

    fn judge(&self, value: u8, part: usize, monitor: &Monitor) -> Result<Vec<JudgedNode>, Stopped> {
        let keys = self.level(value).chunks(PART).nth(part).unwrap_or_default();
        let mut judge = Judge::new(TableLengths::new(Solver::new(&self.table)));
        let mut problems = Vec::new();
        for key in keys {
            monitor.go_on()?;
            let node = key.unpack();
            if let Some(verdict) = judge.judge(&node, value) {
                problems.push((node, verdict));
            }
            monitor.advance(1);
        }
        Ok(problems)
    }
}
