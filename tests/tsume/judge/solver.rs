//! Solvers for the tests of the judge.

use std::sync::atomic::AtomicBool;

use referee::traditional::{Counting, Lengths};
use shogi::Position;
use tsume::solve::{Goal, Limits, Outcome, Reached, Solve, Task, Verdict};

/// The plain lengths as a solver, which takes a mate of more than `most` plies, every interposition
/// counted, for none.
pub struct Short {
    most: u32,
    literal: Lengths,
    traditional: Lengths,
}

impl Short {
    pub fn new(most: u32) -> Self {
        Self {
            most,
            literal: Lengths::new(Counting::Literal),
            traditional: Lengths::new(Counting::Traditional),
        }
    }
}

impl Solve for Short {
    fn forget(&mut self) {}

    fn solve(&mut self, task: &Task, goal: Goal, limits: &Limits, _: &AtomicBool) -> Outcome {
        let bound = limits.plies.unwrap_or(self.most).min(self.most);
        let raw = self.literal.length(task, bound);
        let plies = match (raw, goal) {
            (Some(raw), Goal::Lengths) => self.traditional.length(task, raw),
            _ => None,
        };
        let too_long = raw.is_none() && bound < self.most;
        Outcome {
            verdict: match raw {
                Some(_) => Verdict::Mate,
                None if too_long => Verdict::Unknown,
                None => Verdict::NoMate,
            },
            plies,
            plies_exact: plies.is_some(),
            raw_plies: raw,
            main_line: Vec::new(),
            nodes: 1,
            reached: too_long.then_some(Reached::Plies),
        }
    }
}

/// A solver that reaches its limit of nodes whenever a position is asked about that `forgets` picks.
pub struct Forgetful<S, F> {
    pub solver: S,
    pub forgets: F,
    /// The limits of nodes under which it was asked about them.
    pub asked: Vec<Option<u64>>,
}

impl<S: Solve, F: Fn(&Position) -> bool> Solve for Forgetful<S, F> {
    fn forget(&mut self) {
        self.solver.forget();
    }

    fn solve(&mut self, task: &Task, goal: Goal, limits: &Limits, stop: &AtomicBool) -> Outcome {
        if !(self.forgets)(&task.position) {
            return self.solver.solve(task, goal, limits, stop);
        }
        self.asked.push(limits.nodes);
        Outcome {
            verdict: Verdict::Unknown,
            plies: None,
            plies_exact: false,
            raw_plies: None,
            main_line: Vec::new(),
            nodes: limits.nodes.unwrap_or(1),
            reached: Some(Reached::Nodes),
        }
    }
}
