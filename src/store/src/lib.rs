//! The store: one SQLite file with problems, families and run manifests.
//!
//! The schema stands in `schemas/*.sql`. Everything is written through [`Store`], a level of a run in
//! one transaction, so that a run that dies leaves whole levels and the rows of other runs as they
//! were. The file is kept in rollback-journal mode: new pages cost nothing in the journal, and no
//! write-ahead log is left beside a finished file. One program writes at a time.
//!
//! Its rooms: `file` opens and changes it, `problems` has the rows, `runs`, `sweeps` and `imports`
//! the three ways they come in, `bitmaps` and `search` find them again, `sql` is for what a person asks in SQL.

mod bitmaps;
mod error;
mod file;
mod imports;
mod problems;
mod runs;
mod search;
mod small;
mod sql;
mod sweeps;
#[cfg(test)]
mod work;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use file::reading::UpToDateCopy;
use rusqlite::Connection;
use system::Lock;

pub use error::{Difference, StoreError};
pub use file::open::{ReservedFile, is_database, journal};
pub use file::reading::is_older;
pub use file::schema::VERSION as SCHEMA_VERSION;
pub use file::upgrade::Upgrade;
pub use imports::composed::KnownLine;
pub use imports::import::{Added, ImportId, ImportInfo, Work};
pub use imports::listed::{ImportRow, ImportedRow};
pub use imports::sources::{Source, SourceRow};
pub use problems::deep::Deepened;
pub use problems::entry::Entry;
pub use problems::measured::Measured;
pub use problems::read::Stored;
pub use problems::rejudge::{Rejudged, Unjudged, Verdict};
pub use problems::scratch::Scratch;
pub use problems::trees::KeptTrees;
pub use runs::audit::{Audit, Finding};
pub use runs::families::{FamilyRow, PublishedCost, RunRow, TableRow};
pub use runs::run::{RunDigest, RunId, RunInfo, RunSummary};
pub use runs::write::LevelCount;
pub use search::condition::{Condition, SourceField};
pub use search::find::{FoundProblem, Search};
pub use search::lines::{FirstByMotifs, LineCount, LinesRead};
pub use search::same::Like;
pub use search::trees::{AskedTree, FoundByTrees, TreesAsked};
pub use small::{SmallMate, SmallStart, SmallStore};
pub use sql::exported::{Exported, Placed};
pub use sql::guard::QueryLimits;
pub use sql::overview::Overview;
pub use sql::query::{Parameters, Sink, Value};
pub use sql::query_error::{Limited, QueryError, SqlComplaint, SqlFault};
pub use sql::where_clause::WhereClause;
pub use sweeps::hands::{AskedHand, JudgedHand};
pub use sweeps::parts::{Part, PartHand};
pub use sweeps::sweep::{
    Batch, JudgedAgain, OpenVerdict, SweepInfo, SweepRow, SweptLevel, Tally, Undecided,
};

/// An open database.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    conn: Connection,
    /// The copy that is read instead, of a file of an earlier version. Goes after the connection to it.
    copy: Option<Arc<UpToDateCopy>>,
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
    /// The version of the schema that the file had when it was opened, if it was brought up to date then,
    /// or the copy of it that is read.
    pub const fn upgraded_from(&self) -> Option<i64> {
        self.upgraded_from
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
