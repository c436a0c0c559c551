//! The judge's problems, flaws and main lines against the plain table's.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use rayon::prelude::*;
use referee::retrograde::{self, PlainPosition, PlainProblem, PlainSoundness};
use retro::critical::lengths::TableLengths;
use retro::critical::value::Solver;
use retro::judge::Judge;
use retro::node::{Key, Material};
use tsume::judge::record::Flaws;

use crate::family::{
    FOUR_KINDS, JOINT, KNIGHTS, N4, PLAIN, PLAIN_FOUR_KINDS, PLAIN_N4, Run, contains, enumerate,
    node, plain_position, sfen,
};

/// What the judge says of a problem.
struct Judged {
    plies: u32,
    flaws: Flaws,
    /// USI.
    main_line: Vec<String>,
}

/// All problems of a run by canonical key.
fn judge_all<K: Key>(run: &Run<K>) -> HashMap<K, Judged> {
    let mut problems = HashMap::new();
    for (value, keys) in (1..).zip(&run.levels.attackers) {
        let judged = keys.par_chunks(1024).flat_map_iter(|keys| {
            let mut judge = Judge::new(TableLengths::new(Solver::new(&run.table)));
            let problem = |key: &K| {
                let verdict = judge.judge(&key.unpack(), value)?;
                // Others satisfy rule F alone.
                if verdict.judgement.rules.a != Some(true) {
                    return None;
                }
                let judged = Judged {
                    plies: 2 * u32::from(value) - 1,
                    flaws: verdict.judgement.flaws,
                    main_line: verdict
                        .judgement
                        .main_line
                        .iter()
                        .map(ToString::to_string)
                        .collect(),
                };
                Some((*key, judged))
            };
            keys.iter().filter_map(problem).collect::<Vec<_>>()
        });
        problems.extend(judged.collect::<Vec<_>>());
    }
    problems
}

static JOINT_PROBLEMS: LazyLock<HashMap<u64, Judged>> = LazyLock::new(|| judge_all(&JOINT));
static KNIGHT_PROBLEMS: LazyLock<HashMap<u64, Judged>> = LazyLock::new(|| judge_all(&KNIGHTS));

/// How many problems a comparison saw.
#[derive(Default, Debug)]
struct Seen {
    problems: usize,
    /// Those with a promotion dual before the last move.
    promotion_duals: usize,
    /// Those whose flaws differ from the plain table's.
    differing: usize,
}

