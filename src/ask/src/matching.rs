//! Whether a query holds of a line, told from its end to its start: from which places does it lead on to the end?
//!
//! Each node takes the set of places where what follows holds, and gives the set from which it leads there. That is
//! exact, asks each node once, and never goes back and forth: `..` cannot make it slow. What is repeated is asked again
//! until nothing changes, at most once for each ply and once more; [`parse`](super::parse) refuses repetitions within
//! repetitions within repetitions. What names stand for is tried one by one.

use std::sync::atomic::{AtomicBool, Ordering};

use shogi::{Bitboard, Square};

use super::line::Line;
use super::plies::Plies;
use super::program::{Bindings, Domain, Op};
use super::range::Range;
use super::tries::Tries;

/// A line and what the names stand for.
pub(super) struct Matcher<'a> {
    pub(super) line: &'a Line,
    pub(super) plies: usize,
    pub(super) names: Bindings,
    /// What becomes of checks beside the line; nobody asks about them if `None`.
    tries: Option<Tries<'a>>,
    /// Set when nobody waits for the answer any more.
    left: Option<&'a AtomicBool>,
    /// How many nodes were asked.
    #[cfg(test)]
    steps: usize,
}

impl<'a> Matcher<'a> {
    pub fn new(line: &'a Line) -> Self {
        Self {
            line,
            plies: line.len(),
            names: Bindings::default(),
            tries: None,
            left: None,
            #[cfg(test)]
            steps: 0,
        }
    }

    /// The same, which finds whatever it likes once `left` is set, and soon.
    pub fn until(line: &'a Line, left: &'a AtomicBool) -> Self {
        Self {
            left: Some(left),
            ..Self::new(line)
        }
    }

    /// The same with checks beside the line, until `left` is set.
    pub fn among(line: &'a Line, tries: Tries<'a>, left: &'a AtomicBool) -> Self {
        Self {
            tries: Some(tries),
            ..Self::until(line, left)
        }
    }

    /// Whether a limit left something open that was asked for.
    pub fn is_open(&self) -> bool {
        self.tries.as_ref().is_some_and(Tries::is_open)
    }

    /// The places from which `op` leads to one of `next`.
    pub fn back<S: Plies>(&mut self, op: &Op, next: S) -> S {
        #[cfg(test)]
        {
            self.steps += 1;
        }
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
                // What may hold is not known not to.
                self.exchange();
                let found = self.back(op, S::all(self.plies));
                self.exchange();
                next.minus(&found)
            }
            Op::Gap(range) => next.before_gap(*range, self.plies),
            Op::Start => self.only(0, next),
            Op::End => self.only(self.plies, next),
            Op::Position(facts) => {
                let mut found = S::none(self.plies);
                for place in 0..=self.plies {
                    let mut each = facts.iter();
                    if next.has(place) && each.all(|fact| fact.holds(self.line, place, &self.names))
                    {
                        found.insert(place);
                    }
                }
                found
            }
            Op::Tries(compared) => {
                let mut found = S::none(self.plies);
                if let Some(tries) = &mut self.tries {
                    for place in 0..self.plies {
                        if next.has(place) && tries.hold(compared, place, &self.names) {
                            found.insert(place);
                        }
                    }
                }
                found
            }
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
                    // Names within names are what can take long.
                    if self.left.is_some_and(|left| left.load(Ordering::Relaxed)) {
                        break;
                    }
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
        let low = self.enough(range.low);
        let enough = low.max(self.plies);
        let most = range.high.map_or(enough, |high| enough.min(high as usize));
        let mut found = S::none(self.plies);
        let mut now = next;
        for times in 0..=most {
            if times >= low {
                found = found.or(&now);
            }
            if times < most {
                let before = self.back(op, now.clone());
                // Once more changes nothing from here on.
                if before == now {
                    return found.or(&now);
                }
                now = before;
            }
        }
        found
    }

    /// So many times are as good as this many: whatever is repeated more often than there are plies takes no ply at
    /// least once, and can do so as often as is wished.
    pub(super) fn enough(&self, times: u32) -> usize {
        (times as usize).min(self.plies + 1)
    }

    /// From now on what limits leave open counts the other way.
    const fn exchange(&mut self) {
        if let Some(tries) = &mut self.tries {
            tries.generous = !tries.generous;
        }
    }

    fn counted<S: Plies>(&mut self, op: &Op, range: Range, next: S) -> S {
        let starts = self.back(op, S::all(self.plies));
        let others = match &self.tries {
            None => None,
            Some(_) => {
                self.exchange();
                let others = self.back(op, S::all(self.plies));
                self.exchange();
                Some(others)
            }
        };
        let generous = self.tries.as_ref().is_some_and(|tries| tries.generous);
        let mut found = S::none(self.plies);
        // If limits left something open: the least, and the most that there can be.
        let (mut least, mut most) = (0, 0);
        for place in (0..=self.plies).rev() {
            let one = starts.has(place);
            let other = others.as_ref().map_or(one, |others| others.has(place));
            least += u32::from(one && other);
            most += u32::from(one || other);
            let within = match generous {
                true => range.meets(least, most),
                false => range.has(least) && range.has(most),
            };
            if within {
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
        Domain::AllPieces => (0..(Square::COUNT + line.len()) as u16).collect(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Op;

    /// A line of so many plies.
    fn line(plies: usize) -> Line {
        let mut line = Line::default();
        let moves = ["5e5d", "1a2a", "5d5e", "2a1a"].iter().cycle().take(plies);
        let usi: Vec<&str> = moves.copied().collect();
        let sfen = "8k/9/9/9/4G4/9/9/9/9 b - 1";
        assert!(line.read(sfen, false, &usi.join(" ")));
        line
    }

    /// Whether a query holds of a line from its start, and how many nodes were asked.
    fn asked(text: &str, line: &Line) -> (bool, usize) {
        let op = Op::of(&crate::parse::parse(text).unwrap());
        let mut matcher = Matcher::new(line);
        let found = matcher.back(&op, <Vec<u64>>::all(line.len()));
        (found.has(0), matcher.steps)
    }

    /// Names within names are not tried to their end.
    #[test]
    fn who_is_left_stops() {
        let line = line(3);
        let text = "attacks=$a attacks=$b attacks=$c ; .. ; to=$a from=$b from=$c";
        let op = Op::of(&crate::parse::parse(text).unwrap());
        let left = AtomicBool::new(true);
        let mut matcher = Matcher::until(&line, &left);
        matcher.back(&op, u64::all(line.len()));
        assert!(matcher.steps < 10, "{}", matcher.steps);
        left.store(false, Ordering::Relaxed);
        let mut matcher = Matcher::until(&line, &left);
        matcher.back(&op, u64::all(line.len()));
        assert!(matcher.steps > 100_000, "{}", matcher.steps);
    }

    #[test]
    fn repetitions_do_not_make_it_slow() {
        let line = line(31);
        for (text, holds, most) in [
            ("^ ; any* ; $", true, 100),
            ("^ ; any{31} ; $", true, 100),
            ("any{32}", false, 100),
            ("^ ; any{9999}", false, 100),
            ("(..){9999}", true, 10),
            ("((..){9999}){9999} ; $", true, 20),
            ("^ ; (any*)* ; $", true, 200),
            // Each time anew something is new.
            ("^ ; (any+)+ ; $", true, 34 * 34),
            ("^ ; ((((any+)?)?)?)+ ; drop ; $", false, 34 * 38),
        ] {
            let (found, steps) = asked(text, &line);
            assert_eq!(found, holds, "{text}");
            assert!(steps <= most, "{text}: {steps}");
        }
    }
}
