//! The nodes of one king, level by level: which of them mate in so many moves, wait, or are held.

use hashbrown::{HashMap, HashSet};

use super::closed::NodeOutcome;
use super::ground::{Ground, stages};
use super::patient::solve;
use super::scan::Scan;
use super::unplay::each_checker_farther;
use super::values::{Outside, Values};
use crate::node::{Key, Node};
use system::monitor::{Monitor, Stopped};

/// What there is to know of the nodes of one king.
pub struct Shard<K: Key> {
    /// What is known outside the scope.
    pub outside: Outside<K>,
    /// Defender nodes whose direct replies all mate, and that an interposition holds so far.
    pub waiting: Vec<Waiting<K>>,
    /// Defender nodes that the solver was asked about and did not find to hold.
    pub asked: HashSet<K>,
    /// Defender nodes that the solver found to hold, which they do for good.
    pub refuted: HashSet<K>,
    /// Defender nodes of whose length more is not known than that it is no less than this, because to search
    /// further takes more units than a key holds.
    pub crowded: HashMap<K, u8>,
}

/// A defender node that is not decided.
#[derive(Clone, Copy)]
pub struct Waiting<K> {
    /// Its key.
    pub key: K,
    /// Whether it is known to mate, only not in how many moves.
    pub mates: bool,
}

/// What a level brought about the nodes of one king.
pub struct Advanced<K> {
    /// The defender nodes of its value.
    pub mated: Vec<K>,
    /// Those of them that waited or were held until now.
    pub late: Vec<K>,
    /// Those that wait from now on, or are held.
    pub deferred: Vec<K>,
    /// Those that wait now.
    pub waiting: Vec<Waiting<K>>,
    /// Those that the solver found to hold.
    pub refuted: Vec<K>,
    /// The questions about nodes of its value that were held by something futile.
    pub released: Vec<usize>,
}

impl<K> Default for Advanced<K> {
    fn default() -> Self {
        Self {
            mated: Vec::new(),
            late: Vec::new(),
            deferred: Vec::new(),
            waiting: Vec::new(),
            refuted: Vec::new(),
            released: Vec::new(),
        }
    }
}

/// From which value on it is asked first whether an interposition holds, and searched only then how long it lasts:
/// a long search costs more than a closed set.
const ASKED_FIRST: u8 = 3;

/// The most nodes that are gone through to find a closed set for a node of value `n` or more: short mates are
/// found sooner by their length, and the table is still thin.
fn most_asked(n: u8) -> usize {
    let doubled = 2 * u32::from(n.saturating_sub(1));
    (200 << doubled.min(10)).min(100_000)
}

impl<K: Key> Shard<K> {
    /// Nothing is known.
    pub fn new() -> Self {
        Self {
            outside: Outside::new(),
            waiting: Vec::new(),
            asked: HashSet::new(),
            refuted: HashSet::new(),
            crowded: HashMap::new(),
        }
    }

    /// The nodes of value `n`, among candidates by their direct replies and those that wait. Where the level before
    /// was empty (`is_still`), few wait: a solver looks at them, too.
    pub fn advance(
        &mut self,
        ground: &Ground<'_, K>,
        candidates: &[K],
        n: u8,
        is_still: bool,
        monitor: &Monitor,
    ) -> Result<Advanced<K>, Stopped> {
        let mut advanced = Advanced::default();
        let doubtful: Vec<(usize, K)> = self.outside.closed.doubtful().collect();
        self.release(ground, &doubtful, n, monitor, &mut advanced)?;
        for Waiting { key, mates } in self.waiting.clone() {
            monitor.go_on()?;
            monitor.advance(1);
            let q = key.unpack();
            if n < ASKED_FIRST && self.is_mated(ground, key, &q, n) {
                advanced.late.push(key);
                continue;
            }
            let mut answer = if mates {
                NodeOutcome::Mates
            } else {
                self.ask(ground, key, &q, n)
            };
            if is_still && answer == NodeOutcome::Open && self.asked.insert(key) {
                answer = solve(&q, monitor);
                if answer == NodeOutcome::Holds {
                    advanced.refuted.push(key);
                    continue;
                }
            }
            let is_mated = n >= ASKED_FIRST && {
                let is_sure = answer == NodeOutcome::Holds && self.is_held(ground, &q, n);
                !is_sure && self.is_mated(ground, key, &q, n)
            };
            if is_mated {
                advanced.late.push(key);
                if answer == NodeOutcome::Holds {
                    advanced.released.push(self.outside.closed.newest());
                }
            } else if answer != NodeOutcome::Holds {
                let mates = answer == NodeOutcome::Mates;
                advanced.waiting.push(Waiting { key, mates });
            }
        }
        for &key in candidates {
            monitor.go_on()?;
            monitor.advance(1);
            let q = key.unpack();
            let scan = Scan::of(&q);
            let mut values = Values::new(ground, &mut self.outside);
            // A run that goes on may come to a level again.
            if self.refuted.contains(&key) || values.direct(&q, &scan, n) != Some(n) {
                continue;
            }
            if stages(&q, &scan) == 1 {
                advanced.mated.push(key);
                continue;
            }
            let answer = if n < ASKED_FIRST {
                NodeOutcome::Open
            } else {
                self.ask(ground, key, &q, n)
            };
            let is_sure = answer == NodeOutcome::Holds && self.is_held(ground, &q, n);
            // The longest direct reply lasts `n`.
            let is_mated = !is_sure
                && self.is_within(ground, key, n, |values| {
                    values.decided(key, |values| values.interposed(&q, &scan, n, n))
                });
            if is_mated {
                advanced.mated.push(key);
                if answer == NodeOutcome::Holds {
                    advanced.released.push(self.outside.closed.newest());
                }
                continue;
            }
            advanced.deferred.push(key);
            if answer != NodeOutcome::Holds {
                let mates = answer == NodeOutcome::Mates;
                advanced.waiting.push(Waiting { key, mates });
            }
        }
        self.regard_nearer(ground, n, monitor, &mut advanced)?;
        self.outside.end_level();
        advanced.mated.extend_from_slice(&advanced.late);
        monitor.go_on()?;
        Ok(advanced)
    }

