//! Solving recorded problems again, forwards, by a search that shares nothing with the retrograde
//! engine.

use std::collections::BinaryHeap;
use std::str::FromStr;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::judge::record::Problem;
use crate::retro::monitor::{Monitor, Stopped};
use crate::shogi::{Move, Position};
use crate::solve::plain;

/// How many problems are solved again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verify {
    /// Every one.
    All,
    /// Every one of at most three pieces, and this many of the others.
    Sample(u64),
    /// None.
    None,
}

impl FromStr for Verify {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            "none" => Ok(Self::None),
            number => number
                .parse()
                .map(Self::Sample)
                .map_err(|_| "\"all\", \"none\" or a number of problems is wanted".to_owned()),
        }
    }
}

/// Families of at most this many pieces are always verified whole.
const SMALL: u8 = 3;

/// What the search needs to know of a problem.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    sfen: String,
    plies: u16,
    main_line: String,
}

impl From<&Problem> for Claim {
    fn from(problem: &Problem) -> Self {
        Self {
            sfen: problem.sfen.clone(),
            plies: problem.plies,
            main_line: problem.main_line.clone(),
        }
    }
}

/// Draws the problems to verify: which ones depends on the seed and their keys only.
pub struct Draw {
    verify: Verify,
    seed: u64,
    always: Vec<Claim>,
    sample: BinaryHeap<(u64, Claim)>,
}

impl Draw {
    /// Nothing drawn yet.
    pub const fn new(verify: Verify, seed: u64) -> Self {
        Self {
            verify,
            seed,
            always: Vec::new(),
            sample: BinaryHeap::new(),
        }
    }

    /// Offers a problem.
    pub fn offer(&mut self, problem: &Problem) {
        let pieces: u8 = problem.material.iter().sum();
        match self.verify {
            Verify::None => {}
            Verify::Sample(size) if pieces > SMALL => {
                let mut sha = Sha256::new_with_prefix(self.seed.to_be_bytes());
                sha.update(&problem.key);
                let lot =
                    u64::from_be_bytes(sha.finalize()[..8].try_into().expect("a digest is longer"));
                let full = self.sample.len() as u64 >= size;
                if full && self.sample.peek().is_none_or(|(worst, _)| lot >= *worst) {
                    return;
                }
                self.sample.push((lot, problem.into()));
                if full {
                    self.sample.pop();
                }
            }
            Verify::All | Verify::Sample(_) => self.always.push(problem.into()),
        }
    }

    /// The problems drawn.
    pub fn finish(self) -> Vec<Claim> {
        let mut claims = self.always;
        claims.extend(
            self.sample
                .into_sorted_vec()
                .into_iter()
                .map(|(_, claim)| claim),
        );
        claims
    }
}

/// Solves the problems again; returns the SFENs of those that come out differently.
pub fn verify(claims: &[Claim], monitor: &Monitor) -> Result<Vec<String>, Stopped> {
    monitor.begin("solving again, forwards", claims.len() as u64);
    let checked: Vec<Option<String>> = claims
        .par_iter()
        .map(|claim| {
            monitor.go_on()?;
            monitor.advance(1);
            Ok((!holds(claim)).then(|| claim.sfen.clone()))
        })
        .collect::<Result<_, Stopped>>()?;
    Ok(checked.into_iter().flatten().collect())
}

/// Whether a problem is what it is said to be: a mate of exactly its length, whose first move is
/// the only one of that length (promotion left aside; any last move may mate), and whose main line
/// is legal, all checks, ends in mate and leaves nothing in hand.
pub fn holds(claim: &Claim) -> bool {
    let plies = u32::from(claim.plies);
    let Ok(start) = claim.sfen.parse::<Position>() else {
        return false;
    };
    if plain::exact_length(&start, plies) != Some(plies) {
        return false;
    }
    if plies > 1 {
        let firsts = plain::shortest_first_moves(&start, plies);
        let step = |mv: &Move| match *mv {
            Move::Drop { .. } => *mv,
            Move::Board { from, to, .. } => Move::Board {
                from,
                to,
                promote: false,
            },
        };
        if firsts.iter().any(|mv| step(mv) != step(&firsts[0])) {
            return false;
        }
    }
    let mut position = start;
    let mut played = 0;
    for text in claim.main_line.split(' ') {
        let Ok(mv) = text.parse::<Move>() else {
            return false;
        };
        let Some(next) = position.try_play(mv) else {
            return false;
        };
        played += 1;
        if played % 2 == 1 && !next.is_in_check() {
            return false;
        }
        position = next;
    }
    let black = position.hand(crate::shogi::Color::Black);
    played == plies && position.is_checkmate() && black.is_empty()
}
