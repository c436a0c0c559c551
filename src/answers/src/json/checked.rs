//! What came of a check (検討).

use std::time::Duration;

use serde::Serialize;

use super::{Repaired, Try, VenueOpinion, seconds, tries, usi};
use notation::Japanese;
use shogi::Position;
use tsume::judge::Policy;
use tsume::judge::Report;
use tsume::judge::record::Soundness;
use tsume::judge::report::{Open, Rules};
use tsume::refute::Refutation;

/// The result of checking a problem.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Checked<'a> {
    /// What the judge found.
    #[serde(flatten)]
    pub report: &'a Report,
    /// The main line in USI; null where it is not known.
    pub main_line: Option<Vec<String>>,
    /// The main line in Japanese; null where it is not known.
    pub main_line_japanese: Option<String>,
    /// Whether the set lacks pieces (駒不足).
    pub short_set: bool,
    /// The time it took.
    pub seconds: f64,
    /// Why there is no mate; only if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<Vec<Try>>,
}

impl<'a> Checked<'a> {
    /// The answer about a position, which was judged for so long.
    pub fn new(
        position: &Position,
        report: &'a Report,
        time: Duration,
        why: Option<&Refutation>,
    ) -> Self {
        let line = report.known_line();
        Self {
            report,
            main_line: line.map(usi),
            main_line_japanese: line.map(|line| Japanese::OFFICIAL.line(position, line)),
            short_set: position.lacks_pieces(),
            seconds: seconds(time),
            tries: why.map(|why| tries(position, why)),
        }
    }
}

/// What came of a check of a problem of a file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedProblem<'a> {
    /// The check.
    #[serde(flatten)]
    pub checked: Checked<'a>,
    /// What is odd about the file.
    pub warning: Option<String>,
    /// What repairs it; only where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair: Option<Repaired>,
    /// What venues say of it; only where that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub venues: Vec<VenueOpinion>,
}

/// The answer about a text that is no problem: the fields of [`Checked`] without a value, and the error.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unchecked<'a> {
    sfen: &'a str,
    attacker: Option<()>,
    policy: Policy,
    status: super::Status,
    length: Option<()>,
    plies: Option<()>,
    raw_plies: Option<()>,
    main_line: Option<()>,
    #[serde(flatten)]
    soundness: Soundness,
    rules: Rules,
    flaws: Option<()>,
    undecided: Open,
    limits_reached: [(); 0],
    superfluous_pieces: [(); 0],
    lines: [(); 0],
    given_line: Option<()>,
    nodes: u64,
    questions: u64,
    main_line_japanese: Option<()>,
    short_set: bool,
    seconds: f64,
    warning: Option<()>,
    error: &'a str,
}

impl<'a> Unchecked<'a> {
    /// What is wrong with a text that was to be checked by a policy.
    pub fn new(text: &'a str, policy: Policy, error: &'a str) -> Self {
        Self {
            sfen: text,
            attacker: None,
            policy,
            status: super::Status::Error,
            length: None,
            plies: None,
            raw_plies: None,
            main_line: None,
            soundness: Soundness::default(),
            rules: Rules::default(),
            flaws: None,
            undecided: Open::default(),
            limits_reached: [],
            superfluous_pieces: [],
            lines: [],
            given_line: None,
            nodes: 0,
            questions: 0,
            main_line_japanese: None,
            short_set: false,
            seconds: 0.0,
            warning: None,
            error,
        }
    }
}
