//! Tables on disk: what is written is found again, nothing else is, and no other bytes are taken for a table.

use std::collections::BTreeMap;

use retro::enumeration::Problems;
use retro::families::{Aim, enumeration};
use retro::mates::ground::after;
use retro::mates::interposed::Fate;
use retro::mates::kept::{self, KeptError, KeptTable, LONGER, Part};
use retro::mates::key::{LongKey, ShortKey};
use retro::mates::levels::{FoundMates, Levels};
use retro::mates::pieces::Scope;
use retro::mates::play::any_check;
use retro::mates::probe::End;
use retro::mates::scan::Scan;
use retro::node::{Key, Node};
use retro::unit::Pieces;
use sha2::{Digest, Sha256};
use shogi::{Color, Position};
use system::monitor::Monitor;
use tsume::solve::{LookedUp, Task};

/// Gold, silver, knight, pawn, lance, bishop, rook.
const R1G1: Pieces = [1, 0, 0, 0, 0, 0, 1];
const B1P1: Pieces = [0, 0, 0, 1, 0, 1, 0];

fn find<K: Key>(families: &[Pieces]) -> FoundMates<K> {
    let monitor = Monitor::default();
    let mut levels = Levels::start(Scope::new(families), &monitor);
    while !levels.is_complete() {
        levels.advance().unwrap();
    }
    levels.finish()
}

fn written<K: Key>(families: &[Pieces], found: &FoundMates<K>) -> Vec<u8> {
    let mut bytes = Vec::new();
    kept::write(
        &mut bytes,
        families,
        (&found.attackers, &[]),
        &found.interposed,
    )
    .unwrap();
    bytes
}

/// The bytes that an enumeration of families writes.
fn bytes(families: &[Pieces]) -> Vec<u8> {
    let monitor = Monitor::default();
    let mut enumeration = enumeration(families, Aim::Problems, None, None, &monitor).unwrap();
    while enumeration.advance().unwrap().is_some() {}
    let problems: Box<dyn Problems> = enumeration.finish();
    let mut bytes = Vec::new();
    problems.kept().unwrap().write(&mut bytes).unwrap();
    bytes
}

/// Why bytes are no table.
fn refused(bytes: &[u8]) -> Option<KeptError> {
    KeptTable::read(bytes.to_vec()).err()
}

#[test]
fn what_was_written_is_found_and_nothing_else() {
    for families in [vec![R1G1], vec![B1P1, R1G1], vec![[0, 0, 0, 0, 3, 0, 0]]] {
        let found: FoundMates<ShortKey> = find(&families);
        let table = KeptTable::read(written(&families, &found)).unwrap();
        let counts: Vec<u64> = found
            .attackers
            .iter()
            .map(|keys| keys.len() as u64)
            .collect();
        assert_eq!(table.counts(), counts);
        assert_eq!(table.families().len(), families.len());
        let mut neighbours = [0; 2];
        for (value, keys) in (1..).zip(&found.attackers) {
            for key in keys {
                let node = key.unpack();
                assert_eq!(table.attacker(&node), Some(value), "{node:?}");
                assert_eq!(table.attacker(&node.mirror()), Some(value), "{node:?}");
                for other in neighbours_of(&node) {
                    let expected = found.table.value(&other);
                    assert_eq!(table.attacker(&other), expected, "{other:?}");
                    neighbours[usize::from(expected.is_some())] += 1;
                }
            }
        }
        assert!(
            neighbours.iter().all(|&count| count > 1000),
            "{neighbours:?}"
        );
        let mut fates = BTreeMap::new();
        let interposed: Vec<_> = found.interposed.sorted().collect();
        assert!(interposed.is_sorted_by_key(|&(key, _)| key));
        assert_eq!(table.interposed(), interposed.len() as u64);
        for (key, fate) in interposed {
            assert_eq!(table.fate(&key.unpack()), Some(fate));
            *fates.entry(fate == Fate::Holds).or_insert(0) += 1;
        }
        assert_eq!(fates.len(), 2, "{fates:?}");
        let mut decided = [0; 2];
        for node in found.attackers.concat().iter().map(|key| key.unpack()) {
            any_check(&node, &Scan::of(&node), |check| {
                if let Some(q) = after(&node, &check) {
                    let expected = found.interposed.fate(q.canonical_key());
                    assert_eq!(table.fate(&q), expected, "{q:?}");
                    decided[usize::from(expected.is_some())] += 1;
                }
                false
            });
        }
        assert!(decided.iter().all(|&count| count > 100), "{decided:?}");
    }
}

/// Nodes that differ from this one in the number of one unit.
fn neighbours_of(node: &Node) -> Vec<Node> {
    let units = node.units().iter();
    let others = units.flat_map(|&unit| {
        let numbers = [unit.0.wrapping_sub(1), unit.0 + 1];
        numbers.map(|number| (unit, retro::unit::Unit(number)))
    });
    others
        .filter(|(old, new)| new.is_known_kind() && new.is_state() && new.kind() == old.kind())
        .filter(|&(old, new)| retro::node::fits(&node.without(old), new))
        .map(|(old, new)| node.without(old).with(new))
        .collect()
}

