//! Problems that an earlier version judged, and that are to be judged again.

use rusqlite::Connection;

use crate::error::At;
use crate::{Store, StoreError};

/// Whether an earlier version judged a problem, as a condition over its row.
pub(crate) const IS_EARLIER: &str =
    "EXISTS (SELECT 1 FROM judged_earlier WHERE problem_id = problems.id)";

impl Store {
    /// How many problems with a mate of known length an earlier version judged.
    pub fn judged_earlier(&self) -> Result<u64, StoreError> {
        let count = "SELECT count(*) FROM judged_earlier";
        let read = || self.conn.query_row(count, [], |row| row.get::<_, i64>(0));
        read().map(i64::unsigned_abs).at(&self.path)
    }
}

/// Whether there are any.
pub(crate) fn are_any(conn: &Connection) -> rusqlite::Result<bool> {
    let any = "SELECT EXISTS (SELECT 1 FROM judged_earlier)";
    conn.query_row(any, [], |row| row.get(0))
}

/// Whether this problem is one of them.
pub(crate) fn is_one(conn: &Connection, problem: i64) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM judged_earlier WHERE problem_id = ?)")?
        .query_row([problem], |row| row.get(0))
}

/// Notes that this version judged a problem, or that it is gone.
pub(crate) fn forget(conn: &Connection, problem: i64) -> rusqlite::Result<()> {
    conn.prepare_cached("DELETE FROM judged_earlier WHERE problem_id = ?")?
        .execute([problem])
        .map(drop)
}

/// Notes all problems of a file of version 4 or earlier.
pub(crate) fn note_all(conn: &Connection) -> rusqlite::Result<()> {
    let all = "INSERT OR IGNORE INTO judged_earlier
        SELECT id FROM problems WHERE status = 'mate' AND plies IS NOT NULL";
    conn.execute(all, []).map(drop)
}
