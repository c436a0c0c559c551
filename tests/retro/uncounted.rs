//! Mates that are longer than can be counted: those of two bishops and a pawn.

use std::sync::atomic::AtomicBool;

use retro::mates::key::ShortKey;
use retro::mates::levels::Levels;
use retro::mates::pieces::Scope;
use retro::node::{Key, Node};
use retro::unit::Pieces;
use shogi::{Color, Position};
use system::monitor::Monitor;
use tsume::solve::{Goal, Limits, Solve, Solver, Task, Verdict};

const B2P1: Pieces = [0, 0, 0, 1, 0, 2, 0];

fn task(node: &Node) -> Task {
    Task::new(Position::try_from(&node.setup(Color::Black)).unwrap())
}

/// All attacker nodes that mate: by length, and those that are longer.
fn finish(mut levels: Levels<'_, ShortKey>) -> (Vec<Vec<ShortKey>>, Vec<ShortKey>) {
    while !levels.is_complete() {
        levels.advance().unwrap();
    }
    let counted = levels.table().counted().unwrap();
    let mut attackers = levels.finish().attackers;
    let longer = attackers.split_off(counted.into()).concat();
    (attackers, longer)
}

#[test]
#[ignore = "half a minute: .ci/long"]
fn two_bishops_and_a_pawn_have_mates_that_no_length_is_known_of() {
    let monitor = Monitor::default();
    let mut levels: Levels<'_, ShortKey> = Levels::start(Scope::new(&[B2P1]), &monitor);
    let mut saved = Vec::new();
    while !levels.is_complete() {
        levels.advance().unwrap();
        // Before the solver is asked, between its levels, and at the end.
        if levels.attackers().len() > 14 {
            let mut bytes = Vec::new();
            levels.save(&mut bytes).unwrap();
            saved.push(bytes);
        }
    }
    let all = finish(levels);
    let counted = all.0.len();
    assert_eq!((counted, all.1.len()), (9, 30));
    assert!(saved.len() > 3);
    for bytes in &saved {
        let again = Levels::restore(Scope::new(&[B2P1]), bytes, &monitor).unwrap();
        assert!(finish(again) == all);
    }
    // They mate, and in none of the known lengths.
    let never = AtomicBool::new(false);
    let mut solver = Solver::new(256 << 20);
    for key in all.1 {
        let task = task(&key.unpack());
        let mut within = |plies| {
            solver.forget();
            let limits = Limits {
                plies,
                ..Limits::default()
            };
            let outcome = solver.solve(&task, Goal::Verdict, &limits, &never);
            outcome.verdict
        };
        assert_eq!(within(None), Verdict::Mate, "{}", task.position);
        let plies = 2 * counted as u32 - 1;
        assert_eq!(within(Some(plies)), Verdict::Unknown, "{}", task.position);
    }
}
