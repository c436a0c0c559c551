//! A game's problems (詰): positions that are won by checks alone, with one solution.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use system::monitor::{Monitor, Stopped};

use crate::dense::{Dense, ones};
use crate::moves::Moves;
use crate::phase::Phase;
use crate::rank::Ranking;
use crate::rules::Rules;
use crate::solve::{Question, SolveError, Value, Values};
use crate::state::{KINDS, MINE, Move, State};

/// What is won by checks alone, and which of it is a sound problem.
pub struct Mates {
    values: Values,
    /// A bit for each place: sound.
    sound: Vec<AtomicU64>,
}

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position, the attacker to move.
    pub state: State,
    /// Plies to the mate.
    pub plies: u8,
    /// The main line.
    pub line: Vec<Move>,
    /// How many of the attacker's moves give up a piece that is taken at once.
    pub sacrifices: u8,
    /// How many are drops.
    pub drops: u8,
    /// Replies off the main line, at its positions of the defender.
    pub variations: u16,
    /// Checks off the main line that do not win, at its positions of the attacker.
    pub tries: u16,
}

/// How many words of bits a task takes.
const TASK: usize = 1 << 11;

impl Mates {
    /// Finds all wins by checks among these positions, and which are sound.
    ///
    /// Sound is, as rule E has it: some longest line that leaves nothing in the attacker's hand has at each position of the attacker before the
    /// last move exactly one check that wins, however long it takes.
    ///
    /// # Errors
    /// If it is stopped, or a win is too long.
    pub fn find(
        rules: &Rules,
        ranking: &Ranking,
        dense: Dense,
        monitor: &Monitor,
    ) -> Result<Self, SolveError> {
        let mut values = Values::new(rules, ranking, dense, Question::Checks, monitor)?;
        values.run(rules, ranking, monitor)?;
        let words = values.dense.len().div_ceil(64);
        let mates = Self {
            values,
            sound: (0..words).map(|_| AtomicU64::new(0)).collect(),
        };
        let longest = mates.values.plies;
        for plies in (1..=longest).step_by(2) {
            mates.mark_sound(rules, ranking, plies, monitor)?;
        }
        Ok(mates)
    }

    /// How many positions are won in so many plies, for each number of plies.
    pub fn counts(&self) -> [u64; 256] {
        let mut counts = [0; 256];
        for byte in self.values.bytes() {
            counts[usize::from(byte)] += 1;
        }
        counts
    }

    /// Calls for each position won in so many plies, in parallel.
    fn each(
        &self,
        ranking: &Ranking,
        plies: u8,
        monitor: &Monitor,
        visit: impl Fn(State, usize) + Sync,
    ) -> Result<(), Stopped> {
        let dense = &self.values.dense;
        dense
            .words()
            .par_chunks(TASK)
            .enumerate()
            .try_for_each(|(task, words)| {
                monitor.go_on()?;
                let start = dense.before(task * TASK);
                let mut place = start;
                for (word, &bits) in (task * TASK..).zip(words) {
                    let count = bits.count_ones() as usize;
                    for (place, number) in (place..).zip(ones(word, bits)) {
                        if self.values.value_at(place) == Value::Won(plies) {
                            visit(ranking.unrank(number), place);
                        }
                    }
                    place += count;
                }
                monitor.advance((place - start) as u64);
                Ok(())
            })
    }

    fn mark_sound(
        &self,
        rules: &Rules,
        ranking: &Ranking,
        plies: u8,
        monitor: &Monitor,
    ) -> Result<(), Stopped> {
        monitor.begin(
            Phase::Checks {
                plies: plies.into(),
            },
            self.values.dense.len(),
        );
        self.each(ranking, plies, monitor, |state, place| {
            if self.is_sound_here(rules, ranking, &state, plies) {
                self.sound[place / 64].fetch_or(1 << (place % 64), Ordering::Relaxed);
            }
        })
    }

    fn is_marked(&self, rules: &Rules, ranking: &Ranking, state: &State) -> bool {
        let place = self.values.dense.place(ranking.rank(rules, state).number);
        place.is_some_and(|place| {
            self.sound[place / 64].load(Ordering::Relaxed) & 1 << (place % 64) != 0
        })
    }

    /// The checks that win, each with the position after it and its plies.
    fn winning(&self, rules: &Rules, ranking: &Ranking, state: &State) -> Vec<(Move, State, u8)> {
        let mut moves = Moves::new();
        rules.legal_moves(state, &mut moves);
        let flipped = rules.flip(state);
        let lost = |&mv: &Move| {
            if rules.tries(mv) {
                return None;
            }
            let after = rules.play_flipped(&flipped, mv);
            match self.values.value(rules, ranking, &after)? {
                Value::Lost(plies) => Some((mv, after, plies)),
                _ => None,
            }
        };
        moves.iter().filter_map(lost).collect()
    }

