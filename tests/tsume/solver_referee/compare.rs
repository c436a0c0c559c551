//! One task, asked of a solver and of the plain search.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use super::positions::random_task;
use referee::traditional::{Counting, Lengths};
use shogi::{Color, Move};
use testkit::Rng;
use tsume::solve::{Goal, Limits, Outcome, Solve, Task, Verdict};

/// No plain search looks for longer mates, in plies.
const DEEPEST: u32 = 11;
/// A plain search that remembers so many positions is not taken deeper.
const EFFORT: usize = 1_000;
/// A solver may give up a task after so many nodes,
const NODES: u64 = 5_000;
/// but one of known length only after so many.
const MANY_NODES: u64 = 5_000_000;

/// What the plain search says of one length of a task.
#[derive(Debug)]
pub struct Length {
    /// The length, if there is a mate of at most `within` plies.
    pub plies: Option<u32>,
    /// It has looked for mates of so many plies.
    within: u32,
}

impl Length {
    /// Looks deeper and deeper, to the end if there is a mate within `surely` plies.
    pub fn of(task: &Task, search: &mut Lengths, surely: u32) -> Self {
        let mut within = u32::from(task.attacker_to_move());
        loop {
            let plies = search.length(task, within);
            let too_far = within + 2 > DEEPEST || search.positions() > EFFORT && within >= surely;
            if plies.is_some() || too_far {
                return Self { plies, within };
            }
            within += 2;
        }
    }

    /// Whether a solver that knows of a mate may say this of its length, proved (`exact`) or not.
    fn admits(&self, said: Option<u32>, exact: bool) -> bool {
        match (self.plies, said) {
            (Some(plies), Some(said)) if exact => said == plies,
            (Some(plies), Some(said)) => said >= plies,
            (None, Some(said)) => said > self.within,
            (_, None) => !exact,
        }
    }
}

/// Whether, as far as a search for mates of `within` plies can tell, there is a mate of at most so many
/// plies with free recaptures.
fn free_at_most(task: &Task, plies: Option<u32>, within: u32) -> bool {
    plies.is_some_and(|plies| {
        let shortest = Lengths::new(Counting::FreeRecapture).length(task, within);
        plies > within || shortest.is_some_and(|shortest| shortest <= plies)
    })
}

/// What the plain search says of a task.
struct Plain {
    raw: Length,
    traditional: Length,
    search: Lengths,
}

impl Plain {
    fn of(task: &Task) -> Self {
        let raw = Length::of(task, &mut Lengths::new(Counting::Literal), 0);
        let mut search = Lengths::new(Counting::Traditional);
        // No longer than the literal length.
        let traditional = Length::of(task, &mut search, raw.plies.unwrap_or(0));
        Self {
            raw,
            traditional,
            search,
        }
    }

    /// What is wrong with an answer, if anything is.
    fn objection(&mut self, task: &Task, outcome: &Outcome) -> Option<String> {
        let Self {
            raw, traditional, ..
        } = self;
        let mate_seen = raw.plies.is_some() || traditional.plies.is_some();
        let right = match outcome.verdict {
            // With a literal length it is short enough for any solver.
            Verdict::Unknown => raw.plies.is_none(),
            Verdict::NoMate => !mate_seen,
            Verdict::Mate => {
                let (exact, known) = (outcome.plies_exact, raw.plies.is_some());
                raw.admits(outcome.raw_plies, known || outcome.raw_plies.is_some())
                    && if exact {
                        traditional.admits(outcome.plies, true)
                    } else {
                        // Nothing is claimed but a mate with free recaptures.
                        !known && free_at_most(task, outcome.plies, traditional.within)
                    }
            }
        };
        if !right {
            return Some(format!(
                "{outcome:?}, but literal {raw:?}, traditional {traditional:?}"
            ));
        }
        if traditional.plies.is_none() || !outcome.plies_exact {
            return None;
        }
        match outcome.best_line() {
            Some(line) => self.line_objection(task, line),
            None if outcome.reached.is_some() => None,
            None => Some(format!("{outcome:?} has no main line")),
        }
    }

    /// What is wrong with a main line: it is one of best moves, up to the mate.
    fn line_objection(&mut self, task: &Task, line: &[Move]) -> Option<String> {
        let within = self.traditional.within;
        let mut here = task.clone();
        for &mv in line {
            if !self.search.best_moves(&here, within).contains(&mv) {
                return Some(format!("{line:?}: {mv} is not best"));
            }
            here = here.play(mv);
        }
        if self.search.length(&here, within) != Some(0) {
            return Some(format!("{line:?} goes on"));
        }
        None
    }

