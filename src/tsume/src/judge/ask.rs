//! Asking the solver: no question twice, each with a limit of its own.
//!
//! What is asked about are positions with either side to move, always for the same attacker. An
//! answer is `None` where a limit was reached: nobody knows, and nobody asks again.

use std::sync::atomic::AtomicBool;

use hashbrown::HashMap;

use super::budget::Budget;
use super::effort::Effort;
use super::known::PositionBounds;
use super::policy::Policy;
use crate::length::plies_within;
use crate::solve::{Goal, Limits, Outcome, Reached, Solve, Solver, Task, Verdict};
use shogi::{Color, Move, Position};

/// One check's questions and answers.
pub struct Asker<'a> {
    solver: &'a mut dyn Solve,
    stop: &'a AtomicBool,
    attacker: Color,
    policy: Policy,
    /// What it may spend.
    pub budget: Budget,
    known: HashMap<Position, PositionBounds>,
}

impl<'a> Asker<'a> {
    /// Asks `solver` on behalf of one check; `stop` ends every question.
    pub fn new(
        solver: &'a mut dyn Solve,
        attacker: Color,
        policy: Policy,
        effort: &Effort,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            solver,
            stop,
            attacker,
            policy,
            budget: Budget::new(effort),
            known: HashMap::new(),
        }
    }

    /// The attacker.
    pub const fn attacker(&self) -> Color {
        self.attacker
    }

    /// Whether an interposition can be futile in play from this position on.
    pub fn can_be_futile(&self, position: &Position) -> bool {
        self.policy == Policy::Traditional && position.can_slide(self.attacker)
    }

    /// Solves the problem itself, with all that the check may cost; later questions get no less
    /// than it took. With it comes the exact length by the policy, if it was found.
    pub fn main(&mut self, position: &Position) -> (Outcome, Option<u32>) {
        let outcome = self.ask(position, Goal::Lengths, None, None);
        self.budget.solved(&outcome);
        self.learn(position, &outcome);
        let length = if outcome.verdict == Verdict::Mate {
            self.settle(position)
        } else {
            None
        };
        (outcome, length)
    }

    /// The same where the length is known without a search; there is no line then, and the literal length stays open.
    pub fn main_looked_up(&mut self, position: &Position) -> Option<(Outcome, Option<u32>)> {
        let exact = self.known(position).exact?;
        let outcome = Outcome {
            verdict: Verdict::Mate,
            plies: Some(exact),
            plies_exact: true,
            raw_plies: None,
            main_line: Vec::new(),
            nodes: 0,
            reached: None,
        };
        self.budget.solved(&outcome);
        Some((outcome, Some(exact)))
    }

    /// Whether there is a mate.
    pub fn mates(&mut self, position: &Position) -> Option<bool> {
        let nodes = self.budget.for_verdict();
        let known = self.known(position);
        if known.mate.is_some() || known.verdict_given_up >= nodes {
            return known.mate;
        }
        if self.is_trivially_over(position) {
            return self.within(position, 0);
        }
        if !self.budget.has_nodes() {
            return None;
        }
        let outcome = self.ask(position, Goal::Verdict, None, Some(nodes));
        self.learn(position, &outcome);
        let known = self.entry(position);
        if known.mate.is_none() {
            known.verdict_given_up = nodes;
        }
        known.mate
    }

    /// Whether there is a mate within `plies`, by the policy.
    pub fn within(&mut self, position: &Position, plies: u32) -> Option<bool> {
        let attacks = position.side() == self.attacker;
        let Some(plies) = plies_within(plies, attacks) else {
            return Some(false);
        };
        let known = self.known(position);
        if let Some(within) = known.within(plies) {
            return Some(within);
        }
        // What takes no search is decided whatever is left.
        if plies <= 1 {
            self.budget.count(1);
            let mates = self.within_one(position, attacks);
            let known = self.entry(position);
            if mates {
                known.mate = Some(true);
                known.high = Some(plies);
                known.exact = Some(plies);
            } else {
                known.low = plies + 1;
            }
            return Some(mates);
        }
        if !self.budget.has_nodes() {
            return None;
        }
        let futile = self.can_be_futile(position);
        if known.has_given_up(plies) {
            return None;
        }
        if self.policy == Policy::Traditional || !position.can_slide(self.attacker) {
            let limited = self.insist_free(position, plies);
            let known = self.entry(position);
            if let Some(within) = known.within(plies) {
                return Some(within);
            }
            if limited {
                // The same question in the other game is no easier.
                known.give_up(plies);
                return None;
            }
        }
        let known = self.entry(position);
        if known.raw_low <= plies {
            self.insist(position, Goal::Verdict, Some(plies));
            let known = self.entry(position);
            if let Some(within) = known.within(plies) {
                return Some(within);
            }
            if known.raw_low <= plies {
                known.give_up(plies);
                return None;
            }
        }
        if !futile {
            self.entry(position).low = plies + 1;
            return Some(false);
        }
        // Longer with every interposition; not counting the futile ones it may be within.
        let within = self.within_without_futile(position, plies).ok();
        let known = self.entry(position);
        match within {
            Some(true) => known.learn_high(plies),
            Some(false) => known.low = known.low.max(plies + 1),
            None => known.give_up(plies),
        }
        within
    }

    /// The exact length of the mate by the policy; `None` also where there is no mate.
    pub fn length(&mut self, position: &Position) -> Option<u32> {
        let known = self.known(position);
        if known.exact.is_some() || known.length_given_up || known.mate == Some(false) {
            return known.exact;
        }
        let goal = if self.can_be_futile(position) {
            Goal::Lengths
        } else {
            Goal::Raw
        };
        self.insist(position, goal, None);
        let length = self.settle(position);
        self.entry(position).length_given_up = length.is_none();
        length
    }

    /// The exact length of the mate by the policy and best play by the solver, futile interpositions
    /// left out, where they can be had for little.
    pub fn line(&mut self, position: &Position) -> Option<(u32, Vec<Move>)> {
        let nodes = self.budget.for_line();
        let outcome = self.ask(position, Goal::Lengths, None, Some(nodes));
        self.learn(position, &outcome);
        if outcome.reached.is_some() {
            return None;
        }
        Some((self.settle(position)?, outcome.main_line))
    }

    /// The exact length of a mate of which the solver told the bounds.
    fn settle(&mut self, position: &Position) -> Option<u32> {
        loop {
            let known = self.entry(position);
            if known.exact.is_some() {
                return known.exact;
            }
            let (low, high) = (known.low.max(1), known.high?);
            let odd = u32::from(position.side() == self.attacker);
            let least = low + u32::from(low % 2 != odd);
            if least >= high || self.within(position, least)? {
                self.entry(position).exact = Some(least.min(high));
            }
        }
    }

    /// Whether the defender, to move and in check, is mated: no reply is left but futile ones.
    pub fn is_mated(&mut self, position: &Position) -> bool {
        self.within(position, 0) == Some(true)
    }

    /// Whether the attacker mates at once, or the defender is mated.
    fn within_one(&mut self, position: &Position, attacks: bool) -> bool {
        if attacks {
            let mut checks = position.checks().into_iter();
            return checks.any(|mv| self.is_mated(&position.play(mv)));
        }
        position.is_in_check()
            && (!position.has_legal_move()
                || self.can_be_futile(position) && self.has_futile_replies_only(position))
    }

    /// Whether the defender has no move at all.
    fn is_trivially_over(&self, position: &Position) -> bool {
        position.side() != self.attacker && !position.has_legal_move()
    }

    fn known(&self, position: &Position) -> PositionBounds {
        match self.known.get(position) {
            Some(known) => *known,
            None => looked_up(self.solver, position, self.attacker, self.policy),
        }
    }

    fn entry(&mut self, position: &Position) -> &mut PositionBounds {
        let looked_up = || looked_up(self.solver, position, self.attacker, self.policy);
        self.known.entry_ref(position).or_insert_with(looked_up)
    }

    /// Asks with one share, then with two and three, until there is an answer.
    fn insist(&mut self, position: &Position, goal: Goal, plies: Option<u32>) {
        for times in 1..=self.budget.tries() {
            if !self.budget.has_nodes() {
                return;
            }
            let nodes = self.budget.for_bound(times);
            let outcome = self.ask(position, goal, plies, Some(nodes));
            self.learn(position, &outcome);
            if let Some(plies) = plies {
                self.entry(position).learn_within(&outcome, plies);
            }
            if !matches!(outcome.reached, Some(Reached::Nodes | Reached::Solver)) {
                return;
            }
        }
    }

    /// Asks whether there is a mate within `plies` with free recaptures, with one share, then with
    /// two and three; whether a limit was reached. Without such a solver nothing is learnt.
    fn insist_free(&mut self, position: &Position, plies: u32) -> bool {
        let task = self.task(position);
        for times in 1..=self.budget.tries() {
            if !self.budget.has_nodes() {
                return true;
            }
            let limits = self.budget.limits(Some(self.budget.for_bound(times)), None);
            let found = self
                .solver
                .free_mate_within(&task, plies, &limits, self.stop);
            let Some(found) = found else {
                return false;
            };
            self.budget.spend(found.nodes);
            match found.answer {
                Ok(found) => self.entry(position).learn_free(found, plies),
                Err(reached) => {
                    self.budget.hit(reached);
                    if reached == Reached::Nodes {
                        continue;
                    }
                    return true;
                }
            }
            return false;
        }
        true
    }

    fn task(&self, position: &Position) -> Task {
        Task {
            position: position.clone(),
            attacker: self.attacker,
        }
    }

    fn ask(
        &mut self,
        position: &Position,
        goal: Goal,
        plies: Option<u32>,
        nodes: Option<u64>,
    ) -> Outcome {
        let limits = Limits {
            at_least: (self.known.get(position)).and_then(|known| known.at_least(self.policy)),
            ..self.budget.limits(nodes, plies)
        };
        let task = self.task(position);
        let outcome = self.solver.solve(&task, goal, &limits, self.stop);
        self.budget.spend(outcome.nodes);
        if let Some(reached) = outcome.reached {
            self.budget.hit(reached);
        }
        outcome
    }

    fn learn(&mut self, position: &Position, outcome: &Outcome) {
        let futile = self.can_be_futile(position);
        self.entry(position).learn(outcome, futile);
    }
}

/// What is known of a position before anybody searches.
fn looked_up(
    solver: &dyn Solve,
    position: &Position,
    attacker: Color,
    policy: Policy,
) -> PositionBounds {
    let found = solver.look_up(position, attacker);
    found.map_or_else(PositionBounds::default, |found| {
        PositionBounds::looked_up(found, policy)
    })
}

/// The table of a solver that is asked whether interpositions are futile, in bytes.
const TABLE_BYTES: usize = 1 << 20;

/// Whether the defender, to move, is mated: no reply is left but futile ones (無駄合).
pub fn is_mated(task: &Task) -> bool {
    if task.position.is_checkmate() {
        return true;
    }
    let (mut solver, never) = (Solver::new(TABLE_BYTES), AtomicBool::new(false));
    let (attacker, effort) = (task.attacker, Effort::QUICK);
    let mut ask = Asker::new(&mut solver, attacker, Policy::Traditional, &effort, &never);
    ask.is_mated(&task.position)
}
