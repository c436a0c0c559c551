//! What is known of a column of the database: the entries of the [registry](super::registry).

use super::examples::{Example, KNIGHTS};
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
    Judge(for<'f> fn(&'f Facts<'_>) -> Field<'f>),
    /// The judge of single problems; of enumerated ones the [deep search](crate::measures::deep).
    Checked(for<'f> fn(&'f Facts<'_>) -> Field<'f>),
    /// Other columns, by SQL.
    Generated,
    /// The solution; nothing where there is no main line.
    Line(fn(&Solution) -> Value),
    /// The first position alone.
    Start(fn(&Solution) -> Value),
    /// The weights of [beauty](super::beauty).
    Weights,
    /// The [deep search](crate::measures::deep).
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
    /// The version of the schema that brought it; 0 for those that were there before a column could be added.
    pub since: u16,
}

/// A column is declared like this: where it comes from, then what is to be said of it.
impl Column {
    /// Its unit in Japanese.
    pub fn unit_ja(&self) -> &'static str {
        match self.unit {
            "file" | "files" => "筋",
            "rank" | "ranks" => "段",
            "kinds" => "種",
            "king's steps" => "玉の歩数",
            "moves" | "plies" => "手",
            "nodes" | "positions" => "局面",
            "pieces" => "枚",
            "points" => "点",
            "squares" => "升",
            "times" => "回",
            _ => "",
        }
    }

    /// A column measured on the solution.
    pub const fn line(name: &'static str, kind: Kind, measure: fn(&Solution) -> Value) -> Self {
        Self::given(name, kind, Source::Line(measure))
    }

    /// A column measured on the first position.
    pub const fn start(name: &'static str, kind: Kind, measure: fn(&Solution) -> Value) -> Self {
        Self::given(name, kind, Source::Start(measure))
    }

    /// A column of the record.
    pub const fn record(
        name: &'static str,
        kind: Kind,
        read: for<'f> fn(&'f Facts<'_>) -> Field<'f>,
    ) -> Self {
        Self::given(name, kind, Source::Judge(read))
    }

    /// A column that the database, SQL, the weights or a search fill.
    pub const fn given(name: &'static str, kind: Kind, source: Source) -> Self {
        Self {
            name,
            kind,
            source,
            unit: "",
            term: "",
            en: "",
            ja: "",
            example: (&KNIGHTS, ""),
            since: 0,
        }
    }

    /// The version of the schema that brings it: SQLite can only append, so the table has it behind all earlier ones,
    /// wherever it is shown.
    pub const fn since(mut self, schema: u16) -> Self {
        self.since = schema;
        self
    }

    /// What is counted: plies, pieces, moves, …
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }

    /// The Japanese term.
    pub const fn term(mut self, term: &'static str) -> Self {
        self.term = term;
        self
    }

    /// The definition, in English and in Japanese.
    pub const fn means(mut self, en: &'static str, ja: &'static str) -> Self {
        self.en = en;
        self.ja = ja;
        self
    }

    /// A problem that shows it and the value there, as text.
    pub const fn example(mut self, problem: &'static Example, value: &'static str) -> Self {
        self.example = (problem, value);
        self
    }
}

impl Column {
    /// Whether `search` can ask for a range of it.
    pub const fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Count | Kind::Flag | Kind::Real)
    }
}
