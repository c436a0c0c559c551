//! Irredundant problems against the composers' lists of an independent program, and against the definitions on
//! the plain table.

use std::collections::BTreeMap;
use std::fs::File;

use flate2::read::GzDecoder;
use rayon::prelude::*;
use referee::retrograde::PlainIrredundant;
use retro::board::GEOMETRY;
use retro::critical::soundness::Soundness;
use retro::node::fits;
use retro::node::{Key, Material, Node};
use retro::unit::{STEP_KINDS, Unit};

use crate::family::{
    FOUR_KINDS, JOINT, KNIGHTS, N4, PLAIN, PLAIN_FOUR_KINDS, PLAIN_N4, Random, Run, contains,
    enumerate, node, plain_table, sfen,
};

/// What is known of an irredundant problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    plies: u32,
    minimal: bool,
    /// Irredundant under rule E; if not, under rule F only.
    composers: bool,
}

/// The irredundant problems of a run by canonical key.
fn ours(run: &Run<u64>, family: Material, lenient: bool) -> BTreeMap<u64, Known> {
    let mut known = BTreeMap::new();
    let levels = run.levels.attackers.iter().zip(&run.levels.irredundant);
    for (value, (critical, more)) in (1..).zip(levels) {
        let found = critical
            .iter()
            .map(|key| (*key, true))
            .chain(more.iter().map(|key| (*key, false)))
            .filter(|(key, _)| contains(family, key.unpack().material()))
            .collect::<Vec<_>>();
        let found = found.par_chunks(1024).flat_map_iter(|keys| {
            let mut soundness = Soundness::new(&run.table);
            let known = |&(key, minimal): &(u64, bool)| {
                let node = key.unpack();
                let composers = soundness.clean(&node, value);
                let is = composers || lenient && soundness.lenient(&node, value);
                let plies = 2 * u32::from(value) - 1;
                is.then_some((
                    key,
                    Known {
                        plies,
                        minimal,
                        composers,
                    },
                ))
            };
            keys.iter().filter_map(known).collect::<Vec<_>>()
        });
        known.extend(found.collect::<Vec<_>>());
    }
    known
}

/// The problems of a list by SFEN, those sound under rule E.
fn list(code: &str) -> BTreeMap<String, Known> {
    let file = File::open(testkit::data(&format!("composers_{code}.csv.gz"))).unwrap();
    let mut rows = BTreeMap::new();
    for row in csv::Reader::from_reader(GzDecoder::new(file)).records() {
        let row = row.unwrap();
        if &row[6] != "1" {
            continue;
        }
        let known = Known {
            plies: row[1].parse().unwrap(),
            minimal: &row[2] == "1",
            composers: true,
        };
        assert_eq!(rows.insert(row[0].to_owned(), known), None, "{}", &row[0]);
    }
    rows
}

/// Every row of a list and no other.
fn compare_with_list(code: &str, run: &Run<u64>, family: Material) {
    let mut listed = list(code);
    for (key, known) in ours(run, family, false) {
        let node = key.unpack();
        let images = [sfen(&node), sfen(&node.mirror())];
        let rows: Vec<Known> = images.iter().filter_map(|is| listed.remove(is)).collect();
        assert!(!rows.is_empty(), "{code}: not in the list: {}", images[0]);
        assert!(
            rows.iter().all(|row| *row == known),
            "{}: {rows:?}, {known:?}",
            images[0]
        );
    }
    assert!(listed.is_empty(), "{code}: missing {:?}", listed.keys());
}

/// Guards completeness and soundness of what is grown from unsound cores, against an independent program.
#[test]
fn the_composers_lists_come_out_row_by_row() {
    compare_with_list("G2P1", &JOINT, [2, 0, 0, 1]);
    compare_with_list("S2P1", &JOINT, [0, 2, 0, 1]);
    compare_with_list("N4", &KNIGHTS, N4);
}

/// Positions of both images by length, 1, 3, 5 … plies, and how many of them are not minimal.
fn counts(run: &Run<u64>) -> Vec<(u32, u32)> {
    let mut counts = vec![(0, 0); run.levels.attackers.len()];
    for (key, known) in ours(run, [4, 4, 4, 18], false) {
        let images = if key.unpack().is_symmetric() { 1 } else { 2 };
        let (all, not_minimal) = &mut counts[known.plies as usize / 2];
        *all += images;
        *not_minimal += if known.minimal { 0 } else { images };
    }
    counts
}

/// Guards the known counts of families without a list.
#[test]
fn four_knights_and_four_silvers_have_their_known_counts() {
    let knights: Vec<u32> = counts(&KNIGHTS).iter().map(|is| is.0).collect();
    assert_eq!(knights[1..6], [7_790, 1_898, 454, 116, 32]);
    let silvers = counts(&enumerate(&[[0, 4, 0, 0]]));
    assert_eq!(silvers[2], (12_528, 272));
    assert_eq!(silvers[3].0 - silvers[3].1, 4_252);
}

