//! Probing: every position of a family against the levels it was made of, and samples against the solver, check by
//! check.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use crate::mates::position;
use retro::mates::kept::{self, KeptTable};
use retro::mates::key::ShortKey;
use retro::mates::levels::{FoundMates, Levels};
use retro::mates::pieces::Scope;
use retro::mates::probe::{CheckOutcome, End, NotTold};
use retro::node::{Key, Node};
use retro::unit::{Pieces, Unit};
use shogi::{Color, Kind, Position, Setup, Square};
use system::monitor::Monitor;
use testkit::{Rng, cases};
use tsume::solve::{Goal, Limits, Solve, Solver, Task, Verdict};

/// Gold, silver, knight, pawn, lance, bishop, rook.
const R1G1: Pieces = [1, 0, 0, 0, 0, 0, 1];
const B1S1: Pieces = [0, 1, 0, 0, 0, 1, 0];
const R1P1: Pieces = [0, 0, 0, 1, 0, 0, 1];
const B1P1: Pieces = [0, 0, 0, 1, 0, 1, 0];
const L2: Pieces = [0, 0, 0, 0, 2, 0, 0];

pub fn find(families: &[Pieces]) -> (FoundMates<ShortKey>, KeptTable) {
    let monitor = Monitor::default();
    let mut levels = Levels::start(Scope::new(families), &monitor);
    while !levels.is_complete() {
        levels.advance().unwrap();
    }
    let found = levels.finish();
    let mut bytes = Vec::new();
    kept::write(
        &mut bytes,
        families,
        (&found.attackers, &[]),
        &found.interposed,
    )
    .unwrap();
    (found, KeptTable::read(bytes).unwrap())
}

/// The attacker's turn in a node, if that is a position.
fn task(node: &Node) -> Option<Task> {
    position(node, Color::Black).map(Task::new)
}

fn typed(sfen: &str) -> Task {
    Task::from_tsume_sfen(sfen, true).unwrap()
}

/// The attacker's moves and the checks of a position.
fn probe(table: &KeptTable, task: &Task) -> (Option<u32>, Vec<CheckOutcome>) {
    let probed = table.position(task).unwrap();
    (probed.end().plies(), probed.checks())
}

/// Every node of a family of two pieces with the king on one of these squares.
fn each_node(family: Pieces, kings: &[Square], mut visit: impl FnMut(&Node)) {
    let kinds: Vec<Kind> = (0..family.len())
        .flat_map(|kind| vec![retro::unit::KINDS[kind]; usize::from(family[kind])])
        .collect();
    let [one, other] = kinds[..] else {
        panic!("two pieces")
    };
    for &king in kings {
        let start = Node::new(king);
        visit(&start);
        for unit in Unit::states(one).filter(|&unit| retro::node::fits(&start, unit)) {
            let node = start.with(unit);
            visit(&node);
            for unit in Unit::states(other).filter(|&unit| retro::node::fits(&node, unit)) {
                visit(&node.with(unit));
            }
        }
    }
}

#[test]
fn every_position_of_a_family_is_told_as_the_levels_have_it() {
    for (family, kings) in [
        (L2, &[(1, 1), (5, 2)][..]),
        (B1P1, &[(2, 1), (8, 3)]),
        (R1G1, &[(1, 2), (5, 1)]),
    ] {
        let (found, table) = find(&[family]);
        let mut kings: Vec<Square> = kings
            .iter()
            .map(|&(file, rank)| Square::new(file, rank).unwrap())
            .collect();
        if cases(0, 1) > 0 {
            kings = Square::all().collect();
        }
        let mut told = [0; 2];
        each_node(family, &kings, |node| {
            let Some(task) = task(node) else {
                return;
            };
            let value = found.table.value(node);
            let (plies, checks) = probe(&table, &task);
            assert_eq!(
                plies,
                value.map(|value| 2 * u32::from(value) - 1),
                "{node:?}"
            );
            let best = checks.first().and_then(|answer| answer.end.plies());
            assert_eq!(best, plies, "{node:?}");
            assert!(checks.is_sorted_by_key(|answer| answer.end));
            told[usize::from(value.is_some())] += 1;
        });
        assert!(told[0] > 10_000 && told[1] > 50, "{told:?}");
    }
}

/// What a solver says of the turn it is: plies, or no mate.
fn solved(solver: &mut Solver, task: &Task) -> Option<u32> {
    let never = AtomicBool::new(false);
    let outcome = solver.solve(task, Goal::Lengths, &Limits::default(), &never);
    match outcome.verdict {
        Verdict::NoMate => None,
        Verdict::Mate => {
            assert!(outcome.plies_exact, "{}", task.position);
            outcome.plies
        }
        Verdict::Unknown => panic!("{} is not decided", task.position),
    }
}