    /// Whether a main line leaves pieces in the attacker's hand where another one leaves none.
    fn leaves_over(&mut self, task: &Task, line: &[Move]) -> bool {
        let ends_empty = |line: &[Move]| {
            let end = line.iter().fold(task.clone(), |task, &mv| task.play(mv));
            end.position.hand(task.attacker).is_empty()
        };
        !ends_empty(line) && ends_empty(&self.search.main_line(task, self.traditional.within))
    }
}

/// What came out of the comparisons.
#[derive(Debug, Default)]
pub struct Report {
    /// How many tasks.
    pub tasks: usize,
    /// The tasks by literal length; `Err`: there is no mate within so many plies.
    pub literal: BTreeMap<Result<u32, u32>, usize>,
    /// The tasks by traditional length, likewise.
    pub traditional: BTreeMap<Result<u32, u32>, usize>,
    /// Tasks with a traditional length below the literal one.
    pub futile: usize,
    /// Tasks with two kings.
    pub two_kings: usize,
    /// Tasks with the defender to move.
    pub defender_to_move: usize,
    /// Tasks in which White attacks.
    pub white_attacks: usize,
    /// The solver's verdicts.
    pub verdicts: BTreeMap<String, usize>,
    /// Main lines that leave pieces over where one with other moves of the attacker's does not: a matter
    /// of taste, as such a problem has a second solution.
    pub leftover: usize,
    /// What the solver got wrong, and where.
    pub objections: Vec<String>,
}

impl Report {
    /// Asks `solver` for the lengths of `count` random tasks and of their mirror images, and compares.
    pub fn compare(&mut self, solver: &mut dyn Solve, seed: u64, count: usize) {
        self.compare_drawn(solver, seed, count, random_task);
    }

    /// The same for tasks that are drawn in another way.
    pub fn compare_drawn(
        &mut self,
        solver: &mut dyn Solve,
        seed: u64,
        count: usize,
        draw: impl Fn(&mut Rng) -> Task,
    ) {
        let mut rng = Rng(seed);
        for _ in 0..count {
            let task = draw(&mut rng);
            if let Some(objection) = self.compare_one(solver, &task) {
                let Task { position, attacker } = &task;
                let objection = format!("{position} {attacker:?} attacks: {objection}");
                self.objections.push(objection);
            }
        }
    }

    fn compare_one(&mut self, solver: &mut dyn Solve, task: &Task) -> Option<String> {
        let mut plain = Plain::of(task);
        let mut ask = |task: &Task| {
            let mut ask = |nodes| {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                solver.solve(task, Goal::Lengths, &limits, &AtomicBool::new(false))
            };
            let first = ask(NODES);
            if first.reached.is_some() && plain.raw.plies.is_some() {
                ask(MANY_NODES)
            } else {
                first
            }
        };
        let outcome = ask(task);
        let mirrored = ask(&Task {
            position: task.position.mirror(),
            attacker: task.attacker,
        });
        self.count(task, &plain, &outcome);
        let objection = plain.objection(task, &outcome);
        // Where a limit is reached, effort decides, and that need not be the same in the mirror.
        let known = outcome.plies.is_some() && outcome.plies == plain.traditional.plies;
        if objection.is_none() && known && plain.leaves_over(task, &outcome.main_line) {
            self.leftover += 1;
        }
        let decided = outcome.reached.is_none() && mirrored.reached.is_none();
        let answer = |outcome: &Outcome| (outcome.verdict, outcome.plies, outcome.raw_plies);
        if objection.is_none() && decided && answer(&outcome) != answer(&mirrored) {
            return Some(format!("{outcome:?}, but mirrored {mirrored:?}"));
        }
        objection
    }

    fn count(&mut self, task: &Task, plain: &Plain, outcome: &Outcome) {
        self.tasks += 1;
        for (row, length) in [
            (&mut self.literal, &plain.raw),
            (&mut self.traditional, &plain.traditional),
        ] {
            let found = length.plies.ok_or(length.within);
            *row.entry(found).or_default() += 1;
        }
        let shorter =
            plain.traditional.plies.is_some() && plain.raw.plies != plain.traditional.plies;
        self.futile += usize::from(shorter);
        let verdict = format!("{:?}", outcome.verdict);
        *self.verdicts.entry(verdict).or_default() += 1;
        let attacker_king = task.position.king(task.attacker).is_some();
        self.two_kings += usize::from(attacker_king);
        self.defender_to_move += usize::from(!task.attacker_to_move());
        self.white_attacks += usize::from(task.attacker == Color::White);
    }
}
