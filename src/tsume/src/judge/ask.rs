//! Asking the solver: no question twice, each with a limit of its own.
//!
//! What is asked about are positions with either side to move, always for the same attacker. An
//! answer is `None` where a limit was reached: nobody knows, and nobody asks again.

use std::sync::atomic::AtomicBool;

use hashbrown::HashMap;

use super::effort::{Effort, LINE, ONCE, PART, PURSE, Round, TRIES};
use super::policy::Policy;
use crate::clock::Instant;
use crate::solve::{FreeMate, Goal, Limits, Outcome, Reached, Solve, Task, Verdict};
use shogi::{Color, Move, Position};

/// What is known of a position. Lengths in plies.
#[derive(Clone, Debug)]
struct Known {
    /// Whether there is a mate.
    mate: Option<bool>,
    /// There is no shorter mate, every interposition counted.
    raw_low: u32,
    /// There is no shorter mate by the policy.
    low: u32,
    /// There is one of at most this, by the policy.
    high: u32,
    /// Its exact length by the policy.
    exact: Option<u32>,
    /// With so many nodes the verdict was not found.
    verdict_given_up: u64,
    /// The length was not found.
    length_given_up: bool,
    /// The shortest bound for which nothing was found.
    bound_given_up: u32,
}

impl Default for Known {
    fn default() -> Self {
        Self {
            mate: None,
            raw_low: 0,
            low: 0,
            high: u32::MAX,
            exact: None,
            verdict_given_up: 0,
            length_given_up: false,
            bound_given_up: u32::MAX,
        }
    }
}

