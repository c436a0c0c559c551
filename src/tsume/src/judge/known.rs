//! What is known of a position that was asked about.

use super::policy::Policy;
use crate::solve::{FreeMate, LookedUp, Outcome, Reached, Verdict};

/// What is known of a position. Lengths in plies.
#[derive(Clone, Copy, Debug, Default)]
pub struct PositionBounds {
    /// Whether there is a mate.
    pub mate: Option<bool>,
    /// There is no shorter mate, every interposition counted.
    pub raw_low: u32,
    /// There is no shorter mate by the policy.
    pub low: u32,
    /// There is one of at most this, by the policy.
    pub high: Option<u32>,
    /// Its exact length by the policy.
    pub exact: Option<u32>,
    /// With so many nodes the verdict was not found.
    pub verdict_given_up: u64,
    /// The length was not found.
    pub length_given_up: bool,
    /// The shortest bound for which nothing was found.
    bound_given_up: Option<u32>,
}

impl PositionBounds {
    /// What follows from what was looked up.
    pub fn looked_up(found: LookedUp, policy: Policy) -> Self {
        match found {
            LookedUp::NoMate => Self {
                mate: Some(false),
                ..Self::default()
            },
            // By the policy `literal` no mate is shorter.
            LookedUp::Mate { plies } => Self {
                mate: Some(true),
                raw_low: plies,
                low: plies,
                exact: (policy == Policy::Traditional).then_some(plies),
                ..Self::default()
            },
        }
    }

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
            self.learn_high(raw);
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
            Verdict::Mate => self.learn_high(plies),
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
                self.learn_high(literal);
            }
            FreeMate::Longer => {
                self.low = self.low.max(plies + 1);
                self.raw_low = self.raw_low.max(plies + 1);
            }
            FreeMate::Never => self.mate = Some(false),
        }
    }

    /// Takes over that there is a mate of at most so many plies by the policy.
    pub fn learn_high(&mut self, plies: u32) {
        self.high = Some(self.high.map_or(plies, |high| high.min(plies)));
    }

    /// Takes over that nothing was found for this bound.
    pub fn give_up(&mut self, plies: u32) {
        let bound = self.bound_given_up.map_or(plies, |bound| bound.min(plies));
        self.bound_given_up = Some(bound);
    }

    /// Whether nothing was found for this bound or a shorter one.
    pub fn has_given_up(&self, plies: u32) -> bool {
        self.bound_given_up.is_some_and(|bound| bound <= plies)
    }

    /// No mate is shorter by the policy `traditional`, as far as that is known. Lengths by `literal` say nothing of it: they
    /// may be greater.
    pub fn at_least(&self, policy: Policy) -> Option<u32> {
        (policy == Policy::Traditional).then_some(self.exact.unwrap_or(self.low))
    }

    /// Whether there is a mate within so many plies by the policy, where that follows.
    pub fn within(&self, plies: u32) -> Option<bool> {
        if let Some(exact) = self.exact {
            return Some(exact <= plies);
        }
        if self.mate == Some(false) || self.low > plies {
            return Some(false);
        }
        self.high.is_some_and(|high| high <= plies).then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_the_policy_literal_bound_no_traditional_ones() {
        let told = LookedUp::Mate { plies: 5 };
        let bounds = [Policy::Traditional, Policy::Literal].map(|policy| {
            let known = PositionBounds::looked_up(told, policy);
            known.at_least(policy)
        });
        assert_eq!(bounds, [Some(5), None]);
    }
}