#[test]
fn every_check_lasts_as_long_as_the_solver_says() {
    let mut solver = Solver::new(64 << 20);
    let mut rng = Rng(20_261_123);
    let mut seen = [0; 3];
    for (family, count) in [
        (R1G1, cases(60, 2_000)),
        (B1S1, cases(60, 2_000)),
        (B1P1, cases(60, 2_000)),
        (L2, cases(60, 2_000)),
    ] {
        let (found, table) = find(&[family]);
        let mates = found.attackers.concat();
        let longer = found.attackers[1..].concat();
        for round in 0..count {
            // Most positions are mates in one, and the others tell more.
            let keys = if round % 3 == 0 { &mates } else { &longer };
            let mut node = keys[rng.below(keys.len())].unpack();
            if round % 4 == 0 {
                // With a unit elsewhere it may mate or not.
                let unit = node.units()[rng.below(node.len())];
                let square = Square::from_index(rng.below(81));
                let moved = if unit.is_hand() {
                    unit
                } else {
                    unit.at(square)
                };
                if moved.is_state() && retro::node::fits(&node.without(unit), moved) {
                    node.replace(unit, moved);
                }
            }
            let Some(task) = task(&node) else {
                continue;
            };
            let (plies, checks) = probe(&table, &task);
            assert_eq!(plies, solved(&mut solver, &task), "{}", task.position);
            let legal: BTreeSet<_> = task.position.checks().into_iter().collect();
            let possible = checks
                .iter()
                .filter(|answer| answer.end != End::PawnDropMate);
            let possible: BTreeSet<_> = possible.map(|answer| answer.check).collect();
            assert_eq!(possible, legal, "{}", task.position);
            for CheckOutcome { check, end } in checks {
                let place = format!("{} after {check}", task.position);
                match end {
                    End::Mate(plies) => {
                        let rest = solved(&mut solver, &task.play(check));
                        assert_eq!(rest, Some(plies - 1), "{place}");
                        seen[0] += 1;
                    }
                    End::LongerMate(_) => panic!("{place}: all lengths are known"),
                    End::NoMate => {
                        assert_eq!(solved(&mut solver, &task.play(check)), None, "{place}");
                        seen[1] += 1;
                    }
                    End::PawnDropMate => {
                        assert!(!legal.contains(&check), "{place}");
                        seen[2] += 1;
                    }
                }
            }
        }
    }
    assert!(seen[0] > 200 && seen[1] > 200, "{seen:?}");
}

#[test]
fn a_dropped_pawn_that_mates_is_told() {
    let (_, table) = find(&[R1P1]);
    // The dragon guards 2a, 2b and 1b.
    let task = typed("8k/9/7+R1/9/9/9/9/9/9 b P 1");
    let (plies, checks) = probe(&table, &task);
    let (last, others) = checks.split_last().unwrap();
    assert_eq!(
        (&*last.check.to_string(), last.end),
        ("P*1b", End::PawnDropMate)
    );
    assert!(others.iter().all(|answer| answer.end < End::PawnDropMate));
    assert_eq!(plies, solved(&mut Solver::new(64 << 20), &task));
}

#[test]
fn images_are_told_alike() {
    let (found, table) = find(&[B1P1]);
    for key in found.attackers.concat().iter().step_by(29) {
        let task = task(&key.unpack()).unwrap();
        let (plies, checks) = probe(&table, &task);
        let turned = Task::new(task.position.rotate());
        assert_eq!(turned.attacker, Color::White);
        let (plies_turned, checks_turned) = probe(&table, &turned);
        assert_eq!(plies_turned, plies);
        let sorted = |checks: Vec<CheckOutcome>, turn: bool| -> BTreeSet<(String, End)> {
            let moves = checks.into_iter().map(|CheckOutcome { check, end }| {
                let check = if turn { check.rotate() } else { check };
                (check.to_string(), end)
            });
            moves.collect()
        };
        assert_eq!(sorted(checks_turned, true), sorted(checks, false));
        let mirrored = Task::new(task.position.mirror());
        assert_eq!(table.position(&mirrored).unwrap().end().plies(), plies);
    }
}

#[test]
fn what_a_table_cannot_tell_of_is_named() {
    let (_, table) = find(&[R1G1, B1P1]);
    for (sfen, why) in [
        (
            "8k/9/8P/9/9/9/9/9/K8 b G 1",
            "the attacker has a king (双玉)",
        ),
        ("8k/8G/8R/9/9/9/9/9/9 w - 1", "it is the defender's turn"),
        (
            "8k/9/9/9/9/9/9/9/9 b RG r2b3g4s4n4l17p 1",
            "the defender's hand lacks P1 (駒不足)",
        ),
        (
            "8k/9/9/9/9/9/9/9/9 b R2G 1",
            "R1G2 in play, but the table has B1P1, R1G1",
        ),
        (
            "8k/9/9/9/9/9/9/9/9 b RP 1",
            "R1P1 in play, but the table has B1P1, R1G1",
        ),
        (
            "ppppppppk/1rrbb4/9/9/9/9/9/9/9 b 4G4S4N4L10P 1",
            "R2B2L4G4S4N4P18 in play, but the table has B1P1, R1G1",
        ),
    ] {
        let sfen = sfen.replace(" RG r2b3g4s4n4l17p", " RGr2b3g4s4n4l17p");
        let error = table.position(&typed(&sfen)).err().unwrap();
        assert_eq!(error.to_string(), why, "{sfen}");
    }
    // Parts of a family are in it.
    for sfen in ["8k/9/9/9/9/9/9/9/9 b - 1", "8k/9/9/9/9/9/9/9/9 b R 1"] {
        assert_eq!(table.position(&typed(sfen)).unwrap().end().plies(), None);
    }
    let nobody = Position::try_from(&Setup::empty(Color::Black)).unwrap();
    let task = Task {
        position: nobody,
        attacker: Color::Black,
    };
    assert_eq!(table.position(&task).err(), Some(NotTold::NoKing));
}
