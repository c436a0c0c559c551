//! Points fitted to works.
//!
//! One could give every work the same points by giving them to its king, and every other board, too. So
//! kings have none, and points are fitted to works and to drawn boards at once: those of works are to
//! lie within the band, those of boards drawn as `create` draws them, with the same number of pieces,
//! below it. What is out of place is pushed back by its error, shared by all terms of the board
//! (the rule of Widrow and Hoff 1960, with an insensitive zone), pass after pass, less and less.
//!
//! What is common to works is learnt in the first passes, what is peculiar to one of them later. So one
//! ends when the points are worth most for works that were not fitted to (early stopping: Prechelt 1998,
//! "Early Stopping — but when?"), as cross-validation says.

mod drawn;
mod terms;

use std::sync::atomic::{AtomicBool, Ordering};

use self::drawn::drawn;
use self::terms::Terms;
use super::generate::Generate;
use super::points::{Frame, Points};
use super::random::Random;
use shogi::{Color, Position, Setup};

/// The numbers of passes among which the best is chosen.
const PASSES: [u32; 16] = [
    2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024,
];

/// A fit is given up when so many terms of boards were looked at, whatever is the best number of passes.
const EFFORT: usize = 400_000_000;

/// How much of an error is mended at once, in the first pass.
const RATE: f64 = 0.5;

/// After so many passes a good deal less of it is.
const SLOWING: f64 = 10.0;

/// Errors of drawn boards weigh so much: a work that is lost costs more than a board looked into in vain.
const DRAWN_WEIGHT: f64 = 0.3;

/// Boards drawn for each work.
const DRAWN: usize = 8;

/// The works are divided into so many parts; each serves once as one that is not fitted to.
const PARTS: usize = 5;

/// A board that is passed over costs so much of one that is looked into.
const PASSING: f64 = 0.03;

/// What is fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// Works are to have at least so many points.
    pub low: f64,
    /// Works are to have at most so many points.
    pub high: f64,
    /// Whether the pieces in hand have points.
    pub hand: bool,
    /// Whether empty squares have points.
    pub empties: bool,
    /// Passes over all boards; the number that is worth most for works not fitted to if not given.
    pub passes: Option<u32>,
    /// What the drawn boards depend on.
    pub seed: u64,
}

/// Points and what they are worth, as shares from 0 to 1.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The points.
    pub points: Points,
    /// How many passes there were.
    pub passes: u32,
    /// Works whose points are in the band.
    pub works: f64,
    /// The same of works that were not fitted to: each of them by the points of a fit to other works, whose
    /// number of passes was chosen without it.
    pub unseen: f64,
    /// Drawn boards in the band, by the same points.
    pub drawn: f64,
}

impl Fit {
    /// How many times as many works as without the points come to be looked into in the time for one board.
    pub fn gain(&self) -> f64 {
        gain(self.unseen, self.drawn)
    }
}

fn gain(works: f64, drawn: f64) -> f64 {
    works / (drawn + PASSING)
}

/// Board and attacker's hand of works.
pub fn setups(works: &[Position]) -> Vec<Setup> {
    let setup = |work| Setup::from(work).without_hand(Color::White);
    works.iter().map(setup).collect()
}

/// Fits points to works, squares counted as `frame` says; drawn boards come from `generator`. `None` if no
/// work has a king to attack, or there are fewer than five works.
pub fn fit(works: &[Setup], generator: &dyn Generate, frame: Frame, aim: Aim) -> Option<Fit> {
    fit_until(works, generator, frame, aim, &AtomicBool::new(false))
}

/// The same, given up (`None`) soon after `stop` is set.
pub fn fit_until(
    works: &[Setup],
    generator: &dyn Generate,
    frame: Frame,
    aim: Aim,
    stop: &AtomicBool,
) -> Option<Fit> {
    if works.len() < PARTS {
        return None;
    }
    let drawn = drawn(works, DRAWN, generator, aim.seed, stop)?;
    let boards = || works.iter().chain(drawn.iter().flatten());
    let terms = Terms::new(boards(), frame, aim);
    let samples = Samples::new(&terms, works, &drawn, aim, stop);
    let numbers = samples.numbers_of_passes();
    // What each part is worth by the points of the others, after each number of passes.
    let mut parts: Vec<Vec<Hits>> = Vec::with_capacity(PARTS);
    for part in 0..PARTS {
        let mut hits = Vec::with_capacity(numbers.len());
        samples.descend(&numbers, &|is| is.part != part, &mut |points| {
            hits.push(samples.hits(points, part));
        })?;
        parts.push(hits);
    }
    let best = |chosen: &dyn Fn(usize) -> bool| -> usize {
        let value = |at: usize| {
            let chosen = (0..PARTS).filter(|&part| chosen(part));
            let hits = chosen.map(|part| parts[part][at]);
            hits.fold(Hits::default(), Hits::plus).gain()
        };
        let mut best = 0;
        for at in 1..numbers.len() {
            // Of equal ones the least.
            if value(at) > value(best) {
                best = at;
            }
        }
        best
    };
    let unseen = (0..PARTS).map(|part| parts[part][best(&|other| other != part)]);
    let unseen = unseen.fold(Hits::default(), Hits::plus);
    let passes = numbers[best(&|_| true)];
    let mut points = None;
    samples.descend(&[passes], &|_| true, &mut |fitted| {
        points = Some(terms.sums(fitted, boards()));
    })?;
    // What is written is what is measured.
    let points = Points::from_toml(&points?.to_toml()).ok()?;
    let within = works.iter().filter_map(|work| points.of(work));
    let within = within.filter(|is| (aim.low..=aim.high).contains(is));
    Some(Fit {
        works: within.count() as f64 / works.len() as f64,
        points,
        passes,
        unseen: unseen.works(),
        drawn: unseen.drawn(),
    })
}

