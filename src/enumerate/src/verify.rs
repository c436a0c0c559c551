//! Solving recorded problems again, forwards: which of them, and what came out.

use std::collections::BinaryHeap;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::time::Instant;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::Phase;
use super::forwards::{Claim, Difference, Forwards};
use system::monitor::{Monitor, Stopped};
use tsume::judge::record::Problem;

/// How many problems are solved again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verify {
    /// Every one.
    All,
    /// Every one of at most three pieces that do not slide, this many of larger ones, and a fifth as many of those
    /// with sliding pieces.
    Sample(u64),
    /// None.
    None,
}

impl Default for Verify {
    /// A sample of a thousand.
    fn default() -> Self {
        Self::Sample(1000)
    }
}

impl Display for Verify {
    /// As it is read.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Sample(size) => size.fmt(f),
            Self::None => f.write_str("none"),
        }
    }
}

impl Verify {
    /// What a manifest says of it and of the seed.
    pub fn with_seed(self, seed: u64) -> String {
        format!("verify {self}, seed {seed}")
    }
}

/// A text that does not say how many problems are solved again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected \"all\", \"none\" or a number of problems")]
pub struct VerifyError;

impl FromStr for Verify {
    type Err = VerifyError;

    fn from_str(text: &str) -> Result<Self, VerifyError> {
        match text {
            "all" => Ok(Self::All),
            "none" => Ok(Self::None),
            number => number.parse().map(Self::Sample).map_err(|_| VerifyError),
        }
    }
}

/// Problems of at most this many pieces, none of which slides, are always verified.
const SMALL: u8 = 3;

/// Of problems with sliding pieces a sample has this part: each takes many times as long.
const SLIDING_SHARE: u64 = 5;

/// Draws the problems to verify: which ones depends on the seed and their keys only.
pub struct Draw {
    verify: Verify,
    seed: u64,
    /// The keys of those that are solved again in any case.
    always: Vec<Vec<u8>>,
    /// Lots and keys of problems whose pieces do not slide, and of the others.
    samples: [BinaryHeap<(u64, Vec<u8>)>; 2],
}

impl Draw {
    /// Nothing drawn yet.
    pub const fn new(verify: Verify, seed: u64) -> Self {
        Self {
            verify,
            seed,
            always: Vec::new(),
            samples: [BinaryHeap::new(), BinaryHeap::new()],
        }
    }

    /// Offers a problem.
    pub fn offer(&mut self, problem: &Problem) {
        let pieces: u8 = problem.material.iter().sum();
        match self.verify {
            Verify::None => {}
            Verify::Sample(size) if pieces > SMALL || problem.slides() => {
                let slides = problem.slides();
                let sample = &mut self.samples[usize::from(slides)];
                let size = if slides {
                    size.div_ceil(SLIDING_SHARE)
                } else {
                    size
                };
                let mut sha = Sha256::new_with_prefix(self.seed.to_be_bytes());
                sha.update(&problem.key);
                let lot =
                    u64::from_be_bytes(sha.finalize()[..8].try_into().expect("a digest is longer"));
                let full = sample.len() as u64 >= size;
                if full && sample.peek().is_none_or(|(worst, _)| lot >= *worst) {
                    return;
                }
                sample.push((lot, problem.key.clone()));
                if full {
                    sample.pop();
                }
            }
            Verify::All | Verify::Sample(_) => self.always.push(problem.key.clone()),
        }
    }

    /// The keys of the problems drawn, in the same order whatever the one they were offered in.
    pub fn finish(self) -> Vec<Vec<u8>> {
        let mut drawn = self.always;
        drawn.sort_unstable();
        let samples = self.samples.map(BinaryHeap::into_sorted_vec);
        drawn.extend(samples.into_iter().flatten().map(|(_, key)| key));
        drawn
    }
}

/// What came out of solving problems again.
pub struct Verified {
    /// Those that came out differently, in the order drawn.
    pub differing: Vec<Difference>,
    /// Seconds that it took.
    pub seconds: f64,
}

/// Solves the problems again.
pub fn verify(claims: &[Claim], monitor: &Monitor) -> Result<Verified, Stopped> {
    monitor.begin(Phase::SolvingAgain, claims.len() as u64);
    let started = Instant::now();
    let differing: Vec<Option<Difference>> = claims
        .par_iter()
        .map_init(Forwards::new, |forwards, claim| {
            monitor.go_on()?;
            monitor.advance(1);
            Ok(forwards.examine(claim))
        })
        .collect::<Result<_, Stopped>>()?;
    Ok(Verified {
        differing: differing.into_iter().flatten().collect(),
        seconds: started.elapsed().as_secs_f64(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::Square;
    use tsume::judge::record::{Flaws, Soundness};

    /// A problem of so many knights; the key is all that tells it from others.
    fn knights(key: u8, count: u8) -> Problem {
        Problem {
            key: vec![key],
            sfen: String::new(),
            plies: 1,
            main_line: String::new(),
            mirror_images: 1,
            material: [0, 0, count, 0, 0, 0, 0],
            attacker_on_board: count,
            attacker_in_hand: 0,
            defender_on_board: 0,
            king: Square::new(5, 1).unwrap(),
            region: (1, 9, 1, 9),
            soundness: Soundness::default(),
            flaws: Flaws::default(),
        }
    }

    #[test]
    fn what_is_drawn_does_not_depend_on_the_order_it_is_offered_in() {
        let mut problems: Vec<Problem> = (0..60)
            .map(|key| knights(key, if key < 50 { 4 } else { 3 }))
            .collect();
        let drawn = |problems: &[Problem], seed| {
            let mut draw = Draw::new(Verify::Sample(10), seed);
            problems.iter().for_each(|problem| draw.offer(problem));
            draw.finish()
        };
        let keys = drawn(&problems, 1);
        assert_ne!(keys, drawn(&problems, 2));
        problems.reverse();
        assert_eq!(keys, drawn(&problems, 1));
        // All small ones, and ten of the others.
        assert_eq!(keys.len(), 20);
        assert!((50..60).all(|small| keys[..10].contains(&vec![small])));
    }
}
