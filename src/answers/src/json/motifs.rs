//! Motifs (手筋), and those of a problem.

use ask::motif::Motif;
use serde::Serialize;

/// A motif, and how often a database has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedMotif {
    /// Its name in English.
    pub name: String,
    /// Its name in Japanese.
    pub term: String,
    /// What it is.
    pub definition: String,
    /// The query behind it.
    pub query: String,
    /// How many problems of the database have it; only if one was looked through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problems: Option<u64>,
    /// The numbers of the first of them; only if a database was looked through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Vec<i64>>,
}

/// The motifs of a problem's main line.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explained {
    /// The number of the problem in its database.
    pub id: i64,
    /// The position.
    pub sfen: String,
    /// The main line 作意 in USI.
    pub main_line: Vec<String>,
    /// Its motifs, in the order of the list.
    pub motifs: Vec<ExplainedMotif>,
}

/// A motif of a problem.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainedMotif {
    /// Its name in English.
    pub name: String,
    /// Its name in Japanese.
    pub term: String,
    /// The moves that it is about, by their plies counted from 1; empty if it is about positions only.
    pub plies: Vec<usize>,
}

impl NamedMotif {
    /// A motif of the list.
    pub fn new(motif: &Motif) -> Self {
        Self {
            name: motif.file.name.clone(),
            term: motif.file.term.clone(),
            definition: motif.file.en.clone(),
            query: motif.query.to_string(),
            problems: None,
            numbers: None,
        }
    }

    /// The same with how many problems have it, and the numbers of the first.
    pub fn found(motif: &Motif, problems: u64, numbers: &[i64]) -> Self {
        Self {
            problems: Some(problems),
            numbers: Some(numbers.to_vec()),
            ..Self::new(motif)
        }
    }
}
