//! A solver with tables against the same solver without.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::mates::position;
use crate::probe::find;
use retro::mates::kept::KeptTable;
use retro::mates::tabled::Tabled;
use retro::node::{Key, Node};
use retro::unit::{KINDS, Pieces, Unit};
use shogi::{Color, Kind, Position, Square};
use testkit::{Rng, cases};
use tsume::judge::{Effort, Options, check};
use tsume::solve::{FreeMate, Goal, Limits, LookedUp, Solve, Solver, Task, Verdict};

const R1G1: Pieces = [1, 0, 0, 0, 0, 0, 1];
const B1S1: Pieces = [0, 1, 0, 0, 0, 1, 0];
const L2: Pieces = [0, 0, 0, 0, 2, 0, 0];

static NEVER: AtomicBool = AtomicBool::new(false);

fn solver() -> Solver {
    Solver::new(16 << 20)
}

fn tabled(tables: &Arc<[KeptTable]>) -> Tabled {
    Tabled::new(Arc::clone(tables), Box::new(solver()))
}

/// Mates of the table, and nodes with a piece elsewhere, another piece, or one more.
fn nodes(families: &[Pieces], count: usize) -> (Arc<[KeptTable]>, Vec<Node>) {
    let mut rng = Rng(20_261_201);
    let mut nodes = Vec::new();
    let mut tables = Vec::new();
    for &family in families {
        let (found, table) = find(&[family]);
        tables.push(table);
        let longer = found.attackers[1..].concat();
        for round in 0..count {
            let mut node = longer[rng.below(longer.len())].unpack();
            let unit = node.units()[rng.below(node.len())];
            let square = Square::from_index(rng.below(81));
            let in_hand = Unit::in_hand(KINDS[rng.below(KINDS.len())]);
            let other = match round % 5 {
                0 => None,
                1 => (!unit.is_hand()).then(|| unit.at(square)),
                2 | 3 => Some(in_hand),
                _ => Some(Unit::on_board(Kind::Gold, Color::White, false, square)),
            };
            if let Some(other) = other {
                if round % 5 < 3 {
                    node.remove(unit);
                }
                if !other.is_state() || !retro::node::fits(&node, other) {
                    continue;
                }
                node.add(other);
            }
            nodes.push(node);
        }
    }
    (tables.into(), nodes)
}

/// The tasks of a node: the attacker's turn and the defender's after each check, or the defender's if in check; every
/// other one turned round.
fn tasks(node: &Node) -> Vec<Task> {
    let Some(attacks) = position(node, Color::Black) else {
        let in_check = position(node, Color::White).filter(Position::is_in_check);
        return in_check.map(Task::new).into_iter().collect();
    };
    let task = Task::new(attacks);
    let checks = task.position.checks();
    let mut tasks = vec![task.clone()];
    tasks.extend(checks.into_iter().map(|mv| task.play(mv)));
    for task in tasks.iter_mut().step_by(2) {
        let position: Position = task.position.rotate();
        *task = Task::new(position);
    }
    tasks
}