/// One check's questions and answers.
pub struct Asker<'a> {
    solver: &'a mut dyn Solve,
    stop: &'a AtomicBool,
    attacker: Color,
    policy: Policy,
    share: u64,
    least_share: u64,
    tries: u64,
    round: Round,
    /// The nodes that are left of [`PURSE`].
    purse: u64,
    deadline: Option<Instant>,
    most_nodes: Option<u64>,
    /// The nodes for all that comes after the problem itself.
    afterwards: Option<u64>,
    known: HashMap<Position, Known>,
    nodes: u64,
    questions: u64,
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
            share: effort.share,
            least_share: effort.share,
            tries: TRIES,
            round: Round::OF_TREE[0],
            purse: effort.share.saturating_mul(PURSE),
            deadline: effort
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            most_nodes: effort.nodes,
            afterwards: effort.afterwards,
            known: HashMap::new(),
            nodes: 0,
            questions: 0,
        }
    }

    /// The attacker.
    pub const fn attacker(&self) -> Color {
        self.attacker
    }

    /// The nodes the solver expanded so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How often the solver was asked so far.
    pub const fn questions(&self) -> u64 {
        self.questions
    }

    /// Whether an interposition can be futile in play from this position on.
    pub fn can_be_futile(&self, position: &Position) -> bool {
        self.policy == Policy::Traditional && position.can_slide(self.attacker)
    }

    /// Begins a round of questions whether there is a mate at all, of which so many are open, if the
    /// purse suffices for all of them: where many are open, to decide some of them seldom decides
    /// anything.
    pub fn begin(&mut self, round: Round, open: u64) -> bool {
        self.round = round;
        match round {
            Round::Halves(halves) => self.halves(halves).saturating_mul(open) <= self.purse,
            _ => true,
        }
    }

    /// The nodes of a share: as asked for, or the part of what the problem itself took.
    pub const fn share(&self) -> u64 {
        self.share
    }

    /// The nodes of so many half shares.
    const fn halves(&self, halves: u64) -> u64 {
        self.share.saturating_mul(halves).div_ceil(2)
    }

    /// From now on nothing is asked a second time, or for more than a quarter of a share.
    pub fn ask_once(&mut self) {
        self.tries = 1;
    }

    /// Solves the problem itself, with all that the check may cost; later questions get no less
    /// than it took. With it comes the exact length by the policy, if it was found.
    pub fn main(&mut self, position: &Position) -> (Outcome, Option<u32>) {
        let outcome = self.ask(position, Goal::Lengths, None, None);
        self.share = self.share.max(outcome.nodes / PART);
        self.purse = self.share.saturating_mul(PURSE);
        if let Some(afterwards) = self.afterwards {
            let most = self.nodes.saturating_add(afterwards);
            self.most_nodes = Some(self.most_nodes.map_or(most, |is| is.min(most)));
        }
        self.learn(position, &outcome);
        let length = if outcome.verdict == Verdict::Mate {
            self.settle(position)
        } else {
            None
        };
        (outcome, length)
    }

    /// Whether there is a mate.
    pub fn mates(&mut self, position: &Position) -> Option<bool> {
        let nodes = match self.round {
            Round::Glance(part) => self.share.div_ceil(part),
            Round::Halves(halves) => self.halves(halves).min(self.purse),
            Round::Apart => self.share.saturating_mul(TRIES),
        };
        let known = self.known.get(position).cloned().unwrap_or_default();
        if known.mate.is_some() || known.verdict_given_up >= nodes {
            return known.mate;
        }
        if self.is_trivially_over(position) {
            return self.within(position, 0);
        }
        let outcome = self.ask(position, Goal::Verdict, None, Some(nodes));
        if matches!(self.round, Round::Halves(_)) {
            self.purse = self.purse.saturating_sub(outcome.nodes);
        }
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
        // The attacker mates in an odd number of plies.
        let Some(plies) = plies.checked_sub(u32::from(plies.is_multiple_of(2) == attacks)) else {
            return Some(false);
        };
        let known = self.known.get(position).cloned().unwrap_or_default();
        if let Some(exact) = known.exact {
            return Some(exact <= plies);
        }
        if known.mate == Some(false) {
            return Some(false);
        }
        if known.high <= plies {
            return Some(true);
        }
        if known.low > plies {
            return Some(false);
        }
        if plies <= 1 {
            let mates = self.within_one(position, attacks);
            let known = self.entry(position);
            if mates {
                known.mate = Some(true);
                known.high = plies;
                known.exact = Some(plies);
            } else {
                known.low = plies + 1;
            }
            return Some(mates);
        }
        let futile = self.can_be_futile(position);
        if known.bound_given_up <= plies {
            return None;
        }
        if self.policy == Policy::Traditional || !position.can_slide(self.attacker) {
            let limited = self.insist_free(position, plies);
            let known = self.entry(position);
            if known.mate == Some(false) || known.low > plies {
                return Some(false);
            }
            if known.high <= plies {
                return Some(true);
            }
            if limited {
                // The same question in the other game is no easier.
                known.bound_given_up = plies;
                return None;
            }
        }
        let known = self.entry(position);
        if known.raw_low <= plies {
            self.insist(position, Goal::Verdict, Some(plies));
            let known = self.entry(position);
            if known.mate == Some(false) {
                return Some(false);
            }
            if known.high <= plies {
                return Some(true);
            }
            if known.raw_low <= plies {
                known.bound_given_up = plies;
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
            Some(true) => known.high = known.high.min(plies),
            Some(false) => known.low = known.low.max(plies + 1),
            None => known.bound_given_up = known.bound_given_up.min(plies),
        }
        within
    }

    /// The exact length of the mate by the policy; `None` also where there is no mate.
    pub fn length(&mut self, position: &Position) -> Option<u32> {
        let known = self.known.get(position).cloned().unwrap_or_default();
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
        let outcome = self.ask(position, Goal::Lengths, None, Some(self.least_share / LINE));
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
            let (low, high) = (known.low.max(1), known.high);
            if high == u32::MAX {
                return None;
            }
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

    fn entry(&mut self, position: &Position) -> &mut Known {
        self.known.entry_ref(position).or_default()
    }

    /// Asks with one share, then with two and three, until there is an answer.
    fn insist(&mut self, position: &Position, goal: Goal, plies: Option<u32>) {
        for times in 1..=self.tries {
            let nodes = self.bounded_share(times);
            let outcome = self.ask(position, goal, plies, Some(nodes));
            self.learn(position, &outcome);
            let known = self.entry(position);
            match (outcome.verdict, plies) {
                (Verdict::Mate, Some(plies)) => known.high = known.high.min(plies),
                (Verdict::Unknown, Some(plies)) if outcome.reached == Some(Reached::Plies) => {
                    known.raw_low = known.raw_low.max(plies + 1);
                }
                _ => {}
            }
            if outcome.reached != Some(Reached::Nodes) {
                return;
            }
        }
    }

    /// Asks whether there is a mate within `plies` with free recaptures, with one share, then with two and three; whether a limit was reached. Without such a solver nothing is learnt.
    fn insist_free(&mut self, position: &Position, plies: u32) -> bool {
        let task = self.task(position);
        for times in 1..=self.tries {
            let limits = self.limits(Some(self.bounded_share(times)), None);
            let found = self
                .solver
                .free_mate_within(&task, plies, &limits, self.stop);
            let Some((found, nodes)) = found else {
                return false;
            };
            self.questions += 1;
            self.nodes = self.nodes.saturating_add(nodes);
            let known = self.entry(position);
            match found {
                Ok(FreeMate::Mate { literal }) => {
                    known.mate = Some(true);
                    known.high = known.high.min(literal);
                }
                Ok(FreeMate::Longer) => {
                    known.low = known.low.max(plies + 1);
                    known.raw_low = known.raw_low.max(plies + 1);
                }
                Ok(FreeMate::Never) => known.mate = Some(false),
                Err(Reached::Nodes) => continue,
                Err(_) => return true,
            }
            return false;
        }
        true
    }

    /// The nodes of a question about a mate within some plies that is asked so often.
    fn bounded_share(&self, times: u64) -> u64 {
        match self.tries {
            1 => self.share.div_ceil(ONCE),
            _ => self.share.saturating_mul(times),
        }
    }

    fn task(&self, position: &Position) -> Task {
        Task {
            position: position.clone(),
            attacker: self.attacker,
        }
    }

    /// The limits of a question: `nodes` of its own, and what is left for the whole check.
    fn limits(&self, nodes: Option<u64>, plies: Option<u32>) -> Limits {
        let left = self.most_nodes.map(|most| most.saturating_sub(self.nodes));
        Limits {
            time: self
                .deadline
                .map(|deadline| deadline.saturating_duration_since(Instant::now())),
            nodes: match (left, nodes) {
                (Some(left), Some(nodes)) => Some(left.min(nodes)),
                (left, nodes) => left.or(nodes),
            },
            plies,
        }
    }

    fn ask(
        &mut self,
        position: &Position,
        goal: Goal,
        plies: Option<u32>,
        nodes: Option<u64>,
    ) -> Outcome {
        let limits = self.limits(nodes, plies);
        let task = self.task(position);
        let outcome = self.solver.solve(&task, goal, &limits, self.stop);
        self.questions += 1;
        self.nodes = self.nodes.saturating_add(outcome.nodes);
        outcome
    }

    fn learn(&mut self, position: &Position, outcome: &Outcome) {
        let futile = self.can_be_futile(position);
        let known = self.entry(position);
        match outcome.verdict {
            Verdict::Mate => known.mate = Some(true),
            Verdict::NoMate => {
                known.mate = Some(false);
                return;
            }
            Verdict::Unknown => return,
        }
        // By the policy `traditional` no mate is longer than by `literal`.
        if let Some(raw) = outcome.raw_plies {
            known.raw_low = known.raw_low.max(raw);
            known.high = known.high.min(raw);
            if !futile {
                known.exact = Some(raw);
            }
        }
        if let Some(plies) = outcome.plies.filter(|_| futile && outcome.plies_exact) {
            known.exact = Some(plies);
        }
    }
}