/// The irredundant problems of a family must be equal to those of the plain table, problem by problem; without
/// `lenient` those that are sound under rule E.
fn compare(run: &Run<u64>, family: Material, theirs: &[PlainIrredundant], lenient: bool) -> usize {
    let ours = ours(run, family, lenient);
    let theirs: BTreeMap<u64, Known> = theirs
        .iter()
        .filter(|is| lenient || is.irredundant)
        .map(|is| {
            let known = Known {
                plies: is.plies,
                minimal: is.minimal,
                composers: is.irredundant,
            };
            (node(&is.position).canonical_key(), known)
        })
        .collect();
    let some = |a: &BTreeMap<u64, Known>, b: &BTreeMap<u64, Known>| -> Vec<String> {
        let differing = a.iter().filter(|(key, known)| b.get(*key) != Some(*known));
        differing
            .take(3)
            .map(|(key, known)| format!("{} {known:?}", sfen(&key.unpack())))
            .collect()
    };
    assert!(!theirs.is_empty(), "{family:?}: nothing to compare with");
    assert!(
        ours == theirs,
        "{family:?}: {} instead of {}; missing {:?}, too many {:?}",
        ours.len(),
        theirs.len(),
        some(&theirs, &ours),
        some(&ours, &theirs)
    );
    ours.values().filter(|known| !known.minimal).count()
}

/// Guards rules E and F on everything small: soundness, irredundance, minimality.
#[test]
fn families_of_three_pieces_are_as_the_definitions_have_them() {
    for (family, table) in PLAIN.iter() {
        compare(&JOINT, *family, &table.irredundant(), true);
    }
}

/// Guards what four pieces need: pieces that stop second solutions.
#[test]
#[ignore = "minutes: .ci/long"]
fn four_knights_are_irredundant_where_the_definitions_say_so() {
    let grown = compare(&KNIGHTS, N4, &PLAIN_N4.irredundant(), true);
    assert!(grown > 90, "{grown}");
}

/// The same with four silvers, rule E: under rule F what is grown is not all there is.
#[test]
#[ignore = "minutes: .ci/long"]
fn four_silvers_are_irredundant_where_the_definitions_say_so() {
    let family = [0, 4, 0, 0];
    let table = plain_table(family);
    compare(&enumerate(&[family]), family, &table.irredundant(), false);
}

/// Every node with one unit more in the family.
fn with_one(p: &Node, family: Material) -> Vec<Node> {
    let material = p.material();
    let kinds = STEP_KINDS.into_iter().zip(material.iter().zip(family));
    kinds
        .filter(|(_, (uses, has))| *uses < has)
        .flat_map(|(kind, _)| Unit::states(kind))
        .filter(|unit| {
            let checks = !unit.is_defender() && GEOMETRY.attacks(*unit).has(p.king());
            !checks && fits(p, *unit)
        })
        .map(|unit| p.with(unit))
        .collect()
}

/// Whatever is irredundant under rule E around some critical nodes must be listed: all that one unit more
/// makes of `ones` full ones but one, all that two make of `twos` with two free.
fn search_around(run: &Run<u64>, family: Material, ones: usize, twos: usize) -> usize {
    let size: usize = family.iter().map(|&count| usize::from(count)).sum();
    let sizes = [(size - 1, ones), (size - 2, twos)];
    let nodes: Vec<(Node, u8)> = sizes
        .iter()
        .flat_map(|&(len, count)| {
            let levels = (1..).zip(&run.levels.attackers).skip(1);
            let keys = levels.flat_map(|(value, keys)| keys.iter().map(move |key| (key, value)));
            let all: Vec<(Node, u8)> = keys
                .map(|(key, value)| (key.unpack(), value))
                .filter(|(node, _)| node.len() == len)
                .collect();
            let mut random = Random(count as u64);
            (0..count)
                .map(move |_| *random.choice(&all))
                .collect::<Vec<_>>()
        })
        .collect();
    let found = nodes.par_iter().map(|(node, value)| {
        let mut soundness = Soundness::new(&run.table);
        let listed = &run.levels.irredundant[usize::from(*value) - 1];
        let mut full = with_one(node, family);
        if node.len() + 2 == size {
            full = full.iter().flat_map(|p| with_one(p, family)).collect();
        }
        let mut found = 0;
        for p in &full {
            let critical = || run.table.critical_value(p).is_some();
            if soundness.is_clean(p, *value) && soundness.is_irredundant(p, *value) && !critical() {
                let key = p.canonical_key::<u64>();
                assert!(listed.binary_search(&key).is_ok(), "{} is missing", sfen(p));
                found += 1;
            }
        }
        found
    });
    found.sum()
}

/// Guards the sets: nothing is lost that trying every unit finds, with four different kinds.
#[test]
#[ignore = "many seconds: .ci/long"]
fn around_critical_nodes_of_four_kinds_nothing_is_missing() {
    let found = search_around(&FOUR_KINDS, [1, 1, 1, 1], 1_500, 8);
    assert!(found > 100, "{found}");
}

/// The same with five pieces, where three may have to be added.
#[test]
#[ignore = "minutes: .ci/long"]
fn around_critical_nodes_of_five_pieces_nothing_is_missing() {
    let family = [0, 0, 4, 1];
    let found = search_around(&enumerate(&[family]), family, 2_000, 10);
    assert!(found > 100, "{found}");
}

/// Rule E with gold, silver, knight and pawn, against the definitions.
#[test]
#[ignore = "many minutes and 2 GB: .ci/long"]
fn four_kinds_are_irredundant_where_the_definitions_say_so() {
    compare(
        &FOUR_KINDS,
        [1, 1, 1, 1],
        &PLAIN_FOUR_KINDS.irredundant(),
        false,
    );
}
