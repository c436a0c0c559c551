//! Problems that stand in no database yet, as one would hold them.

use rusqlite::Connection;

use crate::error::At;
use crate::problems::entry;
use crate::problems::rows::Rows;
use crate::sql::guard;
use crate::{Entry, StoreError};
use features::Facts;
use features::facts::main_line;
use features::numbers::measure;
use tsume::judge::report::Report;
use tsume::solve::Task;

/// A database in memory that holds one problem at a time.
#[derive(Debug)]
pub struct Scratch {
    conn: Connection,
}

impl Scratch {
    /// Makes one.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new() -> Result<Self, StoreError> {
        let conn = guard::empty()?;
        Ok(Self { conn })
    }

    /// A judged problem with all columns; those of a place in a database, and those that only a deep search
    /// fills, are NULL.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn entry(&self, task: &Task, report: &Report) -> Result<Entry, StoreError> {
        let facts = Facts::new(task, report);
        let values = measure(task, main_line(report), Some(facts.flaws));
        let read = || {
            self.conn.execute("DELETE FROM problems", [])?;
            let id = Rows::new(&self.conn)?.insert(&facts, None, &values)?;
            entry::with_id(&self.conn, id.unwrap_or_default())
        };
        let found = read().at(std::path::Path::new(":memory:"))?;
        Ok(found.without_place())
    }
}
