//! The judge that asks a solver against the one that reads the retrograde table: the same flags for
//! every problem of four families of three pieces.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use enumerate::record::record;
use retro::critical::engine::Engine;
use retro::critical::lengths::TableLengths;
use retro::critical::scope::Scope;
use retro::critical::table::Table;
use retro::critical::value::Solver;
use retro::judge::Judge;
use retro::node::{Key, Material, Node};
use retro::play::sole_checker;
use retro::unit::Unit;
use shogi::{Color, Kind, Move, Position};
use system::monitor::Monitor;
use tsume::judge::record::{Flaws, LineKind, OtherLine, Soundness};
use tsume::judge::report::Finding;
use tsume::judge::{Effort, Options, check};
use tsume::solve::{Goal, Limits, Outcome, Reached, Solve, Task, Verdict as SolveVerdict};

/// One problem as the retrograde judge sees it.
struct Problem {
    sfen: String,
    plies: u32,
    flaws: Flaws,
    soundness: Soundness,
    main_line: Vec<Move>,
    lines: Vec<OtherLine>,
}

/// A family's table, complete, and its problems.
struct Family {
    table: Table<u64>,
    problems: Vec<Problem>,
}

impl Family {
    fn enumerate(material: Material) -> Self {
        let monitor = Monitor::default();
        let mut engine: Engine<'_, u64> =
            Engine::start(Scope::new(&[material]), None, &monitor).unwrap();
        while !engine.is_complete() {
            engine.advance().unwrap();
        }
        let found = engine.finish();
        let mut judge = Judge::new(TableLengths::new(Solver::new(&found.table)));
        let mut problems = Vec::new();
        for (value, keys) in (1..).zip(&found.critical) {
            for key in keys {
                let node = key.unpack();
                let Some(verdict) = judge.judge(&node, value) else {
                    continue;
                };
                let recorded = record(&node, value, verdict);
                let main_line = recorded.problem.main_line.split(' ');
                problems.push(Problem {
                    main_line: main_line.map(|mv| mv.parse().unwrap()).collect(),
                    sfen: recorded.problem.sfen,
                    plies: 2 * u32::from(value) - 1,
                    flaws: recorded.problem.flaws,
                    soundness: recorded.problem.soundness,
                    lines: recorded.lines,
                });
            }
        }
        drop(judge);
        Self {
            table: found.table,
            problems,
        }
    }
}

/// A solver that reads the retrograde table.
struct Reader<'a> {
    solver: Solver<'a, u64>,
    levels: u8,
}

impl Reader<'_> {
    /// The exact length in plies.
    fn length(&mut self, task: &Task) -> Option<u32> {
        let node = node(&task.position);
        if task.attacker_to_move() {
            let value = (1..=self.levels).find(|&n| self.solver.attacker_within(&node, n))?;
            Some(2 * u32::from(value) - 1)
        } else {
            let checker = sole_checker(&node).unwrap();
            let within = |n: &u8| self.solver.defender_within(&node, checker, *n);
            let value = (0..=self.levels).find(within)?;
            Some(2 * u32::from(value))
        }
    }
}

fn node(position: &Position) -> Node {
    let mut node = Node::new(position.king(Color::White).unwrap());
    for square in position.occupied() {
        let piece = position.piece_at(square).unwrap();
        if piece.kind != Kind::King {
            node.add(Unit::on_board(
                piece.kind,
                piece.color,
                piece.promoted,
                square,
            ));
        }
    }
    for (kind, count) in position.hand(Color::Black).iter() {
        for _ in 0..count {
            node.add(Unit::in_hand(kind));
        }
    }
    node
}

impl Solve for Reader<'_> {
    fn forget(&mut self) {}

    fn solve(&mut self, task: &Task, _: Goal, limits: &Limits, _: &AtomicBool) -> Outcome {
        let length = self.length(task);
        let too_long = limits.plies.is_some_and(|most| length > Some(most));
        let found = length.filter(|_| !too_long);
        Outcome {
            verdict: match length {
                None => SolveVerdict::NoMate,
                Some(_) if too_long => SolveVerdict::Unknown,
                Some(_) => SolveVerdict::Mate,
            },
            plies: found,
            plies_exact: found.is_some(),
            raw_plies: found,
            main_line: Vec::new(),
            nodes: 1,
            reached: too_long.then_some(Reached::Plies),
        }
    }
}

/// What the comparison saw.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    problems: usize,
    longer_before_last: usize,
    promotion_duals: usize,
    longer_at_last: usize,
    equal_variations: usize,
}

