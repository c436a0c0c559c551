//! What is known of a position that was asked about.

use crate::solve::{FreeMate, Outcome, Reached, Verdict};

/// What is known of a position. Lengths in plies.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Whether there is a mate.
    pub mate: Option<bool>,
    /// There is no shorter mate, every interposition counted.
    pub raw_low: u32,
    /// There is no shorter mate by the policy.
    pub low: u32,
    /// There is one of at most this, by the policy.
    pub high: u32,
    /// Its exact length by the policy.
    pub exact: Option<u32>,
    /// With so many nodes the verdict was not found.
    pub verdict_given_up: u64,
    /// The length was not found.
    pub length_given_up: bool,
    /// The shortest bound for which nothing was found.
    pub bound_given_up: u32,
}

impl Default for Known {
    fn default() -> Self {
        Self {
            mate: None,
            raw_low: 0,
            low: 0,
            high: u32::MAX,
            exact: None,
            verdict_given_up: 0,
            length_given_up: false,
            bound_given_up: u32::MAX,
        }
    }
}

impl Known {
    /// Takes over what a solver found; `futile`: whether interpositions can be futile there.
    pub fn learn(&mut self, outcome: &Outcome, futile: bool) {
        match outcome.verdict {
            Verdict::Mate => self.mate = Some(true),
            Verdict::NoMate => {
                self.mate = Some(false);
                return;
            }
            Verdict::Unknown => return,
        }
        // By the policy `traditional` no mate is longer than by `literal`.
        if let Some(raw) = outcome.raw_plies {
            self.raw_low = self.raw_low.max(raw);
            self.high = self.high.min(raw);
            if !futile {
                self.exact = Some(raw);
            }
        }
        if let Some(plies) = outcome.plies.filter(|_| futile && outcome.plies_exact) {
            self.exact = Some(plies);
        }
    }

    /// Takes over what there is within some plies, every interposition counted.
    pub fn learn_within(&mut self, outcome: &Outcome, plies: u32) {
        match outcome.verdict {
            Verdict::Mate => self.high = self.high.min(plies),
            Verdict::Unknown if outcome.reached == Some(Reached::Plies) => {
                self.raw_low = self.raw_low.max(plies + 1);
            }
            _ => {}
        }
    }

    /// Takes over what there is within some plies with free recaptures.
    pub fn learn_free(&mut self, found: FreeMate, plies: u32) {
        match found {
            FreeMate::Mate { literal } => {
                self.mate = Some(true);
                self.high = self.high.min(literal);
            }
            FreeMate::Longer => {
                self.low = self.low.max(plies + 1);
                self.raw_low = self.raw_low.max(plies + 1);
            }
            FreeMate::Never => self.mate = Some(false),
        }
    }

    /// Whether there is a mate within so many plies by the policy, where that follows.
    pub fn within(&self, plies: u32) -> Option<bool> {
        if let Some(exact) = self.exact {
            return Some(exact <= plies);
        }
        if self.mate == Some(false) || self.low > plies {
            return Some(false);
        }
        (self.high <= plies).then_some(true)
    }
}
