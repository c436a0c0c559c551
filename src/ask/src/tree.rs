//! What is asked of the tree of a solution: of its variations (変化), and of tries (紛れ).

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shogi::{Color, Move, Position};
use tsume::judge::branches::{Branches, Missed};
use tsume::judge::{Effort, Policy};
use tsume::solve::{Solve, Task};

use super::line::Line;
use super::tries::{Answer, Verdicts};
use super::{Query, TryQuery};

/// Queries about the tree of a solution, all of which must hold.
#[derive(Clone, Debug, Default)]
pub struct TreeQueries {
    /// About checks on the main line and beside it.
    pub tries: Vec<Arc<TryQuery>>,
    /// Each of which some variation has.
    pub variations: Vec<Arc<Query>>,
    /// Which every variation has, of which there is one at least.
    pub every_variation: Vec<Arc<Query>>,
}

/// What it may cost to ask about one tree, and how lengths are counted.
#[derive(Clone, Copy, Debug)]
pub struct TreeEffort {
    /// Nodes for each question to the solver. All questions together have [`QUESTIONS`] times as many.
    pub nodes: u64,
    /// How lengths are counted: those of variations, and which replies are futile (無駄合).
    pub policy: Policy,
}

/// The nodes for a tree are so many times those for a question.
pub const QUESTIONS: u64 = 100;

impl TreeEffort {
    /// As the judge takes it.
    pub fn of_judge(self) -> Effort {
        Effort {
            nodes: Some(self.nodes.saturating_mul(QUESTIONS)),
            share: self.nodes,
            ..Effort::QUICK
        }
    }
}

impl TreeQueries {
    /// Whether nothing is asked.
    pub const fn is_empty(&self) -> bool {
        self.tries.is_empty() && !self.ask_variations()
    }

    /// Whether it is asked for variations.
    pub const fn ask_variations(&self) -> bool {
        !self.variations.is_empty() || !self.every_variation.is_empty()
    }

    /// The least that columns of a problem hold if all of them hold of it.
    pub fn least(&self) -> Vec<(&'static str, u32)> {
        self.tries.iter().flat_map(|query| query.least()).collect()
    }

    /// Whether all of them hold of a problem with this main line. What the solver has solved before does not matter. Once
    /// `stop` is set the answer is none.
    pub fn ask(
        &self,
        task: &Task,
        main: &[Move],
        solver: &mut dyn Solve,
        effort: TreeEffort,
        stop: &AtomicBool,
    ) -> Answer {
        let Some(line) = Line::new(task, main).filter(|line| !line.is_empty()) else {
            return Answer::No;
        };
        let mut branches = Branches::new(task, solver, effort.policy, &effort.of_judge(), stop);
        let mut answer = Answer::Yes;
        let mut known = Known {
            branches: &mut branches,
            turned: task.attacker == Color::White,
        };
        for query in &self.tries {
            answer = answer.and(query.ask(&line, &mut known, stop));
            if answer == Answer::No {
                return answer;
            }
        }
        match self.ask_variations() {
            true => answer.and(self.of_variations(task, main, &mut branches)),
            false => answer,
        }
    }

    fn of_variations(&self, task: &Task, main: &[Move], branches: &mut Branches<'_>) -> Answer {
        let mut some = vec![false; self.variations.len()];
        let (mut any, mut breaks) = (false, false);
        let missed = branches.variations(main, |moves| {
            let Some(line) = Line::leaving(task, main, moves) else {
                return ControlFlow::Continue(());
            };
            any = true;
            for (found, query) in some.iter_mut().zip(&self.variations) {
                *found = *found || query.matches(&line);
            }
            breaks = self
                .every_variation
                .iter()
                .any(|query| !query.matches(&line));
            let settled = self.every_variation.is_empty() && some.iter().all(|&found| found);
            match breaks || settled {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        // What is missing may have what is asked, or not.
        let unless_missed = |is_so| match (is_so, missed) {
            (_, Missed::Some) => Answer::Undecided,
            (true, Missed::Nothing) => Answer::Yes,
            (false, Missed::Nothing) => Answer::No,
        };
        let of_some = match some.iter().all(|&found| found) {
            true => Answer::Yes,
            false => unless_missed(false),
        };
        let of_every = match self.every_variation.is_empty() {
            true => Answer::Yes,
            false if breaks => Answer::No,
            false => unless_missed(any),
        };
        of_some.and(of_every)
    }
}

/// What a solver knows of positions as Black attacks.
struct Known<'b, 'a> {
    branches: &'b mut Branches<'a>,
    /// Whether White attacks in the problem.
    turned: bool,
}

impl Verdicts for Known<'_, '_> {
    fn mates(&mut self, position: &Position) -> Option<bool> {
        match self.turned {
            true => self.branches.mates(&position.rotate()),
            false => self.branches.mates(position),
        }
    }
}
