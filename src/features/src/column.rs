//! What is known of a column of the database: the entries of the [registry](super::registry).

use super::examples::Example;
use super::facts::Facts;
use super::solution::Solution;
use super::value::{Field, Value};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A count.
    Count,
    /// 0 or 1.
    Flag,
    /// A number with a fraction.
    Real,
    /// A word.
    Text,
    /// 64 bits that stand for something: only equality means anything.
    Hash,
    /// Bytes.
    Bytes,
}

impl Kind {
    /// The type in SQL.
    pub const fn sql(self) -> &'static str {
        match self {
            Self::Count | Self::Flag | Self::Hash => "INTEGER",
            Self::Real => "REAL",
            Self::Text => "TEXT",
            Self::Bytes => "BLOB",
        }
    }
}

/// Where a column's value comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// The database: numbers of rows.
    Row,
    /// The record of the problem.
    Judge(fn(&Facts) -> Field<'_>),
    /// The judge of single problems; of enumerated ones a search: filled by `gyakusan features --deep`.
    Checked(fn(&Facts) -> Field<'_>),
    /// Other columns, by SQL.
    Generated,
    /// The solution; nothing where there is no main line.
    Line(fn(&Solution) -> Value),
    /// The first position alone.
    Start(fn(&Solution) -> Value),
    /// The weights of [beauty](super::beauty).
    Weights,
    /// A search: filled by `gyakusan features --deep`.
    Search,
}

/// A column of the table `problems`.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Where it comes from.
    pub source: Source,
    /// What is counted: plies, pieces, moves, …; empty where that has no sense.
    pub unit: &'static str,
    /// The Japanese term.
    pub term: &'static str,
    /// The definition.
    pub en: &'static str,
    /// The definition in Japanese.
    pub ja: &'static str,
    /// A problem that shows it and the value there, as text.
    pub example: (&'static Example, &'static str),
}

impl Column {
    /// Whether `search` can ask for a range of it.
    pub const fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Count | Kind::Flag | Kind::Real)
    }
}

/// A column measured on the solution.
#[expect(clippy::too_many_arguments, reason = "a row of a table")]
pub const fn line(
    name: &'static str,
    kind: Kind,
    measure: fn(&Solution) -> Value,
    unit: &'static str,
    term: &'static str,
    en: &'static str,
    ja: &'static str,
    example: (&'static Example, &'static str),
) -> Column {
    given(
        name,
        kind,
        Source::Line(measure),
        unit,
        term,
        en,
        ja,
        example,
    )
}

/// A column measured on the first position.
#[expect(clippy::too_many_arguments, reason = "a row of a table")]
pub const fn start(
    name: &'static str,
    kind: Kind,
    measure: fn(&Solution) -> Value,
    unit: &'static str,
    term: &'static str,
    en: &'static str,
    ja: &'static str,
    example: (&'static Example, &'static str),
) -> Column {
    given(
        name,
        kind,
        Source::Start(measure),
        unit,
        term,
        en,
        ja,
        example,
    )
}

/// A column of the record.
#[expect(clippy::too_many_arguments, reason = "a row of a table")]
pub const fn record(
    name: &'static str,
    kind: Kind,
    read: fn(&Facts) -> Field<'_>,
    unit: &'static str,
    term: &'static str,
    en: &'static str,
    ja: &'static str,
    example: (&'static Example, &'static str),
) -> Column {
    given(name, kind, Source::Judge(read), unit, term, en, ja, example)
}

/// A column that the database, SQL, the weights or a search fill.
#[expect(clippy::too_many_arguments, reason = "a row of a table")]
pub const fn given(
    name: &'static str,
    kind: Kind,
    source: Source,
    unit: &'static str,
    term: &'static str,
    en: &'static str,
    ja: &'static str,
    example: (&'static Example, &'static str),
) -> Column {
    Column {
        name,
        kind,
        source,
        unit,
        term,
        en,
        ja,
        example,
    }
}
