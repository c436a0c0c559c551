//! Why a person's own SQL gave up, in words.

use std::io;
use std::time::Duration;
use words::{mark, say};

use rusqlite::ErrorCode;

use super::StoreError;

/// Why a query gave up.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// SQLite does not understand it or cannot do it.
    #[error("{}", said(.0))]
    Sql(String),
    /// SQLite does not understand a condition, or cannot work it out.
    #[error("{}", said(.0))]
    Condition(String),
    /// It asks for nothing.
    #[error("{}", say!("there is no statement"))]
    Nothing,
    /// It has parameters.
    #[error("{}", say!("parameters such as ? and :name have no values here"))]
    Parameters,
    /// It would have written.
    #[error("{}", say!("only statements that read are allowed"))]
    Writes,
    /// It took too long.
    #[error("{}", say!("stopped at the time limit of {seconds} s (--time-limit raises it)", seconds = .0.as_secs_f64()))]
    TooLong(Duration),
    /// It wants too much of something.
    #[error("{}", say!("SQL: {what} would grow beyond its limit", what = words::of(.0)))]
    TooMuch(&'static str),
    /// Somebody stopped it.
    #[error("{}", say!("interrupted"))]
    Stopped,
    /// The database itself.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The rows could not be handed on.
    #[error("{}", words::io(.0))]
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

/// SQLite's words in the language of the run, as far as they are those that people meet.
fn said(text: &str) -> String {
    let placed = |rest: &str| {
        let (place, what) = rest.split_once(": ")?;
        Some((place.to_owned(), complaint(what)))
    };
    if let Some((place, what)) = text.strip_prefix("SQL, character ").and_then(placed) {
        return say!("SQL, character {place}: {what}", place, what);
    }
    if let Some((place, what)) = text.strip_prefix("character ").and_then(placed) {
        return say!("character {place}: {what}", place, what);
    }
    match text.strip_prefix("SQL: ") {
        Some(what) => say!("SQL: {what}", what = complaint(what)),
        None => complaint(text),
    }
}

fn complaint(text: &str) -> String {
    match text {
        "incomplete input" => return say!("incomplete input"),
        "one statement at a time" => return say!("one statement at a time"),
        "the condition is empty" => return say!("the condition is empty"),
        "SQL broke down" => return say!("SQL broke down"),
        _ => {}
    }
    if let Some(name) = text.strip_prefix("no such column: ") {
        return say!("no such column: {name}", name);
    }
    if let Some(name) = text.strip_prefix("no such table: ") {
        return say!("no such table: {name}", name);
    }
    if let Some(name) = text.strip_prefix("no such function: ") {
        return say!("no such function: {name}", name);
    }
    let near = text.strip_prefix("near ");
    match near.and_then(|text| text.strip_suffix(": syntax error")) {
        Some(part) => say!("near {part}: syntax error", part),
        None => text.to_owned(),
    }
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
            return QueryError::TooMuch(mark!("memory"));
        }
        rusqlite::Error::SqliteFailure(cause, _) if cause.code == ErrorCode::TooBig => {
            return QueryError::TooMuch(mark!("a text or a row"));
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
