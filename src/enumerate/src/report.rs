//! What a run tells: on its way, at its end, and when it does not come to one.

use std::io;
use std::path::{Path, PathBuf};

use super::checkpoint::CheckpointError;
use super::forwards::Difference;
use super::kept::{TableError, TableReport};
use super::shard::PlanError;
use retro::mates::probe::Code;
use store::{Measured, StoreError};
use system::LockError;
use system::memory::amount;
use system::monitor::Stopped;

/// What a run tells on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event<'a> {
    /// The database of an earlier gyakusan was brought up to date.
    BroughtUpToDate {
        /// The version of its schema.
        from: i64,
        /// Problems in it that an earlier version judged.
        earlier: u64,
        /// Problems in it without a verdict by rule E.
        open: u64,
    },
    /// A checkpoint was taken up.
    Resumed {
        /// The longest mates it has, in plies.
        plies: u16,
    },
    /// A sweep goes on.
    SweepResumed {
        /// Numbers that are done.
        done: u64,
        /// Numbers in all.
        of: u64,
    },
    /// The mated positions are found.
    Mates {
        /// Critical ones, mirror images not counted.
        count: u64,
    },
    /// The mates of one length are found.
    Level {
        /// The length.
        plies: u16,
        /// Critical positions with the attacker to move, mirror images not counted.
        attackers: u64,
        /// Seconds since the start.
        seconds: f64,
    },
    /// All mates are found.
    Fixpoint {
        /// The longest whose length is known, in plies.
        plies: u16,
        /// Positions that mate in more plies, mirror images not counted.
        longer: u64,
        /// Seconds since the start.
        seconds: f64,
    },
    /// A problem was found and judged; it is about to be written.
    Problem(&'a Measured),
}

/// One length of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelReport {
    /// Plies.
    pub plies: u16,
    /// Problems recorded, mirror images not counted.
    pub problems: u64,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Report {
    /// The lengths, shortest first.
    pub levels: Vec<LevelReport>,
    /// Problems solved again.
    pub verified: u64,
    /// Seconds that solving them again took; `None` where others did it.
    pub verify_seconds: Option<f64>,
    /// Those that came out differently: none, or a defect.
    pub differing: Vec<Difference>,
    /// The digest of the result.
    pub digest: String,
    /// Seconds this call took.
    pub seconds: f64,
    /// Peak memory in kilobytes.
    pub peak_memory_kb: u64,
    /// Positions that mate in more plies than those of the lengths, mirror images not counted. In how many is not
    /// known, so that they are among no problems.
    pub longer: u64,
    /// Whether an unfinished run was taken up.
    pub resumed: bool,
    /// The table that was kept, if one was asked for.
    pub table: Option<TableReport>,
}

/// Why a run did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum EnumerateError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The table of all mates.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The table of all mates could not be written when they were found.
    #[error("{source}; {}", kept(.checkpoint))]
    TableNotWritten {
        /// Why.
        source: TableError,
        /// Where the mates are kept.
        checkpoint: PathBuf,
    },
    /// The system starts no thread that watches the memory.
    #[error("cannot start a thread: {}", system::plain(.0))]
    NoThread(io::Error),
    /// The plan that a task belongs to.
    #[error(transparent)]
    Plan(Box<PlanError>),
    /// What a limit left open is to be asked again, and there is nothing yet.
    #[error("{}: has no finished sweep of this set by this version", .0.display())]
    NotSwept(PathBuf),
    /// What a limit left open is to be asked again, with a limit that is no larger.
    #[error("{}: already searched with {nodes} nodes", .path.display())]
    AskedBefore {
        /// The database.
        path: PathBuf,
        /// The limit it was asked with.
        nodes: u64,
    },
    /// It was not begun: a family takes more memory than there is.
    #[error("{family} takes at least {} of memory, and the limit is {}", amount(*.least), amount(*.limit))]
    TooLarge {
        /// The family.
        family: Code,
        /// What it takes at the least, in bytes.
        least: u64,
        /// The limit, in bytes.
        limit: u64,
    },
    /// It was stopped.
    #[error("{}", stopped(*.reason, *.limit, .checkpoint.as_deref()))]
    Stopped {
        /// Why.
        reason: Stopped,
        /// The limit of memory that was reached, in bytes, if it is known.
        limit: Option<u64>,
        /// Where the state is kept, if there is any.
        checkpoint: Option<PathBuf>,
    },
}

impl From<PlanError> for EnumerateError {
    fn from(error: PlanError) -> Self {
        Self::Plan(Box::new(error))
    }
}

impl EnumerateError {
    /// The same, where what was done before a stop is kept in a file.
    pub(crate) fn keeping(self, file: &Path) -> Self {
        match self {
            Self::Stopped { reason, limit, .. } => Self::Stopped {
                reason,
                limit,
                checkpoint: Some(file.to_owned()),
            },
            other => other,
        }
    }
}

/// Where what was done is kept.
fn kept(checkpoint: &Path) -> String {
    format!("what was done is kept in {}", checkpoint.display())
}

/// Why a run stopped, and what is left of it.
fn stopped(reason: Stopped, limit: Option<u64>, checkpoint: Option<&Path>) -> String {
    let why = match (reason, limit) {
        (Stopped::Memory, Some(limit)) => {
            let limit = match limit >> 20 {
                0 => format!("{limit} bytes"),
                mib => format!("{mib} MiB"),
            };
            format!("the memory limit of {limit} is reached")
        }
        _ => reason.to_string(),
    };
    match (reason, checkpoint) {
        // It would come to the same end again.
        (Stopped::Undecided { .. }, _) | (_, None) => why,
        (_, Some(checkpoint)) => format!("{why}; {}", kept(checkpoint)),
    }
}

impl From<LockError> for EnumerateError {
    fn from(error: LockError) -> Self {
        Self::Store(error.into())
    }
}

impl From<Stopped> for EnumerateError {
    fn from(reason: Stopped) -> Self {
        Self::Stopped {
            reason,
            limit: None,
            checkpoint: None,
        }
    }
}