/// The same problems of the same length; the same flaws wherever no promotion dual makes the two
/// definitions differ: the plain table puts the flaws after either promotion choice together, the
/// judge takes the choice that shows least.
fn compare(
    problems: &HashMap<u64, Judged>,
    family: Material,
    table: &retrograde::Table,
    seen: &mut Seen,
) {
    let theirs = table.judged();
    let mut by_key: BTreeMap<u64, &PlainProblem> = BTreeMap::new();
    let mut images = 0;
    for problem in &theirs {
        let node = node(&problem.position);
        assert_eq!(problem.symmetric, node.is_symmetric(), "{}", problem.sfen);
        by_key.insert(node.canonical_key(), problem);
        images += if problem.symmetric { 2 } else { 1 };
    }
    assert_eq!(images, 2 * by_key.len(), "an image is listed twice or not");
    let ours: BTreeSet<u64> = problems
        .keys()
        .copied()
        .filter(|key| contains(family, key.unpack().material()))
        .collect();
    let listed: BTreeSet<u64> = by_key.keys().copied().collect();
    let some = |a: &BTreeSet<u64>, b: &BTreeSet<u64>| -> Vec<String> {
        let only = a.difference(b).take(3);
        only.map(|key| sfen(&key.unpack())).collect()
    };
    assert!(
        ours == listed,
        "{family:?}: {} instead of {}; missing {:?}, too many {:?}",
        ours.len(),
        listed.len(),
        some(&listed, &ours),
        some(&ours, &listed)
    );
    for (key, listed) in by_key {
        let judged = &problems[&key];
        let sfen = &listed.sfen;
        assert_eq!(judged.plies, listed.plies, "{sfen}");
        let (ours, theirs) = (judged.flaws, listed.flaws);
        let never = [ours.equal_before_last, ours.leftover.map(u16::from)];
        assert_eq!(never, [Some(0); 2], "rule A: {sfen}");
        seen.problems += 1;
        seen.promotion_duals += usize::from(ours.promotion_duals > Some(0));
        assert_eq!(
            ours.promotion_duals > Some(0),
            theirs.dual_promotion_only,
            "promotion duals: {sfen}"
        );
        let pairs = [
            (
                ours.longer_before_last > Some(0),
                theirs.dual_longer_before_final,
            ),
            (ours.longer_at_last > Some(0), theirs.dual_longer_at_final),
            (
                ours.final_superfluous == Some(true),
                theirs.final_position_superfluous,
            ),
            (
                ours.final_promotion_choice == Some(true),
                theirs.final_promotion_choice,
            ),
            (ours.final_drop_choice == Some(true), theirs.final_two_drops),
        ];
        if pairs.iter().any(|(ours, theirs)| ours != theirs) {
            seen.differing += 1;
            assert!(
                ours.promotion_duals > Some(0),
                "{sfen}: {ours:?} {theirs:?}"
            );
            // The choice that shows least shows no more than both choices.
            let more = pairs.iter().any(|&(ours, theirs)| ours && !theirs);
            assert!(!more, "{sfen}: {ours:?} {theirs:?}");
        }
    }
}

/// Guards membership (rule A, minimal) and every flaw that rules B, C and D are made of, in every
/// family of three pieces.
#[test]
fn problems_and_flaws_of_three_pieces_are_as_the_plain_table_has_them() {
    let mut seen = Seen::default();
    for (family, table) in PLAIN.iter() {
        compare(&JOINT_PROBLEMS, *family, table, &mut seen);
    }
    assert!(
        seen.problems > 74_000 && seen.promotion_duals > 240,
        "{seen:?}"
    );
    assert_eq!(seen.differing, 3);
}

/// The same for 桂図式.
#[test]
fn problems_and_flaws_of_four_knights_are_as_the_plain_table_has_them() {
    let mut seen = Seen::default();
    compare(&KNIGHT_PROBLEMS, N4, &PLAIN_N4, &mut seen);
    assert_eq!(seen.problems, 11_091);
    assert_eq!(seen.differing, 0);
}

/// The same for four kinds, where promotion duals matter most.
#[test]
#[ignore = "two minutes and 2 GB: .ci/long"]
fn problems_and_flaws_of_four_kinds_are_as_the_plain_table_has_them() {
    let mut seen = Seen::default();
    let problems = judge_all(&FOUR_KINDS);
    compare(&problems, [1, 1, 1, 1], &PLAIN_FOUR_KINDS, &mut seen);
    assert_eq!(seen.problems, 237_210);
    assert_eq!(seen.promotion_duals, 1_994);
    assert_eq!(seen.differing, 210);
}

/// Guards main lines: both sides play best, nothing is left over, the last check mates.
#[test]
fn every_main_line_is_best_play_by_the_plain_table() {
    let tables = |material: Material| {
        let knights = [(N4, &*PLAIN_N4)].into_iter();
        let tables = PLAIN.iter().map(|(family, table)| (*family, table));
        let mut tables = tables.chain(knights);
        tables
            .find(|(family, _)| contains(*family, material))
            .unwrap()
    };
    for (key, problem) in JOINT_PROBLEMS.iter().chain(KNIGHT_PROBLEMS.iter()) {
        let node = key.unpack();
        let (_, table) = tables(node.material());
        let line: Vec<&str> = problem.main_line.iter().map(String::as_str).collect();
        assert_eq!(line.len(), problem.plies as usize, "{}", sfen(&node));
        assert!(
            table.is_best_line(&plain_position(&node), &line),
            "{}: {line:?}",
            sfen(&node)
        );
    }
}

