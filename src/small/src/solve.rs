//! The value of every position that can be reached, backwards from the ends.

use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;
use system::monitor::{Monitor, Stopped};

use crate::dense::{Dense, filter, ones};
use crate::moves::Moves;
use crate::neighbours::Neighbours;
use crate::phase::Phase;
use crate::rank::{Ranking, total};
use crate::rules::Rules;
use crate::state::{KINDS, MINE, Move, State, THEIRS};

/// What comes of best play from a position: a draw, or so many plies to the end. After an even number the side to move
/// has lost, after an odd one it has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Won(u8),
    /// The side to move loses.
    Lost(u8),
}

impl Value {
    /// As a byte: 0 for a draw, otherwise one more than the plies.
    pub const fn byte(self) -> u8 {
        match self {
            Self::Draw => 0,
            Self::Won(plies) | Self::Lost(plies) => plies + 1,
        }
    }

    /// What a move leads to for the side that makes it, where this is the value after it.
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Won(plies) => Self::Lost(plies + 1),
            Self::Lost(plies) => Self::Won(plies + 1),
        }
    }

    /// The lower the better: quick wins, draws, slow losses.
    pub const fn rating(self) -> i16 {
        match self {
            Self::Won(plies) => plies as i16 - 256,
            Self::Draw => 0,
            Self::Lost(plies) => 256 - plies as i16,
        }
    }

    /// From a byte.
    pub const fn of_byte(byte: u8) -> Self {
        match byte {
            0 => Self::Draw,
            byte if byte % 2 == 0 => Self::Won(byte - 1),
            byte => Self::Lost(byte - 1),
        }
    }
}

/// The longest end that fits into a byte, in plies.
pub const LONGEST: u8 = u8::MAX - 2;

/// What is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The whole game.
    Game,
    /// What is won by checks alone (詰み), without a try: won is a position with a check after which every reply leads to such a
    /// one, lost is one in check with no other replies.
    Checks,
}

/// Why positions could not be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// It was stopped, and can go on.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// A win is too long for a byte.
    #[error("some positions need more than {LONGEST} plies")]
    TooLong,
}

/// The values so far; where a run goes on.
pub struct Values {
    /// The positions.
    pub dense: Dense,
    /// Of each the value as a byte, and in the higher byte how many moves are not known to lose: what belongs together is
    /// together in memory.
    cells: Vec<AtomicU16>,
    question: Question,
    /// The plies of the next level; what was decided before is worked through.
    pub plies: u8,
    /// The numbers of the positions that are decided, for each level from the next one on.
    next: Vec<Vec<u32>>,
}

/// The moves of a position that is never lost: more than any has.
const NEVER: u8 = u8::MAX;
/// One move in a cell.
const ONE: u16 = 1 << 8;

/// How many words of bits, or numbers of positions, a task takes.
const TASK: usize = 1 << 11;
/// How many numbers are looked up together.
const TOGETHER: usize = 1 << 10;

/// A cell.
const fn cell(byte: u8, left: u8) -> u16 {
    byte as u16 | (left as u16) << 8
}

/// The value in a cell as a byte.
const fn byte_of(cell: u16) -> u8 {
    cell as u8
}

impl Values {
    /// Counts the moves of all positions and finds those that are decided at once.
    pub fn new(
        rules: &Rules,
        ranking: &Ranking,
        dense: Dense,
        question: Question,
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        let mut values = Self {
            cells: (0..dense.len()).map(|_| AtomicU16::new(0)).collect(),
            dense,
            question,
            plies: 0,
            next: vec![Vec::new(); 3],
        };
        monitor.begin(Phase::Moves, values.dense.len());
        let seeds: Vec<Vec<(u32, u8)>> = values
            .dense
            .words()
            .par_chunks(TASK)
            .enumerate()
            .map(|(task, words)| values.count_moves(rules, ranking, task * TASK, words, monitor))
            .collect();
        monitor.go_on()?;
        for (number, plies) in seeds.into_iter().flatten() {
            values.next[usize::from(plies)].push(number);
        }
        Ok(values)
    }

