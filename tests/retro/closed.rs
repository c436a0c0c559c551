//! Whether a position outside the scope mates: closed sets, given up and gone on with, and what the judge is told, against
//! df-pn.

use std::sync::atomic::AtomicBool;

use crate::mates::{find, position};
use retro::mates::closed::NodeOutcome;
use retro::mates::ground::{Ground, after, is_inside};
use retro::mates::mating::{Mating, Patience};
use retro::mates::play::any_check;
use retro::mates::scan::Scan;
use retro::mates::values::{Outside, Values};
use retro::node::{Key, Node};
use retro::unit::{KINDS, Pieces, Unit};
use shogi::{Color, Kind};
use system::monitor::{Monitor, Stopped};
use testkit::{Rng, cases};
use tsume::solve::{Goal, Limits, Solve, Solver, Task, Verdict};

const R1G1: Pieces = [1, 0, 0, 0, 0, 0, 1];

#[test]
fn a_search_for_a_reply_hears_a_stop() {
    let monitor = Monitor::default();
    let found = find(&[R1G1], &monitor).finish();
    let stopped = Monitor::default();
    stopped.stop(Stopped::Interrupted);
    let [searched, after_a_stop] = [&monitor, &stopped].map(|monitor| {
        let ground = Ground {
            table: &found.table,
            interposed: &found.interposed,
            scope: &found.scope,
            monitor,
        };
        let mut closed = Outside::new().closed;
        for key in found.attackers.concat().iter().step_by(7) {
            let node = key.unpack().with(Unit::in_hand(Kind::Silver));
            any_check(&node, &Scan::of(&node), |check| {
                if let Some(q) = after(&node, &check) {
                    closed.answer(&ground, &q, 1_000, &mut None);
                }
                false
            });
        }
        closed.searched()
    });
    assert!(searched > 1_000, "{searched}");
    assert!(after_a_stop * 10 < searched, "{after_a_stop} of {searched}");
}

/// How often a question is asked again, for so few nodes each time.
const TIMES: usize = 200;
const NODES: usize = 30;

/// Whether a defender's position is mated, by df-pn.
fn mates(solver: &mut Solver, q: &Node) -> bool {
    let task = Task::new(position(q, Color::White).expect("a position after a check"));
    let never = AtomicBool::new(false);
    let outcome = solver.solve(&task, Goal::Verdict, &Limits::default(), &never);
    match outcome.verdict {
        Verdict::Mate => true,
        Verdict::NoMate => false,
        Verdict::Unknown => panic!("{} is not decided", task.position),
    }
}

#[test]
fn a_question_that_was_given_up_is_gone_on_with() {
    let monitor = Monitor::default();
    let found = find(&[R1G1], &monitor).finish();
    let ground = Ground {
        table: &found.table,
        interposed: &found.interposed,
        scope: &found.scope,
        monitor: &monitor,
    };
    let mut solver = Solver::new(64 << 20);
    let mut rng = Rng(1);
    let nodes = found.attackers.concat();
    // Held and mated, at once or after the search was gone on with.
    let mut seen = [[0; 2]; 2];
    let mut open = 0_usize;
    // Those that the judge was told, by a closed set or a length, and by its solver.
    let mut told = [[0; 2]; 2];
    let mut told_nothing = [0; 2];
    for _ in 0..cases(30, 3_000) {
        let mut node: Node = nodes[rng.below(nodes.len())].unpack();
        let more = Unit::in_hand(KINDS[rng.below(KINDS.len())]);
        if !retro::node::fits(&node, more) {
            continue;
        }
        node.add(more);
        let mut asked = Vec::new();
        any_check(&node, &Scan::of(&node), |check| {
            asked.extend(after(&node, &check).filter(|q| !is_inside(&found.scope, q)));
            false
        });
        // What is found out of one position is not known of the next.
        let mut outside = Outside::new();
        let mut mating = Mating::default();
        for q in asked {
            let mut asked_of = None;
            let expected = if mates(&mut solver, &q) {
                NodeOutcome::Mates
            } else {
                NodeOutcome::Holds
            };
            let mut beyond = Outside::new();
            let mut values = Values::new(&ground, &mut beyond);
            let mut ask =
                |patience| mating.mates(&ground, &mut values, &mut asked_of, &q, patience);
            for patience in [Patience::Usual, Patience::Great] {
                let answer = ask(patience);
                assert!([expected, NodeOutcome::Open].contains(&answer), "{q:?}");
                told_nothing[patience as usize] += usize::from(answer == NodeOutcome::Open);
            }
            told[usize::from(expected == NodeOutcome::Mates)][usize::from(asked_of.is_some())] += 1;
            let (closed, mut unfinished) = (&mut outside.closed, None);
            let answers = (0..TIMES).map(|_| closed.answer(&ground, &q, NODES, &mut unfinished));
            let Some((times, answer)) = answers
                .enumerate()
                .find(|&(_, answer)| answer != NodeOutcome::Open)
            else {
                open += 1;
                continue;
            };
            let is_mate = answer == NodeOutcome::Mates;
            assert_eq!(answer, expected, "{q:?} after {times} times");
            seen[usize::from(is_mate)][usize::from(times > 0)] += 1;
        }
    }
    assert!(
        seen.as_flattened()
            .iter()
            .all(|&count| count > cases(8, 20)),
        "{seen:?}"
    );
    // Closed sets and lengths leave few mates to the solver.
    assert!(
        told.as_flattened()
            .iter()
            .all(|&count| count > cases(0, 20)),
        "{told:?}"
    );
    let all: usize = told.as_flattened().iter().sum();
    assert!(
        told_nothing[1] * 100 < all && told_nothing[1] <= told_nothing[0],
        "{told_nothing:?} of {all}"
    );
    assert!(open * 10 < seen.as_flattened().iter().sum(), "{open} open");
}
