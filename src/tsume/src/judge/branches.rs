//! What leaves a main line: the variations (変化), and whether other moves mate.
//!
//! A *variation* leaves the main line with a reply of the defender's that is not futile (無駄合), and goes on with best play
//! of both sides to the mate. Where several checks are as short the first of them is played, in the order of
//! [`order`](super::source::order), at the last move one after which nothing can be interposed before the others; where
//! several replies last as long, the first in the order of [`Move`]. So a variation is the same whatever the solver has
//! solved before.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::ask::Asker;
use super::effort::{Effort, Round};
use super::play::Play;
use super::policy::Policy;
use super::source::{Played, Source, order};
use crate::length::{AttackerLength, DefenderLength};
use crate::solve::{Solve, Task};
use shogi::{Move, Position};

/// Asks a solver about what leaves the main line of a problem.
pub struct Branches<'a> {
    play: Play<'a>,
    start: Position,
}

/// Whether a limit left variations out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missed {
    /// All are there, as far as somebody wanted to see them.
    Nothing,
    /// Some may be missing.
    Some,
}

impl<'a> Branches<'a> {
    /// Asks about one problem; `effort` is for all questions together, its share for each of them. The solver forgets what
    /// it knows: which problem came before must not show.
    pub fn new(
        task: &Task,
        solver: &'a mut dyn Solve,
        policy: Policy,
        effort: &Effort,
        stop: &'a AtomicBool,
    ) -> Self {
        solver.forget();
        let mut ask = Asker::new(solver, task.attacker, policy, effort, stop);
        // A share for each question whether there is a mate at all.
        ask.budget.begin(Round::Halves(2), 0);
        Self {
            play: Play::new(ask),
            start: task.position.clone(),
        }
    }

    /// Whether the attacker mates in a position, in any number of plies; `None` where a limit left that open.
    pub fn mates(&mut self, position: &Position) -> Option<bool> {
        self.play.ask.mates(position)
    }

    /// Calls `visit` with each variation of a main line of best play that mates, all moves from the start; those that leave
    /// it first come first, until it breaks off.
    pub fn variations(
        &mut self,
        main: &[Move],
        mut visit: impl FnMut(&[Move]) -> ControlFlow<()>,
    ) -> Missed {
        let mut missed = Missed::Nothing;
        let mut position = self.start.clone();
        for (at, &mv) in main.iter().enumerate() {
            if !self.play.attacks(&position) {
                let left = (main.len() - at) as u32;
                // A line that does not end with a check does not mate.
                let Some(length) = DefenderLength::new(left) else {
                    return Missed::Some;
                };
                let replies = self.play.replies(&position, length);
                if replies.unsure.iter().any(|reply| reply.mv != mv) {
                    missed = Missed::Some;
                }
                for (reply, left) in self.others(&position, length, mv) {
                    let rest = left.and_then(|left| self.best_play(&reply.next, left));
                    let Some(rest) = rest else {
                        missed = Missed::Some;
                        continue;
                    };
                    let moves = [&main[..at], &[reply.mv], &rest].concat();
                    if visit(&moves).is_break() {
                        return missed;
                    }
                }
            }
            let Some(next) = position.try_play(mv) else {
                return Missed::Some;
            };
            position = next;
        }
        missed
    }

    /// The replies other than that of the main line, each with the length of its mate, where that is known.
    fn others(
        &mut self,
        position: &Position,
        length: DefenderLength,
        main: Move,
    ) -> Vec<(Played<Position>, Option<AttackerLength>)> {
        let Some(longest) = length.after_reply() else {
            return Vec::new();
        };
        let replies = self.play.replies(position, length);
        let mut others = Vec::new();
        for reply in &replies.longest {
            others.push((reply.clone(), Some(longest)));
        }
        for reply in &replies.shorter {
            let mut sooner = (1..longest.attacker_moves()).map(AttackerLength::from_attacker_moves);
            let decided =
                sooner.find_map(
                    |sooner| match self.play.ask.within(&reply.next, sooner.plies()) {
                        Some(false) => None,
                        Some(true) => Some(Some(sooner)),
                        None => Some(None),
                    },
                );
            others.push((reply.clone(), decided.flatten()));
        }
        others.retain(|(reply, _)| reply.mv != main);
        others.sort_by_key(|(reply, _)| reply.mv);
        others
    }

    /// Best play from a position with the attacker to move; `None` where a limit left it open.
    fn best_play(&mut self, position: &Position, length: AttackerLength) -> Option<Vec<Move>> {
        let (mut position, mut length) = (position.clone(), length);
        let mut line = Vec::new();
        loop {
            let check = self.first_shortest(&position, length)?;
            line.push(check.mv);
            let after = length.after_check();
            let Some(left) = after.after_reply() else {
                return Some(line);
            };
            let replies = self.play.replies(&check.next, after);
            let reply = replies.longest.first()?;
            // One that may last as long would come first.
            if replies.unsure.iter().any(|unsure| unsure.mv < reply.mv) {
                return None;
            }
            line.push(reply.mv);
            (position, length) = (reply.next.clone(), left);
        }
    }

    /// The first of the shortest checks; `None` where a limit left open which one that is.
    fn first_shortest(
        &mut self,
        position: &Position,
        length: AttackerLength,
    ) -> Option<Played<Position>> {
        let mut checks: Vec<Played<Position>> = position
            .checks()
            .into_iter()
            .map(|mv| Played {
                mv,
                next: position.play(mv),
            })
            .collect();
        checks.sort_by_key(|check| order(check.mv));
        if length == AttackerLength::ONE {
            checks.sort_by_key(|check| check.next.has_legal_move());
        }
        let after = length.after_check().plies();
        for check in checks {
            if self.play.ask.within(&check.next, after)? {
                return Some(check);
            }
        }
        None
    }
}