    /// Where a run goes on: the values as bytes and the moves that are left of each position, the level, and what is decided
    /// from there.
    pub fn resumed(
        dense: Dense,
        bytes: &[u8],
        left: &[u8],
        plies: u8,
        next: Vec<Vec<u32>>,
    ) -> Self {
        let cells = bytes.iter().zip(left);
        Self {
            dense,
            cells: cells
                .map(|(byte, left)| AtomicU16::new(cell(*byte, *left)))
                .collect(),
            question: Question::Game,
            plies,
            next,
        }
    }

    /// The values as bytes.
    pub fn bytes(&self) -> impl ExactSizeIterator<Item = u8> {
        self.cells
            .iter()
            .map(|cell| byte_of(cell.load(Ordering::Relaxed)))
    }

    /// How many moves of each position are not known to lose.
    pub fn left(&self) -> impl ExactSizeIterator<Item = u8> {
        self.cells
            .iter()
            .map(|cell| (cell.load(Ordering::Relaxed) >> 8) as u8)
    }

    /// The numbers of the positions that are decided, for each level from the next one on.
    pub fn next(&self) -> &[Vec<u32>] {
        &self.next
    }

    fn count_moves(
        &self,
        rules: &Rules,
        ranking: &Ranking,
        first: usize,
        words: &[u64],
        monitor: &Monitor,
    ) -> Vec<(u32, u8)> {
        let mut seeds = Vec::new();
        let mut moves = Moves::new();
        let mut material = 0;
        let start = self.dense.before(first);
        let mut place = start;
        if monitor.go_on().is_err() {
            return seeds;
        }
        for (word, &bits) in (first..).zip(words) {
            for number in ones(word, bits) {
                let state = ranking.unrank_near(number, &mut material);
                let checks = self.question == Question::Checks;
                if checks && !rules.is_in_check(&state, MINE) {
                    self.cells[place].store(cell(0, NEVER), Ordering::Relaxed);
                    place += 1;
                    continue;
                }
                rules.legal_moves(&state, &mut moves);
                let plies = if !checks && moves.iter().any(|mv| rules.tries(*mv)) {
                    Some(1)
                } else if moves.is_empty() {
                    Some(rules.mated())
                } else {
                    None
                };
                if let Some(plies) = plies {
                    self.cells[place].store(cell(plies + 1, 0), Ordering::Relaxed);
                    seeds.push((number as u32, plies));
                } else {
                    let symmetric = is_symmetric(rules, &state);
                    let counted = moves
                        .iter()
                        .filter(|mv| !symmetric || is_first(rules, **mv))
                        .count();
                    self.cells[place].store(cell(0, counted as u8), Ordering::Relaxed);
                }
                place += 1;
            }
        }
        monitor.advance((place - start) as u64);
        seeds
    }

    /// The value of a position.
    #[inline]
    pub fn value(&self, rules: &Rules, ranking: &Ranking, state: &State) -> Option<Value> {
        let place = self.dense.place(ranking.rank(rules, state).number)?;
        Some(self.value_at(place))
    }

    /// The value at a place.
    #[inline]
    pub fn value_at(&self, place: usize) -> Value {
        Value::of_byte(byte_of(self.cells[place].load(Ordering::Relaxed)))
    }

    /// Goes on level by level until nothing more is decided.
    ///
    /// # Errors
    /// If it is stopped; it can go on from there.
    pub fn run(
        &mut self,
        rules: &Rules,
        ranking: &Ranking,
        monitor: &Monitor,
    ) -> Result<(), SolveError> {
        let totals: [u8; KINDS] = std::array::from_fn(|kind| match kind {
            0 => 0,
            kind if kind < rules.kinds() => total(rules, kind),
            _ => 0,
        });
        while self.next.iter().any(|level| !level.is_empty()) {
            monitor.go_on()?;
            if self.plies == LONGEST {
                return Err(SolveError::TooLong);
            }
            let level = std::mem::take(&mut self.next[0]);
            monitor.begin(
                Phase::Level {
                    plies: self.plies.into(),
                },
                level.len() as u64,
            );
            let this = &*self;
            let found: Vec<Vec<u32>> = level
                .par_chunks(TASK)
                .map(|task| this.step(rules, ranking, &totals, task, monitor))
                .collect();
            self.next.rotate_left(1);
            self.next[0].extend(found.into_iter().flatten());
            self.plies += 1;
        }
        Ok(())
    }

