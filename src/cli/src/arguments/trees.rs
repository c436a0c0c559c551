//! What is asked of variations, and what it may cost to solve them, as options.

use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;

use clap::Args;

use super::amounts::Count;
use super::read;
use ask::{Query, TreeQueries, TryQuery};

/// Queries about variations, all of which must hold.
#[derive(Clone, Debug, Args)]
pub struct TreeArgs {
    /// What happens in one of the variations 変化, in the language of docs/ask.md: "departs interpose ; .. ; sacrifice";
    /// may be given several times
    #[arg(long, value_name = "QUERY", value_parser = query)]
    variation: Vec<Arc<Query>>,
    /// What happens in every variation; there must be at least one. May be given several times
    #[arg(long, value_name = "QUERY", value_parser = query)]
    every_variation: Vec<Arc<Query>>,
    /// With --variation, --every-variation or a query for --tries: node limit for each question to the solver
    #[arg(long, default_value = "100k")]
    nodes: Count,
    /// With --variation, --every-variation or a query for --tries: problems to solve at the same time (default: one for
    /// each core)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

impl TreeArgs {
    /// All queries, with those about tries.
    pub fn queries(&self, tries: &[Arc<TryQuery>]) -> TreeQueries {
        TreeQueries {
            tries: tries.to_vec(),
            variations: self.variation.clone(),
            every_variation: self.every_variation.clone(),
        }
    }

    /// The nodes for each question.
    pub const fn nodes(&self) -> u64 {
        self.nodes.0
    }

    /// How many problems are solved at the same time.
    pub fn jobs(&self) -> usize {
        match self.jobs {
            Some(jobs) => usize::from(jobs),
            None => available_parallelism().map_or(1, NonZero::get),
        }
    }
}

fn query(text: &str) -> Result<Arc<Query>, String> {
    read(text).map(Arc::new)
}
