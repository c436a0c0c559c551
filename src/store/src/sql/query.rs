//! A person's own SQL, which may read and nothing else.

use std::io;

use rusqlite::Connection;
pub use rusqlite::types::Value;

use crate::Store;
use crate::sql::guard::{Guarded, Outlet, QueryLimits};
use crate::sql::query_error::{QueryError, said};

/// Where the rows of a query go.
pub trait Sink {
    /// The names of the columns, once, before any row.
    fn header(&mut self, names: &[&str]) -> io::Result<()>;
    /// One row.
    fn row(&mut self, values: &[Value]) -> io::Result<()>;
}

impl Store {
    /// Runs one statement of SQL that reads.
    ///
    /// # Errors
    /// If it would do anything but read this database, cannot be done, or comes to a limit.
    pub fn query(
        &self,
        sql: &str,
        limits: &QueryLimits,
        sink: &mut dyn Sink,
    ) -> Result<(), QueryError> {
        let sql = sql.to_owned();
        let run = move |conn: &Connection, out: &mut Outlet<Emitted>| run(conn, &sql, out);
        Guarded::of(self)?.each(limits, run, |told| {
            match told {
                Emitted::Header(names) => {
                    sink.header(&names.iter().map(String::as_str).collect::<Vec<_>>())
                }
                Emitted::Row(values) => sink.row(&values),
            }
            .map_err(QueryError::Io)
        })
    }
}

/// What a statement comes to.
enum Emitted {
    Header(Vec<String>),
    Row(Vec<Value>),
}

fn run(conn: &Connection, sql: &str, out: &mut Outlet<Emitted>) -> Result<(), QueryError> {
    let mut statement = conn.prepare(sql).map_err(said)?;
    if statement.expanded_sql().is_none() {
        return Err(QueryError::Nothing);
    }
    let columns = statement.column_count();
    // `VACUUM INTO` would write another file even from a connection that reads only, and what
    // has no columns, such as BEGIN, does not ask.
    if !statement.readonly() || columns == 0 {
        return Err(QueryError::Writes);
    }
    if statement.parameter_count() > 0 {
        return Err(QueryError::Parameters);
    }
    let names = statement.column_names().map(str::to_owned);
    out.put(Emitted::Header(names.collect()), 0)?;
    let mut rows = statement.query([]).map_err(said)?;
    while let Some(row) = rows.next().map_err(said)? {
        let values = (0..columns).map(|column| row.get(column));
        let values: Vec<Value> = values.collect::<rusqlite::Result<_>>().map_err(said)?;
        let bytes = values.iter().map(|value| match value {
            Value::Text(text) => text.len(),
            Value::Blob(bytes) => bytes.len(),
            _ => 0,
        });
        let bytes = bytes.sum();
        out.put(Emitted::Row(values), bytes)?;
    }
    Ok(())
}
