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

use super::conditions::Conditions;
use super::pipeline::Examiner;
use super::random::Random;
use shogi::Setup;

/// A candidate.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Board and attacker's hand; the defender's is empty.
    pub setup: Setup,
    /// The problems it was made from, as SFENs with the defender's hand left out; none where pieces were
    /// drawn one by one.
    pub parents: Vec<String>,
}

impl From<Setup> for Draft {
    /// One without parents.
    fn from(setup: Setup) -> Self {
        Self {
            setup,
            parents: Vec::new(),
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
}
