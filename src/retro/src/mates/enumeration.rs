//! Families of any pieces, enumerated by all their mates.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Mutex;

use hashbrown::HashMap;

use super::ground::Ground;
use super::interposed::Interposed;
use super::kept;
use super::lengths::MateLengths;
use super::levels::Levels;
use super::mating::Mating;
use super::pieces::Scope;
use super::table::Mates;
use super::values::Outside;
use crate::by_king::by_king;
use crate::enumeration::{Enumeration, JudgedNode, Kept, Problems, Step};
use crate::judge::Judge;
use crate::node::Key;
use crate::unit::Pieces;
use system::monitor::{Monitor, Stopped};

/// Families while all their mates are found.
pub struct AllMates<'m, K: Key> {
    levels: Levels<'m, K>,
    families: Vec<Pieces>,
    /// Whether the fixpoint was told.
    told: bool,
}

impl<'m, K: Key> AllMates<'m, K> {
    /// Counts up when the engine's results change, so that no state of an earlier one is taken up.
    pub const REVISION: u8 = 7;

    /// Starts, or goes on from what was saved; `None` if that is damaged.
    pub fn new(families: &[Pieces], saved: Option<&[u8]>, monitor: &'m Monitor) -> Option<Self> {
        let scope = Scope::new(families);
        let levels = match saved {
            Some(bytes) => Levels::restore(scope, bytes, monitor)?,
            None => Levels::start(scope, monitor),
        };
        Some(Self {
            levels,
            families: families.to_vec(),
            told: false,
        })
    }

    /// The mates, when all are found.
    fn judging(self) -> Judging<K> {
        let found = self.levels.finish();
        let desks = found.outside.into_iter().map(|outside| Desk {
            outside,
            mating: Mating::default(),
            verdicts: HashMap::new(),
        });
        let parts = found.attackers.iter().map(|level| parts(level));
        Judging {
            parts: parts.collect(),
            families: self.families,
            scope: found.scope,
            table: found.table,
            attackers: found.attackers,
            interposed: found.interposed,
            desks: desks.map(Mutex::new).collect(),
        }
    }
}

impl<K: Key> Enumeration for AllMates<'_, K> {
    fn advance(&mut self) -> Result<Option<Step>, Stopped> {
        if self.levels.is_complete() {
            let longer = self.levels.longer();
            let told = std::mem::replace(&mut self.told, true);
            return Ok((!told).then_some(Step::Fixpoint { longer }));
        }
        self.levels.advance()?;
        let levels = self.levels.attackers();
        let is_counted = self.levels.table().counted().is_none();
        Ok(Some(match levels.last() {
            Some(last) if is_counted && !last.is_empty() => Step::Level {
                plies: 2 * levels.len() as u16 - 1,
                attackers: last.len() as u64,
            },
            _ => Step::Part,
        }))
    }

    fn longest(&self) -> u16 {
        let moves = self.levels.table().longest_counted();
        (2 * u16::from(moves)).saturating_sub(1)
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.levels.save(out)
    }

    fn finish(self: Box<Self>) -> Box<dyn Problems> {
        Box::new(self.judging())
    }
}

fn count<K>(levels: &[Vec<K>]) -> u64 {
    levels.iter().map(|level| level.len() as u64).sum()
}

/// All mates by value, and what to judge them by.
struct Judging<K: Key> {
    families: Vec<Pieces>,
    scope: Scope,
    table: Mates<K>,
    attackers: Vec<Vec<K>>,
    /// The parts of each level.
    parts: Vec<Vec<Part>>,
    interposed: Interposed<K>,
    /// By the king's square.
    desks: Vec<Mutex<Desk<K>>>,
}

/// What is known from judging the problems of one king.
struct Desk<K: Key> {
    /// What is known outside the scope.
    outside: Outside<K>,
    /// Which positions outside mate at all.
    mating: Mating<K>,
    /// The verdicts by rule E on problems that have one unit less than others.
    verdicts: HashMap<K, Option<bool>>,
}

/// How many nodes a part has: one solver keeps its table for them.
const PART: usize = 256;

/// Some nodes of one length and one king.
struct Part {
    /// The king's square, by its index.
    king: usize,
    /// Their places in the level.
    nodes: Range<usize>,
    /// Whether it is the first one of its king.
    is_first: bool,
}

/// The parts of a level, whose keys are sorted: the first one of every king, then the second ones, and so on.
fn parts<K: Key>(level: &[K]) -> Vec<Part> {
    let mut start = 0;
    let ends = by_king(level).into_iter().map(|keys| {
        let nodes = start..start + keys.len();
        start = nodes.end;
        nodes
    });
    let mut left: Vec<(usize, Range<usize>)> = ends.enumerate().collect();
    let mut parts = Vec::new();
    for round in 0.. {
        left.retain(|(_, nodes)| !nodes.is_empty());
        if left.is_empty() {
            break;
        }
        for (king, nodes) in &mut left {
            let end = nodes.end.min(nodes.start + PART);
            parts.push(Part {
                king: *king,
                nodes: nodes.start..end,
                is_first: round == 0,
            });
            nodes.start = end;
        }
    }
    parts
}

