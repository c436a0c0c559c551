//! Mates that are longer than can be counted.
//!
//! Where the attacker mates only after he has taken more interposed pieces than a key has room for, neither a length
//! nor a closed set is found. In families of two bishops and a third piece a few positions are of this kind, which
//! mate in hundreds of plies. Once all other mates are found, a solver tells whether such nodes mate, and what
//! mates because of them is found level by level as before, but for the lengths.
//!
//! That a node is not mated within so many moves is known as long as a search meets no more units than a key holds.
//! From there on its length is not known, nor are lengths beyond it: the mates that have them might be shorter.

use super::closed::NodeOutcome;
use super::ground::{Ground, stages};
use super::patient::solve;
use super::scan::Scan;
use super::shard::{Advanced, Shard, Waiting};
use super::values::Values;
use crate::node::Key;
use system::monitor::{Monitor, Stopped};

impl<K: Key> Shard<K> {
    /// The nodes of the next level that mate, among candidates by their direct replies and those that wait.
    pub fn advance_uncounted(
        &mut self,
        ground: &Ground<'_, K>,
        candidates: &[K],
        n: u8,
        monitor: &Monitor,
    ) -> Result<Advanced<K>, Stopped> {
        let mut advanced = Advanced::default();
        for Waiting { key, mates } in self.waiting.clone() {
            monitor.advance(1);
            let answer = match mates {
                true => NodeOutcome::Mates,
                false => self.decide(ground, key, n, monitor, &mut advanced)?,
            };
            match answer {
                NodeOutcome::Mates => advanced.late.push(key),
                NodeOutcome::Holds => {}
                NodeOutcome::Open => advanced.waiting.push(Waiting { key, mates }),
            }
        }
        for &key in candidates {
            monitor.go_on()?;
            monitor.advance(1);
            let q = key.unpack();
            let scan = Scan::of(&q);
            let direct = Values::new(ground, &mut self.outside).direct(&q, &scan, n);
            if direct != Some(n) || self.refuted.contains(&key) {
                continue;
            }
            if stages(&q, &scan) == 1 {
                advanced.mated.push(key);
                continue;
            }
            match self.decide(ground, key, n, monitor, &mut advanced)? {
                NodeOutcome::Mates => advanced.late.push(key),
                NodeOutcome::Holds => advanced.deferred.push(key),
                NodeOutcome::Open => {
                    advanced.deferred.push(key);
                    advanced.waiting.push(Waiting { key, mates: false });
                }
            }
        }
        self.outside.end_level();
        advanced.mated.extend_from_slice(&advanced.late);
        monitor.go_on()?;
        Ok(advanced)
    }

    /// Whether a node mates at all. What is in a closed set is watched from now on; what a solver finds is so for
    /// good.
    fn decide(
        &mut self,
        ground: &Ground<'_, K>,
        key: K,
        n: u8,
        monitor: &Monitor,
        advanced: &mut Advanced<K>,
    ) -> Result<NodeOutcome, Stopped> {
        let q = key.unpack();
        match self.ask(ground, key, &q, n) {
            NodeOutcome::Open => {
                let answer = solve(&q, monitor);
                if answer == NodeOutcome::Holds {
                    advanced.refuted.push(key);
                }
                monitor.go_on().map(|()| answer)
            }
            answer => Ok(answer),
        }
    }
}
