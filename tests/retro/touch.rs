//! Which added units can matter: the sets of the engine against all units there are.

use std::sync::LazyLock;

use referee::literal::mate_within;
use referee::retrograde;
use retro::critical::codeset::CodeSet;
use retro::critical::table::Table;
use retro::critical::touch::{Proofs, STATES};
use retro::critical::value::Solver;
use retro::node::{Key, Material, Node};
use retro::play::{Check, Scan, any_check};
use retro::unit::Unit;
use shogi::{Color, Kind, Square};

use crate::family::{
    FOUR_KINDS, JOINT, KNIGHTS, N4, PLAIN, PLAIN_N4, Random, UNITS, contains, position, sfen,
    table_of, with_units,
};

/// The tables of the families of three pieces as the engine has them level by level.
static TABLES: LazyLock<Vec<Table<u64>>> = LazyLock::new(|| {
    let attackers = &JOINT.levels.attackers;
    (0..=attackers.len())
        .map(|levels| table_of(attackers, 3, levels))
        .collect()
});

/// The same for four knights.
static KNIGHT_TABLES: LazyLock<Vec<Table<u64>>> = LazyLock::new(|| {
    let attackers = &KNIGHTS.levels.attackers;
    (0..=attackers.len())
        .map(|levels| table_of(attackers, 4, levels))
        .collect()
});

fn plain_table(material: Material) -> &'static retrograde::Table {
    let mut tables = PLAIN.iter().map(|(family, table)| (*family, table));
    match tables.find(|(family, _)| contains(*family, material)) {
        Some((_, table)) => table,
        None => {
            assert!(contains(N4, material));
            &PLAIN_N4
        }
    }
}

/// v of an attacker node by the plain table; 99 without a mate.
fn value(node: &Node) -> u8 {
    let position = crate::family::plain_position(node);
    let value = plain_table(node.material()).mate_length(&position);
    value.map_or(99, |value| value as u8)
}

/// A critical node less some units: `len` are left at the most, and now and then one of them is
/// exchanged for any other.
fn less(random: &mut Random, mut node: Node, len: usize) -> Option<Node> {
    while node.len() > len {
        node.remove_at(random.below(node.len()));
    }
    if !node.is_empty() && random.below(3) == 0 {
        let unit = *random.choice(node.units());
        let other = *random.choice(&UNITS);
        node = with_units(&node.without(unit), &[other])?;
    }
    Some(node)
}

/// Guards the branching of growing: a single unit that spoils a mate is in the sets of one proof and
/// of all proofs. All units of all kinds are tried on nodes of two units.
#[test]
fn a_unit_that_spoils_a_mate_is_touched() {
    let mut random = Random(1);
    let (mut nodes, mut spoilers) = (0, 0);
    while nodes < 400 {
        let (node, _) = random.critical(&JOINT.levels);
        let Some(p) = less(&mut random, node, 2) else {
            continue;
        };
        let v = value(&p);
        if v == 99 {
            continue;
        }
        nodes += 1;
        for n in v..=(v + 1).min(JOINT.levels.attackers.len() as u8) {
            // One level more is what the engine has when it un-moves replies.
            let table = &TABLES[(usize::from(n) + random.below(2)).min(TABLES.len() - 1)];
            let mut solver = Solver::new(table);
            let one = solver.touch_attacker(&p, n, Proofs::One);
            let all = solver.touch_attacker(&p, n, Proofs::All);
            for &unit in UNITS.iter() {
                if one.contains(unit) && all.contains(unit) {
                    continue;
                }
                if let Some(more) = with_units(&p, &[unit]) {
                    let spoilt = value(&more) > n;
                    assert!(!spoilt, "{} by {unit:?} at {n}", sfen(&more));
                }
            }
            let touched = all.iter().filter_map(|unit| with_units(&p, &[unit]));
            spoilers += touched.filter(|more| value(more) > n).count();
        }
    }
    assert!(spoilers > 10_000, "{spoilers}");
}

