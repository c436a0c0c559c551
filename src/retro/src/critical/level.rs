//! The critical nodes of one length with the king on one square, from those of the length before.

use hashbrown::HashSet;

use super::grow::Grower;
use super::irredundant::{Spoiler, mates_in_one};
use super::scope::Scope;
use super::soundness::Soundness;
use super::step;
use super::subsets::each_subset;
use super::table::Table;
use super::value::Solver;
use crate::by_king::kings;
use crate::node::{Key, Node};
use crate::phase::Phase;
use crate::play::sole_checker;
use shogi::Square;
use system::monitor::{Monitor, Stopped};

/// What finds the nodes of a length: the table has the shorter ones, with the king on the square and as near as play
/// comes to it.
pub struct Level<'a, K: Key> {
    /// What may be in play.
    pub scope: &'a Scope,
    /// The shorter ones.
    pub table: &'a Table<K>,
    /// What is told and can stop it.
    pub monitor: &'a Monitor,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Attacker,
    Defender,
}

impl<K: Key> Level<'_, K> {
    /// Tells that so many positions whose king is mated are looked at.
    pub fn begin_mated(&self, kings: u64) {
        self.monitor.begin(Phase::Mated, kings);
    }

    /// Tells that [`Level::attackers`] is found for values of `n + 1`, from so many nodes.
    pub fn begin_attackers(&self, n: u8, sources: u64) {
        let plies = 2 * u16::from(n) + 1;
        self.monitor.begin(Phase::AttackerMoves { plies }, sources);
    }

    /// Tells that [`Level::defenders`] is found for the value `n`, of which so many nodes are met.
    pub fn begin_defenders(&self, n: u8, met: u64) {
        let plies = 2 * u16::from(n);
        self.monitor.begin(Phase::DefenderReplies { plies }, met);
    }

    /// Tells that [`Level::irredundant`] is found for the value `n`, from so many nodes.
    pub fn begin_irredundant(&self, n: u8, cores: u64) {
        let plies = 2 * u16::from(n) - 1;
        self.monitor.begin(Phase::Stoppers { plies }, cores);
    }

    /// `Err` when it is to stop, or when the table's index cannot be read.
    #[inline]
    fn go_on(&self) -> Result<(), Stopped> {
        self.monitor.go_on()?;
        self.table.readable()
    }

    /// The critical mated nodes; sorted, like all that follow.
    ///
    /// # Errors
    /// If it is stopped, like all that follow.
    pub fn mated(&self, king: Square) -> Result<Vec<K>, Stopped> {
        self.monitor.advance(1);
        self.critical(0, Side::Defender, |grower| {
            step::mates(grower, king);
            Ok(())
        })
    }

    /// The critical attacker nodes of value `n + 1`, from the critical defender nodes of value `n` with the same king.
    pub fn attackers(&self, defenders: &[K], n: u8) -> Result<Vec<K>, Stopped> {
        self.critical(n + 1, Side::Attacker, |grower| {
            for key in defenders {
                self.go_on()?;
                self.monitor.advance(1);
                step::before_check(grower, &key.unpack(), n);
            }
            Ok(())
        })
    }

    /// The critical defender nodes of value `n` with a king on `king`, from the critical attacker nodes of that value,
    /// by king.
    pub fn defenders(&self, king: Square, by_king: &[&[K]], n: u8) -> Result<Vec<K>, Stopped> {
        self.critical(n, Side::Defender, |grower| {
            for_each_neighbour(king, by_king, |node| {
                self.go_on()?;
                self.monitor.advance(1);
                step::before_reply(grower, node, king, n);
                Ok(())
            })
        })
    }

    /// The irredundant mates in one that are not critical, from critical mated nodes.
    pub fn mates_in_one(&self, mated: &[K]) -> Vec<K> {
        let mut soundness = Soundness::new(self.table);
        let mut found = Vec::new();
        for key in mated {
            mates_in_one(&mut soundness, &key.unpack(), &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The irredundant problems of value `n`, more than one, that are not critical, from the critical nodes of that
    /// value with one king. The table must be complete to the fixpoint.
    pub fn irredundant(&self, cores: &[K], n: u8) -> Result<Vec<K>, Stopped> {
        let mut spoiler = Spoiler::new(self.table, self.scope, self.monitor);
        for key in cores {
            self.go_on()?;
            self.monitor.advance(1);
            spoiler.grow(&key.unpack(), n);
        }
        self.go_on()?;
        Ok(spoiler.finish())
    }

    /// The critical nodes of the exact value `n` among what `grow` grows for one king. Subsets of a node have its king,
    /// so that each king's candidates are sifted as soon as they are there: they are many times as many as the critical
    /// ones. Where memory is short they are sifted before all are there, and what is left once more: a critical one is
    /// never left out.
    fn critical(
        &self,
        n: u8,
        side: Side,
        grow: impl FnOnce(&mut Grower<'_, K>) -> Result<(), Stopped>,
    ) -> Result<Vec<K>, Stopped> {
        self.go_on()?;
        // What a stop cuts short is worth nothing.
        let sift = |candidates: &[K]| self.sift(candidates, n, side).unwrap_or_default();
        let grower = Grower::new(self.table, self.scope, self.monitor);
        let mut grower = grower.within(self.table.room_to_grow(), &sift);
        grow(&mut grower)?;
        self.go_on()?;
        self.sift(&grower.finish(), n, side)
    }

    /// The critical ones among nodes of the value `n` with one king, by size: a smaller critical node of the same
    /// value inside is what makes a candidate suspect. Sorted.
    fn sift(&self, candidates: &[K], n: u8, side: Side) -> Result<Vec<K>, Stopped> {
        let most = candidates.iter().map(|key| key.unpack().len()).max();
        let mut known: HashSet<K> = HashSet::new();
        let mut solver = Solver::new(self.table);
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
}

/// How many nodes [`Level::defenders`] meets for some kings.
pub fn sources_met<K: Key>(of: impl Iterator<Item = Square>, sources: &[&[K]]) -> u64 {
    let mut met = 0;
    for king in of {
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
