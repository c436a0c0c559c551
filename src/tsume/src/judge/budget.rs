//! What is left to spend: the nodes and the time of one check, shared out among its questions.

use std::collections::BTreeSet;

use super::effort::{Effort, LINE, Limit, ONCE, PART, PURSE, Round, SMALL, TRIES};
use crate::clock::Instant;
use crate::solve::{Limits, Outcome, Reached};

/// What one check may spend, and what it has spent.
pub struct Budget {
    effort: Effort,
    share: u64,
    tries: u64,
    round: Round,
    /// The nodes that are left for this stage.
    stage: u64,
    /// When the check is to end.
    end: Option<Instant>,
    most_nodes: Option<u64>,
    /// The limits that kept the check from an answer.
    reached: BTreeSet<Limit>,
    nodes: u64,
    questions: u64,
}

impl Budget {
    /// All that an effort allows.
    pub fn new(effort: &Effort) -> Self {
        Self {
            effort: *effort,
            share: effort.share,
            tries: TRIES,
            round: Round::FIRST,
            stage: effort.first.unwrap_or(u64::MAX),
            end: effort
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            most_nodes: effort.nodes,
            reached: BTreeSet::new(),
            nodes: 0,
            questions: 0,
        }
    }

    /// The nodes the solver expanded so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How often the solver was asked so far.
    pub const fn questions(&self) -> u64 {
        self.questions
    }

    /// The nodes of a share: as asked for, or the part of what the problem itself took.
    pub const fn share(&self) -> u64 {
        self.share
    }

    /// The limits that kept the check from an answer.
    pub fn limits_reached(&self) -> Vec<Limit> {
        self.reached.iter().copied().collect()
    }

    /// The problem itself is solved: no share is less than a part of what it took, and what comes afterwards
    /// has a limit of its own.
    pub(super) fn solved(&mut self, outcome: &Outcome) {
        self.share = self.share.max(outcome.nodes / PART);
        if let Some(afterwards) = self.effort.afterwards {
            let most = self.nodes.saturating_add(afterwards);
            self.most_nodes = Some(self.most_nodes.map_or(most, |is| is.min(most)));
        }
    }

    /// Begins a stage, with nodes of its own.
    pub fn begin_stage(&mut self) {
        self.stage = self.effort.stage.max(self.share.saturating_mul(PURSE));
        self.tries = TRIES;
    }

    /// Begins a stage whose answers change no verdict, with a [`SMALL`]th of the nodes.
    pub fn begin_small_stage(&mut self) {
        self.begin_stage();
        self.stage /= SMALL;
    }

    /// Begins a round of questions whether there is a mate at all, of which so many are open, if the nodes
    /// of the stage suffice for all of them: where many are open, to decide some of them seldom decides
    /// anything.
    pub fn begin(&mut self, round: Round, open: u64) -> bool {
        let suffices = match round {
            Round::Halves(halves) => self.halves(halves).saturating_mul(open) <= self.stage,
            _ => true,
        };
        if suffices {
            self.round = round;
        } else {
            self.reached.insert(Limit::Stage);
        }
        suffices
    }

    /// From now on nothing is asked a second time, or for more than a quarter of a share.
    pub const fn ask_once(&mut self) {
        self.tries = 1;
    }

    /// How often a question about a mate within some plies may be asked.
    pub(super) const fn tries(&self) -> u64 {
        self.tries
    }

    /// Whether the stage has nodes left; if not, that limit is reached.
    pub(super) fn has_nodes(&mut self) -> bool {
        if self.stage == 0 {
            self.reached.insert(Limit::Stage);
        }
        self.stage > 0
    }

    /// The nodes of so many half shares.
    const fn halves(&self, halves: u64) -> u64 {
        self.share.saturating_mul(halves).div_ceil(2)
    }

    /// The nodes of a question whether there is a mate at all.
    pub(super) const fn for_verdict(&self) -> u64 {
        match self.round {
            Round::Glance(part) => self.share.div_ceil(part),
            Round::Halves(halves) => self.halves(halves),
            Round::Apart => self.share.saturating_mul(TRIES),
        }
    }

    /// The nodes of a question about a mate within some plies that is asked so often.
    pub(super) const fn for_bound(&self, times: u64) -> u64 {
        match self.tries {
            1 => self.share.div_ceil(ONCE),
            _ => self.share.saturating_mul(times),
        }
    }

    /// The nodes of a line that only shows what is known.
    pub(super) const fn for_line(&self) -> u64 {
        self.effort.share / LINE
    }

    /// The limits of a question: `nodes` of its own, and what is left for the stage and the whole check.
    pub(super) fn limits(&self, nodes: Option<u64>, plies: Option<u32>) -> Limits {
        let left = self.most_nodes.map(|most| most.saturating_sub(self.nodes));
        // The problem itself is the only question without a limit of its own.
        let until_shortest = self.effort.until_shortest && nodes.is_none();
        let mut nodes = nodes.unwrap_or(u64::MAX).min(self.stage);
        nodes = nodes.min(left.unwrap_or(u64::MAX));
        Limits {
            time: self
                .end
                .map(|end| end.saturating_duration_since(Instant::now())),
            nodes: (nodes < u64::MAX).then_some(nodes),
            plies,
            at_least: None,
            until_shortest,
        }
    }

    /// Counts a question and its nodes; one that took none counts as one.
    pub(super) fn spend(&mut self, nodes: u64) {
        self.questions += 1;
        self.nodes = self.nodes.saturating_add(nodes);
        self.count(nodes.max(1));
    }

    /// Takes nodes from the stage.
    pub(super) const fn count(&mut self, nodes: u64) {
        if self.stage < u64::MAX {
            self.stage = self.stage.saturating_sub(nodes);
        }
    }

    /// Notes which limit was reached.
    pub(super) fn hit(&mut self, reached: Reached) {
        let limit = match reached {
            Reached::Plies => return,
            Reached::Time => Limit::Time,
            Reached::Memory => Limit::Memory,
            Reached::Depth => Limit::Depth,
            Reached::Stop => Limit::Stop,
            Reached::Solver => Limit::Solver,
            Reached::Nodes if self.most_nodes.is_some_and(|most| self.nodes >= most) => {
                if self.effort.nodes.is_some_and(|most| self.nodes >= most) {
                    Limit::Nodes
                } else {
                    Limit::Afterwards
                }
            }
            Reached::Nodes if self.stage == 0 => Limit::Stage,
            Reached::Nodes => Limit::Share,
        };
        self.reached.insert(limit);
    }
}