/// The same with a fourth knight.
#[test]
fn a_knight_that_spoils_a_mate_is_touched() {
    let mut random = Random(2);
    let knights: Vec<Unit> = UNITS
        .iter()
        .copied()
        .filter(|u| u.kind() == Kind::Knight)
        .collect();
    let (mut nodes, mut spoilers) = (0, 0);
    while nodes < 300 {
        let (node, _) = random.critical(&KNIGHTS.levels);
        let mut p = node;
        while p.len() > 3 {
            p.remove_at(random.below(p.len()));
        }
        let n = value(&p);
        if n == 99 {
            continue;
        }
        nodes += 1;
        let mut solver = Solver::new(&KNIGHT_TABLES[usize::from(n)]);
        let one = solver.touch_attacker(&p, n, Proofs::One);
        let all = solver.touch_attacker(&p, n, Proofs::All);
        for &unit in &knights {
            let Some(more) = with_units(&p, &[unit]) else {
                continue;
            };
            if value(&more) > n {
                spoilers += 1;
                let touched = one.contains(unit) && all.contains(unit);
                assert!(touched, "{} by {unit:?}", sfen(&more));
            }
        }
    }
    assert!(spoilers > 1_000, "{spoilers}");
}

/// Whether the attacker mates within `n` moves, by the plain search.
fn mates(node: &Node, n: u8) -> bool {
    let position = position(node).expect("a legal position");
    mate_within(&position, 2 * u32::from(n) - 1)
}

/// Checks that one of two units that spoil the mate of `p` in `n` is touched; whether both were
/// needed, `None` if nothing is spoilt.
fn spoil_together(p: &Node, n: u8, one: &CodeSet, pair: [Unit; 2]) -> Option<bool> {
    let more = with_units(p, &pair)?;
    if mates(&more, n) {
        return None;
    }
    let touched = pair.iter().any(|&unit| one.contains(unit));
    assert!(touched, "{} by {pair:?} at {n}", sfen(&more));
    let alone = |unit| with_units(p, &[unit]).is_some_and(|more| mates(&more, n));
    Some(pair.into_iter().all(alone))
}

/// Guards branching over one of several units: of two units that spoil a mate, together or alone,
/// one is in the set of a single proof.
#[test]
fn one_of_two_units_that_spoil_a_mate_is_touched() {
    let mut random = Random(3);
    let mut found = [0; 2];
    for _ in 0..1_500 {
        let (p, n) = random.critical(&JOINT.levels);
        if n > 3 {
            continue;
        }
        let mut solver = Solver::new(&TABLES[usize::from(n)]);
        let one = solver.touch_attacker(&p, n, Proofs::One);
        // Two units together are rarely needed but near the king.
        let near = |square: Square| {
            square.file().abs_diff(p.king().file()) <= 2
                && square.rank().abs_diff(p.king().rank()) <= 3
        };
        let units = UNITS.iter().copied();
        let near: Vec<Unit> = units
            .filter(|unit| unit.is_hand() || near(unit.square()))
            .collect();
        for _ in 0..40 {
            let pair = [*random.choice(&near), *random.choice(&near)];
            if let Some(both_needed) = spoil_together(&p, n, &one, pair) {
                found[usize::from(both_needed)] += 1;
            }
        }
    }
    assert!(found[0] > 1_000 && found[1] > 10, "{found:?}");
}

/// Guards 打ち歩詰め: added units may make a dropped pawn mate, one alone or two together, so that
/// the drop is no longer allowed. The nodes are those of two and three moves whose only mate begins
/// with a pawn drop.
#[test]
fn one_of_the_units_that_make_a_dropped_pawn_mate_is_touched() {
    let attackers = &FOUR_KINDS.levels.attackers;
    let mut found = [0; 2];
    for n in 2..=3 {
        let table = table_of(attackers, 4, usize::from(n));
        let mut solver = Solver::new(&table);
        for key in attackers[usize::from(n) - 1].iter().step_by(7) {
            let p = key.unpack();
            if !p.units().contains(&Unit::in_hand(Kind::Pawn)) {
                continue;
            }
            let mut winning = Vec::new();
            any_check(&p, &Scan::of(&p), |check| {
                if solver.check_within(&p, &check, n - 1) {
                    winning.push(check);
                }
                false
            });
            if let &[drop] = &winning[..]
                && drop.is_pawn_drop()
            {
                make_a_dropped_pawn_mate(&mut solver, &p, n, &drop, &mut found);
            }
        }
    }
    assert!(found[0] > 500 && found[1] > 200, "{found:?}");
}