/// A board to fit to.
struct Sample {
    /// A term that is there twice stands twice.
    terms: Vec<u32>,
    /// The sum of the squares of how often each is there.
    norm: f64,
    is_work: bool,
    part: usize,
}

/// All boards to fit to, in a random order.
struct Samples<'a> {
    all: Vec<Sample>,
    /// How many terms there are.
    terms: usize,
    aim: Aim,
    /// Whether nobody waits for the points any more.
    stop: &'a AtomicBool,
}

impl<'a> Samples<'a> {
    fn new(
        terms: &Terms,
        works: &[Setup],
        drawn: &[Vec<Setup>],
        aim: Aim,
        stop: &'a AtomicBool,
    ) -> Self {
        let mut all = Vec::with_capacity(works.len() * (1 + DRAWN));
        // A work and the boards that were drawn for it are of one part.
        for (number, (work, drawn)) in works.iter().zip(drawn).enumerate() {
            let boards = [(work, true)].into_iter();
            for (board, is_work) in boards.chain(drawn.iter().map(|board| (board, false))) {
                if let Some(mut terms) = terms.of(board) {
                    terms.sort_unstable();
                    let same = terms.chunk_by(|a, b| a == b);
                    let norm: usize = same.map(|same| same.len().pow(2)).sum();
                    all.push(Sample {
                        terms,
                        norm: norm.max(1) as f64,
                        is_work,
                        part: number % PARTS,
                    });
                }
            }
        }
        // Of works in a row many are alike.
        let mut random = Random::new(aim.seed, u64::MAX);
        for at in (1..all.len()).rev() {
            all.swap(at, random.below(at + 1));
        }
        Self {
            all,
            terms: terms.len(),
            aim,
            stop,
        }
    }

    /// The numbers of passes that are tried.
    fn numbers_of_passes(&self) -> Vec<u32> {
        if let Some(passes) = self.aim.passes {
            return vec![passes];
        }
        let each: usize = self.all.iter().map(|sample| sample.terms.len()).sum();
        let most = EFFORT / each.max(1);
        let numbers = PASSES.into_iter().enumerate();
        let numbers = numbers.filter(|&(at, passes)| at == 0 || passes as usize <= most);
        numbers.map(|(_, passes)| passes).collect()
    }

    /// Fits to those that are chosen, and hands over the points of the terms after each of the numbers of
    /// passes. `None` if there is no work among them, or it is stopped.
    fn descend(
        &self,
        passes: &[u32],
        chosen: &dyn Fn(&Sample) -> bool,
        visit: &mut dyn FnMut(&[f64]),
    ) -> Option<()> {
        let chosen: Vec<&Sample> = self.all.iter().filter(|is| chosen(is)).collect();
        let works = || chosen.iter().filter(|is| is.is_work);
        let of_works: usize = works().map(|work| work.terms.len()).sum();
        if of_works == 0 {
            return None;
        }
        // Works are in the middle of the band to begin with, on the average. What is on no board has
        // nothing.
        let Aim { low, high, .. } = self.aim;
        let even = (low + high) / 2.0 * works().count() as f64 / of_works as f64;
        let mut points = vec![0.0; self.terms];
        for &term in chosen.iter().flat_map(|is| &is.terms) {
            points[term as usize] = even;
        }
        // What is inside by a quarter of the band's half width stays inside when others are mended.
        let margin = (high - low) / 8.0;
        let mut passed = 0;
        for &end in passes {
            for pass in passed..end {
                if self.stop.load(Ordering::Relaxed) {
                    return None;
                }
                let rate = RATE / (1.0 + f64::from(pass) / SLOWING).sqrt();
                for sample in &chosen {
                    let sum = sample.sum(&points);
                    let error = match sample.is_work {
                        true => sum.clamp(low + margin, high - margin) - sum,
                        false => (low - margin - sum).min(0.0) * DRAWN_WEIGHT,
                    };
                    let share = rate * error / sample.norm;
                    for &term in &sample.terms {
                        points[term as usize] += share;
                    }
                }
            }
            passed = end;
            visit(&points);
        }
        Some(())
    }

    /// How many of a part are in the band.
    fn hits(&self, points: &[f64], part: usize) -> Hits {
        let mut hits = Hits::default();
        for sample in self.all.iter().filter(|is| is.part == part) {
            let within = (self.aim.low..=self.aim.high).contains(&sample.sum(points));
            let [counted, all] = match sample.is_work {
                true => &mut hits.works,
                false => &mut hits.drawn,
            };
            *counted += u32::from(within);
            *all += 1;
        }
        hits
    }
}

impl Sample {
    fn sum(&self, points: &[f64]) -> f64 {
        self.terms.iter().map(|&term| points[term as usize]).sum()
    }
}

/// How many are in the band, and how many there are.
#[derive(Clone, Copy, Default)]
struct Hits {
    works: [u32; 2],
    drawn: [u32; 2],
}

impl Hits {
    fn plus(self, other: Self) -> Self {
        let sum = |a: [u32; 2], b: [u32; 2]| [a[0] + b[0], a[1] + b[1]];
        Self {
            works: sum(self.works, other.works),
            drawn: sum(self.drawn, other.drawn),
        }
    }

    fn works(self) -> f64 {
        share(self.works)
    }

    fn drawn(self) -> f64 {
        share(self.drawn)
    }

    fn gain(self) -> f64 {
        gain(self.works(), self.drawn())
    }
}

fn share([counted, all]: [u32; 2]) -> f64 {
    f64::from(counted) / f64::from(all.max(1))
}
