//! A king and two pieces, everywhere: each position of the seven kinds, either side's, on the board or in hand, against
//! the solver, which knows nothing of tables.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crate::mates::position;
use rayon::prelude::*;
use retro::mates::key::ShortKey;
use retro::mates::levels::Levels;
use retro::mates::pieces::Scope;
use retro::mates::table::Mates;
use retro::monitor::Monitor;
use retro::node::{Key, Node};
use retro::unit::{KINDS, Unit};
use shogi::{Color, Kind, Square, packed};
use tsume::solve::{Goal, Limits, Solve, Solver, Task, Verdict};

/// What the positions of some families are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Count {
    /// Positions with the attacker to move.
    positions: u64,
    /// Those that mate, by length in plies.
    mates: BTreeMap<u32, u64>,
    /// Mates of which the solver does not say that they are the shortest.
    not_proved: u64,
}

impl Count {
    fn plus(mut self, other: Self) -> Self {
        self.positions += other.positions;
        self.not_proved += other.not_proved;
        for (plies, count) in other.mates {
            *self.mates.entry(plies).or_default() += count;
        }
        self
    }
}

/// What the solver says of a position.
enum Solved {
    NoMate,
    /// A mate in so many plies, and there is no shorter one.
    Shortest(u32),
    /// A mate in so many plies.
    Found(u32),
}

fn solved(solver: &mut Solver, task: &Task) -> Solved {
    let never = AtomicBool::new(false);
    let mut solve = |goal| solver.solve(task, goal, &Limits::default(), &never);
    match solve(Goal::Verdict).verdict {
        Verdict::NoMate => Solved::NoMate,
        Verdict::Mate => {
            let outcome = solve(Goal::Lengths);
            let plies = outcome.plies.unwrap();
            if outcome.plies_exact {
                Solved::Shortest(plies)
            } else {
                Solved::Found(plies)
            }
        }
        Verdict::Unknown => panic!("{} is not decided", task.position),
    }
}

/// Whether a node is the one of the two mirror images that counts.
fn counts(node: &Node) -> bool {
    ShortKey::pack(node) == node.canonical_key()
}

/// Compares every position of two kinds with the king on this square.
fn compare(kinds: [Kind; 2], king: Square, table: &Mates<ShortKey>) -> Count {
    let mut solver = Solver::new(64 << 20);
    let mut count = Count::default();
    let start = Node::new(king);
    for one in Unit::states(kinds[0]).filter(|&unit| retro::grow::fits(&start, unit)) {
        let beside = start.with(one);
        for other in Unit::states(kinds[1]).filter(|&unit| retro::grow::fits(&beside, unit)) {
            if kinds[0] == kinds[1] && other < one {
                continue;
            }
            let node = beside.with(other);
            if !counts(&node) {
                continue;
            }
            let Some(position) = position(&node, Color::Black) else {
                continue;
            };
            count.positions += 1;
            let known = table.value(&node).map(|value| 2 * u32::from(value) - 1);
            let found = if position.checks().is_empty() {
                Solved::NoMate
            } else {
                solved(&mut solver, &Task::new(position))
            };
            match found {
                Solved::NoMate => assert_eq!(known, None, "{node:?}"),
                Solved::Shortest(plies) => assert_eq!(known, Some(plies), "{node:?}"),
                Solved::Found(plies) => {
                    assert!(known.is_some_and(|known| known <= plies), "{node:?}");
                    count.not_proved += 1;
                }
            }
            if let Some(plies) = known {
                *count.mates.entry(plies).or_default() += 1;
            }
        }
    }
    count
}

/// Compares two kinds with the king on each of these squares.
fn compare_family(kinds: [Kind; 2], kings: &[Square]) -> Count {
    let mut family = [0; KINDS.len()];
    for kind in kinds {
        family[packed::place(kind)] += 1;
    }
    let monitor = Monitor::default();
    let mut levels: Levels<'_, ShortKey> = Levels::start(Scope::new(&[family]), &monitor);
    while !levels.is_complete() {
        levels.advance().unwrap();
    }
    let found = levels.finish();
    kings
        .par_iter()
        .map(|&king| compare(kinds, king, &found.table))
        .reduce(Count::default, Count::plus)
}

#[test]
fn a_corner_of_king_and_two_is_what_the_solver_says() {
    let kings = [Square::new(1, 1).unwrap()];
    for kinds in [[Kind::Rook, Kind::Gold], [Kind::Bishop, Kind::Silver]] {
        let count = compare_family(kinds, &kings);
        assert!(
            count.positions > 20_000 && count.mates.len() > 1,
            "{count:?}"
        );
    }
}

#[test]
#[ignore = "53.8 million positions, minutes"]
fn every_position_of_king_and_two_is_what_the_solver_says() {
    let kings: Vec<Square> = Square::all().filter(|king| king.file() <= 5).collect();
    let mut all = Count::default();
    for (place, &one) in KINDS.iter().enumerate() {
        for &other in &KINDS[place..] {
            let count = compare_family([one, other], &kings);
            println!("{one:?} {other:?}: {count:?}");
            all = all.plus(count);
        }
    }
    println!("{all:?}");
    // A prototype that shares no code with this engine counted as many.
    let mates = [
        26_440, 21_744, 24_418, 6_476, 5_173, 4_643, 5_374, 2_441, 1_444, 768, 283, 119, 15,
    ];
    let plies = (1..).step_by(2);
    assert_eq!(all.mates, plies.zip(mates).collect());
}