    /// Asks whether a node of value `n` or more is held.
    pub fn ask(&mut self, ground: &Ground<'_, K>, key: K, q: &Node, n: u8) -> NodeOutcome {
        let answer = self.outside.closed.ask(ground, key, most_asked(n));
        if answer == NodeOutcome::Holds
            && Values::new(ground, &mut self.outside).may_be_futile(q, &Scan::of(q), n)
        {
            self.outside.closed.doubt_newest();
        }
        answer
    }

    /// Looks for nodes of value `n` among some that are held: what holds may be a futile interposition, after which
    /// the mate takes a move longer than it counts.
    fn release(
        &mut self,
        ground: &Ground<'_, K>,
        doubtful: &[(usize, K)],
        n: u8,
        monitor: &Monitor,
        advanced: &mut Advanced<K>,
    ) -> Result<(), Stopped> {
        for &(question, key) in doubtful {
            monitor.go_on()?;
            let q = key.unpack();
            if self.is_held(ground, &q, n) {
                continue;
            }
            if self.is_mated(ground, key, &q, n) {
                advanced.late.push(key);
                advanced.released.push(question);
            }
        }
        Ok(())
    }

    /// An interposition can become futile when the node mates in which the checker stands in its place. So those
    /// held nodes are looked at that lead to one of value `n` in this way.
    fn regard_nearer(
        &mut self,
        ground: &Ground<'_, K>,
        n: u8,
        monitor: &Monitor,
        advanced: &mut Advanced<K>,
    ) -> Result<(), Stopped> {
        let mut nearer = [&advanced.mated[..], &advanced.late[..]].concat();
        while !nearer.is_empty() {
            let mut farther: HashSet<K> = HashSet::new();
            for key in nearer {
                each_checker_farther(&key.unpack(), |q| {
                    farther.insert(q.canonical_key());
                });
            }
            let doubtful = self.outside.closed.doubt(|key| farther.contains(&key));
            let known = advanced.late.len();
            self.release(ground, &doubtful, n, monitor, advanced)?;
            nearer = advanced.late[known..].to_vec();
        }
        Ok(())
    }

    /// Whether a node of value `n` or more is known to be mated within `n` moves.
    fn is_mated(&mut self, ground: &Ground<'_, K>, key: K, q: &Node, n: u8) -> bool {
        self.is_within(ground, key, n, |values| values.defender(q, n))
    }

    /// Whether `length` finds a node of value `n` or more to be mated within `n` moves, and no search met too many
    /// units.
    fn is_within(
        &mut self,
        ground: &Ground<'_, K>,
        key: K,
        n: u8,
        length: impl FnOnce(&mut Values<'_, K>) -> Option<u8>,
    ) -> bool {
        if self.crowded.contains_key(&key) {
            return false;
        }
        self.outside.crowded = false;
        let value = length(&mut Values::new(ground, &mut self.outside));
        if self.outside.crowded {
            self.crowded.insert(key, n);
            return false;
        }
        value.is_some()
    }

    /// Whether a look tells that an interposition holds a node of value `n` or more, and that it is not futile.
    fn is_held(&mut self, ground: &Ground<'_, K>, q: &Node, n: u8) -> bool {
        Values::new(ground, &mut self.outside).is_held(q, &Scan::of(q), n)
    }

    /// What is known outside the scope, when the table is complete.
    pub fn into_outside(mut self) -> Outside<K> {
        self.outside.closed.settle_for_good();
        self.outside
    }

    /// Regards the mates that were added to the table.
    pub fn regard(&mut self, ground: &Ground<'_, K>) {
        let closed = &mut self.outside.closed;
        closed.regard(ground);
        let loose = closed.take_loose();
        self.waiting
            .extend(loose.map(|(key, mates)| Waiting { key, mates }));
    }
}

impl<K: Key> Default for Shard<K> {
    fn default() -> Self {
        Self::new()
    }
}