impl Seen {
    fn add(&mut self, other: &Self) {
        self.problems += other.problems;
        self.longer_before_last += other.longer_before_last;
        self.promotion_duals += other.promotion_duals;
        self.longer_at_last += other.longer_at_last;
        self.equal_variations += other.equal_variations;
    }
}

/// The moves by which a report's lines leave the main line before its last move: kind, move, and how
/// far in. Retrograde judge and report both have them all.
fn shown(lines: &[Finding], main_line: &[Move]) -> BTreeSet<(LineKind, usize, String)> {
    lines
        .iter()
        .filter(|line| line.kind != LineKind::VariationDual)
        .map(|line| (line, line.ply as usize - 1))
        .filter(|(line, at)| line.moves[..*at] == main_line[..*at])
        .map(|(line, at)| (line.kind, at, line.moves[at].to_string()))
        .collect()
}

fn theirs_shown(problem: &Problem) -> BTreeSet<(LineKind, usize, String)> {
    let lines = problem.lines.iter().map(|line| {
        let moves: Vec<Move> = line
            .moves
            .split(' ')
            .map(|mv| mv.parse().unwrap())
            .collect();
        let pairs = moves.iter().zip(&problem.main_line);
        let at = pairs.take_while(|(a, b)| a == b).count();
        (line.kind, at, moves[at].to_string())
    });
    lines.collect()
}

/// Compares every `one_in`th problem of a family.
fn compare(family: &Family, one_in: usize, solver: &mut dyn Solve) -> Seen {
    let mut seen = Seen::default();
    let stop = AtomicBool::new(false);
    for problem in family.problems.iter().step_by(one_in) {
        let sfen = &problem.sfen;
        let task = Task::new(Position::from_tsume_sfen(sfen, false).unwrap());
        let options = Options {
            variations: false,
            effort: Effort {
                share: 10_000_000,
                ..Effort::default()
            },
            ..Options::default()
        };
        let report = check(&task, solver, &options, &stop);
        assert_eq!(report.plies, Some(problem.plies), "{sfen}");
        assert!(
            report.undecided.is_empty(),
            "{sfen}: {:?}",
            report.undecided
        );
        let counts = report.flaws.unwrap();
        let theirs = problem.flaws;
        assert_eq!(counts.flaws, theirs, "{sfen}");
        assert_eq!(report.main_line, problem.main_line, "{sfen}");
        let flaws = &counts.flaws;
        let rules = report.rules;
        let a = flaws.equal_before_last == Some(0);
        assert_eq!(rules.a, Some(a), "{sfen}");
        assert_eq!(
            rules.b,
            Some(a && flaws.longer_at_last == Some(0)),
            "{sfen}"
        );
        let d = a && flaws.longer_before_last == Some(0);
        assert_eq!(rules.d, Some(d), "{sfen}");
        assert_eq!(rules.e, problem.soundness.complete, "{sfen}");
        assert_eq!(report.soundness, problem.soundness, "{sfen}");
        assert_eq!(
            shown(&report.lines, &report.main_line),
            theirs_shown(problem),
            "{sfen}"
        );
        seen.problems += 1;
        seen.longer_before_last += usize::from(flaws.longer_before_last > Some(0));
        seen.promotion_duals += usize::from(flaws.promotion_duals > Some(0));
        seen.longer_at_last += usize::from(flaws.longer_at_last > Some(0));
        seen.equal_variations += usize::from(flaws.equal_variations > Some(0));
    }
    seen
}

const FAMILIES: [(&str, Material); 4] = [
    ("G2P1", [2, 0, 0, 1]),
    ("S2P1", [0, 2, 0, 1]),
    ("S1N2", [0, 1, 2, 0]),
    ("S1N1P1", [0, 1, 1, 1]),
];

fn compare_families(one_in: usize) -> Seen {
    let mut all = Seen::default();
    for (name, material) in FAMILIES {
        let family = Family::enumerate(material);
        let mut reader = Reader {
            solver: Solver::new(&family.table),
            levels: family.table.levels(),
        };
        let seen = compare(&family, one_in, &mut reader);
        println!("{name}: {seen:?}");
        assert!(seen.problems > 10, "{name}: {seen:?}");
        all.add(&seen);
    }
    all
}

#[test]
fn every_problem_of_the_families_of_three_pieces_has_the_same_flags() {
    let seen = compare_families(1);
    assert_eq!(
        seen,
        Seen {
            problems: 21_199,
            longer_before_last: 192,
            promotion_duals: 138,
            longer_at_last: 1_862,
            equal_variations: 1_346,
        }
    );
}
