//! Solvers for the tests of the judge.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use gyakusan::judge::futile::{is_interposition, without_interposed};
use gyakusan::shogi::{Color, Move, Position};
use gyakusan::solve::{Goal, Limits, Outcome, Reached, Solve, Task, Verdict};
use hashbrown::HashMap;

/// What is known of the length of a position.
#[derive(Clone, Copy)]
enum Known {
    Exact(u32),
    MoreThan(u32),
}

/// Lengths by their definition, futile interpositions counted or not.
struct Lengths {
    futile_count: bool,
    attacker: Color,
    known: HashMap<Position, Known>,
}

impl Lengths {
    fn new(futile_count: bool) -> Self {
        Self {
            futile_count,
            attacker: Color::Black,
            known: HashMap::new(),
        }
    }

    /// The length in plies, if it is at most `bound`.
    fn length(&mut self, position: &Position, bound: u32) -> Option<u32> {
        match self.known.get(position) {
            Some(&Known::Exact(length)) => return (length <= bound).then_some(length),
            Some(&Known::MoreThan(least)) if bound <= least => return None,
            _ => {}
        }
        let length = if position.side() == self.attacker {
            (1..=bound).step_by(2).find(|plies| {
                let some = position.visit_checks(&mut |mv| match self
                    .length(&position.play(mv), plies - 1)
                {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                });
                some.is_break()
            })
        } else {
            self.longest(position, bound)
        };
        let known = length.map_or(Known::MoreThan(bound), Known::Exact);
        self.known.insert(position.clone(), known);
        length
    }

    fn longest(&mut self, position: &Position, bound: u32) -> Option<u32> {
        let replies = position.legal_moves();
        if replies.is_empty() && !position.is_in_check() {
            return None;
        }
        let (interpositions, direct): (Vec<Move>, Vec<Move>) = replies
            .into_iter()
            .partition(|&mv| !self.futile_count && is_interposition(position, mv));
        let mut longest = 0;
        for mv in direct {
            longest = longest.max(1 + self.length(&position.play(mv), bound.checked_sub(1)?)?);
        }
        let without = longest;
        for mv in interpositions {
            let futile = without_interposed(position, mv)
                .iter()
                .any(|next| self.length(next, without).is_some());
            if !futile {
                longest = longest.max(1 + self.length(&position.play(mv), bound.checked_sub(1)?)?);
            }
        }
        Some(longest)
    }
}

/// A solver that takes a mate of more than `most` plies, every interposition counted, for none.
pub struct Short {
    most: u32,
    literal: Lengths,
    traditional: Lengths,
}

impl Short {
    pub fn new(most: u32) -> Self {
        Self {
            most,
            literal: Lengths::new(true),
            traditional: Lengths::new(false),
        }
    }
}

impl Solve for Short {
    fn forget(&mut self) {}

    fn solve(&mut self, task: &Task, goal: Goal, limits: &Limits, _: &AtomicBool) -> Outcome {
        assert_eq!(task.attacker, Color::Black);
        let bound = limits.plies.unwrap_or(self.most).min(self.most);
        let raw = self.literal.length(&task.position, bound);
        let plies = match (raw, goal) {
            (Some(raw), Goal::Lengths) => self.traditional.length(&task.position, raw),
            _ => None,
        };
        Outcome {
            verdict: match raw {
                Some(_) => Verdict::Mate,
                None if bound < self.most => Verdict::Unknown,
                None => Verdict::NoMate,
            },
            plies,
            plies_exact: plies.is_some(),
            raw_plies: raw,
            main_line: Vec::new(),
            nodes: 1,
            reached: (raw.is_none() && bound < self.most).then_some(Reached::Plies),
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
    fn forget(&mut self) {}

    fn solve(&mut self, task: &Task, goal: Goal, limits: &Limits, stop: &AtomicBool) -> Outcome {
        let outcome = self.solver.solve(task, goal, limits, stop);
        if !(self.forgets)(&task.position) {
            return outcome;
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
