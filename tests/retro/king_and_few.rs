//! Tables against the solver, which knows nothing of them: a king and two pieces everywhere, each position of the seven
//! kinds, either side's, on the board or in hand; a king and three at random.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crate::mates::position;
use rayon::prelude::*;
use retro::mates::key::ShortKey;
use retro::mates::levels::Levels;
use retro::mates::pieces::Scope;
use retro::mates::table::Mates;
use retro::node::{Key, Node};
use retro::unit::{KINDS, Pieces, Unit};
use shogi::{Color, Kind, Square, packed};
use system::monitor::Monitor;
use testkit::Rng;
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

    /// Compares a node with the attacker to move, if it is legal.
    fn compare(&mut self, node: &Node, table: &Mates<ShortKey>, solver: &mut Solver) {
        let Some(position) = position(node, Color::Black) else {
            return;
        };
        self.positions += 1;
        let known = table.value(node).map(|value| 2 * u32::from(value) - 1);
        let found = if position.checks().is_empty() {
            Solved::NoMate
        } else {
            solved(solver, &Task::new(position))
        };
        match found {
            Solved::NoMate => assert_eq!(known, None, "{node:?}"),
            Solved::Shortest(plies) => assert_eq!(known, Some(plies), "{node:?}"),
            Solved::Found(plies) => {
                assert!(known.is_some_and(|known| known <= plies), "{node:?}");
                self.not_proved += 1;
            }
        }
        if let Some(plies) = known {
            *self.mates.entry(plies).or_default() += 1;
        }
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
    for one in Unit::states(kinds[0]).filter(|&unit| retro::node::fits(&start, unit)) {
        let beside = start.with(one);
        for other in Unit::states(kinds[1]).filter(|&unit| retro::node::fits(&beside, unit)) {
            if kinds[0] == kinds[1] && other < one {
                continue;
            }
            let node = beside.with(other);
            if !counts(&node) {
                continue;
            }
            count.compare(&node, table, &mut solver);
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
    let table = find(family);
    kings
        .par_iter()
        .map(|&king| compare(kinds, king, &table))
        .reduce(Count::default, Count::plus)
}

/// All mates of a family.
fn find(family: Pieces) -> Mates<ShortKey> {
    let monitor = Monitor::default();
    let mut levels: Levels<'_, ShortKey> = Levels::start(Scope::new(&[family]), &monitor);
    while !levels.is_complete() {
        levels.advance().unwrap();
    }
    levels.finish().table
}

/// A random node with these pieces, most of them the attacker's and within two squares of the king; not all of them where
/// they do not fit.
fn random(rng: &mut Rng, kinds: &[Kind]) -> Node {
    let king = Square::from_index(rng.below(45));
    let mut node = Node::new(king);
    for &kind in kinds {
        let units: Vec<Unit> = Unit::states(kind)
            .filter(|&unit| retro::node::fits(&node, unit))
            .collect();
        for _ in 0..20 {
            let unit = units[rng.below(units.len())];
            let is_near = unit.is_hand() || {
                let square = unit.square();
                square.file().abs_diff(king.file()) <= 2 && square.rank().abs_diff(king.rank()) <= 2
            };
            if rng.one_in(8) || (is_near && !unit.is_defender()) {
                node.add(unit);
                break;
            }
        }
    }
    node
}

/// How many random positions are drawn with one seed.
const DRAWN: usize = 1_000;

/// Compares so many times [`DRAWN`] random positions of a family.
fn compare_random(family: Pieces, times: usize) -> Count {
    let table = find(family);
    let kinds: Vec<Kind> = (KINDS.iter().zip(family))
        .flat_map(|(&kind, count)| vec![kind; count.into()])
        .collect();
    let seeds = 0..times as u64;
    seeds
        .into_par_iter()
        .map(|seed| {
            let mut rng = Rng(seed + 1);
            let mut solver = Solver::new(64 << 20);
            let mut count = Count::default();
            while count.positions < DRAWN as u64 {
                count.compare(&random(&mut rng, &kinds), &table, &mut solver);
            }
            count
        })
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

#[test]
fn random_positions_of_three_pieces_are_what_the_solver_says() {
    let count = compare_random([1, 1, 0, 0, 0, 1, 0], 3);
    assert!(count.mates.len() > 1, "{count:?}");
}

#[test]
#[ignore = "two million positions of three pieces, minutes"]
fn many_random_positions_of_three_pieces_are_what_the_solver_says() {
    // Gold, silver, knight, pawn, lance, bishop, rook.
    for family in [
        [1, 0, 0, 1, 0, 0, 1],
        [0, 0, 0, 2, 0, 0, 1],
        [0, 1, 1, 0, 0, 0, 1],
        [0, 0, 1, 1, 0, 0, 1],
        [1, 1, 0, 0, 0, 1, 0],
        [0, 0, 1, 1, 0, 1, 0],
        [0, 1, 0, 0, 1, 1, 0],
        [0, 0, 0, 0, 3, 0, 0],
        [0, 0, 0, 1, 2, 0, 0],
        [1, 0, 1, 0, 1, 0, 0],
    ] {
        let count = compare_random(family, 200);
        println!("{family:?}: {count:?}");
        let mates: u64 = count.mates.values().sum();
        assert!(mates > 300 && count.mates.len() > 2, "{count:?}");
    }
}
