//! Solving and judging the positions of some numbers of a set, one after the other.

use std::sync::atomic::{AtomicBool, Ordering};

use super::set::{Met, Set};
use catalog::{Family, Sweep};
use features::facts::Facts;
use shogi::{Color, Position, packed};
use store::{Batch, Measured, Undecided};
use tsume::judge::record::{Line, Problem, Recorded};
use tsume::judge::{Effort, Options, Report, check};
use tsume::solve::{Goal, Limits, Solve, Task, Verdict};

/// After so many numbers it is told that they are done.
const TOLD: u64 = 16;

/// How positions are solved and judged.
pub struct Judging<'a> {
    /// Which lengths are judged.
    pub sweep: &'a Sweep,
    /// The positions.
    pub set: &'a Set,
    /// Nodes for the question whether a position mates; the judge may spend a hundred times as many.
    pub nodes: u64,
    /// Ends everything.
    pub stop: &'a AtomicBool,
}

/// What came of one position.
enum Judged {
    NoMate,
    Mate(JudgedMate),
    Open,
}

/// What came of a position that mates.
pub struct JudgedMate {
    /// The length in plies; `None` if a limit left it open.
    pub plies: Option<u16>,
    /// The problem, if it is one to keep.
    pub problem: Option<Box<Measured>>,
}

impl Judging<'_> {
    /// What comes of some numbers; `None` if it was stopped. The solver forgets what it knew: the result depends
    /// on the numbers alone. `advance` hears how many numbers more are done.
    pub fn judge(
        &self,
        solver: &mut dyn Solve,
        numbers: impl IntoIterator<Item = u64>,
        advance: &dyn Fn(u64),
    ) -> Option<Batch> {
        solver.forget();
        let mut batch = Batch::default();
        let mut told = 0;
        for number in numbers {
            let tally = &mut batch.tally;
            if tally.numbers - told == TOLD {
                advance(TOLD);
                told += TOLD;
            }
            tally.numbers += 1;
            match self.set.at(number) {
                Met::Illegal => tally.illegal += 1,
                Met::Image => tally.images += 1,
                Met::NoCheck => tally.no_check += 1,
                Met::Position(position) => self.take(solver, number, *position, &mut batch)?,
            }
        }
        advance(batch.tally.numbers - told);
        Some(batch)
    }

    /// Judges a position, and takes what comes of it in.
    fn take(
        &self,
        solver: &mut dyn Solve,
        number: u64,
        position: Position,
        batch: &mut Batch,
    ) -> Option<()> {
        let task = Task {
            position,
            attacker: Color::Black,
        };
        let judged = self.judge_one(solver, &task);
        // What was cut short is not what the limits would have said.
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        match judged {
            Judged::NoMate => batch.tally.no_mate += 1,
            Judged::Open => batch
                .undecided
                .push(self.undecided(number, &task.position, false)),
            Judged::Mate(mate) => match mate.plies {
                None => batch
                    .undecided
                    .push(self.undecided(number, &task.position, true)),
                Some(plies) => {
                    let count = batch.tally.mates.entry(plies).or_default();
                    count.0 += 1;
                    count.1 += images(&task.position);
                    batch.problems.extend(mate.problem.map(|problem| *problem));
                }
            },
        }
        Some(())
    }

    /// A position that stays open.
    pub fn undecided(&self, number: u64, position: &Position, mates: bool) -> Undecided {
        Undecided {
            number,
            sfen: position.to_string(),
            mates,
            nodes: self.nodes,
        }
    }

    fn judge_one(&self, solver: &mut dyn Solve, task: &Task) -> Judged {
        match self.verdict(solver, task) {
            Verdict::NoMate => Judged::NoMate,
            Verdict::Unknown => Judged::Open,
            Verdict::Mate => Judged::Mate(self.judge_mate(solver, task)),
        }
    }

    /// Whether there is a mate.
    pub fn verdict(&self, solver: &mut dyn Solve, task: &Task) -> Verdict {
        let solved = solver.solve(task, Goal::Verdict, &self.limits(), self.stop);
        solved.verdict
    }

    fn limits(&self) -> Limits {
        Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        }
    }

    /// Finds the length of a mate, and judges it if the sweep does mates of that length.
    pub fn judge_mate(&self, solver: &mut dyn Solve, task: &Task) -> JudgedMate {
        if self.sweep.shortest.is_some() || self.sweep.longest.is_some() {
            let solved = solver.solve(task, Goal::Lengths, &self.limits(), self.stop);
            let plies = solved.plies.filter(|_| solved.plies_exact).map(in_plies);
            if plies.is_some_and(|plies| !self.sweep.judges(plies)) {
                return JudgedMate {
                    plies,
                    problem: None,
                };
            }
        }
        let options = Options {
            variations: false,
            only_listed: true,
            effort: Effort {
                nodes: Some(self.nodes.saturating_mul(100)),
                ..EFFORT
            },
            ..Options::default()
        };
        let report = check(task, solver, &options, self.stop);
        let plies = report.length.map(in_plies);
        let is_judged = plies.is_some_and(|plies| self.sweep.judges(plies));
        let problem = recorded(task, &report).filter(|_| is_judged);
        JudgedMate {
            plies,
            problem: problem.map(|problem| Box::new(problem.into())),
        }
    }
}

/// How many mirror images a position has: one if it is its own.
pub fn images(position: &Position) -> u64 {
    if *position == position.mirror() { 1 } else { 2 }
}

/// What the judge may spend on one problem once it is solved.
const EFFORT: Effort = Effort {
    stage: 100_000,
    ..Effort::QUICK
};

fn in_plies(length: u32) -> u16 {
    length.try_into().unwrap_or(u16::MAX)
}

/// The record of a judged problem, if a run lists it.
pub fn recorded(task: &Task, report: &Report) -> Option<Recorded> {
    let flaws = report.flaws?.flaws;
    let facts = Facts::new(task, report);
    let position = &task.position;
    let mut material = Family::KINDS.map(|kind| position.hand(Color::Black).count(kind));
    for piece in position
        .occupied()
        .into_iter()
        .filter_map(|on| position.piece_at(on))
    {
        if let Some(count) = material.get_mut(packed::place(piece.kind)) {
            *count += 1;
        }
    }
    let small = |count: u32| count.try_into().unwrap_or(u8::MAX);
    let problem = Problem {
        key: facts.key,
        sfen: facts.sfen,
        plies: in_plies(report.length?),
        main_line: facts.main_line,
        mirror_images: facts.mirror_images,
        material,
        attacker_on_board: small(facts.attacker_on_board),
        attacker_in_hand: small(facts.attacker_in_hand),
        defender_on_board: small(facts.defender_on_board),
        king: position.king(Color::White)?,
        region: facts.region,
        soundness: report.soundness,
        flaws,
    };
    let of_main_line = report.lines.iter();
    let of_main_line = of_main_line.filter(|line| line.leaves(&report.main_line));
    let mut lines: Vec<Line> = of_main_line.map(Line::from).collect();
    lines.sort_unstable();
    lines.dedup();
    problem.is_listed().then_some(Recorded { problem, lines })
}
