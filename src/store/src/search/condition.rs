//! Conditions over columns, in SQL and by bitmaps.

use crate::RunId;

/// What must hold of a problem; a column that is NULL meets no condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A column of numbers lies between two bounds, both included.
    Range {
        /// The column.
        column: &'static str,
        /// The least.
        low: Option<f64>,
        /// The most.
        high: Option<f64>,
    },
    /// A column of words has one of these.
    Words {
        /// The column.
        column: &'static str,
        /// The words.
        words: Vec<String>,
    },
    /// A column of words has another one than these.
    OtherWords {
        /// The column.
        column: &'static str,
        /// The words.
        words: Vec<String>,
    },
    /// The problem belongs to one of the families with these codes, as an enumeration has found.
    Family(Vec<String>),
    /// A sweep has found the problem.
    Sweep(RunId),
    /// One of its sources has these texts in these fields, be they in capitals or not, with spaces or without.
    Source(Vec<(SourceField, String)>),
    /// All of these hold.
    All(Vec<Condition>),
    /// One of these holds.
    Any(Vec<Condition>),
}

/// What the source of a problem says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceField {
    /// 作品名.
    Title,
    /// 作者.
    Author,
    /// 発表誌.
    Publication,
}

impl SourceField {
    /// The column of the table `sources`.
    const fn column(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Author => "author",
            Self::Publication => "publication",
        }
    }
}

/// A text of SQL without spaces, those as wide as Japanese letters neither, and without capitals of ASCII.
fn plain(sql: &str) -> String {
    format!("replace(replace(lower({sql}), ' ', ''), '\u{3000}', '')")
}

impl Condition {
    /// That a column of numbers has at most this value.
    pub const fn at_most(column: &'static str, high: f64) -> Self {
        Self::Range {
            column,
            low: None,
            high: Some(high),
        }
    }

    /// In SQL; the values of its parameters are added to `values`.
    pub(crate) fn to_sql(&self, values: &mut Vec<String>) -> String {
        let mut joined = |parts: &[Self], by: &str, none: &str| {
            let parts: Vec<String> = parts.iter().map(|part| part.to_sql(values)).collect();
            match parts.is_empty() {
                true => none.to_owned(),
                false => format!("({})", parts.join(by)),
            }
        };
        match self {
            Self::Range { column, low, high } => {
                let low = low.map(|low| format!("{column} >= {low}"));
                let high = high.map(|high| format!("{column} <= {high}"));
                match (low, high) {
                    (Some(low), Some(high)) => format!("{low} AND {high}"),
                    (Some(bound), None) | (None, Some(bound)) => bound,
                    (None, None) => format!("{column} IS NOT NULL"),
                }
            }
            Self::Words { column, words } => {
                let places = vec!["?"; words.len()].join(", ");
                values.extend(words.iter().cloned());
                format!("{column} IN ({places})")
            }
            Self::OtherWords { column, words } => {
                let places = vec!["?"; words.len()].join(", ");
                values.extend(words.iter().cloned());
                // Where there is nothing to be none of, NULL would be none of it.
                format!("{column} IS NOT NULL AND {column} NOT IN ({places})")
            }
            Self::Family(codes) => {
                let places = vec!["?"; codes.len()].join(", ");
                values.extend(codes.iter().cloned());
                format!("id IN (SELECT id FROM family_problems WHERE family IN ({places}))")
            }
            Self::Sweep(RunId(run)) => {
                format!("id IN (SELECT problem_id FROM run_problems WHERE run_id = {run})")
            }
            Self::Source(fields) => {
                let contains = fields.iter().map(|(field, text)| {
                    values.push(text.clone());
                    format!("instr({}, {})", plain(field.column()), plain("?"))
                });
                let contains: Vec<String> = contains.collect();
                format!(
                    "id IN (SELECT problem_id FROM sources WHERE {})",
                    contains.join(" AND ")
                )
            }
            Self::All(parts) => joined(parts, " AND ", "true"),
            Self::Any(parts) => joined(parts, " OR ", "false"),
        }
    }
}
