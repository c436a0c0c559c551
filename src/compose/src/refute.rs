//! What is quickly found against a candidate: pieces left over, or a second solution, on every longest line.
//!
//! A problem is complete if some longest line is clean. What is wrong with the solver's line refutes it only
//! where nothing before it could have been played otherwise.

use super::counts::Category;
use super::pipeline::Examiner;
use shogi::{Color, Move};
use tsume::judge::source::same;
use tsume::solve::{Goal, Limits, Outcome, Reached, Task, Verdict};

impl Examiner {
    /// What is quickly found that no line of a mate can be clean for; `line` is one of best play.
    pub(super) fn refutation(&mut self, start: &Task, line: &[Move]) -> Option<Category> {
        let mut nodes = vec![start.clone()];
        for &mv in line {
            let next = nodes[nodes.len() - 1].play(mv);
            nodes.push(next);
        }
        let leaves_over = !nodes[line.len()].position.hand(Color::Black).is_empty();
        if leaves_over && self.forced(&nodes, line, line.len()) == line.len() {
            return Some(Category::Leftover);
        }
        if line.len() <= 3 {
            return None;
        }
        // Late nodes are asked first: their mates are short.
        let mut forced = None;
        for at in (0..line.len() - 2).step_by(2).rev() {
            if forced.is_some_and(|forced| at > forced)
                || !self.has_other_check(&nodes[at], line[at])
            {
                continue;
            }
            if *forced.get_or_insert_with(|| self.forced(&nodes, line, at)) >= at {
                return Some(match leaves_over {
                    true => Category::Leftover,
                    false => Category::Cooked,
                });
            }
        }
        None
    }

    /// Whether another check than `main` is quickly found to mate.
    fn has_other_check(&mut self, node: &Task, main: Move) -> bool {
        let nodes = self.cost().other_check;
        let checks = node.position.checks().into_iter();
        checks.filter(|&check| !same(check, main)).any(|check| {
            let found = self.ask(&node.play(check), Goal::Verdict, nodes);
            found.verdict == Verdict::Mate
        })
    }

    /// How many of the first `end` moves of a line surely belong to every longest line: no other choice of
    /// promotion mates as fast, no other reply lasts as long.
    fn forced(&mut self, nodes: &[Task], line: &[Move], end: usize) -> usize {
        (0..end)
            .find(|&at| {
                let attacks = at % 2 == 0;
                let left = (line.len() - at) as u32;
                let others = if attacks {
                    let mut others = nodes[at].position.checks();
                    // At the last move any mate will do.
                    others.retain(|&mv| left == 1 || same(mv, line[at]));
                    others
                } else {
                    nodes[at].position.legal_moves()
                };
                let mut others = others.into_iter().filter(|&mv| mv != line[at]);
                others.any(|mv| {
                    let next = nodes[at].play(mv);
                    match attacks {
                        true => !self.is_surely_longer(&next, left - 1),
                        false => !self.mates_within(&next, left.saturating_sub(3)),
                    }
                })
            })
            .unwrap_or(end)
    }

    /// Whether the attacker, who has given check, is quickly found to need more than so many plies, none of
    /// them a futile interposition (無駄合).
    fn is_surely_longer(&mut self, after_check: &Task, plies: u32) -> bool {
        let position = &after_check.position;
        if plies == 0 {
            let between = position.interposing_squares();
            let mut replies = position.legal_moves().into_iter();
            return replies.any(|mv| !between.has(mv.to()));
        }
        self.lasts_longer(after_check, plies, self.cost().other_check)
    }

    /// The same of one or more plies, with as many nodes as a length may cost.
    pub(super) fn surely_lasts_longer(&mut self, after_check: &Task, plies: u32) -> bool {
        self.lasts_longer(after_check, plies, self.cost().length)
    }

    /// Whether there is surely no mate within so many plies, futile interpositions (無駄合) left aside.
    fn lasts_longer(&mut self, after_check: &Task, plies: u32, nodes: u64) -> bool {
        let found = self.within(after_check, plies, nodes);
        let slides = after_check.position.can_slide(after_check.attacker);
        found.verdict == Verdict::NoMate || found.reached == Some(Reached::Plies) && !slides
    }

    /// Whether the attacker is quickly found to mate within so many plies, every interposition counted.
    fn mates_within(&mut self, after_reply: &Task, plies: u32) -> bool {
        let nodes = self.cost().other_check;
        plies > 0 && self.within(after_reply, plies, nodes).verdict == Verdict::Mate
    }

    fn within(&mut self, task: &Task, plies: u32, nodes: u64) -> Outcome {
        let limits = Limits {
            nodes: Some(nodes),
            plies: Some(plies),
            ..Limits::default()
        };
        self.solve(task, Goal::Verdict, &limits)
    }
}