/// Problems by length, 1, 3, 5 … plies, both mirror images counted.
fn counts<K: Key>(problems: &HashMap<K, Judged>) -> Vec<u32> {
    let mut counts = Vec::new();
    for (key, problem) in problems {
        let index = problem.plies as usize / 2;
        if counts.len() <= index {
            counts.resize(index + 1, 0);
        }
        counts[index] += if key.unpack().is_symmetric() { 1 } else { 2 };
    }
    counts
}

/// Guards deciding on "≤ n" where "= n" is meant: that lost 6 of these and nothing in any smaller
/// family.
#[test]
fn gold_silver_knight_and_pawn_have_their_474_359_problems() {
    let problems = judge_all(&FOUR_KINDS);
    let counts = counts(&problems);
    assert_eq!(
        counts,
        [256_511, 154_819, 45_503, 11_524, 3_262, 2_582, 130, 28]
    );
    assert_eq!(counts.iter().sum::<u32>(), 474_359);
}

/// Guards five pieces: an index without all the subset sizes needed loses nodes only there.
#[test]
#[ignore = "a minute: .ci/long"]
fn four_knights_and_a_pawn_have_their_1_493_476_problems() {
    let problems = judge_all(&enumerate::<u64>(&[[0, 0, 4, 1]]));
    let counts = counts(&problems);
    assert_eq!(
        counts,
        [
            802_915, 447_439, 154_772, 56_628, 21_558, 7_202, 1_906, 1_004, 52
        ]
    );
    assert_eq!(counts.iter().sum::<u32>(), 1_493_476);
}

/// Guards the numbers of nodes, the lists that are used again, and what solvers leave to the next ones: what a
/// judge says does not depend on what it judged before.
#[test]
fn a_judge_says_the_same_whatever_it_judged_before() {
    let levels = (1..).zip(&KNIGHTS.levels.attackers);
    let nodes: Vec<(u64, u8)> = levels
        .flat_map(|(value, keys)| keys.iter().step_by(37).map(move |&key| (key, value)))
        .collect();
    let table = &KNIGHTS.table;
    let mut forwards = Judge::new(TableLengths::new(Solver::new(table)));
    let first: Vec<_> = nodes
        .iter()
        .map(|&(key, value)| forwards.judge(&key.unpack(), value))
        .collect();
    let mut backwards = Judge::new(TableLengths::new(Solver::new(table)));
    for (&(key, value), first) in nodes.iter().zip(&first).rev() {
        let node = key.unpack();
        let again = backwards.judge(&node, value);
        let alone = Judge::new(TableLengths::new(Solver::new(table))).judge(&node, value);
        assert!(again == *first && alone == *first, "{}", sfen(&node));
    }
    assert!(first.iter().flatten().count() > 300);
}

/// What a comparison of rules E and F saw.
#[derive(Default, Debug, PartialEq, Eq)]
struct Sound {
    /// Positions whose mate can leave nothing over.
    positions: usize,
    complete: usize,
    /// By rule F alone.
    lenient_only: usize,
    exchanges: usize,
    move_orders: usize,
    detours: usize,
    /// Complete, with superfluous pieces.
    redundant: usize,
    /// Irredundant, but not minimal.
    needed: usize,
}

