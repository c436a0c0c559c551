//! The store: one SQLite file with problems, families and run manifests.
//!
//! The schema stands in `schemas/*.sql`. Everything is written through [`Store`], a level of a run in
//! one transaction, so that a run that dies leaves whole levels and the rows of other runs as they
//! were. The file is kept in rollback-journal mode: new pages cost nothing in the journal, and no
//! write-ahead log is left beside a finished file. One program writes at a time.

mod audit;
mod bitmaps;
mod change;
mod composed;
mod condition;
mod content;
mod deep;
mod digest;
mod digest_4;
mod entry;
mod error;
mod exported;
mod guard;
mod hands;
mod import;
mod imports;
mod index;
mod japanese;
mod joined;
mod manifest;
mod measured;
mod open;
mod overview;
mod parts;
mod pattern;
mod query;
mod query_error;
mod read;
mod rejudge;
mod rows;
mod run;
mod same;
mod scan;
mod schema;
mod scratch;
mod search;
mod simple;
mod small;
mod sources;
mod sweep;
mod value;
mod weights;
mod where_clause;
mod write;

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use system::Lock;

pub use audit::{Audit, Finding};
pub use composed::KnownLine;
pub use condition::{Condition, SourceField};
pub use deep::Deepened;
pub use entry::Entry;
pub use error::StoreError;
pub use exported::{Exported, Placed};
pub use guard::QueryLimits;
pub use hands::{AskedHand, JudgedHand};
pub use import::{Added, ImportId, ImportInfo, Work};
pub use imports::{ImportRow, ImportedRow};
pub use measured::Measured;
pub use open::{ReservedFile, is_database};
pub use overview::Overview;
pub use parts::{Part, PartHand};
pub use query::{Sink, Value};
pub use query_error::{Limited, QueryError, SqlComplaint, SqlFault};
pub use read::{FamilyRow, PublishedCost, RunRow, Stored, TableRow};
pub use rejudge::{Rejudged, Verdict};
pub use run::{RunDigest, RunId, RunInfo, RunSummary};
pub use same::Like;
pub use scratch::Scratch;
pub use search::{FoundProblem, Search};
pub use small::{SmallMate, SmallStart, SmallStore};
pub use sources::{Source, SourceRow};
pub use sweep::{
    Batch, JudgedAgain, OpenVerdict, SweepInfo, SweepRow, SweptLevel, Tally, Undecided,
};
pub use where_clause::WhereClause;
pub use write::LevelCount;

/// An open database.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    conn: Connection,
    /// What stood in the file's place before this store made it a database.
    before: Before,
    /// The version of the schema that the file had before it was opened, if it was an older one.
    upgraded_from: Option<i64>,
    /// That no other program writes it; none where it is only read. Goes last.
    _lock: Option<Lock>,
}

/// What stood in a database's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    Database,
    EmptyFile,
    Nothing,
}

impl Store {
    /// The version of the schema that the file had when it was opened, if it was brought up to date then.
    pub const fn upgraded_from(&self) -> Option<i64> {
        self.upgraded_from
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
