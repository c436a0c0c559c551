//! Why a person's own SQL gave up.

use std::fmt;
use std::io;
use std::time::Duration;

use rusqlite::ErrorCode;

use crate::StoreError;

/// Why a query gave up.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// SQLite does not understand it or cannot do it.
    #[error("{}", of_statement(.0))]
    Sql(SqlFault),
    /// SQLite does not understand a condition, or cannot work it out.
    #[error("{}", of_condition(.0))]
    Condition(SqlFault),
    /// It asks for nothing.
    #[error("the statement is empty")]
    Nothing,
    /// It has parameters.
    #[error("{}", SqlComplaint::Parameters)]
    Parameters,
    /// It has another number of parameters than there are values.
    #[error("the statement has parameters: {wanted}; values are given: {given}")]
    ParameterCount {
        /// Its parameters.
        wanted: usize,
        /// The values.
        given: usize,
    },
    /// Values are given by name, and this parameter, counted from 1, has none.
    #[error("parameter {0} has no name, and values are given by name")]
    Unnamed(usize),
    /// No value has the name of this parameter.
    #[error("the parameter {0} has no value")]
    NoValue(String),
    /// No parameter has the name of this value.
    #[error("the statement has no parameter {0}")]
    NoParameter(String),
    /// It would have written.
    #[error("only statements that read are allowed")]
    Writes,
    /// It took too long.
    #[error("stopped at the time limit of {} s", .0.as_secs_f64())]
    TooLong(Duration),
    /// It wants too much of something.
    #[error("SQL: {0} would grow beyond its limit")]
    TooMuch(Limited),
    /// Somebody stopped it.
    #[error("interrupted")]
    Stopped,
    /// The system starts no thread for it.
    #[error("cannot start a thread: {}", system::plain(.0))]
    NoThread(io::Error),
    /// The database itself.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The rows could not be handed on.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with SQL, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SqlFault {
    /// The character, counted from 1, if one is to blame.
    pub place: Option<usize>,
    /// What is wrong.
    pub complaint: SqlComplaint,
}

fn of_statement(SqlFault { place, complaint }: &SqlFault) -> String {
    match place {
        Some(place) => format!("SQL, character {place}: {complaint}"),
        None if complaint.is_of_sqlite() => format!("SQL: {complaint}"),
        None => complaint.to_string(),
    }
}

fn of_condition(fault: &SqlFault) -> String {
    match fault.place {
        Some(place) => format!("character {place}: {}", fault.complaint),
        None => of_statement(fault),
    }
}

/// What is wrong with SQL: what people often meet by name, all else in SQLite's words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SqlComplaint {
    /// Something is missing at the end.
    #[error("incomplete input")]
    Incomplete,
    /// No column has this name.
    #[error("no such column: {0}")]
    NoColumn(String),
    /// No table has this name.
    #[error("no such table: {0}")]
    NoTable(String),
    /// No function has this name.
    #[error("no such function: {0}")]
    NoFunction(String),
    /// No statement looks like this, near this part of it.
    #[error("near {0}: syntax error")]
    Syntax(String),
    /// Anything else.
    #[error("{0}")]
    Other(String),
    /// More than one statement.
    #[error("one statement at a time")]
    Statements,
    /// A condition without words.
    #[error("the condition is empty")]
    Empty,
    /// Parameters, to which nobody can give values.
    #[error("parameters such as ? and :name have no values here")]
    Parameters,
    /// The thread that asks SQLite is gone.
    #[error("SQL failed")]
    BrokenDown,
}

impl SqlComplaint {
    /// Whether SQLite complains, and not this program.
    pub const fn is_of_sqlite(&self) -> bool {
        !matches!(
            self,
            Self::Statements | Self::Empty | Self::Parameters | Self::BrokenDown
        )
    }

    /// SQLite's own words.
    fn of(text: &str) -> Self {
        if text == "incomplete input" {
            return Self::Incomplete;
        }
        let name = |prefix| text.strip_prefix(prefix).map(str::to_owned);
        if let Some(name) = name("no such column: ") {
            return Self::NoColumn(name);
        }
        if let Some(name) = name("no such table: ") {
            return Self::NoTable(name);
        }
        if let Some(name) = name("no such function: ") {
            return Self::NoFunction(name);
        }
        let near = text.strip_prefix("near ");
        match near.and_then(|text| text.strip_suffix(": syntax error")) {
            Some(part) => Self::Syntax(part.to_owned()),
            None => Self::Other(text.to_owned()),
        }
    }

