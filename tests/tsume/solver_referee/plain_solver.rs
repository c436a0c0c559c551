//! The plain search as a solver, sound or with a bug: what the comparison itself is tested with.

use std::sync::atomic::AtomicBool;

use super::compare::Length;
use referee::traditional::{Counting, Lengths};
use tsume::solve::{Goal, Limits, Outcome, Reached, Solve, Task, Verdict};

/// What a solver may get wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// A mate of five plies or more is not seen.
    Blind,
    /// The same, but it says so: it gives up.
    GivesUp,
    /// It misses the shortest mates of five plies or more, not all of them.
    Longer,
    /// No interposition is futile.
    NothingFutile,
    /// Every interposition that the checker captures is free.
    EverythingFree,
    /// What it found is not called the shortest.
    NotProved,
    /// The main line begins with any check or reply.
    AnyMove,
    /// The main line stops before the last move.
    ShortLine,
    /// Where there is no short mate, the verdict depends on left and right.
    LeftAndRight,
}

impl Bug {
    pub const ALL: [Self; 9] = [
        Self::Blind,
        Self::GivesUp,
        Self::Longer,
        Self::NothingFutile,
        Self::EverythingFree,
        Self::NotProved,
        Self::AnyMove,
        Self::ShortLine,
        Self::LeftAndRight,
    ];
}

/// The plain search as a solver.
pub struct PlainSolver {
    pub bug: Option<Bug>,
}

impl Solve for PlainSolver {
    fn forget(&mut self) {}

    fn solve(&mut self, task: &Task, _: Goal, _: &Limits, _: &AtomicBool) -> Outcome {
        let raw = Length::of(task, &mut Lengths::new(Counting::Literal), 0);
        let Some(literal) = raw.plies else {
            return self.no_mate_found(task);
        };
        let mut search = Lengths::new(Counting::Traditional);
        let mut outcome = Outcome {
            verdict: Verdict::Mate,
            plies: search.length(task, literal),
            plies_exact: true,
            raw_plies: raw.plies,
            main_line: search.main_line(task, literal),
            nodes: search.positions() as u64,
            reached: None,
        };
        match self.bug {
            Some(Bug::Blind) if literal >= 5 => outcome.verdict = Verdict::NoMate,
            Some(Bug::GivesUp) if literal >= 5 => outcome.verdict = Verdict::Unknown,
            Some(Bug::Longer) if literal >= 5 => {
                outcome.raw_plies = Some(literal + 2);
                outcome.plies = outcome.plies.map(|plies| plies + 2);
            }
            Some(Bug::NothingFutile) => outcome.plies = raw.plies,
            Some(Bug::EverythingFree) => {
                outcome.plies = Lengths::new(Counting::FreeRecapture).length(task, literal);
            }
            Some(Bug::NotProved) => outcome.plies_exact = false,
            Some(Bug::AnyMove) if !outcome.main_line.is_empty() => {
                outcome.main_line[0] = if task.attacker_to_move() {
                    task.position.checks()[0]
                } else {
                    task.position.legal_moves()[0]
                };
            }
            Some(Bug::ShortLine) => {
                outcome.main_line.pop();
            }
            _ => {}
        }
        outcome
    }
}

impl PlainSolver {
    /// The answer where the plain search finds nothing.
    fn no_mate_found(&self, task: &Task) -> Outcome {
        let king = task.position.king(task.attacker.flip());
        let left = king.is_some_and(|king| king.file() > 5);
        let (verdict, reached) = match self.bug {
            Some(Bug::LeftAndRight) if left => (Verdict::Mate, None),
            Some(Bug::LeftAndRight) => (Verdict::NoMate, None),
            _ => (Verdict::Unknown, Some(Reached::Plies)),
        };
        Outcome {
            verdict,
            plies: None,
            plies_exact: false,
            raw_plies: None,
            main_line: Vec::new(),
            nodes: 0,
            reached,
        }
    }
}
