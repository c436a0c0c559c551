//! Solving and judging the positions of some numbers of a set, one after the other.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use super::set::{Met, Set};
use catalog::{Family, Sweep};
use features::facts::Facts;
use shogi::{Color, Position, packed};
use store::{Batch, Measured, Undecided};
use tsume::judge::record::{Flaws, OtherLine, Problem, Recorded};
use tsume::judge::{Effort, Options, Report, check};
use tsume::solve::{Goal, Limits, LookedUp, Outcome, Solve, Task, Verdict};

/// After so many numbers it is told that they are done.
const TOLD: u64 = 16;

/// A leg takes as many nodes as so many questions may, but no more than these: some ten seconds. What was done of a leg
/// is lost when it is stopped.
const LEG: u64 = 100;
const LONGEST_LEG: u64 = 1 << 23;

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
enum PositionOutcome {
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
    /// What finding that out took.
    pub nodes: u64,
}

impl Judging<'_> {
    /// What comes of some numbers, leg by leg: a leg ends where a fixed number of nodes is spent. Between legs the
    /// solver forgets what it knew, so that the result depends on the numbers alone, and is the same where it is gone on
    /// from the end of a leg. `advance` hears how many numbers more are done, `take` what came of a leg that is done.
    /// `None` if it was stopped.
    pub fn judge(
        &self,
        solver: &mut dyn Solve,
        numbers: impl IntoIterator<Item = u64>,
        advance: &dyn Fn(u64),
        take: &mut dyn FnMut(Batch),
    ) -> Option<()> {
        solver.forget();
        let most = self.nodes.saturating_mul(LEG).min(LONGEST_LEG);
        let mut batch = Batch::default();
        let (mut spent, mut told) = (0, 0);
        for number in numbers {
            if spent > most {
                solver.forget();
                advance(batch.tally.numbers - told);
                take(mem::take(&mut batch));
                (spent, told) = (0, 0);
            }
            let tally = &mut batch.tally;
            if tally.numbers - told == TOLD {
                advance(TOLD);
                told += TOLD;
            }
            match self.set.at(number) {
                Met::Illegal => tally.illegal += 1,
                Met::Image => tally.images += 1,
                Met::NoCheck => tally.no_check += 1,
                Met::Position(position) => {
                    let judged = self.take(solver, number, *position, &mut batch);
                    let Some(nodes) = judged else {
                        advance(batch.tally.numbers - told);
                        return None;
                    };
                    spent += nodes;
                }
            }
            batch.tally.numbers += 1;
        }
        advance(batch.tally.numbers - told);
        take(batch);
        Some(())
    }

    /// Judges a position, and takes what comes of it in; the nodes it took.
    fn take(
        &self,
        solver: &mut dyn Solve,
        number: u64,
        position: Position,
        batch: &mut Batch,
    ) -> Option<u64> {
        let task = Task {
            position,
            attacker: Color::Black,
        };
        let (judged, nodes) = self.judge_one(solver, &task);
        // What was cut short is not what the limits would have said.
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        match judged {
            PositionOutcome::NoMate => batch.tally.no_mate += 1,
            PositionOutcome::Open => {
                batch
                    .undecided
                    .push(self.undecided(number, &task.position, false))
            }
            PositionOutcome::Mate(mate) => match mate.plies {
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
        Some(nodes)
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

    /// What comes of a position, and the nodes it took.
    fn judge_one(&self, solver: &mut dyn Solve, task: &Task) -> (PositionOutcome, u64) {
        let solved = self.solve(solver, task);
        match solved.verdict {
            Verdict::NoMate => (PositionOutcome::NoMate, solved.nodes),
            Verdict::Unknown => (PositionOutcome::Open, solved.nodes),
            Verdict::Mate => {
                let mate = self.judge_mate(solver, task);
                let nodes = solved.nodes + mate.nodes;
                (PositionOutcome::Mate(mate), nodes)
            }
        }
    }

    /// Whether there is a mate.
    pub fn solve(&self, solver: &mut dyn Solve, task: &Task) -> Outcome {
        solver.solve(task, Goal::Verdict, &self.limits(), self.stop)
    }

    /// What the judge may spend on one problem.
    fn effort(&self) -> Effort {
        let quick = Effort::QUICK;
        Effort {
            nodes: Some(self.nodes.saturating_mul(100)),
            stage: self.nodes.max(STAGE),
            share: quick.share.max(self.nodes / SHARES),
            ..quick
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        }
    }

    /// Finds the length of a mate, and judges it if the sweep does mates of that length.
    pub fn judge_mate(&self, solver: &mut dyn Solve, task: &Task) -> JudgedMate {
        let mut nodes = 0;
        if self.sweep.shortest.is_some() || self.sweep.longest.is_some() {
            let plies = match solver.look_up(&task.position, task.attacker) {
                Some(LookedUp::Mate { plies }) => Some(in_plies(plies)),
                _ => {
                    let solved = solver.solve(task, Goal::Lengths, &self.limits(), self.stop);
                    nodes = solved.nodes;
                    solved.plies.filter(|_| solved.plies_exact).map(in_plies)
                }
            };
            if plies.is_some_and(|plies| !self.sweep.judges(plies)) {
                return JudgedMate {
                    plies,
                    problem: None,
                    nodes,
                };
            }
        }
        let options = Options {
            variations: false,
            only_listed: true,
            effort: self.effort(),
            ..Options::default()
        };
        let report = check(task, solver, &options, self.stop);
        let plies = report.length.map(in_plies);
        let is_judged = plies.is_some_and(|plies| self.sweep.judges(plies));
        let problem = recorded(task, &report).filter(|_| is_judged);
        JudgedMate {
            plies,
            problem: problem.map(|problem| {
                let line = report.main_line.clone();
                Box::new(Measured::new(problem, task.clone(), line))
            }),
            nodes: nodes + report.nodes,
        }
    }
}

/// How many mirror images a position has: one if it is its own.
pub fn images(position: &Position) -> u64 {
    if *position == position.mirror() { 1 } else { 2 }
}

/// The nodes of each stage of the judge's, or as many as the question whether a position mates may take.
const STAGE: u64 = 100_000;

/// So many questions of the judge's may take as much as that one.
const SHARES: u64 = 50;

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
        key: facts.key.into_owned(),
        sfen: facts.sfen.into_owned(),
        plies: in_plies(report.length?),
        main_line: facts.main_line.into_owned(),
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
    let mut lines: Vec<OtherLine> = of_main_line.map(OtherLine::from).collect();
    lines.sort_unstable();
    lines.dedup();
    is_listed(&problem).then_some(Recorded { problem, lines })
}

/// Whether a problem is listed: where a run [lists](Problem::is_listed) it, or a limit left open if it does so by rule A.
fn is_listed(problem: &Problem) -> bool {
    let Flaws {
        equal_before_last,
        leftover,
        ..
    } = problem.flaws;
    let may_be_by_rule_a = problem.soundness.minimal != Some(false)
        && equal_before_last.is_none_or(|equal| equal == 0)
        && leftover.is_none_or(|left| left == 0);
    problem.is_listed() || may_be_by_rule_a
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use tsume::solve::Solver;

    /// Two rooks around a king in the corner: much is searched, and little found within so few nodes.
    const ROOKS: &str = "[king]\nfiles = [1, 1]\nranks = [\"a\", \"b\"]\n[pieces]\nR = 2\n[board]\nside = \"attacker\"\n";

    /// Guards that a stretch has several legs, that what is told of them adds up, and that whoever goes on from the end of
    /// one finds what was to follow.
    #[test]
    fn from_the_end_of_a_leg_the_rest_is_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rooks.toml");
        std::fs::write(&path, ROOKS).unwrap();
        let sweep = catalog::load_sweep(&path).unwrap();
        let set = Set::new(&sweep).unwrap();
        let stop = AtomicBool::new(false);
        let judging = Judging {
            sweep: &sweep,
            set: &set,
            nodes: 20,
            stop: &stop,
        };
        let mut solver = Solver::new(1 << 20);
        let end = 120.min(set.len());
        let mut legs_from = |first: u64| {
            let told = RefCell::new(0);
            let advance = |numbers| *told.borrow_mut() += numbers;
            let mut legs: Vec<(u64, String)> = Vec::new();
            let mut take = |batch: Batch| legs.push((batch.tally.numbers, format!("{batch:?}")));
            let judged = judging.judge(&mut solver, first..end, &advance, &mut take);
            assert!(judged.is_some());
            assert_eq!(legs.iter().map(|leg| leg.0).sum::<u64>(), end - first);
            assert_eq!(told.into_inner(), end - first);
            legs
        };
        let legs = legs_from(0);
        assert!(legs.len() > 3, "{}", legs.len());
        let mut first = 0;
        for (at, (numbers, _)) in (1..).zip(&legs[..3]) {
            first += numbers;
            assert_eq!(legs_from(first), &legs[at..]);
        }
    }
}
