//! Generators: streams of candidates, each a function of its number and a seed.

mod backwards;
mod draft;
mod mutate;
mod sample;
mod uniform;

pub use backwards::Backwards;
pub use mutate::Mutate;
pub use sample::Sample;
pub use uniform::Uniform;

use super::conditions::Conditions;
use super::pipeline::Bench;
use super::random::Random;
use crate::shogi::Setup;

/// Makes candidates.
pub trait Generate: Sync {
    /// A candidate, the defender's hand left empty; what it is depends on `random` alone. `None` where
    /// the pieces found no place. `bench` is there to judge steps on the way.
    fn candidate(
        &self,
        wanted: &Conditions,
        random: &mut Random,
        bench: &mut Bench,
    ) -> Option<Setup>;
}
