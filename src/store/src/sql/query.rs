//! A person's own SQL, which may read and nothing else.

use std::io;
use std::time::{Duration, Instant};

pub use rusqlite::types::Value;
use rusqlite::{Connection, Statement};

use crate::Store;
use crate::sql::guard::{Guarded, Outlet, QueryLimits};
use crate::sql::query_error::{QueryError, said};

/// Where the rows of a query go.
pub trait Sink {
    /// The names of the columns, once, before any row.
    fn header(&mut self, names: &[&str]) -> io::Result<()>;
    /// One row.
    fn row(&mut self, values: &[Value]) -> io::Result<()>;
    /// How long whoever reads the rows has kept it waiting so far: the time limit does not count that.
    fn waited(&self) -> Duration {
        Duration::ZERO
    }
}

/// Values for the parameters of a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameters {
    /// In their order.
    Listed(Vec<Value>),
    /// By their names, without the sign before them.
    Named(Vec<(String, Value)>),
}

/// None.
impl Default for Parameters {
    fn default() -> Self {
        Self::Listed(Vec::new())
    }
}

impl Parameters {
    /// Gives a statement the values of all its parameters.
    fn bind(&self, statement: &mut Statement<'_>) -> Result<(), QueryError> {
        let wanted = statement.parameter_count();
        match self {
            Self::Listed(values) if values.len() != wanted => {
                return Err(match values.len() {
                    0 => QueryError::Parameters,
                    given => QueryError::ParameterCount { wanted, given },
                });
            }
            Self::Listed(values) => {
                for (place, value) in (1..).zip(values) {
                    statement.raw_bind_parameter(place, value).map_err(said)?;
                }
            }
            Self::Named(values) => {
                let mut used = vec![false; values.len()];
                for place in 1..=wanted {
                    let name = statement.parameter_name(place);
                    let name = name.ok_or(QueryError::Unnamed(place))?[1..].to_owned();
                    let found = values.iter().position(|(known, _)| *known == name);
                    let found = found.ok_or_else(|| QueryError::NoValue(name))?;
                    used[found] = true;
                    let value = &values[found].1;
                    statement.raw_bind_parameter(place, value).map_err(said)?;
                }
                if let Some(unused) = used.iter().position(|used| !used) {
                    return Err(QueryError::NoParameter(values[unused].0.clone()));
                }
            }
        }
        Ok(())
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
        self.query_with(sql, Parameters::default(), limits, sink)
    }

    /// The same, with values for what stands as `?`, `?1`, `:name`, `@name` or `$name` in it.
    ///
    /// # Errors
    /// Those, and if the values are not as many as are wanted, or not of these names.
    pub fn query_with(
        &self,
        sql: &str,
        parameters: Parameters,
        limits: &QueryLimits,
        sink: &mut dyn Sink,
    ) -> Result<(), QueryError> {
        let sql = sql.to_owned();
        let run =
            move |conn: &Connection, out: &mut Outlet<Emitted>| run(conn, &sql, &parameters, out);
        Guarded::of(self)?.each_timed(limits, run, |told| {
            let (start, waited) = (Instant::now(), sink.waited());
            match told {
                Emitted::Header(names) => {
                    sink.header(&names.iter().map(String::as_str).collect::<Vec<_>>())
                }
                Emitted::Row(values) => sink.row(&values),
            }
            .map_err(QueryError::Io)?;
            let waited = sink.waited().saturating_sub(waited);
            Ok(start.elapsed().saturating_sub(waited))
        })
    }
}

/// What a statement comes to.
enum Emitted {
    Header(Vec<String>),
    Row(Vec<Value>),
}

fn run(
    conn: &Connection,
    sql: &str,
    parameters: &Parameters,
    out: &mut Outlet<Emitted>,
) -> Result<(), QueryError> {
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
    parameters.bind(&mut statement)?;
    let names = statement.column_names().map(str::to_owned);
    out.put(Emitted::Header(names.collect()), 0)?;
    let mut rows = statement.raw_query();
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