    /// What is decided by positions of this level.
    fn step(
        &self,
        rules: &Rules,
        ranking: &Ranking,
        totals: &[u8; KINDS],
        task: &[u32],
        monitor: &Monitor,
    ) -> Vec<u32> {
        let mut found = Vec::new();
        let mut numbers = Vec::new();
        let (mut places, mut open) = (Vec::new(), Vec::new());
        let mut neighbours = Neighbours::new(rules, ranking);
        let mut material = 0;
        let is_lost = self.plies.is_multiple_of(2);
        let forbids = self.plies == 0 && !rules.game().pawn_drop_mate;
        for (nth, &number) in (1..).zip(task) {
            let state = ranking.unrank_near(u64::from(number), &mut material);
            let symmetric = is_symmetric(rules, &state);
            let seen = rules.flip(&state);
            neighbours.go_to(&seen);
            let spare = |kind: usize| totals[kind] - on_board(rules, &state, kind);
            rules.unmoves(&seen, spare, |mv, taken| {
                if symmetric && !is_first(rules, mv) {
                    return;
                }
                if forbids
                    && mv.is_drop()
                    && rules.is_pawn_drop_mate(&rules.unplayed(&seen, mv, taken), mv)
                {
                    return;
                }
                numbers.push(neighbours.before(mv, taken));
            });
            if numbers.len() >= TOGETHER || nth == task.len() {
                self.dense.places(&numbers, &mut places);
                numbers.clear();
                filter(places.iter().copied(), &mut open, |(_, place)| {
                    self.is_open(place)
                });
                let decided = open
                    .iter()
                    .filter(|(_, place)| self.decides(*place, is_lost));
                found.extend(decided.map(|(number, _)| *number));
            }
        }
        monitor.advance(task.len() as u64);
        found
    }

    /// Whether a position is not decided yet.
    #[inline]
    fn is_open(&self, place: u32) -> bool {
        byte_of(self.cells[place as usize].load(Ordering::Relaxed)) == 0
    }

    /// Whether a position is decided now that one more of its moves is known to win, or to lose.
    #[inline]
    fn decides(&self, place: u32, wins: bool) -> bool {
        if !self.is_open(place) {
            return false;
        }
        let known = &self.cells[place as usize];
        if !wins && known.fetch_sub(ONE, Ordering::Relaxed) >> 8 != 1 {
            return false;
        }
        // Whoever decides it at this level gives it the same value.
        byte_of(known.fetch_or(cell(self.plies + 2, 0), Ordering::Relaxed)) == 0
    }
}

/// How many pieces of a kind are on the board.
fn on_board(rules: &Rules, state: &State, kind: usize) -> u8 {
    let men = [Some(kind), rules.men()[kind].promoted];
    let all = men.into_iter().flatten();
    all.map(|man| (state.men[MINE][man] | state.men[THEIRS][man]).count_ones() as u8)
        .sum()
}

/// Whether a position is its own mirror image.
#[inline]
pub fn is_symmetric(rules: &Rules, state: &State) -> bool {
    let same = |men: u32| rules.mirror_squares(men) == men;
    same(state.men[MINE][0])
        && same(state.men[THEIRS][0])
        && state.men.iter().flatten().all(|men| same(*men))
}

/// Of a move and its mirror image, which are one where the position is symmetric, the first.
#[inline]
pub fn is_first(rules: &Rules, mv: Move) -> bool {
    mv <= rules.mirror_move(mv)
}