#[test]
fn what_a_table_tells_is_what_a_search_finds() {
    let (tables, nodes) = nodes(&[R1G1, B1S1, L2], cases(60, 3_000));
    let (mut with, mut without) = (tabled(&tables), solver());
    let mut seen = [0; 3];
    let mut beyond = [0; 2];
    for task in nodes.iter().flat_map(tasks) {
        let place = &task.position;
        let told = with.look_up(&task.position, task.attacker);
        seen[told.map_or(0, |told| 1 + usize::from(told == LookedUp::NoMate))] += 1;
        for goal in [Goal::Verdict, Goal::Raw, Goal::Lengths] {
            let ours = with.solve(&task, goal, &Limits::default(), &NEVER);
            let theirs = without.solve(&task, goal, &Limits::default(), &NEVER);
            assert_eq!(ours.verdict, theirs.verdict, "{place} {goal:?}");
            if told.is_none() && goal == Goal::Verdict {
                beyond[0] += ours.nodes;
                beyond[1] += theirs.nodes;
            }
            assert_eq!(ours.raw_plies, theirs.raw_plies, "{place} {goal:?}");
            if goal == Goal::Lengths {
                assert_eq!(ours.plies, theirs.plies, "{place}");
                assert_eq!(ours.plies_exact, theirs.plies_exact, "{place}");
                assert_eq!(
                    ours.best_line().map(<[_]>::len),
                    theirs.best_line().map(<[_]>::len)
                );
            }
            if told.is_some() && (goal == Goal::Verdict || told == Some(LookedUp::NoMate)) {
                assert_eq!(ours.nodes, 0, "{place} was searched");
            }
        }
        // Within fewer plies than the table has there is none, every interposition counted.
        if let Some(LookedUp::Mate { plies: plies @ 2.. }) = told {
            let limits = Limits {
                plies: Some(plies - 1),
                ..Limits::default()
            };
            let ours = with.solve(&task, Goal::Verdict, &limits, &NEVER);
            assert_ne!(ours.verdict, Verdict::Mate, "{place} within {}", plies - 1);
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    let [with, without] = beyond;
    assert!(with < without, "{with} nodes, {without} without tables");
}

/// Bounded questions, about positions from which play may lead into the tables.
#[test]
fn questions_whose_answers_end_in_a_table_are_answered_as_without() {
    let (tables, nodes) = nodes(&[R1G1, B1S1, L2], cases(40, 2_000));
    let (mut with, mut without) = (tabled(&tables), solver());
    let limits = Limits::default();
    let mut seen = [0; 3];
    for task in nodes.iter().flat_map(tasks) {
        if with.look_up(&task.position, task.attacker).is_some() {
            continue;
        }
        // Nothing is known but what the tables tell.
        with.forget();
        without.forget();
        let place = &task.position;
        let never = || {
            solver()
                .solve(&task, Goal::Verdict, &limits, &NEVER)
                .verdict
                == Verdict::NoMate
        };
        for plies in 1..=7 {
            let within = Limits {
                plies: Some(plies),
                ..limits
            };
            let ours = with.solve(&task, Goal::Verdict, &within, &NEVER);
            let theirs = without.solve(&task, Goal::Verdict, &within, &NEVER);
            // One may see that there is no mate at all where the other sees that there is none so short.
            let mates = [ours.verdict, theirs.verdict].map(|verdict| verdict == Verdict::Mate);
            assert_eq!(mates[0], mates[1], "{place} within {plies}");
            assert!(ours.verdict != Verdict::NoMate || never(), "{place}");
            let ours = with.free_mate_within(&task, plies, &limits, &NEVER);
            let theirs = without.free_mate_within(&task, plies, &limits, &NEVER);
            let mates = [&ours, &theirs].map(|found| {
                let found = found.as_ref()?.answer.ok()?;
                Some(matches!(found, FreeMate::Mate { .. }))
            });
            assert_eq!(
                mates[0], mates[1],
                "{place} within {plies}, recaptures for free"
            );
            let says_never = ours.is_some_and(|ours| ours.answer == Ok(FreeMate::Never));
            assert!(!says_never || never(), "{place}");
            seen[0] += usize::from(mates[0] == Some(true));
        }
        if task.attacker_to_move() {
            let within = without.solve(&task, Goal::Raw, &limits, &NEVER).raw_plies;
            let found = with.winning_check(&task, within, &limits, &NEVER).answer;
            let found = found.unwrap();
            seen[1 + usize::from(within.is_none())] += 1;
            match within {
                None => assert_eq!(found, None, "{place}"),
                Some(plies) => {
                    let found = found.expect("there is a check that mates");
                    assert!(found.plies <= plies, "{place}: {found:?}");
                    let after = task.play(found.check);
                    let rest = without.solve(&after, Goal::Raw, &limits, &NEVER);
                    assert!(rest.raw_plies.is_some_and(|rest| rest < plies), "{place}");
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn where_a_limit_cuts_the_search_short_the_line_is_that_of_the_table() {
    let (tables, nodes) = nodes(&[R1G1, B1S1, L2], cases(40, 2_000));
    let (mut with, mut without) = (tabled(&tables), solver());
    let few = Limits {
        nodes: Some(20),
        ..Limits::default()
    };
    let mut lines = 0;
    for task in nodes.iter().flat_map(tasks) {
        let Some(LookedUp::Mate { plies }) = with.look_up(&task.position, task.attacker) else {
            continue;
        };
        with.forget();
        let found = with.solve(&task, Goal::Lengths, &few, &NEVER);
        let place = &task.position;
        assert_eq!(
            (found.plies, found.plies_exact),
            (Some(plies), true),
            "{place}"
        );
        if found.main_line.is_empty() && plies > 0 {
            continue;
        }
        lines += usize::from(found.reached.is_some());
        assert_eq!(found.main_line.len() as u32, plies, "{place}");
        let mut here = task.clone();
        for (&mv, left) in found.main_line.iter().zip((0..plies).rev()) {
            assert!(here.position.is_legal(mv), "{place}: {mv}");
            here = here.play(mv);
            let rest = without.solve(&here, Goal::Lengths, &Limits::default(), &NEVER);
            assert_eq!(rest.plies, Some(left), "{place}: {mv}");
        }
    }
    assert!(lines > 20, "{lines}");
}

#[test]
fn a_judge_with_tables_says_what_it_says_without() {
    let (tables, nodes) = nodes(&[R1G1, B1S1, L2], cases(25, 600));
    let (mut with, mut without) = (tabled(&tables), solver());
    let options = Options {
        effort: Effort::THOROUGH,
        ..Options::default()
    };
    let mut nodes_seen = [0; 2];
    let (mut decided, mut decided_without) = (0, 0);
    for node in &nodes {
        let Some(position) = position(node, Color::Black) else {
            continue;
        };
        let task = Task::new(position);
        with.forget();
        without.forget();
        let ours = check(&task, &mut with, &options, &NEVER);
        let theirs = check(&task, &mut without, &options, &NEVER);
        let place = &task.position;
        assert_eq!(ours.status, theirs.status, "{place}");
        assert_eq!(ours.plies, theirs.plies, "{place}");
        nodes_seen[0] += ours.nodes;
        nodes_seen[1] += theirs.nodes;
        // What a limit leaves open with one may be decided with the other.
        if !theirs.undecided.is_empty() {
            continue;
        }
        assert_eq!(ours.soundness, theirs.soundness, "{place}");
        assert_eq!(ours.rules, theirs.rules, "{place}");
        assert_eq!(ours.main_line, theirs.main_line, "{place}");
        if ours.undecided.is_empty() {
            decided += 1;
            assert_eq!(ours.flaws, theirs.flaws, "{place}");
        } else {
            decided_without += 1;
        }
    }
    assert!(decided > nodes.len() / 2, "{decided} of {}", nodes.len());
    assert!(
        100 * decided_without < decided,
        "{decided_without} decided without tables only"
    );
    let [with, without] = nodes_seen;
    assert!(with < without, "{with} nodes, {without} without tables");
}