/// Compares rules E and F, the main line and its cooks, and superfluous pieces of some positions with what
/// the plain table makes of all their lines.
fn compare_soundness<K: Key>(
    run: &Run<K>,
    table: &retrograde::Table,
    positions: impl Iterator<Item = (PlainPosition, u32)>,
) -> Sound {
    let mut judge = Judge::new(TableLengths::new(Solver::new(&run.table)));
    let mut seen = Sound::default();
    for (position, value) in positions {
        let node = node(&position);
        let sfen = sfen(&node);
        let verdict = judge.judge(&node, value as u8);
        let Some(plain) = table.soundness(&position) else {
            assert_eq!(verdict, None, "{sfen}");
            continue;
        };
        seen.positions += 1;
        seen.complete += usize::from(plain.complete);
        let lenient_only = plain.complete_lenient && !plain.complete;
        seen.lenient_only += usize::from(lenient_only);
        let Some(verdict) = verdict else {
            assert!(!plain.complete_lenient, "{sfen}: {plain:?}");
            continue;
        };
        let flaws = verdict.judgement.flaws;
        let count = |count: Option<u16>| u32::from(count.unwrap());
        let line = verdict.judgement.main_line.iter();
        let ours = PlainSoundness {
            complete: verdict.soundness.complete.unwrap(),
            complete_lenient: verdict.soundness.complete_lenient.unwrap(),
            main_line: line.map(ToString::to_string).collect(),
            cooks: count(flaws.cooks),
            exchanges: count(flaws.exchange_duals),
            move_orders: count(flaws.move_order_duals),
            detours: count(flaws.detours),
        };
        assert_eq!(ours, plain, "{sfen}");
        seen.exchanges += usize::from(plain.exchanges > 0);
        seen.move_orders += usize::from(plain.move_orders > 0);
        seen.detours += usize::from(plain.detours > 0);
        let without = table.without_one(&position);
        let complete = without.iter().flatten().filter(|is| is.complete).count();
        let lenient = without.iter().flatten().filter(|is| is.complete_lenient);
        let lenient = lenient.count();
        let soundness = verdict.soundness;
        assert_eq!(soundness.minimal, Some(without.is_empty()), "{sfen}");
        let irredundant = plain.complete && complete == 0;
        assert_eq!(soundness.irredundant, Some(irredundant), "{sfen}");
        let irredundant_lenient = plain.complete_lenient && lenient == 0;
        assert_eq!(
            soundness.irredundant_lenient,
            Some(irredundant_lenient),
            "{sfen}"
        );
        let superfluous = if lenient_only { lenient } else { complete };
        assert_eq!(flaws.superfluous, Some(superfluous as u8), "{sfen}");
        seen.redundant += usize::from(plain.complete && complete > 0);
        seen.needed += usize::from(irredundant && !without.is_empty());
    }
    seen
}

/// Guards rules E and F and the choice of the main line on every critical position of three pieces, and what
/// superfluous pieces are on every one of three families that takes three plies and more.
#[test]
fn soundness_of_three_pieces_is_as_the_plain_table_has_it() {
    let mut critical = Sound::default();
    for (_, table) in PLAIN.iter() {
        critical.add(&compare_soundness(
            &JOINT,
            table,
            table.critical_attackers(),
        ));
    }
    let expected = Sound {
        positions: 83_975,
        complete: 74_746,
        lenient_only: 2_529,
        exchanges: 1_329,
        move_orders: 1_195,
        detours: 5,
        redundant: 0,
        needed: 0,
    };
    assert_eq!(critical, expected);
    let mut all = Sound::default();
    for (family, table) in PLAIN.iter() {
        if [[2, 0, 0, 1], [0, 2, 0, 1], [1, 1, 0, 1]].contains(family) {
            let positions = table.attackers().filter(|&(_, value)| value > 1);
            all.add(&compare_soundness(&JOINT, table, positions));
        }
    }
    let expected = Sound {
        positions: 38_446,
        complete: 36_455,
        lenient_only: 330,
        exchanges: 145,
        move_orders: 184,
        detours: 1,
        redundant: 31_921,
        needed: 0,
    };
    assert_eq!(all, expected);
}

impl Sound {
    fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.complete += other.complete;
        self.lenient_only += other.lenient_only;
        self.exchanges += other.exchanges;
        self.move_orders += other.move_orders;
        self.detours += other.detours;
        self.redundant += other.redundant;
        self.needed += other.needed;
    }
}