    /// The complaint about a statement as a whole.
    pub(crate) const fn nowhere(self) -> SqlFault {
        SqlFault {
            place: None,
            complaint: self,
        }
    }
}

/// What SQLite limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limited {
    /// The memory of a statement.
    Memory,
    /// The length of a text or a row.
    Length,
}

impl fmt::Display for Limited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Memory => "memory",
            Self::Length => "a text or a row",
        })
    }
}

impl QueryError {
    /// The same about a condition that stands in the statement behind `before`, with the place counted in
    /// the condition.
    pub(crate) fn about_condition(self, before: &str) -> Self {
        let Self::Sql(SqlFault { place, complaint }) = self else {
            return self;
        };
        let before = before.chars().count();
        let place = place.and_then(|place| place.checked_sub(before));
        Self::Condition(SqlFault { place, complaint })
    }
}

/// What SQLite says, in one line and without the wrapping of the library.
pub(crate) fn said(error: rusqlite::Error) -> QueryError {
    let complaint = |text: &str| SqlComplaint::of(&text.replace('\n', " "));
    let fault = match &error {
        rusqlite::Error::SqlInputError {
            msg, sql, offset, ..
        } => {
            let before = sql.get(..usize::try_from(*offset).unwrap_or(usize::MAX));
            SqlFault {
                place: before.map(|before| before.chars().count() + 1),
                complaint: complaint(msg),
            }
        }
        rusqlite::Error::SqliteFailure(cause, Some(_)) if cause.code == ErrorCode::ReadOnly => {
            return QueryError::Writes;
        }
        rusqlite::Error::SqliteFailure(cause, _) if cause.code == ErrorCode::OutOfMemory => {
            return QueryError::TooMuch(Limited::Memory);
        }
        rusqlite::Error::SqliteFailure(cause, _) if cause.code == ErrorCode::TooBig => {
            return QueryError::TooMuch(Limited::Length);
        }
        rusqlite::Error::SqliteFailure(cause, _)
            if cause.code == ErrorCode::AuthorizationForStatementDenied =>
        {
            return QueryError::Writes;
        }
        rusqlite::Error::SqliteFailure(_, Some(message)) => complaint(message).nowhere(),
        rusqlite::Error::Utf8Error(..) => {
            SqlComplaint::Other("a text is not UTF-8".to_owned()).nowhere()
        }
        rusqlite::Error::MultipleStatement => SqlComplaint::Statements.nowhere(),
        other => complaint(&other.to_string()).nowhere(),
    };
    QueryError::Sql(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sqlite_is_understood() {
        let conn = rusqlite::Connection::open_in_memory().unwrap();
        for (sql, told) in [
            ("SELECT x", "SQL, character 8: no such column: x"),
            ("SELECT f(1)", "SQL, character 8: no such function: f"),
            ("SELECT 1 FROM t", "SQL: no such table: t"),
            ("SELECT 1 1", "SQL, character 10: near \"1\": syntax error"),
            ("SELECT", "SQL: incomplete input"),
            ("SELECT 1; SELECT 2", "one statement at a time"),
        ] {
            let error = conn.query_row(sql, [], |_| Ok(())).unwrap_err();
            let error = said(error);
            assert_eq!(error.to_string(), told, "{sql}");
            let QueryError::Sql(fault) = error else {
                panic!("{sql}: {error}");
            };
            assert!(!matches!(fault.complaint, SqlComplaint::Other(_)), "{sql}");
        }
    }

    #[test]
    fn a_text_that_is_none_is_told() {
        let conn = rusqlite::Connection::open_in_memory().unwrap();
        let read = |row: &rusqlite::Row<'_>| row.get::<_, rusqlite::types::Value>(0);
        let error = conn.query_row("SELECT CAST(x'ff' AS TEXT)", [], read);
        assert_eq!(
            said(error.unwrap_err()).to_string(),
            "SQL: a text is not UTF-8"
        );
    }

    #[test]
    fn places_of_a_condition_are_counted_in_it() {
        let fault = |place, complaint| QueryError::Sql(SqlFault { place, complaint });
        let column = SqlComplaint::NoColumn("x".to_owned());
        for (place, told) in [
            (Some(9), "character 2: no such column: x"),
            (Some(3), "SQL: no such column: x"),
            (None, "SQL: no such column: x"),
        ] {
            let error = fault(place, column.clone()).about_condition("SELECT ");
            assert_eq!(error.to_string(), told);
        }
        let empty = QueryError::Condition(SqlComplaint::Empty.nowhere());
        assert_eq!(empty.to_string(), "the condition is empty");
    }
}
