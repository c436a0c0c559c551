//! How much work the engines have with fixed families, in keys: what makes them slower without making them wrong. No
//! clock is looked at.
//!
//! Whatever an engine does with a node it packs it into a key, takes the node out of one, or looks a key up by its hash.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use retro::mates::key::ShortKey;
use retro::mates::levels::Levels;
use retro::mates::pieces::Scope;
use retro::node::{Key, Node};
use retro::unit::Unit;
use shogi::Square;
use system::monitor::Monitor;

use crate::family::enumerate;

/// Nodes packed, nodes unpacked, hashes.
static DONE: [AtomicU64; 3] = [const { AtomicU64::new(0) }; 3];

/// They are those of one run at a time.
static COUNTING: Mutex<()> = Mutex::new(());

fn count(of: usize) {
    DONE[of].fetch_add(1, Ordering::Relaxed);
}

/// A key whose use is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Counted<K>(K);

impl<K: Key> Key for Counted<K> {
    const UNITS: usize = K::UNITS;
    const BYTES: usize = K::BYTES;
    const NOBODY: Self = Self(K::NOBODY);

    fn start(king: Square) -> Self {
        Self(K::start(king))
    }

    fn push(self, unit: Unit) -> Self {
        Self(self.0.push(unit))
    }

    fn close(self, len: usize) -> Self {
        count(0);
        Self(self.0.close(len))
    }

    fn unpack(self) -> Node {
        count(1);
        self.0.unpack()
    }

    fn mix(self) -> u64 {
        count(2);
        self.0.mix()
    }

    fn write(self, out: &mut Vec<u8>) {
        self.0.write(out);
    }

    fn king_index(self) -> usize {
        self.0.king_index()
    }

    fn read(bytes: &[u8]) -> Self {
        Self(K::read(bytes))
    }
}

/// Does it, and compares what it took with what is recorded: half as much again is too much, and what is down to two
/// thirds is to be recorded anew.
fn takes(recorded: [u64; 3], work: impl FnOnce()) {
    let _one = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    for count in &DONE {
        count.store(0, Ordering::Relaxed);
    }
    work();
    let is = DONE.each_ref().map(|count| count.load(Ordering::Relaxed));
    let mut both = is.iter().zip(&recorded);
    assert!(
        both.all(|(is, recorded)| is * 2 <= recorded * 3 && is * 3 >= recorded * 2),
        "{is:?}, recorded {recorded:?}"
    );
}

#[test]
fn critical_nodes_take_so_many_keys() {
    takes([532_303, 241_964, 2_083_880], || {
        let run = enumerate::<Counted<u64>>(&[[0, 1, 1, 1]]);
        assert!(run.levels.attackers.len() > 3);
    });
}

#[test]
fn all_mates_take_so_many_keys() {
    takes([39_061, 18_353, 37_635], || {
        let monitor = Monitor::default();
        let family = [0, 0, 0, 0, 1, 1, 0];
        let mut levels: Levels<'_, Counted<ShortKey>> =
            Levels::start(Scope::new(&[family]), &monitor);
        while !levels.is_complete() {
            levels.advance().unwrap();
        }
        assert!(levels.attackers().len() > 2);
    });
}
