//! Which positions can be reached from a start.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use system::monitor::{Monitor, Stopped};

use crate::moves::Moves;
use crate::phase::Phase;
use crate::rank::Ranking;
use crate::rules::Rules;
use crate::state::State;

/// Positions of which a move is still to be made, and those that were met; where a run goes on.
pub struct Search {
    /// A bit for each position met that is not over.
    pub met: Vec<AtomicU64>,
    /// A bit for each position met that is over; empty if those are not counted.
    pub over: Vec<AtomicU64>,
    /// Those whose moves are still to be made.
    pub next: Vec<u32>,
    /// How many plies from the start these are.
    pub plies: u32,
}

/// How many positions a task takes.
const TASK: usize = 1 << 12;

impl Search {
    /// Begins with these starts.
    pub fn new(rules: &Rules, ranking: &Ranking, starts: &[State], counts_over: bool) -> Self {
        let words = ranking.size().div_ceil(64) as usize;
        let bits = |words: usize| (0..words).map(|_| AtomicU64::new(0)).collect();
        let mut search = Self {
            met: bits(words),
            over: if counts_over { bits(words) } else { Vec::new() },
            next: Vec::new(),
            plies: 0,
        };
        for start in starts {
            let number = ranking.rank(rules, start).number;
            if meet(&search.met, number) {
                search.next.push(number as u32);
            }
        }
        search
    }

    /// Goes on until nothing new is met.
    ///
    /// # Errors
    /// If it is stopped; it can go on from there.
    pub fn run(
        &mut self,
        rules: &Rules,
        ranking: &Ranking,
        monitor: &Monitor,
    ) -> Result<(), Stopped> {
        while !self.next.is_empty() {
            monitor.go_on()?;
            self.plies += 1;
            monitor.begin(Phase::Reach { plies: self.plies }, self.next.len() as u64);
            let (met, over) = (&self.met, &self.over);
            let expand = |task: &[u32]| {
                let mut found = Vec::new();
                let mut moves = Moves::new();
                let mut numbers = Vec::new();
                for &number in task {
                    let state = ranking.unrank(u64::from(number));
                    numbers.clear();
                    expand(rules, ranking, &state, over, &mut moves, &mut numbers);
                    found.extend(
                        numbers
                            .iter()
                            .filter(|number| meet(met, u64::from(**number))),
                    );
                }
                monitor.advance(task.len() as u64);
                found
            };
            let found: Vec<Vec<u32>> = self.next.par_chunks(TASK).map(expand).collect();
            self.next = found.concat();
        }
        Ok(())
    }

    /// How many positions met are over.
    pub fn over_count(&self) -> u64 {
        count(&self.over)
    }

    /// The bits of those that are not over.
    pub fn into_bits(self) -> Vec<u64> {
        self.met.into_iter().map(AtomicU64::into_inner).collect()
    }
}

/// How many bits are set.
fn count(bits: &[AtomicU64]) -> u64 {
    bits.iter()
        .map(|word| u64::from(word.load(Ordering::Relaxed).count_ones()))
        .sum()
}

/// Marks a position; whether it was not.
#[inline]
fn meet(bits: &[AtomicU64], number: u64) -> bool {
    let word = &bits[(number / 64) as usize];
    let bit = 1 << (number % 64);
    word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
}

/// The numbers of the positions after each move that are not over; those that are over are marked, if wanted.
#[inline]
fn expand(
    rules: &Rules,
    ranking: &Ranking,
    state: &State,
    over: &[AtomicU64],
    moves: &mut Moves,
    numbers: &mut Vec<u32>,
) {
    let flipped = rules.flip(state);
    if over.is_empty() {
        rules.legal_moves(state, moves);
        for &mv in moves.iter() {
            if !rules.tries(mv) {
                let after = rules.play_flipped(&flipped, mv);
                numbers.push(ranking.rank(rules, &after).number as u32);
            }
        }
        return;
    }
    rules.moves_unchecked(state, moves);
    for &mv in moves.iter() {
        let after = rules.play_flipped(&flipped, mv);
        let number = ranking.rank(rules, &after).number;
        if rules.is_over(&after) {
            meet(over, number);
        } else {
            numbers.push(number as u32);
        }
    }
}
