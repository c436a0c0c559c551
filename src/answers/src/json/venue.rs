//! What a venue says of a problem.

use features::venue::{Line, Opinion, Topic, Verdict};
use serde::Serialize;

/// What a venue says of a problem.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VenueOpinion {
    /// The name of the venue.
    pub venue: String,
    /// What becomes of the problem: the last of the verdicts of its lines, in the order of the verdicts.
    pub verdict: VenueVerdict,
    /// The corners of the venue that take a problem of this length.
    pub classes: Vec<String>,
    /// Line by line.
    pub lines: Vec<VenueLine>,
    /// What no program can check.
    pub not_checked: Vec<String>,
}

/// What becomes of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VenueVerdict {
    /// The venue accepts it.
    Accepted,
    /// The editor decides.
    Ask,
    /// It hangs on something that is not known.
    Undecided,
    /// The venue sends it back.
    Returned,
}

/// A line of what a venue says.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VenueLine {
    /// What it is about: the name of a column, one of `plain_cooks`, `slider_drop_duals`, `other_exchange_duals`,
    /// `mirror_solutions` and `final_duals`, or `mate` or `class`.
    pub about: String,
    /// How much there is of it, 0 and 1 for no and yes; null where that is open.
    pub amount: Option<i64>,
    /// What becomes of the problem, for all that this line says.
    pub verdict: VenueVerdict,
    /// What the rule says besides.
    pub note: Option<String>,
    /// Where the rule is published; null if no source confirms it, or no rule decides.
    pub source: Option<String>,
}

impl From<Verdict> for VenueVerdict {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Accepted => Self::Accepted,
            Verdict::Ask => Self::Ask,
            Verdict::Undecided => Self::Undecided,
            Verdict::Returned => Self::Returned,
        }
    }
}

impl VenueOpinion {
    /// The answer of an opinion.
    pub fn new(opinion: &Opinion<'_>) -> Self {
        let classes = opinion.classes.iter().map(|class| class.name.clone());
        let remarks = opinion.venue.remarks.iter();
        let lines = opinion.lines.iter().map(|line| Self::line(opinion, line));
        Self {
            venue: opinion.venue.name.clone(),
            verdict: opinion.verdict().into(),
            classes: classes.collect(),
            lines: lines.collect(),
            not_checked: remarks.map(|remark| remark.en.clone()).collect(),
        }
    }

    fn line(opinion: &Opinion<'_>, line: &Line<'_>) -> VenueLine {
        let source = line.rule.and_then(|rule| rule.source.as_deref());
        let source = source.and_then(|key| opinion.venue.source(key));
        let note = line.rule.and_then(|rule| rule.note.as_ref());
        VenueLine {
            about: match line.topic {
                Topic::Mate => "mate",
                Topic::Classes => "class",
                Topic::Subject(subject) => subject.name(),
            }
            .to_owned(),
            amount: line.amount,
            verdict: line.verdict.into(),
            note: note.map(|(en, _)| en.clone()),
            source: source.map(|source| source.at.clone()),
        }
    }
}
