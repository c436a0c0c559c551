//! Bare kings: hands are asked in the [order](super::order) in which they decide each other, and those no part of
//! which mates are judged.

use std::collections::HashMap;
use std::ops::Range;

use rayon::prelude::*;

use super::judging::images;
use super::order::{Group, Order, State};
use super::set::Met;
use super::{EnumerateError, Event, Work};
use crate::Phase;
use shogi::{Color, Hand, Position};
use store::{AskedHand, Batch, JudgedHand, RunId, Store};
use tsume::solve::{Task, Verdict};

/// How many hands the solver's table is kept for while they are judged.
const TOGETHER: usize = 4;

/// The hands of one king.
struct King<'a> {
    work: &'a Work<'a>,
    order: &'a Order,
    run: RunId,
    /// The numbers of its hands in the set.
    numbers: Range<u64>,
    /// What was asked before, by the place among the hands.
    asked: HashMap<usize, AskedHand>,
    states: Vec<State>,
}

impl Work<'_> {
    /// Decides the hands of every king that is not done, and judges those that no part of mates.
    pub fn decide_hands(
        &self,
        hands: Vec<Hand>,
        store: &mut Store,
        run: RunId,
        done: u64,
    ) -> Result<(), EnumerateError> {
        let of_each = hands.len() as u64;
        let order = Order::new(hands);
        let left = self.numbers.at(done..self.numbers.len());
        for first in left.step_by(of_each as usize) {
            let numbers = first..first + of_each;
            let square = self.judging.set.king((first / of_each) as usize);
            self.monitor.begin(Phase::Hands { king: square }, of_each);
            let asked = store.asked_hands(run, numbers.clone())?;
            let asked = asked.into_iter();
            let mut king = King {
                work: self,
                order: &order,
                run,
                asked: asked
                    .map(|one| ((one.number - first) as usize, one))
                    .collect(),
                states: vec![State::Unknown; of_each as usize],
                numbers,
            };
            king.start();
            king.decide(store)?;
            let minimal: Vec<usize> = (0..king.states.len())
                .filter(|&number| order.is_minimal(&king.states, number))
                .collect();
            king.judge(store, &minimal)?;
            king.close(store, &minimal)?;
        }
        Ok(())
    }
}