#[test]
fn neither_threads_nor_the_width_of_keys_change_a_byte() {
    let families = [R1G1, B1P1];
    let run = |threads: usize, families: &[Pieces]| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| bytes(families))
    };
    let one = run(1, &families);
    assert!(one == run(4, &families));
    assert!(one == run(1, &[B1P1, R1G1, B1P1]));
    let long: FoundMates<LongKey> = find(&families);
    assert!(one == written(&families, &long));
    assert!(one != run(1, &[R1G1]));
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let bytes = bytes(&[B1P1]);
    assert_eq!(refused(&bytes), None);
    assert!((1_000..20_000).contains(&bytes.len()), "{}", bytes.len());
    for place in 0..bytes.len() {
        for bit in [0x01, 0x80] {
            let mut other = bytes.clone();
            other[place] ^= bit;
            assert!(refused(&other).is_some(), "byte {place}");
        }
        assert!(refused(&bytes[..place]).is_some(), "cut off at {place}");
    }
    assert_eq!(
        refused(&[&bytes[..], b"\0"].concat()),
        Some(KeptError::Damaged)
    );
    for foreign in [&b""[..], b"SQLite format 3\0", b"gyakusan checkpoint 3\n"] {
        assert_eq!(refused(foreign), Some(KeptError::Foreign));
    }
    let newer = [b"gyakusan table 12\n", &bytes[17..]].concat();
    assert_eq!(refused(&newer), Some(KeptError::Version(12)));
}

/// The same with a checksum that fits: nothing is believed, least of all a count.
#[test]
fn forged_files_do_no_harm() {
    let bytes = bytes(&[B1P1]);
    let body = &bytes[..bytes.len() - 32];
    let sealed = |body: &[u8]| {
        let mut bytes = body.to_vec();
        bytes.extend(Sha256::digest(body));
        bytes
    };
    assert_eq!(refused(&sealed(body)), None);
    let nodes: Vec<Node> = find::<ShortKey>(&[B1P1])
        .attackers
        .concat()
        .iter()
        .map(|key| key.unpack())
        .collect();
    let (mut wrong, mut taken) = (0, 0);
    for place in 0..body.len() {
        for bits in [0x01, 0x80, 0xFF] {
            let mut other = body.to_vec();
            other[place] ^= bits;
            match KeptTable::read(sealed(&other)) {
                Err(_) => wrong += 1,
                Ok(table) => {
                    taken += 1;
                    for node in nodes.iter().step_by(17) {
                        table.attacker(node);
                        table.fate(node);
                    }
                }
            }
        }
        assert!(refused(&sealed(&body[..place])).is_some());
    }
    // Another key between two, or another length of a defender node, cannot be told from what was found.
    assert!(wrong > taken && taken > 0, "{wrong} {taken}");
    let header = 17 + 2 + 7;
    let levels = usize::from(body[header + 1]);
    // What has no other copy: families, widths, every count.
    for place in (17..header + 2 + 8 * levels).chain(body.len() - 24..body.len()) {
        let mut other = body.to_vec();
        other[place] ^= 0x01;
        assert!(refused(&sealed(&other)).is_some(), "byte {place}");
        other[place] = 0xFF;
        assert!(refused(&sealed(&other)).is_some(), "byte {place}");
    }
    // Counts that are as many in all, but not those of the nodes.
    let mut other = body.to_vec();
    other[header + 2 + 7] -= 1;
    other[header + 2 + 15] += 1;
    let why = KeptError::Wrong(Part::Counts);
    assert_eq!(refused(&sealed(&other)), Some(why));
}

/// Mates of unknown length: those of the last two levels, say.
#[test]
fn longer_mates_are_told_apart_from_lengths() {
    let mut found: FoundMates<ShortKey> = find(&[R1G1]);
    let counted = found.attackers.len() - 2;
    let longer = found.attackers.split_off(counted);
    let mut bytes = Vec::new();
    kept::write(
        &mut bytes,
        &[R1G1],
        (&found.attackers, &longer),
        &found.interposed,
    )
    .unwrap();
    let table = KeptTable::read(bytes.clone()).unwrap();
    assert_eq!(table.counts().len(), counted);
    let all = longer.concat();
    assert!(all.len() > 3);
    assert_eq!(table.longer(), all.len() as u64);
    for key in &all {
        assert_eq!(table.attacker(&key.unpack()), Some(LONGER));
    }
    for (level, moves) in found.attackers.iter().zip(1..) {
        for key in level {
            assert_eq!(table.attacker(&key.unpack()), Some(moves));
        }
    }
    // What interpositions delay to one of these lengths is longer, too.
    for moves in 0..=counted as u8 + 2 {
        let expected = match usize::from(moves) {
            known if known < counted => moves,
            _ => LONGER,
        };
        for key in found.interposed.mates_in(moves) {
            assert_eq!(table.fate(&key.unpack()), Some(Fate::Mates(expected)));
        }
    }
    let task = |key: &ShortKey| {
        let setup = key.unpack().setup(Color::Black);
        Task::new(Position::try_from(&setup).unwrap())
    };
    let plies = 2 * counted as u32 - 1;
    for key in &all {
        let task = task(key);
        let probed = table.position(&task).unwrap();
        assert_eq!(probed.end(), End::LongerMate(plies));
        // A solver has to search for it.
        assert_eq!(table.look_up(&task.position, Color::Black), None);
    }
    for key in longer.last().unwrap() {
        let task = task(key);
        let checks = table.position(&task).unwrap().checks();
        assert_eq!(checks[0].end, End::LongerMate(plies));
    }
    let known = task(&found.attackers[counted - 1][0]);
    let known = table.look_up(&known.position, Color::Black);
    assert_eq!(known, Some(LookedUp::Mate { plies }));
    // Their number is checked as those of the lengths are.
    let place = 17 + 2 + 7 + 1 + 1 + 8 * counted + 7;
    assert_eq!(usize::from(bytes[place]), all.len());
    bytes[place] -= 1;
    let end = bytes.len() - 32;
    let sum = Sha256::digest(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum);
    assert!(matches!(refused(&bytes), Some(KeptError::Wrong(_))));
}
