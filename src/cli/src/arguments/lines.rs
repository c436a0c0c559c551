//! What is asked of main lines, as options.

use std::sync::Arc;

use clap::Args;

use super::read;
use ask::Query;
use ask::motif::{self, Motif};
use words::say;

/// Queries about the main line, all of which must hold.
#[derive(Clone, Debug, Default, Args)]
pub struct LineArgs {
    /// What happens on the main line, in the language of docs/ask.md: "drop R far=2.. ; K ; .. ; sacrifice"; may be given
    /// several times
    #[arg(long, value_name = "QUERY", value_parser = query)]
    line: Vec<Arc<Query>>,
    /// A motif 手筋 of the main line, by its name in either language; `gyakusan motifs` lists them. May be given several
    /// times
    #[arg(long, value_name = "NAME", value_parser = motif)]
    motif: Vec<Arc<Query>>,
}

impl LineArgs {
    /// All queries.
    pub fn queries(&self) -> Vec<Arc<Query>> {
        self.line.iter().chain(&self.motif).cloned().collect()
    }
}

/// A motif by the name that is given.
///
/// # Errors
/// That there is none, and which may be meant.
pub fn motif_by_name(name: &str) -> Result<&'static Motif, String> {
    motif::named(name).ok_or_else(|| match motif::like(name) {
        Some(like) => say!(
            "there is no motif {name:?}; did you mean {like:?}? `gyakusan motifs` lists all",
            name,
            like
        ),
        None => say!(
            "there is no motif {name:?}; `gyakusan motifs` lists all",
            name
        ),
    })
}

fn query(text: &str) -> Result<Arc<Query>, String> {
    read(text).map(Arc::new)
}

fn motif(name: &str) -> Result<Arc<Query>, String> {
    query(&motif_by_name(name)?.file.line)
}
