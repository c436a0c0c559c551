//! Generators: streams of candidates, each a function of its number and a seed.

mod backwards;
mod board;
mod cross;
mod mutate;
mod sample;
mod uniform;

pub use backwards::Backwards;
pub use mutate::{Mutate, changed};
pub use sample::Sample;
pub use uniform::Uniform;

use std::str::FromStr;

use super::conditions::Conditions;
use super::pipeline::Examiner;
use super::random::Random;
use shogi::{Move, Position, Setup};

/// A candidate.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Board and attacker's hand; the defender's is empty.
    pub setup: Setup,
    /// The problems it was made from, as SFENs with the defender's hand left out; none where pieces were
    /// drawn one by one.
    pub parents: Vec<String>,
    /// The line that is to be the main line, if there is one; of several lines that are as good it is that.
    pub line: Option<Vec<Move>>,
}

impl From<Setup> for Draft {
    /// One without parents.
    fn from(setup: Setup) -> Self {
        Self {
            setup,
            parents: Vec::new(),
            line: None,
        }
    }
}

/// Where candidates come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Pieces copied from works, placed as they stand around the king.
    Sample,
    /// Any piece on any square of the region.
    Uniform,
    /// Given problems changed a little.
    Mutate,
    /// Grown backwards from mates (逆算).
    Backwards,
}

/// A name of no generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write sample, uniform, mutate or backwards")]
pub struct UnknownOrigin;

impl FromStr for Origin {
    type Err = UnknownOrigin;

    fn from_str(name: &str) -> Result<Self, UnknownOrigin> {
        Ok(match name {
            "sample" => Self::Sample,
            "uniform" => Self::Uniform,
            "mutate" => Self::Mutate,
            "backwards" => Self::Backwards,
            _ => return Err(UnknownOrigin),
        })
    }
}

impl Origin {
    /// Whether candidates are made from works; `given` says whether there are problems to change or grow from.
    pub const fn reads_works(self, given: bool) -> bool {
        match self {
            Self::Sample | Self::Backwards => true,
            Self::Uniform => false,
            Self::Mutate => !given,
        }
    }

    /// The generator that works with these works, problems to change or grow from, and positions tried at each step
    /// backwards.
    pub fn generator(
        self,
        works: &[Position],
        from: Option<&[Position]>,
        attempts: u32,
    ) -> Box<dyn Generate> {
        match self {
            Self::Sample => Box::new(Sample::new(works)),
            Self::Uniform => Box::new(Uniform),
            Self::Mutate => Box::new(Mutate::new(from.unwrap_or(works))),
            Self::Backwards => {
                let given = from.unwrap_or_default().to_vec();
                Box::new(Backwards::new(given, Sample::new(works), attempts))
            }
        }
    }
}

/// Makes candidates.
pub trait Generate: Sync {
    /// A candidate; what it is depends on `random` alone. `None` where the pieces found no place. `examiner`
    /// is there to judge steps on the way.
    fn candidate(
        &self,
        wanted: &Conditions,
        random: &mut Random,
        examiner: &mut Examiner,
    ) -> Option<Draft>;

    /// The positions through one of which the main line of what is kept has to go; none if it may go anywhere.
    fn finishes(&self) -> &[Position] {
        &[]
    }
}
