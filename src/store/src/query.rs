//! A person's own SQL, which may read and nothing else.

use std::io;
use std::time::Duration;

pub use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode};

use super::guard::{Guarded, Outlet, QueryLimits};
use super::{Store, StoreError};

/// Where the rows of a query go.
pub trait Sink {
    /// The names of the columns, once, before any row.
    fn header(&mut self, names: &[&str]) -> io::Result<()>;
    /// One row.
    fn row(&mut self, values: &[Value]) -> io::Result<()>;
}

/// Why a query gave up.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// SQLite does not understand it or cannot do it.
    #[error("{0}")]
    Sql(String),
    /// SQLite does not understand a condition, or cannot work it out.
    #[error("{0}")]
    Condition(String),
    /// It asks for nothing.
    #[error("there is no statement")]
    Nothing,
    /// It has parameters.
    #[error("parameters such as ? and :name have no values here")]
    Parameters,
    /// It would have written.
    #[error("only statements that read are allowed")]
    Writes,
    /// It took too long.
    #[error("stopped at the time limit of {} s", .0.as_secs_f64())]
    TooLong(Duration),
    /// It wants too much of something.
    #[error("SQL: {0} would grow beyond its limit")]
    TooMuch(&'static str),
    /// Somebody stopped it.
    #[error("interrupted")]
    Stopped,
    /// The database itself.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The rows could not be handed on.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl QueryError {
    /// The same about a condition that stands in the statement behind `before`, with the place counted in
    /// the condition.
    pub fn about_condition(self, before: &str) -> Self {
        let Self::Sql(text) = self else {
            return self;
        };
        let moved = || {
            let (place, what) = text.strip_prefix("SQL, character ")?.split_once(':')?;
            let place = place.parse::<usize>().ok()?;
            let place = place.checked_sub(before.chars().count())?;
            Some(format!("character {place}:{what}"))
        };
        Self::Condition(moved().unwrap_or_else(|| text.clone()))
    }
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
        let run = move |conn: &Connection, out: &mut Outlet<Told>| run(conn, &sql, out);
        Guarded::of(self)?.each(limits, run, |told| {
            match told {
                Told::Header(names) => {
                    sink.header(&names.iter().map(String::as_str).collect::<Vec<_>>())
                }
                Told::Row(values) => sink.row(&values),
            }
            .map_err(QueryError::Io)
        })
    }
}

/// What a statement comes to.
enum Told {
    Header(Vec<String>),
    Row(Vec<Value>),
}

fn run(conn: &Connection, sql: &str, out: &mut Outlet<Told>) -> Result<(), QueryError> {
    let mut statement = conn.prepare(sql).map_err(words)?;
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
    out.put(Told::Header(names.collect()), 0)?;
    let mut rows = statement.query([]).map_err(words)?;
    while let Some(row) = rows.next().map_err(words)? {
        let values = (0..columns).map(|column| row.get(column));
        let values: Vec<Value> = values.collect::<rusqlite::Result<_>>().map_err(words)?;
        let bytes = values.iter().map(|value| match value {
            Value::Text(text) => text.len(),
            Value::Blob(bytes) => bytes.len(),
            _ => 0,
        });
        let bytes = bytes.sum();
        out.put(Told::Row(values), bytes)?;
    }
    Ok(())
}

/// SQLite's own words in one line, without the wrapping of the library.
pub(super) fn words(error: rusqlite::Error) -> QueryError {
    let text = match &error {
        rusqlite::Error::SqlInputError {
            msg, sql, offset, ..
        } => match sql.get(..usize::try_from(*offset).unwrap_or(usize::MAX)) {
            Some(before) => format!("SQL, character {}: {msg}", before.chars().count() + 1),
            None => format!("SQL: {msg}"),
        },
        rusqlite::Error::SqliteFailure(cause, Some(_)) if cause.code == ErrorCode::ReadOnly => {
            return QueryError::Writes;
        }
        rusqlite::Error::SqliteFailure(cause, _) if cause.code == ErrorCode::OutOfMemory => {
            return QueryError::TooMuch("memory");
        }
        rusqlite::Error::SqliteFailure(cause, _) if cause.code == ErrorCode::TooBig => {
            return QueryError::TooMuch("a text or a row");
        }
        rusqlite::Error::SqliteFailure(cause, _)
            if cause.code == ErrorCode::AuthorizationForStatementDenied =>
        {
            return QueryError::Writes;
        }
        rusqlite::Error::SqliteFailure(_, Some(message)) => format!("SQL: {message}"),
        rusqlite::Error::MultipleStatement => "one statement at a time".to_owned(),
        other => other.to_string(),
    };
    QueryError::Sql(text.replace('\n', " "))
}
