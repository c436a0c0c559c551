//! What a check is answered with.

use std::sync::atomic::AtomicBool;

use crate::refute::{Try, refute_checks};
use crate::solve::{Goal, Limits, Outcome, Reached, Solve, Task, Verdict};
use shogi::Move;

/// The defender: a solver, and what a question to it may cost.
pub struct Defence<'a> {
    /// What finds the answers.
    pub solver: &'a mut dyn Solve,
    /// What each of them may cost.
    pub limits: Limits,
    /// What it may cost to show why a check does not mate.
    pub refuting: Limits,
    /// What ends a search early.
    pub stop: &'a AtomicBool,
}

/// The answer to a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerToCheck {
    /// None: that is the mate, futile interpositions (無駄合) aside.
    Mated,
    /// Best defence: of the longest replies, futile interpositions left out, one after which nothing need be left
    /// over, if there is such a one.
    Reply {
        /// The reply.
        reply: Move,
        /// Best play after it.
        line: Vec<Move>,
        /// The plies to the mate from the position after the reply; where that is not proved, of the mate found.
        plies: u32,
        /// Whether it is proved.
        exact: bool,
    },
    /// The check does not mate: what becomes of it, if the limits are enough to show it.
    Refuted(Option<Try>),
    /// The limits leave open whether it mates.
    Open(Option<Reached>),
}

impl Defence<'_> {
    /// Answers a check of the attacker, who is to move.
    pub fn answer(&mut self, task: &Task, check: Move) -> AnswerToCheck {
        let after = task.play(check);
        let outcome = self.best(&after);
        match (outcome.verdict, outcome.best_line()) {
            (Verdict::NoMate, _) => AnswerToCheck::Refuted(self.refute(task, check)),
            (Verdict::Mate, Some([])) => AnswerToCheck::Mated,
            (Verdict::Mate, Some([reply, line @ ..])) => AnswerToCheck::Reply {
                reply: *reply,
                line: line.to_vec(),
                plies: line.len() as u32,
                exact: outcome.plies_exact,
            },
            _ => AnswerToCheck::Open(outcome.reached),
        }
    }

    /// Best play from a position.
    pub(super) fn best(&mut self, task: &Task) -> Outcome {
        (self.solver).solve(task, Goal::Lengths, &self.limits, self.stop)
    }

    /// Whether a line is one of best play: each of its moves brings a mate of so many plies one ply nearer.
    pub(super) fn is_best(&mut self, task: &Task, line: &[Move]) -> bool {
        let mut task = task.clone();
        for (&mv, left) in line.iter().zip((0..line.len() as u32).rev()) {
            if !task.position.is_legal(mv) {
                return false;
            }
            task = task.play(mv);
            let outcome = self.best(&task);
            if outcome.plies != Some(left) || !outcome.plies_exact {
                return false;
            }
        }
        true
    }

    fn refute(&mut self, task: &Task, check: Move) -> Option<Try> {
        let why = refute_checks(task, &[check], self.solver, &self.refuting, self.stop);
        why.tries.into_iter().next()
    }
}