    fn is_sound_here(&self, rules: &Rules, ranking: &Ranking, state: &State, plies: u8) -> bool {
        let winning = self.winning(rules, ranking, state);
        if plies == rules.mated() + 1 {
            return winning
                .iter()
                .any(|(_, after, left)| *left == rules.mated() && has_nothing(&after.hands[1]));
        }
        match &winning[..] {
            [(_, after, left)] if left + 1 == plies => self
                .longest_replies(rules, ranking, after, *left)
                .iter()
                .any(|(_, next)| self.is_marked(rules, ranking, next)),
            _ => false,
        }
    }

    /// The replies that last longest.
    fn longest_replies(
        &self,
        rules: &Rules,
        ranking: &Ranking,
        state: &State,
        plies: u8,
    ) -> Vec<(Move, State)> {
        let mut moves = Moves::new();
        rules.legal_moves(state, &mut moves);
        let flipped = rules.flip(state);
        moves
            .iter()
            .map(|mv| (*mv, rules.play_flipped(&flipped, *mv)))
            .filter(|(_, next)| {
                self.values.value(rules, ranking, next) == Some(Value::Won(plies - 1))
            })
            .collect()
    }

    /// How many sound problems there are of each length: by plies.
    pub fn sound_counts(&self) -> [u64; 256] {
        let mut counts = [0; 256];
        for place in 0..self.values.dense.len() as usize {
            if self.sound[place / 64].load(Ordering::Relaxed) & 1 << (place % 64) != 0
                && let Value::Won(plies) = self.values.value_at(place)
            {
                counts[usize::from(plies)] += 1;
            }
        }
        counts
    }

    /// The sound problems of at least so many plies, longest first, at most so many, in the order of their numbers.
    ///
    /// # Errors
    /// If it is stopped.
    pub fn problems(
        &self,
        rules: &Rules,
        ranking: &Ranking,
        least: u8,
        most: usize,
        monitor: &Monitor,
        mut take: impl FnMut(Problem),
    ) -> Result<(), Stopped> {
        let mut taken = 0;
        let dense = &self.values.dense;
        for plies in (least..=self.values.plies)
            .rev()
            .filter(|plies| plies % 2 == 1)
        {
            monitor.begin(Phase::Mates, dense.len());
            let mut place = 0;
            for (word, &bits) in dense.words().iter().enumerate() {
                let count = bits.count_ones() as usize;
                let any = (place..place + count)
                    .any(|place| self.values.value_at(place) == Value::Won(plies));
                if any {
                    monitor.go_on()?;
                    for (place, number) in (place..).zip(ones(word, bits)) {
                        let marked =
                            self.sound[place / 64].load(Ordering::Relaxed) & 1 << (place % 64) != 0;
                        if !marked || self.values.value_at(place) != Value::Won(plies) {
                            continue;
                        }
                        if taken == most {
                            return Ok(());
                        }
                        taken += 1;
                        take(self.problem(rules, ranking, ranking.unrank(number), plies));
                    }
                }
                place += count;
                monitor.advance(count as u64);
            }
        }
        Ok(())
    }

    /// A sound problem with its main line.
    fn problem(&self, rules: &Rules, ranking: &Ranking, start: State, plies: u8) -> Problem {
        let mut problem = Problem {
            state: start,
            plies,
            line: Vec::new(),
            sacrifices: 0,
            drops: 0,
            variations: 0,
            tries: 0,
        };
        let mut state = start;
        loop {
            let winning = self.winning(rules, ranking, &state);
            problem.tries += self.checks(rules, &state).saturating_sub(winning.len()) as u16;
            let Some(&(check, after, left)) = winning
                .iter()
                .min_by_key(|(mv, after, left)| (*left, !has_nothing(&after.hands[1]), *mv))
            else {
                return problem;
            };
            problem.line.push(check);
            problem.drops += u8::from(check.is_drop());
            let mut all = Moves::new();
            rules.legal_moves(&after, &mut all);
            let replies = self.longest_replies(rules, ranking, &after, left);
            let sound = replies
                .iter()
                .filter(|(_, next)| self.is_marked(rules, ranking, next));
            let Some(&(reply, next)) = sound.min_by_key(|(mv, _)| *mv) else {
                return problem;
            };
            problem.variations += all.len().saturating_sub(1) as u16;
            // The defender sees the board turned.
            let target = rules.turned(usize::from(check.to));
            problem.sacrifices += u8::from(usize::from(reply.to) == target);
            problem.line.push(reply);
            state = next;
        }
    }

    /// How many moves give check.
    fn checks(&self, rules: &Rules, state: &State) -> usize {
        let mut moves = Moves::new();
        rules.legal_moves(state, &mut moves);
        let flipped = rules.flip(state);
        let gives_check = |mv: &&Move| rules.is_in_check(&rules.play_flipped(&flipped, **mv), MINE);
        moves.iter().filter(gives_check).count()
    }
}

fn has_nothing(hand: &[u8; KINDS]) -> bool {
    hand.iter().all(|count| *count == 0)
}
