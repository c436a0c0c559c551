//! Which moves of a line a query is about: one way in which it holds.

use super::matching::{Matcher, values};
use super::plies::Plies;
use super::program::Op;

impl Matcher<'_> {
    /// Goes on from a place that is among those from which `op` leads to one of `next`; notes the plies that it asks
    /// for, and says where it comes to.
    pub fn trace<S: Plies>(
        &mut self,
        op: &Op,
        place: usize,
        next: &S,
        plies: &mut Vec<usize>,
    ) -> usize {
        match op {
            Op::Then(ops) => {
                let mut nexts = vec![next.clone()];
                for op in ops.iter().skip(1).rev() {
                    let before = self.back(op, nexts[nexts.len() - 1].clone());
                    nexts.push(before);
                }
                let steps = ops.iter().zip(nexts.iter().rev());
                steps.fold(place, |place, (op, next)| {
                    self.trace(op, place, next, plies)
                })
            }
            Op::Any(ops) => {
                let holds = |op: &&Op| self.back(op, next.clone()).has(place);
                match ops.iter().find(holds) {
                    Some(op) => self.trace(op, place, next, plies),
                    None => place,
                }
            }
            Op::All(ops) => {
                let Some((last, ahead)) = ops.split_last() else {
                    return place;
                };
                for op in ahead {
                    self.trace(op, place, &S::all(self.plies), plies);
                }
                self.trace(last, place, next, plies)
            }
            Op::Gap(range) => {
                let first = place + range.low as usize;
                (first..=self.plies)
                    .find(|&to| next.has(to))
                    .unwrap_or(place)
            }
            Op::Ply(_) => {
                plies.push(place);
                place + 1
            }
            Op::Repeat(op, range) => {
                let low = self.enough(range.low);
                let mut nexts = vec![next.clone()];
                while nexts.len() <= low || !nexts[nexts.len() - 1].has(place) {
                    let before = self.back(op, nexts[nexts.len() - 1].clone());
                    if before.is_empty() {
                        return place;
                    }
                    nexts.push(before);
                }
                let ways = nexts.iter().rev().skip(1);
                ways.fold(place, |place, next| self.trace(op, place, next, plies))
            }
            Op::Count(op, _) => {
                let all = S::all(self.plies);
                let starts = self.back(op, all.clone());
                for start in (place..=self.plies).filter(|&start| starts.has(start)) {
                    self.trace(op, start, &all, plies);
                }
                place
            }
            Op::Exists(name, domain, op) => {
                for value in values(self.line, *domain) {
                    self.names[*name] = value;
                    if self.back(op, next.clone()).has(place) {
                        return self.trace(op, place, next, plies);
                    }
                }
                place
            }
            Op::Not(_) | Op::Start | Op::End | Op::Position(_) | Op::Tries(_) => place,
        }
    }
}
