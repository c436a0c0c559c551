//! A person's condition in SQL, asked of a problem that stands in no database yet.

use rusqlite::Connection;

use crate::problems::rows::Rows;
use crate::sql::guard::{self, Guarded, QueryLimits, examine};
use crate::sql::query_error::{QueryError, said};
use features::facts::main_line;
use features::numbers::measure;
use features::{Facts, Value};
use tsume::judge::report::Report;
use tsume::solve::Task;

/// A condition over the columns of `problems`.
#[derive(Debug)]
pub struct WhereClause {
    conn: Guarded,
    limits: QueryLimits,
    /// Whether the condition holds for the one problem there is.
    ask: String,
}

impl WhereClause {
    /// Reads a condition; the limits are for each of its answers.
    ///
    /// # Errors
    /// If SQL does not understand it.
    pub fn new(text: &str, limits: &QueryLimits) -> Result<Self, QueryError> {
        let conn = Guarded::new(guard::empty()?)?;
        let condition = text.to_owned();
        conn.ask(limits, move |conn| examine(conn, &condition))?;
        Ok(Self {
            conn,
            limits: limits.clone(),
            ask: format!("SELECT EXISTS (SELECT 1 FROM problems WHERE ({text}\n))"),
        })
    }

    /// Whether it holds for a judged problem; what only SQL over a whole database or a deep search
    /// would know is NULL.
    ///
    /// # Errors
    /// If the condition cannot be worked out for this problem, or a limit is reached.
    pub fn holds(&self, task: &Task, report: &Report) -> Result<bool, QueryError> {
        let facts = Facts::new(task, report);
        let values = measure(task, main_line(report), Some(facts.flaws));
        let ask = self.ask.clone();
        self.conn.ask(&self.limits, move |conn| {
            answer(conn, &facts, &values, &ask).map_err(said)
        })
    }
}

fn answer(
    conn: &Connection,
    facts: &Facts<'_>,
    values: &[Value],
    ask: &str,
) -> rusqlite::Result<bool> {
    Rows::new(conn)?.insert(facts, None, values)?;
    let answer = conn
        .prepare_cached(ask)
        .and_then(|mut ask| ask.query_row([], |row| row.get(0)));
    conn.execute("DELETE FROM problems", [])?;
    answer
}
