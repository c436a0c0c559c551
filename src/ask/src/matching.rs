//! Whether a query holds of a line, told from its end to its start: from which places does it lead on to the end?
//!
//! Each node takes the set of places where what follows holds, and gives the set from which it leads there. That is
//! exact, costs no more than the query is long for each ply, and never goes back and forth: `..` and repetitions
//! cannot make it slow. What names stand for is tried one by one.

use shogi::{Bitboard, Square};

use super::line::Line;
use super::plies::Plies;
use super::program::{Bindings, Domain, Op};
use super::range::Range;

/// A line and what the names stand for.
pub(super) struct Matcher<'a> {
    pub(super) line: &'a Line,
    pub(super) plies: usize,
    pub(super) names: Bindings,
}

impl<'a> Matcher<'a> {
    pub fn new(line: &'a Line) -> Self {
        Self {
            line,
            plies: line.len(),
            names: Bindings::default(),
        }
    }

    /// The places from which `op` leads to one of `next`.
    pub fn back<S: Plies>(&mut self, op: &Op, next: S) -> S {
        match op {
            // Nothing leads nowhere.
            _ if next.is_empty() => next,
            Op::Then(ops) => ops.iter().rev().fold(next, |next, op| self.back(op, next)),
            Op::Any(ops) => {
                let none = S::none(self.plies);
                let each = |found: S, op| found.or(&self.back(op, next.clone()));
                ops.iter().fold(none, each)
            }
            Op::All(ops) => {
                let Some((last, ahead)) = ops.split_last() else {
                    return next;
                };
                let found = self.back(last, next);
                ahead.iter().fold(found, |found, op| {
                    let all = S::all(self.plies);
                    found.and(&self.back(op, all))
                })
            }
            Op::Not(op) => {
                let all = S::all(self.plies);
                next.minus(&self.back(op, all))
            }
            Op::Gap(range) => next.before_gap(*range, self.plies),
            Op::Start => self.only(0, next),
            Op::End => self.only(self.plies, next),
            Op::Ply(pattern) => {
                let mut found = S::none(self.plies);
                for ply in 0..self.plies {
                    if next.has(ply + 1) && pattern.holds(self.line, ply, &self.names) {
                        found.insert(ply);
                    }
                }
                found
            }
            Op::Repeat(op, range) => self.repeated(op, *range, next),
            Op::Count(op, range) => self.counted(op, *range, next),
            Op::Exists(name, domain, op) => {
                let mut found = S::none(self.plies);
                for value in values(self.line, *domain) {
                    self.names[*name] = value;
                    found = found.or(&self.back(op, next.clone()));
                }
                found
            }
        }
    }

    fn only<S: Plies>(&self, place: usize, next: S) -> S {
        let mut one = S::none(self.plies);
        one.insert(place);
        next.and(&one)
    }

    fn repeated<S: Plies>(&mut self, op: &Op, range: Range, next: S) -> S {
        // Of more times than there are plies all but so many take no ply, and can be left out.
        let enough = range.low.max(self.plies as u32);
        let most = range.high.map_or(enough, |high| high.min(enough));
        let mut found = S::none(self.plies);
        let mut now = next;
        for times in 0..=most {
            if times >= range.low {
                found = found.or(&now);
            }
            if times < most {
                now = self.back(op, now);
            }
        }
        found
    }

    fn counted<S: Plies>(&mut self, op: &Op, range: Range, next: S) -> S {
        let starts = self.back(op, S::all(self.plies));
        let mut found = S::none(self.plies);
        let mut count = 0;
        for place in (0..=self.plies).rev() {
            count += u32::from(starts.has(place));
            if range.has(count) {
                found.insert(place);
            }
        }
        next.and(&found)
    }
}

/// What a name may stand for in a line.
pub(super) fn values(line: &Line, domain: Domain) -> Vec<u16> {
    match domain {
        Domain::Squares => (0..Square::COUNT as u16).collect(),
        Domain::Touched => {
            let squares = line.steps.iter().flat_map(|step| {
                let from = step.mv.from();
                from.into_iter().chain([step.mv.to(), step.king])
            });
            let touched: Bitboard = squares.collect();
            let other = (!touched).first();
            let all = touched.into_iter().chain(other);
            all.map(|square| square.index() as u16).collect()
        }
        Domain::Pieces => {
            let moved = line.steps.iter().map(|step| step.id);
            let captured = line.steps.iter().filter(|step| step.captured.is_some());
            let mut ids: Vec<u16> = moved.chain(captured.map(|step| step.captured_id)).collect();
            ids.sort_unstable();
            ids.dedup();
            ids
        }
    }
}
