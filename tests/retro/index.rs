//! The index beside a plain map.

use std::collections::{BTreeMap, BTreeSet};

use retro::critical::index::Index;
use retro::critical::spill::{Shelf, Spill, Volume};
use retro::node::{Key, Node};
use retro::unit::Unit;
use shogi::Square;
use system::monitor::Stopped;

use crate::family::{Random, UNITS};
use crate::spill::open_files;

/// A key whose king and units are drawn from few, so that keys and pairs come again.
fn key<K: Key>(random: &mut Random) -> K {
    let mut node = Node::new(Square::from_index(random.below(3)));
    for _ in 0..random.below(4) {
        node.add(UNITS[random.below(40)]);
    }
    K::pack(&node)
}

fn look_up<K: Key>(index: &Index, key: K, shelf: &Shelf) -> Vec<u16> {
    let mut found = Vec::new();
    index.each_unit(key, shelf, |unit| found.push(unit.0));
    found
}

fn agrees_with_a_map<K: Key>(count: usize, shelf: &Shelf) {
    let mut random = Random(7);
    let mut pairs: Vec<(K, Unit)> = Vec::new();
    for _ in 0..count {
        let key = key(&mut random);
        // A few keys have most of the units.
        for _ in 0..1 + random.below(3) * random.below(3) {
            pairs.push((key, UNITS[random.below(UNITS.len())]));
        }
    }
    let few = pairs.first().map(|&(key, _)| key);
    pairs.extend(
        few.into_iter()
            .flat_map(|key| UNITS.iter().map(move |&unit| (key, unit))),
    );
    let mut map: BTreeMap<K, BTreeSet<u16>> = BTreeMap::new();
    for &(key, unit) in &pairs {
        map.entry(key).or_default().insert(unit.0);
    }
    let build = |take: &mut dyn FnMut(K, Unit)| {
        pairs.iter().for_each(|&(key, unit)| take(key, unit));
        Ok::<(), ()>(())
    };
    let index = Index::build(shelf, &mut Volume::default(), build).unwrap();
    for (&key, units) in &map {
        assert!(look_up(&index, key, shelf).iter().eq(units), "{key:?}");
    }
    let mut absent = 0;
    for _ in 0..20_000 {
        let key: K = key(&mut random);
        if !map.contains_key(&key) {
            absent += 1;
            assert!(look_up(&index, key, shelf).is_empty(), "{key:?}");
        }
    }
    assert!(absent > 100, "{absent}");
    assert_eq!(shelf.readable(), Ok(()));
}

/// Guards that every key has its units and no other has any, in memory and in files, in one part and in many.
#[test]
fn every_key_has_its_units() {
    let folder = tempfile::tempdir().unwrap();
    let files = Shelf::new(Some(Spill {
        folder: folder.path().to_owned(),
        room: 0,
    }));
    for count in [0, 1, 5, 300, 10_000] {
        agrees_with_a_map::<u64>(count, &Shelf::default());
        agrees_with_a_map::<u128>(count, &Shelf::default());
        agrees_with_a_map::<u64>(count, &files);
        agrees_with_a_map::<u128>(count, &files);
    }
    assert_eq!(files.held(), 0);
}

/// Guards keys of one hash: wide keys have less of it than of themselves.
#[test]
fn keys_of_one_hash_are_told_apart() {
    let one = u128::pack(&Node::new(Square::from_index(3)));
    // What is changed above is changed below, so that it is folded away.
    let other = one ^ (1 << 64) ^ (1 << 29);
    let absent = one ^ (1 << 65) ^ (1 << 30);
    assert!(one.mix() == other.mix() && one.mix() == absent.mix());
    let shelf = Shelf::default();
    let index = Index::build(&shelf, &mut Volume::default(), |take| {
        take(other, Unit(5));
        take(one, Unit(9));
        take(one, Unit(3));
        Ok::<(), ()>(())
    })
    .unwrap();
    assert_eq!(look_up(&index, one, &shelf), [3, 9]);
    assert_eq!(look_up(&index, other, &shelf), [5]);
    assert_eq!(look_up(&index, absent, &shelf), [0; 0]);
}

/// Guards that memory is counted as long as it is taken, also where building was stopped.
#[test]
fn what_is_in_memory_is_counted() {
    let shelf = Shelf::default();
    let pair = |take: &mut dyn FnMut(u64, Unit)| {
        take(u64::pack(&Node::new(Square::from_index(0))), Unit(1));
        Ok::<(), ()>(())
    };
    let index = Index::build(&shelf, &mut Volume::default(), pair).unwrap();
    assert!(shelf.held() > 0);
    drop(index);
    assert_eq!(shelf.held(), 0);
}

/// Guards that zeros, which stand where a disk has lost what was written, are no answer.
#[test]
fn zeros_in_a_file_are_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = Shelf::new(Some(Spill {
        folder: folder.path().to_owned(),
        room: 0,
    }));
    let key = u64::pack(&Node::new(Square::from_index(0)));
    let index = Index::build(&shelf, &mut Volume::default(), |take| {
        take(key, Unit(1));
        Ok::<(), ()>(())
    })
    .unwrap();
    assert_eq!(look_up(&index, key, &shelf), [1]);
    for path in open_files(&folder) {
        let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
        let length = file.metadata().unwrap().len();
        file.set_len(0).unwrap();
        file.set_len(length).unwrap();
    }
    if cfg!(target_os = "linux") {
        assert_eq!(look_up(&index, key, &shelf), [0; 0]);
        assert_eq!(shelf.readable(), Err(Stopped::Unreadable));
    }
}
