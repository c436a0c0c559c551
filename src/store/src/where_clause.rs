//! A person's condition in SQL, asked of a problem that stands in no database yet.

use std::path::PathBuf;

use rusqlite::Connection;

use super::error::At;
use super::facts::{Facts, main_line};
use super::measured::measure;
use super::query::{QueryError, words};
use super::rows::Rows;
use super::search::examine;
use super::{StoreError, schema};
use tsume::judge::report::Report;
use tsume::solve::Task;

/// A condition over the columns of `problems`.
#[derive(Debug)]
pub struct WhereClause {
    conn: Connection,
    /// Whether the condition holds for the one problem there is.
    ask: String,
}

impl WhereClause {
    /// Reads a condition.
    ///
    /// # Errors
    /// If SQL does not understand it.
    pub fn new(text: &str) -> Result<Self, QueryError> {
        let open = || -> Result<Connection, StoreError> {
            let path = PathBuf::from(":memory:");
            let mut conn = Connection::open_in_memory().at(&path)?;
            schema::migrate(&mut conn).at(&path)?;
            Ok(conn)
        };
        let conn = open()?;
        examine(&conn, text)?;
        Ok(Self {
            conn,
            ask: format!("SELECT EXISTS (SELECT 1 FROM problems WHERE ({text}\n))"),
        })
    }

    /// Whether it holds for a judged problem; what only SQL over a whole database or a deep search
    /// would know is NULL.
    ///
    /// # Errors
    /// If the condition cannot be worked out for this problem.
    pub fn holds(&self, task: &Task, report: &Report) -> Result<bool, QueryError> {
        self.answer(task, report).map_err(words)
    }

    fn answer(&self, task: &Task, report: &Report) -> rusqlite::Result<bool> {
        let facts = Facts::new(task, report);
        let values = measure(task, main_line(report), Facts::decided(report));
        Rows::new(&self.conn)?.insert(&facts, None, &values)?;
        let answer = self
            .conn
            .prepare_cached(&self.ask)
            .and_then(|mut ask| ask.query_row([], |row| row.get(0)));
        self.conn.execute("DELETE FROM problems", [])?;
        answer
    }
}
