//! A change of the file: wholly or not at all.

use rusqlite::Connection;

use crate::file::contents;

/// A transaction that can be left open for another change to go on with: what both do comes into the
/// file together. Dropped, it takes back everything since it began.
pub(crate) struct Change<'a> {
    conn: Option<&'a Connection>,
}

impl<'a> Change<'a> {
    /// Begins, or goes on with the one that was left open.
    pub(crate) fn begin(conn: &'a Connection) -> rusqlite::Result<Self> {
        if conn.is_autocommit() {
            conn.execute_batch("BEGIN IMMEDIATE")?;
            contents::forget_noted(conn)?;
        }
        Ok(Self { conn: Some(conn) })
    }

    /// Leaves it to the next change to commit.
    pub(crate) fn leave_open(mut self) {
        self.conn = None;
    }

    /// Brings everything into the file.
    pub(crate) fn commit(mut self) -> rusqlite::Result<()> {
        if let Some(conn) = self.conn {
            contents::write_noted(conn)?;
            conn.execute_batch("COMMIT")?;
            self.conn = None;
        }
        Ok(())
    }
}

impl Drop for Change<'_> {
    fn drop(&mut self) {
        if let Some(conn) = self.conn
            && !conn.is_autocommit()
        {
            // Where this fails SQLite takes back the change when the file is next opened.
            let _ = conn.execute_batch("ROLLBACK");
        }
    }
}
