//! What a venue says of a problem, line by line.

use super::file::{Class, Rule, Ruling, Venue};
use super::known::Known;
use super::subject::Subject;

/// What becomes of a problem; the later ones go before the earlier ones where lines differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The venue accepts it.
    Accepted,
    /// The editor decides.
    Ask,
    /// It hangs on something that is not known.
    Undecided,
    /// The venue sends it back.
    Returned,
}

impl From<Ruling> for Verdict {
    fn from(ruling: Ruling) -> Self {
        match ruling {
            Ruling::Accept => Self::Accepted,
            Ruling::Ask => Self::Ask,
            Ruling::Return => Self::Returned,
        }
    }
}

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Whether there is a mate.
    Mate,
    /// The corners of the venue by length.
    Classes,
    /// What a rule is about.
    Subject(Subject),
}

/// A line of an opinion.
#[derive(Clone, Debug)]
pub struct Line<'v> {
    /// What it is about.
    pub topic: Topic,
    /// How much there is of it; `None` where that is open.
    pub amount: Option<i64>,
    /// What becomes of the problem, for all that this line says.
    pub verdict: Verdict,
    /// The rule that decides, if one does.
    pub rule: Option<&'v Rule>,
}

/// What a venue says of a problem.
#[derive(Clone, Debug)]
pub struct Opinion<'v> {
    /// The venue.
    pub venue: &'v Venue,
    /// Its lines, in the order of its rules.
    pub lines: Vec<Line<'v>>,
    /// The corners that take a problem of this length.
    pub classes: Vec<&'v Class>,
}

impl Opinion<'_> {
    /// What becomes of the problem.
    pub fn verdict(&self) -> Verdict {
        let verdicts = self.lines.iter().map(|line| line.verdict);
        verdicts.max().unwrap_or(Verdict::Accepted)
    }
}

impl Venue {
    /// What it says of a problem of which this is known.
    pub fn opinion(&self, known: &impl Known) -> Opinion<'_> {
        let alone = |topic, amount, verdict| Opinion {
            venue: self,
            lines: vec![Line {
                topic,
                amount,
                verdict,
                rule: None,
            }],
            classes: Vec::new(),
        };
        match known.mates() {
            None => return alone(Topic::Mate, None, Verdict::Undecided),
            Some(false) => return alone(Topic::Mate, Some(0), Verdict::Returned),
            Some(true) => {}
        }
        let length = Subject::plies();
        let Some(plies) = known.amount(length) else {
            return alone(Topic::Subject(length), None, Verdict::Undecided);
        };
        let takes = |class: &&Class| class.plies.has(plies as f64);
        let classes: Vec<&Class> = self.classes.iter().filter(takes).collect();
        let mut lines = Vec::new();
        if !self.classes.is_empty() {
            lines.push(Line {
                topic: Topic::Classes,
                amount: Some(plies),
                verdict: match classes.is_empty() {
                    true => Verdict::Returned,
                    false => Verdict::Accepted,
                },
                rule: None,
            });
        }
        let subjects = self.subjects().into_iter();
        lines.extend(subjects.filter_map(|about| self.line(about, plies, known.amount(about))));
        Opinion {
            venue: self,
            lines,
            classes,
        }
    }

    /// What it says about one thing of a problem of this length; nothing if no rule applies.
    fn line(&self, about: Subject, plies: i64, amount: Option<i64>) -> Option<Line<'_>> {
        let applies = |rule: &&Rule| rule.plies.is_none_or(|range| range.has(plies as f64));
        let rules: Vec<&Rule> = self.about(about).filter(applies).collect();
        if rules.is_empty() {
            return None;
        }
        let (verdict, rule) = match amount {
            Some(amount) => {
                let rule = rules.into_iter().find(|rule| rule.when.has(amount as f64));
                let verdict = rule.map_or(Verdict::Accepted, |rule| rule.ruling.into());
                (verdict, rule)
            }
            None if rules.iter().all(|rule| rule.ruling == Ruling::Accept) => {
                (Verdict::Accepted, None)
            }
            None => (Verdict::Undecided, None),
        };
        Some(Line {
            topic: Topic::Subject(about),
            amount,
            verdict,
            rule,
        })
    }
}
