//! Points fitted to works.
//!
//! One could give every work the same points by giving them to its king, and every other board, too. So
//! kings have none, and points are fitted to works and to drawn boards at once: those of works are to
//! lie within the band, those of boards drawn as `create` draws them, with the same number of pieces,
//! below it. What is out of place is pushed back by its error, shared by all that stands on the board
//! (the rule of Widrow and Hoff 1960, with an insensitive zone), pass after pass, less and less.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::conditions::{Conditions, Span};
use super::generate::Generate;
use super::pipeline::{Bench, Cost};
use super::points::{Feature, Frame, Points, features};
use super::random::Random;
use crate::shogi::{Color, Kind, Piece, Position, Setup, Square};
use crate::store::Pattern;

/// Passes over all boards.
const PASSES: u32 = 1000;

/// How much of an error is mended at once, in the first pass.
const RATE: f64 = 0.5;

/// Errors of drawn boards weigh so much: a work that is lost costs more than a board looked into in vain.
const DRAWN_WEIGHT: f64 = 0.3;

/// Each pass takes so much from all points, so that what is seen seldom has few.
const SHRINKING: f64 = 0.0004;

/// Boards drawn for each work.
const DRAWN: usize = 2;

/// A piece that stands on the same square in so large a share of the works is a condition, and drawn boards
/// have it, too.
const COMMON: f64 = 0.9;

/// One work in so many is kept apart to see what the points are worth for others.
const APART: usize = 5;

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
    /// What the drawn boards depend on.
    pub seed: u64,
}

/// Points and what they are worth, as shares from 0 to 1.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The points.
    pub points: Points,
    /// Works whose points are in the band.
    pub works: f64,
    /// The same of works that another fit, to the other works, did not see.
    pub unseen: f64,
    /// Drawn boards in the band by the points of that other fit, which did not see them either.
    pub drawn: f64,
}

/// Fits points to works, squares counted as `frame` says; drawn boards come from `generator`. `None` if no
/// work has a king to attack, or there are fewer than five works.
pub fn fit(works: &[Setup], generator: &dyn Generate, frame: Frame, aim: Aim) -> Option<Fit> {
    let drawn: Vec<Setup> = drawn(works, generator, aim.seed);
    let apart = |boards: &[Setup], each: usize, chosen: bool| -> Vec<Setup> {
        let boards = boards.iter().enumerate();
        boards
            .filter(|(at, _)| (at / each % APART == APART - 1) == chosen)
            .map(|(_, board)| board.clone())
            .collect()
    };
    let (unseen, unseen_drawn) = (apart(works, 1, true), apart(&drawn, DRAWN, true));
    let seen = fitted(
        &apart(works, 1, false),
        &apart(&drawn, DRAWN, false),
        frame,
        aim,
    )?;
    let points = fitted(works, &drawn, frame, aim)?;
    let share = |points: &Points, boards: &[Setup]| {
        let within = boards.iter().filter_map(|board| points.of(board));
        let within = within.filter(|is| (aim.low..=aim.high).contains(is));
        within.count() as f64 / boards.len().max(1) as f64
    };
    if unseen.is_empty() {
        return None;
    }
    Some(Fit {
        works: share(&points, works),
        unseen: share(&seen, &unseen),
        drawn: share(&seen, &unseen_drawn),
        points,
    })
}

/// Board and attacker's hand of works.
pub fn setups(works: &[Position]) -> Vec<Setup> {
    let setup = |work| Setup::from(work).without_hand(Color::White);
    works.iter().map(setup).collect()
}

/// [`DRAWN`] boards for each work, with its king, the pieces common to the works, and as many pieces on
/// the board and in hand.
fn drawn(works: &[Setup], generator: &dyn Generate, seed: u64) -> Vec<Setup> {
    let mut counts: HashMap<(Square, Piece), usize> = HashMap::new();
    for at in works.iter().flat_map(Setup::pieces) {
        *counts.entry(at).or_default() += 1;
    }
    let many = COMMON * works.len() as f64;
    let mut bench = Bench::new(Cost::default());
    let mut boards = Vec::with_capacity(works.len() * DRAWN);
    for (number, work) in works.iter().enumerate() {
        let king = Piece::plain(Color::White, Kind::King);
        let fixed = work.pieces();
        let fixed = fixed.filter(|at| at.1 == king || counts[at] as f64 >= many);
        let exactly = |number: u32| Span {
            low: number,
            high: number,
        };
        let wanted = Conditions {
            contains: fixed
                .map(|(square, piece)| match piece == king {
                    true => (square, Pattern::King),
                    false => (square, Pattern::Piece(piece)),
                })
                .collect(),
            board: exactly(work.pieces().count() as u32),
            hand: exactly(work.hands.black.len()),
            ..Conditions::none()
        };
        for again in 0..DRAWN {
            let mut random = Random::new(seed, (number * DRAWN + again) as u64);
            // Where nothing can be drawn the work itself stands in, so that places stay the same.
            let draft = generator.candidate(&wanted, &mut random, &mut bench);
            boards.push(draft.map_or_else(|| work.clone(), |draft| draft.setup));
        }
    }
    boards
}

