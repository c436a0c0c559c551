//! Which positions can be reached from a start.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use system::monitor::{Monitor, Stopped};

use crate::dense::filter;
use crate::moves::Moves;
use crate::neighbours::Neighbours;
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
/// How many numbers are looked up together.
const TOGETHER: usize = 1 << 10;

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
            // Numbers fit into four bytes.
            let number = number as u32;
            if meet(&search.met, number) {
                search.next.push(number);
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
                let mut neighbours = Neighbours::new(rules, ranking);
                let mut material = 0;
                let mut numbers = Vec::new();
                let mut new = Vec::new();
                for (nth, &number) in (1..).zip(task) {
                    let state = ranking.unrank_near(u64::from(number), &mut material);
                    expand(
                        rules,
                        &state,
                        over,
                        &mut neighbours,
                        &mut moves,
                        &mut numbers,
                    );
                    if numbers.len() >= TOGETHER || nth == task.len() {
                        filter(numbers.iter().copied(), &mut new, |number| {
                            !is_met(met, number)
                        });
                        found.extend(new.iter().filter(|number| meet(met, **number)));
                        numbers.clear();
                    }
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

/// Whether a position is marked.
#[inline]
fn is_met(bits: &[AtomicU64], number: u32) -> bool {
    bits[number as usize / 64].load(Ordering::Relaxed) >> (number % 64) & 1 != 0
}

/// Marks a position; whether it was not.
#[inline]
fn meet(bits: &[AtomicU64], number: u32) -> bool {
    let bit = 1 << (number % 64);
    !is_met(bits, number) && bits[number as usize / 64].fetch_or(bit, Ordering::Relaxed) & bit == 0
}

/// The numbers of the positions after each move that are not over; those that are over are marked, if wanted.
#[inline]
fn expand(
    rules: &Rules,
    state: &State,
    over: &[AtomicU64],
    neighbours: &mut Neighbours<'_>,
    moves: &mut Moves,
    numbers: &mut Vec<u32>,
) {
    let flipped = rules.flip(state);
    neighbours.go_to(&flipped);
    if over.is_empty() {
        rules.legal_moves(state, moves);
        let go_on = moves.iter().filter(|mv| !rules.tries(**mv));
        numbers.extend(go_on.map(|mv| neighbours.after(*mv)));
        return;
    }
    rules.moves_unchecked(state, moves);
    for &mv in moves.iter() {
        let number = neighbours.after(mv);
        if rules.is_over(&rules.play_flipped(&flipped, mv)) {
            meet(over, number);
        } else {
            numbers.push(number);
        }
    }
}
