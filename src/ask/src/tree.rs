//! What is asked of the tree of a solution: of its variations (変化), and of tries (紛れ).

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shogi::{Color, Move, Position};
use tsume::judge::branches::{Branches, Missed};
use tsume::judge::{Effort, Policy};
use tsume::solve::{Solve, Task};

use super::kept::{self, Found, KeptTree};
use super::line::Line;
use super::tries::{Answer, Leaving, Verdicts};
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

    /// Whether all of them hold of a problem with this main line, whose tree may be [kept](keep): the solver is asked what
    /// that leaves open. What the solver has solved before does not matter. Once `stop` is set the answer is none.
    pub fn ask(
        &self,
        task: &Task,
        main: &[Move],
        kept: Option<&[u8]>,
        solver: &mut dyn Solve,
        effort: TreeEffort,
        stop: &AtomicBool,
    ) -> Answer {
        let Some(line) = Line::new(task, main).filter(|line| !line.is_empty()) else {
            return Answer::No;
        };
        let mut answer = Answer::Yes;
        let kept = kept.and_then(|bytes| KeptTree::read(bytes, &line, main));
        let mut known = Known::new(task, kept.as_ref(), solver, effort, stop);
        for query in &self.tries {
            answer = answer.and(query.ask(&line, &mut known, stop));
            if answer == Answer::No {
                return answer;
            }
        }
        match self.ask_variations() {
            true => answer.and(self.of_variations(task, main, &mut known)),
            false => answer,
        }
    }

    fn of_variations(&self, task: &Task, main: &[Move], known: &mut Known<'_>) -> Answer {
        let mut some = vec![false; self.variations.len()];
        let (mut any, mut breaks) = (false, false);
        let stop = known.stop;
        let missed = known.variations(main, |moves| {
            let Some(line) = Line::leaving(task, main, moves) else {
                return ControlFlow::Continue(());
            };
            any = true;
            for (found, query) in some.iter_mut().zip(&self.variations) {
                *found = *found || query.matches_until(&line, stop);
            }
            breaks = self
                .every_variation
                .iter()
                .any(|query| !query.matches_until(&line, stop));
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

/// Solves the whole tree of a main line, to be kept: every check beside it, every reply to those that do not mate, and the
/// variations. `is_best` says whether the line is known to be one of best play, without which nothing is a variation of it.
/// `None` if the line cannot be played. Once `stop` is set what comes is of no use.
pub fn keep(
    task: &Task,
    main: &[Move],
    is_best: bool,
    solver: &mut dyn Solve,
    effort: TreeEffort,
    stop: &AtomicBool,
) -> Option<Vec<u8>> {
    let line = Line::new(task, main).filter(|line| !line.is_empty())?;
    let mut known = Known::new(task, None, solver, effort, stop);
    let mut places = Vec::new();
    for place in (0..line.len()).step_by(2) {
        let here = &line.positions()[place];
        let found = kept::checks(here).into_iter().map(|check| {
            if check == line.steps[place].mv {
                return Found {
                    mates: Some(true),
                    ..Found::default()
                };
            }
            let after = here.play(check);
            let mates = known.mates(&after);
            let replies = match mates {
                Some(true) => Vec::new(),
                _ => kept::replies(&after),
            };
            let replies = replies.into_iter();
            let replies = replies.map(|reply| known.mates(&after.play(reply)));
            Found {
                mates,
                replies: replies.collect(),
            }
        });
        places.push(found.collect());
    }
    let mut variations = Vec::new();
    let missed = match is_best {
        true => known.variations(main, |moves| {
            variations.push(moves.to_vec());
            ControlFlow::Continue(())
        }),
        false => Missed::Some,
    };
    let variations = (missed == Missed::Nothing).then_some(&variations[..]);
    Some(kept::write(&line, &places, main, variations))
}

/// What is known of positions as Black attacks: by a tree that is kept, or else by a solver, which is set to work when it is
/// asked for the first time.
struct Known<'a> {
    task: &'a Task,
    kept: Option<&'a KeptTree<'a>>,
    solver: Option<&'a mut dyn Solve>,
    branches: Option<Branches<'a>>,
    effort: TreeEffort,
    stop: &'a AtomicBool,
}

impl<'a> Known<'a> {
    fn new(
        task: &'a Task,
        kept: Option<&'a KeptTree<'a>>,
        solver: &'a mut dyn Solve,
        effort: TreeEffort,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            task,
            kept,
            solver: Some(solver),
            branches: None,
            effort,
            stop,
        }
    }

    fn branches(&mut self) -> Option<&mut Branches<'a>> {
        if let Some(solver) = self.solver.take() {
            let (effort, policy) = (self.effort.of_judge(), self.effort.policy);
            self.branches = Some(Branches::new(self.task, solver, policy, &effort, self.stop));
        }
        self.branches.as_mut()
    }

    /// Calls `visit` with each variation; see [`Branches::variations`].
    fn variations(
        &mut self,
        main: &[Move],
        mut visit: impl FnMut(&[Move]) -> ControlFlow<()>,
    ) -> Missed {
        if let Some(variations) = self.kept.and_then(KeptTree::variations) {
            let _ = variations.iter().try_for_each(|moves| visit(moves));
            return Missed::Nothing;
        }
        match self.branches() {
            Some(branches) => branches.variations(main, visit),
            None => Missed::Some,
        }
    }
}

impl Verdicts for Known<'_> {
    fn mates(&mut self, position: &Position) -> Option<bool> {
        let is_turned = self.task.attacker == Color::White;
        let branches = self.branches()?;
        match is_turned {
            true => branches.mates(&position.rotate()),
            false => branches.mates(position),
        }
    }

    fn mates_beside(&mut self, leaving: &Leaving, position: &Position) -> Option<bool> {
        let kept = self.kept.and_then(|kept| kept.mates(leaving));
        kept.or_else(|| self.mates(position))
    }
}