/// What gets points, by number: features, then the kinds in hand.
struct Terms {
    on_board: BTreeMap<Feature, usize>,
}

impl Terms {
    fn new(boards: &[&Setup], frame: Frame, aim: Aim) -> Self {
        let all = boards.iter().filter_map(|board| features(frame, board));
        let all = all
            .flatten()
            .filter(|is| aim.empties || is.piece.is_some())
            .map(|is| (is, 0));
        let mut on_board: BTreeMap<Feature, usize> = all.collect();
        for (number, place) in on_board.values_mut().enumerate() {
            *place = number;
        }
        Self { on_board }
    }

    /// The terms of a board; those of the hand as often as there are pieces.
    fn of(&self, board: &Setup, frame: Frame, aim: Aim) -> Option<Vec<usize>> {
        let found = features(frame, board)?;
        let mut terms: Vec<usize> = found
            .iter()
            .filter_map(|is| self.on_board.get(is).copied())
            .collect();
        for (kind, count) in board.hands.black.iter().filter(|_| aim.hand) {
            let term = self.on_board.len() + kind as usize;
            terms.extend((0..count).map(|_| term));
        }
        Some(terms)
    }
}

fn fitted(works: &[Setup], drawn: &[Setup], frame: Frame, aim: Aim) -> Option<Points> {
    let boards: Vec<&Setup> = works.iter().chain(drawn).collect();
    let terms = Terms::new(&boards, frame, aim);
    // Each work is followed by the boards drawn for it.
    let mut samples: Vec<(Vec<usize>, bool)> = Vec::new();
    let mut of_works = 0;
    for (work, drawn) in works.iter().zip(drawn.chunks(DRAWN)) {
        if let Some(of_work) = terms.of(work, frame, aim) {
            of_works += of_work.len();
            samples.push((of_work, true));
        }
        let drawn = drawn.iter().filter_map(|board| terms.of(board, frame, aim));
        samples.extend(drawn.map(|terms| (terms, false)));
    }
    let count = samples.iter().filter(|(_, work)| *work).count();
    if of_works == 0 {
        return None;
    }
    // Works are in the middle of the band to begin with, on the average.
    let middle = (aim.low + aim.high) / 2.0;
    let even = middle * count as f64 / of_works as f64;
    let mut points = vec![even; terms.on_board.len() + 8];
    // What is inside by a quarter of the band's half width stays inside when others are mended.
    let margin = (aim.high - aim.low) / 8.0;
    for pass in 0..PASSES {
        let rate = RATE * (1.0 - f64::from(pass) / f64::from(PASSES));
        for (terms, work) in &samples {
            if terms.is_empty() {
                continue;
            }
            let sum: f64 = terms.iter().map(|&term| points[term]).sum();
            let error = match work {
                true => sum.clamp(aim.low + margin, aim.high - margin) - sum,
                false => (aim.low - margin - sum).min(0.0) * DRAWN_WEIGHT,
            };
            let share = rate * error / terms.len() as f64;
            for &term in terms {
                points[term] += share;
            }
        }
        for number in &mut points {
            *number *= 1.0 - SHRINKING;
        }
    }
    let mut in_hand = [0.0; 8];
    if aim.hand {
        let kinds = terms.on_board.len();
        in_hand.copy_from_slice(&points[kinds..]);
        for (kind, number) in in_hand.iter_mut().enumerate() {
            // Of what is in no hand nothing is known.
            if !samples
                .iter()
                .any(|(terms, _)| terms.contains(&(kinds + kind)))
            {
                *number = 0.0;
            }
        }
    }
    let on_board = terms.on_board.iter();
    let points = Points {
        frame,
        on_board: on_board.map(|(&is, &term)| (is, points[term])).collect(),
        in_hand,
    };
    // What is written is what was measured.
    Points::from_toml(&points.to_toml()).ok()
}