impl<K: Key> Judging<K> {
    fn level(&self, value: u8) -> &[K] {
        &self.attackers[usize::from(value) - 1]
    }
}

impl<K: Key> Problems for Judging<K> {
    fn longest(&self) -> u8 {
        self.table.longest_counted()
    }

    fn longer(&self) -> u64 {
        count(&self.attackers[usize::from(self.longest())..])
    }

    fn count(&self, value: u8) -> u64 {
        self.level(value).len() as u64
    }

    fn parts(&self, value: u8) -> usize {
        self.parts[usize::from(value) - 1].len()
    }

    /// What is known from judging the problems of one king belongs to him.
    fn queue(&self, value: u8, part: usize) -> usize {
        self.parts[usize::from(value) - 1][part].king
    }

    fn kept(&self) -> Option<&dyn Kept> {
        Some(self)
    }

    fn judge(&self, value: u8, part: usize, monitor: &Monitor) -> Result<Vec<JudgedNode>, Stopped> {
        let ground = Ground {
            table: &self.table,
            interposed: &self.interposed,
            scope: &self.scope,
            monitor,
        };
        let part = &self.parts[usize::from(value) - 1][part];
        let desk = &self.desks[part.king];
        let mut desk = desk.lock().expect("no thread panics while it holds this");
        let Desk {
            outside,
            mating,
            verdicts,
        } = &mut *desk;
        if part.is_first {
            *mating = Mating::default();
            verdicts.clear();
        }
        let mut judge = Judge::new(MateLengths::new(&ground, outside, mating));
        let mut problems = Vec::new();
        for key in &self.level(value)[part.nodes.clone()] {
            monitor.go_on()?;
            let node = key.unpack();
            if !judge.is_redundant(&node, value, verdicts)
                && let Some(verdict) = judge.judge(&node, value)
            {
                problems.push((node, verdict));
            }
            // What was found out after a stop is not to be used.
            monitor.go_on()?;
            monitor.advance(1);
        }
        Ok(problems)
    }
}

impl<K: Key> Kept for Judging<K> {
    fn positions(&self) -> u64 {
        count(&self.attackers)
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let levels = self.attackers.split_at(self.longest().into());
        kept::write(out, &self.families, levels, &self.interposed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mates::key::ShortKey;

    const R1S1: Pieces = [0, 1, 0, 0, 0, 0, 1];

    /// All mates, some lengths of which are judged.
    fn judged(lengths: impl Iterator<Item = u8>) -> Judging<ShortKey> {
        let monitor = Monitor::default();
        let mut all = AllMates::new(&[R1S1], None, &monitor).unwrap();
        while all.advance().unwrap().is_some() {}
        let found = all.judging();
        for value in lengths {
            for part in 0..found.parts(value) {
                found.judge(value, part, &monitor).unwrap();
            }
        }
        found
    }

    /// What is known of positions outside the scope must not depend on which lengths were judged before: a run that
    /// goes on judges only those that are left.
    #[test]
    fn each_length_begins_anew() {
        let known = |found: Judging<ShortKey>| -> Vec<usize> {
            let kings = found.parts[4].iter().filter(|part| part.is_first);
            let desks = kings.map(|part| found.desks[part.king].lock().unwrap());
            desks.map(|desk| desk.mating.count()).collect()
        };
        let all = known(judged(1..=5));
        assert!(all.iter().sum::<usize>() > 100);
        assert_eq!(all, known(judged(5..=5)));
    }

    /// Every node is in one part; those of a king come in their order, and his first part first.
    #[test]
    fn parts_hold_every_node_once() {
        let found = judged(1..=1);
        for (level, parts) in found.attackers.iter().zip(&found.parts) {
            let mut next: Vec<Option<usize>> = vec![None; found.desks.len()];
            let mut count = 0;
            for part in parts {
                assert_eq!(part.is_first, next[part.king].is_none());
                let start = next[part.king].unwrap_or(part.nodes.start);
                assert_eq!(part.nodes.start, start);
                assert!((1..=PART).contains(&part.nodes.len()));
                let keys = &level[part.nodes.clone()];
                assert!(keys.iter().all(|key| key.king().index() == part.king));
                next[part.king] = Some(part.nodes.end);
                count += keys.len();
            }
            assert_eq!(count, level.len());
        }
        assert!(found.parts[0].iter().any(|part| !part.is_first));
    }
}