fn make_a_dropped_pawn_mate(
    solver: &mut Solver<'_, u64>,
    p: &Node,
    n: u8,
    drop: &Check,
    found: &mut [usize; 2],
) {
    let one = solver.touch_attacker(p, n, Proofs::One);
    let all = solver.touch_attacker(p, n, Proofs::All);
    let q = drop.apply(p);
    let mut covering = CodeSet::EMPTY;
    for escape in Scan::of(&q).escapes(q.king()) {
        covering |= &STATES.covering[escape.index()];
    }
    let covering: Vec<Unit> = covering.iter().collect();
    for (i, &a) in covering.iter().enumerate() {
        if let Some(more) = with_units(p, &[a])
            && !mates(&more, n)
        {
            let touched = one.contains(a) && all.contains(a);
            assert!(touched, "{} by {a:?} at {n}", sfen(&more));
            found[0] += 1;
            continue;
        }
        for &b in &covering[i + 1..] {
            if drop.mates(p.king(), &Scan::of(&p.with(a).with(b)))
                && spoil_together(p, n, &one, [a, b]) == Some(true)
            {
                found[1] += 1;
            }
        }
    }
}

/// Guards the index of completions: a unit that alone makes a mate of a node that had none is among
/// those that can help, whatever the value the table has reached.
#[test]
fn a_unit_that_makes_a_mate_can_help() {
    let mut random = Random(5);
    let (mut nodes, mut helpers) = (0, 0);
    while nodes < 400 {
        let (node, value_before) = random.critical(&JOINT.levels);
        let Some(p) = less(&mut random, node, 2) else {
            continue;
        };
        let n = (value_before + random.below(2) as u8).min(JOINT.levels.attackers.len() as u8);
        if value(&p) <= n {
            continue;
        }
        nodes += 1;
        let mut solver = Solver::new(&TABLES[usize::from(n)]);
        let help = solver.help_attacker(&p, n, 1);
        for &unit in UNITS.iter() {
            let Some(more) = with_units(&p, &[unit]) else {
                continue;
            };
            if value(&more) <= n {
                helpers += 1;
                assert!(help.contains(unit), "{} by {unit:?} at {n}", sfen(&more));
            }
        }
    }
    assert!(helpers > 5_000, "{helpers}");
}

/// Guards indexing subsets of every size: of two knights that only together make a mate one is
/// among those that can help.
#[test]
fn one_of_several_knights_that_make_a_mate_can_help() {
    let mut random = Random(6);
    let mut found = [0; 3];
    for _ in 0..40_000 {
        let (node, value_before) = random.critical(&KNIGHTS.levels);
        let added = 1 + random.below(2);
        if node.len() < added {
            continue;
        }
        let mut p = node;
        let mut units = Vec::new();
        for _ in 0..added {
            let at = random.below(p.len());
            units.push(p.units()[at]);
            p.remove_at(at);
        }
        // What is left may hold a knight more that does nothing, or be what it was.
        if p.len() + added < 4 && random.below(2) == 0 {
            let square = Square::from_index(random.below(Square::COUNT));
            let idle = Unit::on_board(Kind::Knight, Color::White, false, square);
            match with_units(&p, &[idle]) {
                Some(more) => p = more,
                None => continue,
            }
        }
        let Some(all) = with_units(&p, &units) else {
            continue;
        };
        let v = value(&all);
        if v > value_before || value(&p) <= v {
            continue;
        }
        let mut solver = Solver::new(&KNIGHT_TABLES[usize::from(v)]);
        let help = solver.help_attacker(&p, v, added);
        assert!(
            units.iter().any(|&unit| help.contains(unit)),
            "{} by {units:?} at {v}",
            sfen(&all)
        );
        found[added] += 1;
    }
    assert!(found[1..].iter().all(|&count| count > 5_000), "{found:?}");
}
