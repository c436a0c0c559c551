//! Queries about trees that a solver solves: beside their referee, and with limits that leave something open.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ask::{Answer, TreeEffort, TreeQueries};
use shogi::{Color, Move, Position};
use testkit::{Rng, cases};
use tsume::judge::branches::{Branches, Missed};
use tsume::judge::{Effort, Policy};
use tsume::solve::{Goal, Limits, Solve, Solver, Task, Verdict};

use super::random::random_query;
use super::{Solved, of_example, problems};

const EFFORT: TreeEffort = TreeEffort {
    nodes: 100_000,
    policy: Policy::Traditional,
};

fn answer(queries: &TreeQueries, solved: &Solved, effort: TreeEffort) -> Answer {
    let mut solver = Solver::new(8 << 20);
    let never = AtomicBool::new(false);
    queries.ask(
        &solved.task,
        &solved.moves,
        None,
        &mut solver,
        effort,
        &never,
    )
}

/// The variations of a problem.
fn variations(solved: &Solved) -> Vec<Vec<Move>> {
    let mut solver = Solver::new(8 << 20);
    let never = AtomicBool::new(false);
    let effort = Effort::THOROUGH;
    let policy = Policy::Traditional;
    let mut branches = Branches::new(&solved.task, &mut solver, policy, &effort, &never);
    let mut found = Vec::new();
    let missed = branches.variations(&solved.moves, |moves| {
        found.push(moves.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(missed, Missed::Nothing, "{}", solved.task.position);
    found
}

/// Problems of at most so many plies.
fn short(plies: usize) -> Vec<Solved> {
    let all = problems().into_iter();
    all.filter(|solved| solved.moves.len() <= plies).collect()
}

/// One of some problems, as it is or seen by the other side.
fn drawn(problems: &[Solved], rng: &mut Rng) -> Solved {
    let mut solved = problems[rng.below(problems.len())].clone();
    if rng.one_in(2) {
        solved.task = Task {
            position: solved.task.position.rotate(),
            attacker: solved.task.attacker.flip(),
        };
        solved.moves.iter_mut().for_each(|mv| *mv = mv.rotate());
    }
    solved
}

/// A query about tries alone.
fn of_tries(text: &str) -> TreeQueries {
    TreeQueries {
        tries: vec![Arc::new(text.parse().unwrap())],
        ..TreeQueries::default()
    }
}

const fn of(is_so: bool) -> Answer {
    if is_so { Answer::Yes } else { Answer::No }
}

/// Queries about variations that hold of some and not of others.
const VARIATIONS: &[&str] = &[
    "departs K",
    "departs capture",
    "departs ; any ; $",
    "departs ; .. ; drop",
    "main ; departs ; .. ; promote",
    "K",
    "count(attack)=..3",
    "!(departs K same)",
];

#[test]
fn some_and_every_variation_are_what_their_referee_says() {
    let problems = short(7);
    let mut rng = Rng(4);
    let (mut some, mut every, mut no) = (0, 0, 0);
    for _ in 0..cases(60, 900) {
        let solved = &problems[rng.below(problems.len())];
        let lines = variations(solved);
        if lines.is_empty() && !rng.one_in(5) {
            continue;
        }
        for _ in 0..3 {
            let (text, query) = match rng.one_in(3) {
                true => random_query(&mut rng),
                false => {
                    let text = VARIATIONS[rng.below(VARIATIONS.len())];
                    (text.to_owned(), super::query(text))
                }
            };
            if query.tree().names.len() > 1 {
                continue;
            }
            let holds = |line: &Vec<Move>| {
                let (task, main) = (&solved.task, &solved.moves);
                referee::ask::holds_among(query.tree(), task, main, line, &|_| unreachable!())
            };
            let held = lines.iter().filter(|line| holds(line)).count();
            let query = Arc::new(text.parse().unwrap());
            let of_some = TreeQueries {
                variations: vec![Arc::clone(&query)],
                ..TreeQueries::default()
            };
            let of_every = TreeQueries {
                every_variation: vec![query],
                ..TreeQueries::default()
            };
            let about = format!("{text}\n{} {lines:?}", solved.task.position);
            assert_eq!(answer(&of_some, solved, EFFORT), of(held > 0), "{about}");
            let all = held > 0 && held == lines.len();
            assert_eq!(answer(&of_every, solved, EFFORT), of(all), "{about}");
            some += usize::from(held > 0);
            every += usize::from(all);
            no += usize::from(held == 0);
        }
    }
    let least = cases(5, 100);
    assert!(
        some > least && every > least && no > least,
        "{some} {every} {no}"
    );
}

/// Queries about tries that hold of some of the problems and not of others.
const TRIES: &[&str] = &[
    "promote fails, unpromote mates",
    "promote mates, unpromote fails",
    "drop mates, elsewhere fails",
    "main drop mates, !(elsewhere mates)",
    "departs fails only",
    "departs fails K same",
    "(drop fails & move mates)",
    "count(departs mates)=2..",
    "^ ; departs mates",
    "departs capture fails",
];

#[test]
fn what_mates_is_what_the_solver_says() {
    let problems = short(5);
    let mut rng = Rng(11);
    let solver = RefCell::new(Solver::new(16 << 20));
    let never = AtomicBool::new(false);
    let mates = |position: &Position| {
        let task = Task {
            position: position.clone(),
            attacker: Color::Black,
        };
        let limits = Limits::default();
        let found = solver
            .borrow_mut()
            .solve(&task, Goal::Verdict, &limits, &never);
        found.verdict == Verdict::Mate
    };
    let (mut yes, mut no) = (0, 0);
    for _ in 0..cases(12, 300) {
        let solved = drawn(&problems, &mut rng);
        for text in TRIES {
            let queries = of_tries(text);
            let (main, query) = (&solved.moves, &queries.tries[0]);
            let wanted = of(referee::ask::holds_among(
                query.tree(),
                &solved.task,
                main,
                main,
                &mates,
            ));
            let about = format!("{text}\n{} {main:?}", solved.task.position);
            assert_eq!(answer(&queries, &solved, EFFORT), wanted, "{about}");
            yes += usize::from(wanted == Answer::Yes);
            no += usize::from(wanted == Answer::No);
            // With few nodes it is the same, or open.
            let little = TreeEffort { nodes: 1, ..EFFORT };
            let told = answer(&queries, &solved, little);
            assert!(
                told == wanted || told == Answer::Undecided,
                "{about}: {told:?}"
            );
        }
    }
    assert!(yes > 20 && no > 20, "{yes} {no}");
}

/// A tree that is kept answers as one that is solved, and needs no solver.
#[test]
fn kept_trees_answer_as_solved_ones() {
    let problems = short(cases(5, 7));
    let mut rng = Rng(29);
    let never = AtomicBool::new(false);
    let mut solver = Solver::new(16 << 20);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..cases(5, 300) {
        let solved = drawn(&problems, &mut rng);
        let (task, main) = (&solved.task, &solved.moves);
        let kept = ask::keep(task, main, true, &mut solver, EFFORT, &never).unwrap();
        let tries = TRIES.iter().map(|text| of_tries(text));
        let some = VARIATIONS.iter().map(|text| TreeQueries {
            variations: vec![Arc::new(text.parse().unwrap())],
            ..TreeQueries::default()
        });
        let every = VARIATIONS.iter().map(|text| TreeQueries {
            every_variation: vec![Arc::new(text.parse().unwrap())],
            ..TreeQueries::default()
        });
        for queries in tries.chain(some).chain(every) {
            let wanted = answer(&queries, &solved, EFFORT);
            let nothing = TreeEffort { nodes: 0, ..EFFORT };
            let told = queries.ask(task, main, Some(&kept), &mut solver, nothing, &never);
            assert_eq!(told, wanted, "{queries:?}\n{} {main:?}", task.position);
            yes += usize::from(wanted == Answer::Yes);
            no += usize::from(wanted == Answer::No);
        }
        // One that is none of this line is left aside: the solver is asked.
        let shorter = &main[..main.len().saturating_sub(2)];
        if let Some(other) = ask::keep(task, shorter, false, &mut solver, EFFORT, &never) {
            for text in TRIES {
                let queries = of_tries(text);
                let wanted = answer(&queries, &solved, EFFORT);
                let told = queries.ask(task, main, Some(&other), &mut solver, EFFORT, &never);
                assert_eq!(told, wanted, "{text}\n{} {main:?}", task.position);
            }
        }
    }
    assert!(yes > 20 && no > 20, "{yes} {no}");
}

/// What a limit leaves open when a tree is kept, the solver is asked once more.
#[test]
fn what_a_kept_tree_leaves_open_is_solved() {
    let never = AtomicBool::new(false);
    let mut solver = Solver::new(16 << 20);
    for solved in short(5).iter().take(cases(4, 60)) {
        let (task, main) = (&solved.task, &solved.moves);
        let nothing = TreeEffort { nodes: 0, ..EFFORT };
        let kept = ask::keep(task, main, true, &mut solver, nothing, &never).unwrap();
        for text in TRIES {
            let queries = of_tries(text);
            let told = queries.ask(task, main, Some(&kept), &mut solver, EFFORT, &never);
            assert_eq!(told, answer(&queries, solved, EFFORT), "{text}");
        }
    }
}

#[test]
fn what_limits_leave_open_is_told() {
    use features::examples::{EXCHANGE, GOLDS, KNIGHTS, ROOKS, SLIDERS, UNPROMOTED};
    let little = TreeEffort { nodes: 0, ..EFFORT };
    let tries = of_tries("count(departs fails)=2..");
    let some = TreeQueries {
        variations: vec![Arc::new("count(any)=9".parse().unwrap())],
        ..TreeQueries::default()
    };
    let every = TreeQueries {
        every_variation: vec![Arc::new("attack".parse().unwrap())],
        ..TreeQueries::default()
    };
    let both = TreeQueries {
        every_variation: every.every_variation.clone(),
        ..tries.clone()
    };
    for queries in [&tries, &some, &every, &both] {
        let mut open = 0;
        for example in [&EXCHANGE, &GOLDS, &KNIGHTS, &ROOKS, &SLIDERS, &UNPROMOTED] {
            let solved = of_example(example);
            let wanted = answer(queries, &solved, EFFORT);
            assert_ne!(wanted, Answer::Undecided, "{queries:?}");
            match answer(queries, &solved, little) {
                Answer::Undecided => open += 1,
                told => assert_eq!(told, wanted, "{queries:?}: {}", example.name),
            }
        }
        assert!(open > 0, "{queries:?}");
    }
    // What is so whatever mates needs no nodes.
    let solved = of_example(&KNIGHTS);
    let none = TreeQueries {
        tries: vec![Arc::new("drop R fails".parse().unwrap())],
        ..every
    };
    assert_eq!(answer(&none, &solved, little), Answer::No);
    // A problem without a line has no tree.
    let nothing = Solved {
        moves: Vec::new(),
        ..solved
    };
    assert_eq!(
        answer(&TreeQueries::default(), &nothing, EFFORT),
        Answer::No
    );
}
