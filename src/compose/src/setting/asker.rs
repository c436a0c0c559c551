//! What the search asks the solver, and what its limits are.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::replay::escapes;
use shogi::{Color, Move, Position};
use tsume::solve::{Goal, Limits, Outcome, Reached, Solve, Task, Verdict};

/// When a search ends, if nothing else ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Nodes of the solver, the judge's among them.
    pub nodes: Option<u64>,
}

/// What a question may cost, in nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// One of very many questions.
    Glance,
    /// One of a few.
    Look,
}

impl Care {
    /// Nodes for a question about a reply.
    const fn reply(self) -> u64 {
        match self {
            Self::Glance => 600,
            Self::Look => 3_000,
        }
    }

    /// Nodes for a question about lengths, where interpositions may be futile.
    const fn lengths(self) -> u64 {
        match self {
            Self::Glance => 2_000,
            Self::Look => 10_000,
        }
    }
}

/// Nodes for a question about another check.
const CHECK: u64 = 200;

/// Nodes for the question whether a check does not mate any more.
const REFUTED: u64 = 800;

/// Nodes after which the table is emptied: it knows hardly anything about settings that come later, and what is small
/// is fast.
const KEPT: u64 = 200_000;

/// One solver, whose table is kept from question to question, and what it may still do.
pub(super) struct Asker {
    solver: Box<dyn Solve + Send>,
    stop: Arc<AtomicBool>,
    limits: SearchLimits,
    begun: Instant,
    nodes: u64,
    /// Nodes at which the table was empty.
    emptied: u64,
}

impl Asker {
    pub fn new(solver: Box<dyn Solve + Send>, limits: SearchLimits, stop: Arc<AtomicBool>) -> Self {
        Self {
            solver,
            stop,
            limits,
            begun: Instant::now(),
            nodes: 0,
            emptied: 0,
        }
    }

    /// Another setting is looked into.
    pub fn next_setting(&mut self) {
        if self.nodes - self.emptied > KEPT {
            self.solver.forget();
            self.emptied = self.nodes;
        }
    }

    /// Counts nodes that somebody else spent.
    pub const fn spend(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// The nodes so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether somebody ended the search.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the search is to end.
    pub fn is_over(&self) -> bool {
        let used_up = self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes);
        let late = (self.limits.time).is_some_and(|time| self.begun.elapsed() >= time);
        used_up || late || self.is_stopped()
    }

    fn ask(&mut self, position: &Position, goal: Goal, plies: Option<u32>, nodes: u64) -> Outcome {
        let task = Task {
            position: position.clone(),
            attacker: Color::Black,
        };
        let limits = Limits {
            nodes: Some(nodes),
            plies,
            ..Limits::default()
        };
        let outcome = self.solver.solve(&task, goal, &limits, &self.stop);
        self.nodes += outcome.nodes;
        outcome
    }

    /// Whether the attacker, who is to move, mates within so many plies, futile interpositions left aside; `None` where
    /// a limit was reached.
    pub fn mates_within(&mut self, position: &Position, plies: u32, care: Care) -> Option<bool> {
        if plies == 1 {
            return Some(mates_at_once(position));
        }
        let found = self.ask(position, Goal::Verdict, Some(plies), care.reply());
        match found.verdict {
            Verdict::Mate => Some(true),
            Verdict::NoMate => Some(false),
            Verdict::Unknown if found.reached != Some(Reached::Plies) => None,
            // Counting every interposition it takes longer.
            Verdict::Unknown if !position.can_slide(Color::Black) => Some(false),
            Verdict::Unknown => self.takes_at_most(position, plies, care),
        }
    }

    /// Whether a mate takes at most so many plies, futile interpositions left aside, whoever is to move; `None` where a
    /// limit was reached.
    pub fn takes_at_most(&mut self, position: &Position, plies: u32, care: Care) -> Option<bool> {
        let found = self.ask(position, Goal::Lengths, None, care.lengths());
        match (found.verdict, found.plies) {
            (Verdict::NoMate, _) => Some(false),
            (Verdict::Mate, Some(length)) if length <= plies => Some(true),
            (Verdict::Mate, Some(_)) if found.plies_exact => Some(false),
            _ => None,
        }
    }

    /// Whether the attacker, who has given check, is quickly found to mate.
    pub fn mates_after(&mut self, check: &Position) -> bool {
        self.ask(check, Goal::Verdict, None, CHECK).verdict == Verdict::Mate
    }

    /// Whether the attacker, who has given check, is found not to mate.
    pub fn is_refuted(&mut self, check: &Position) -> bool {
        self.ask(check, Goal::Verdict, None, REFUTED).verdict == Verdict::NoMate
    }

    /// A check of the attacker, who is to move, that mates.
    pub fn winning_check(&mut self, position: &Position) -> Option<Move> {
        let task = Task {
            position: position.clone(),
            attacker: Color::Black,
        };
        let limits = Limits {
            nodes: Some(CHECK),
            ..Limits::default()
        };
        let found = (self.solver).winning_check(&task, None, &limits, &self.stop);
        self.nodes += found.nodes;
        found.answer.ok()?.map(|found| found.check)
    }
}

/// Whether some check leaves no replies but interpositions.
fn mates_at_once(position: &Position) -> bool {
    let mut checks = position.checks().into_iter();
    checks.any(|check| escapes(&position.play(check)).is_empty())
}
