//! What is known of a run: when it starts, when it ends, what it comes down to.

use catalog::Catalog;

/// The number of a run in its database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub i64);

/// What is known of a run when it starts.
#[derive(Clone, Debug)]
pub struct RunInfo<'a> {
    /// The program's version.
    pub program: &'a str,
    /// The rules of length and soundness it goes by.
    pub policy: &'a str,
    /// The options of the command.
    pub options: &'a str,
    /// How many threads work.
    pub threads: usize,
    /// What is enumerated.
    pub catalogs: &'a [Catalog],
}

/// What is known of a run when it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunSummary {
    /// Time taken by all calls, in seconds.
    pub seconds: f64,
    /// Peak memory, in kilobytes.
    pub peak_memory_kb: u64,
    /// Problems solved again forwards.
    pub verified: u64,
    /// Of these, how many came out differently.
    pub differing: u64,
    /// Positions that mate in more plies than those of all lengths.
    pub longer: u64,
}

/// What a run's result comes down to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunDigest {
    /// SHA-256, in hexadecimal.
    pub sha256: String,
    /// Over how many problems.
    pub problems: u64,
}
