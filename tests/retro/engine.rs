//! The engine's critical nodes against the plain table, and the engine against itself.

use std::collections::BTreeSet;

use referee::retrograde;
use retro::critical::engine::{Engine, Progress};
use retro::critical::scope::Scope;
use retro::node::{Key, Material};
use system::monitor::Monitor;

use crate::family::{
    FOUR_KINDS, JOINT, KNIGHTS, Levels, N4, PLAIN, PLAIN_FOUR_KINDS, PLAIN_N4, contains, enumerate,
    enumerate_with, node, sfen,
};

/// The critical nodes of the families must be equal, node by node and value by value.
fn compare(levels: &Levels<u64>, family: Material, table: &retrograde::Table) {
    let ours = |levels: &[Vec<u64>], first: u32| -> BTreeSet<(u32, u64)> {
        let valued = (first..).zip(levels);
        valued
            .flat_map(|(value, keys)| keys.iter().map(move |&key| (value, key)))
            .filter(|(_, key)| contains(family, key.unpack().material()))
            .collect()
    };
    let attackers = table.critical_attackers();
    let defenders = table.critical_defenders();
    same(
        &ours(&levels.attackers, 1),
        &attackers
            .map(|(position, value)| (value, node(&position).canonical_key()))
            .collect(),
        &format!("{family:?}, attacker to move"),
    );
    same(
        &ours(&levels.defenders, 0),
        &defenders
            .map(|(position, value)| (value, node(&position).canonical_key()))
            .collect(),
        &format!("{family:?}, defender to move"),
    );
}

fn same(ours: &BTreeSet<(u32, u64)>, theirs: &BTreeSet<(u32, u64)>, what: &str) {
    let some = |a: &BTreeSet<(u32, u64)>, b: &BTreeSet<(u32, u64)>| -> Vec<String> {
        a.difference(b)
            .take(3)
            .map(|(value, key)| format!("value {value}: {}", sfen(&key.unpack())))
            .collect()
    };
    assert!(!theirs.is_empty(), "{what}: nothing to compare with");
    assert!(
        ours == theirs,
        "{what}: {} instead of {}; missing {:?}, too many {:?}",
        ours.len(),
        theirs.len(),
        some(theirs, ours),
        some(ours, theirs)
    );
}

/// Guards growing and un-moving: nothing missing, nothing extra, in any family of three pieces; and
/// that families worked together in one scope do not disturb each other.
#[test]
fn all_families_of_three_pieces_at_once_are_as_the_plain_table_has_them() {
    assert_eq!(PLAIN.len(), 20);
    for (family, table) in PLAIN.iter() {
        compare(&JOINT.levels, *family, table);
    }
}

/// Guards four pieces, where two units may have to be added at once.
#[test]
fn four_knights_are_as_the_plain_table_has_them() {
    compare(&KNIGHTS.levels, N4, &PLAIN_N4);
}

/// Guards deciding on "≤ n" where "= n" is meant, and pairs of added units that cause a pawn-drop
/// mate: mistakes that this family shows and no smaller one does.
#[test]
#[ignore = "two minutes and 2 GB: .ci/long"]
fn gold_silver_knight_and_pawn_are_as_the_plain_table_has_them() {
    compare(&FOUR_KINDS.levels, [1, 1, 1, 1], &PLAIN_FOUR_KINDS);
}

/// Guards the wide keys, which families of six pieces and more need.
#[test]
fn wide_keys_give_what_narrow_keys_give() {
    for family in [[0, 2, 0, 1], N4] {
        let narrow = enumerate::<u64>(&[family]).levels;
        let wide = enumerate::<u128>(&[family]).levels;
        let packed = |levels: &[Vec<u128>]| -> Vec<Vec<u64>> {
            let keys = levels.iter();
            keys.map(|keys| keys.iter().map(|key| Key::pack(&key.unpack())).collect())
                .collect()
        };
        assert!(narrow.attackers == packed(&wide.attackers), "{family:?}");
        assert!(narrow.defenders == packed(&wide.defenders), "{family:?}");
    }
}

/// Guards the promise that results do not depend on the number of threads, nor on chance.
#[test]
fn any_number_of_threads_gives_the_same() {
    for threads in [1, 2, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let run = pool.build().unwrap().install(|| enumerate::<u64>(&[N4]));
        assert!(run.levels == KNIGHTS.levels, "{threads} threads");
    }
}

/// Guards checkpoints: from the state after any half of a level the engine goes on to the same end.
#[test]
fn an_engine_resumed_anywhere_ends_the_same() {
    let family = [0, 2, 0, 1];
    let mut states: Vec<Progress<u64>> = Vec::new();
    enumerate_with(&[family], |progress| states.push(progress.clone()));
    assert!(states.len() > 10);
    let monitor = Monitor::default();
    for (at, state) in states.iter().enumerate() {
        let mut engine = Engine::resume(Scope::new(&[family]), None, state.clone(), &monitor);
        for expected in &states[at..] {
            assert!(engine.progress() == expected, "resumed in half-level {at}");
            assert_eq!(
                engine.is_complete(),
                expected == states.last().unwrap(),
                "resumed in half-level {at}"
            );
            if !engine.is_complete() {
                engine.advance().unwrap();
            }
        }
    }
}