impl King<'_> {
    /// What was decided with smaller limits.
    fn start(&mut self) {
        let known = self.asked.iter();
        let known = known.filter(|(_, one)| one.nodes < self.work.judging.nodes);
        let known = known.filter_map(|(&number, one)| {
            let mates = one.mates?;
            Some((number, state_of(Some(mates))))
        });
        let mut known: Vec<(usize, State)> = known.collect();
        known.sort_unstable_by_key(|&(number, _)| number);
        self.order.take_in(&mut self.states, known);
    }

    /// Asks wave by wave.
    fn decide(&mut self, store: &mut Store) -> Result<(), EnumerateError> {
        let work = self.work;
        let mut shown = 0;
        for wave in self.order.waves() {
            let mut found: Vec<(usize, State)> = Vec::new();
            let mut open: Vec<&Group> = Vec::new();
            for group in wave {
                let before = self.answers(group);
                if !before.is_empty() {
                    found.extend(before);
                } else if !self.order.unknown(group, &self.states).is_empty() {
                    open.push(group);
                }
            }
            for some in open.chunks(4 * work.solvers.len()) {
                let answers: Vec<Option<Vec<(usize, State)>>> = some
                    .par_iter()
                    .with_max_len(1)
                    .map(|group| self.ask(group))
                    .collect();
                let is_whole = answers.iter().all(Option::is_some);
                let answers: Vec<(usize, State)> =
                    answers.into_iter().flatten().flatten().collect();
                let rows: Vec<(u64, Option<bool>)> = answers
                    .iter()
                    .map(|&(number, state)| (self.numbers.start + number as u64, mates(state)))
                    .collect();
                store.write_asked_hands(self.run, work.judging.nodes, &rows)?;
                found.extend(answers);
                if !is_whole {
                    return Err(work.stopped());
                }
            }
            self.order.take_in(&mut self.states, found);
            let known = self.states.iter();
            let known = known.filter(|&&state| state != State::Unknown).count() as u64;
            work.monitor.advance(known - shown);
            shown = known;
        }
        Ok(())
    }

    /// What was asked of a group with this limit or a larger one, before the run was stopped.
    fn answers(&self, group: &Group) -> Vec<(usize, State)> {
        let asked = group
            .iter()
            .filter_map(|&number| Some((number, self.asked.get(&number)?)));
        asked
            .filter(|(_, one)| one.nodes >= self.work.judging.nodes)
            .map(|(number, one)| (number, state_of(one.mates)))
            .collect()
    }

    /// Asks the hands of a group; `None` if it was stopped.
    fn ask(&self, group: &Group) -> Option<Vec<(usize, State)>> {
        let judging = &self.work.judging;
        let mut solver = self.work.solver();
        solver.forget();
        self.order.decide(group, &self.states, |number| {
            let verdict = match self.position(number) {
                Ok(position) => judging.solve(&mut **solver, &task(position)).verdict,
                Err(_) => Verdict::NoMate,
            };
            if judging.stop.load(std::sync::atomic::Ordering::Relaxed) {
                return None;
            }
            Some(match verdict {
                Verdict::Mate => State::Mate,
                Verdict::NoMate => State::NoMate,
                Verdict::Unknown => State::Open,
            })
        })
    }

    /// The position of a hand that can give check; else what it is.
    fn position(&self, number: usize) -> Result<Position, Met> {
        let number = self.numbers.start + number as u64;
        match self.work.judging.set.at(number) {
            Met::Position(position) => Ok(*position),
            other => Err(other),
        }
    }

    /// Judges hands that no part of mates, those that were not.
    fn judge(&self, store: &mut Store, minimal: &[usize]) -> Result<(), EnumerateError> {
        let judging = &self.work.judging;
        let is_judged = |number: &usize| {
            let one = self.asked.get(number);
            let judged = one.and_then(|one| Some((one.judged?, one.plies)));
            judged.is_some_and(|(nodes, plies)| plies.is_some() || nodes >= judging.nodes)
        };
        let left = minimal.iter().filter(|number| !is_judged(number)).copied();
        let left: Vec<usize> = left.collect();
        let king = judging
            .set
            .king((self.numbers.start / self.states.len() as u64) as usize);
        self.work
            .monitor
            .begin(Phase::JudgingHands { king }, left.len() as u64);
        for some in left.chunks(4 * TOGETHER * self.work.solvers.len()) {
            let judged: Vec<Option<Vec<JudgedHand>>> = some
                .par_chunks(TOGETHER)
                .with_max_len(1)
                .map(|numbers| self.judge_some(numbers))
                .collect();
            let is_whole = judged.iter().all(Option::is_some);
            let judged: Vec<JudgedHand> = judged.into_iter().flatten().flatten().collect();
            let problems = judged.iter().filter_map(|hand| hand.problem.as_deref());
            problems.for_each(|found| (self.work.announce)(Event::Problem(found)));
            store.write_judged_hands(self.run, &judged)?;
            if !is_whole {
                return Err(self.work.stopped());
            }
        }
        Ok(())
    }

    fn judge_some(&self, numbers: &[usize]) -> Option<Vec<JudgedHand>> {
        let judging = &self.work.judging;
        let mut solver = self.work.solver();
        solver.forget();
        let judged = numbers.iter().map(|&number| {
            let position = self.position(number).ok()?;
            let mate = judging.judge_mate(&mut **solver, &task(position));
            if judging.stop.load(std::sync::atomic::Ordering::Relaxed) {
                return None;
            }
            self.work.monitor.advance(1);
            Some(JudgedHand {
                number: self.numbers.start + number as u64,
                nodes: judging.nodes,
                plies: mate.plies,
                problem: mate.problem,
            })
        });
        judged.collect()
    }

    /// Writes what all hands of the king come to.
    fn close(&self, store: &mut Store, minimal: &[usize]) -> Result<(), EnumerateError> {
        let asked = store.asked_hands(self.run, self.numbers.clone())?;
        let plies: HashMap<u64, Option<u16>> =
            asked.iter().map(|one| (one.number, one.plies)).collect();
        let mut batch = Batch::default();
        batch.tally.numbers = self.states.len() as u64;
        let mut minimal_at = minimal.iter().copied().peekable();
        for (at, &state) in self.states.iter().enumerate() {
            let is_minimal = minimal_at.next_if_eq(&at).is_some();
            let number = self.numbers.start + at as u64;
            let position = match self.position(at) {
                Ok(position) => position,
                Err(met) => {
                    batch.tally.illegal += u64::from(met == Met::Illegal);
                    batch.tally.images += u64::from(met == Met::Image);
                    batch.tally.no_check += u64::from(met == Met::NoCheck);
                    continue;
                }
            };
            let open = |mates| self.work.judging.undecided(number, &position, mates);
            match state {
                State::NoMate => batch.tally.no_mate += 1,
                State::Mate if !is_minimal => batch.tally.larger += 1,
                State::Mate => match plies.get(&number).copied().flatten() {
                    Some(plies) => {
                        let count = batch.tally.mates.entry(plies).or_default();
                        count.0 += 1;
                        count.1 += images(&position);
                    }
                    None => batch.undecided.push(open(true)),
                },
                State::Open | State::Unknown => batch.undecided.push(open(false)),
            }
        }
        let minimal: Vec<u64> = minimal
            .iter()
            .map(|&number| self.numbers.start + number as u64)
            .collect();
        store.write_hands(self.run, &minimal, &batch)?;
        Ok(())
    }
}

const fn task(position: Position) -> Task {
    Task {
        position,
        attacker: Color::Black,
    }
}

const fn state_of(mates: Option<bool>) -> State {
    match mates {
        Some(true) => State::Mate,
        Some(false) => State::NoMate,
        None => State::Open,
    }
}

const fn mates(state: State) -> Option<bool> {
    match state {
        State::Mate => Some(true),
        State::NoMate => Some(false),
        State::Open | State::Unknown => None,
    }
}
