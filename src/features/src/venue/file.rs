//! The files of venues, and those that the program knows.

use std::sync::LazyLock;

use serde::Deserialize;

use super::error::{VenueError, VenueReason};
use super::subject::Subject;
use crate::column_filters::Range;

/// What a venue accepts.
#[derive(Clone, Debug)]
pub struct Venue {
    /// Its name in Latin letters.
    pub name: String,
    /// Its Japanese name.
    pub term: String,
    /// What it is.
    pub en: String,
    /// The same in Japanese.
    pub ja: String,
    /// Where its rules are published.
    pub sources: Vec<Publication>,
    /// Its corners by length; if there are any, a problem has to fit into one.
    pub classes: Vec<Class>,
    /// Its rules. Of several about the same subject the first one that holds counts.
    pub rules: Vec<Rule>,
    /// What no program can check.
    pub remarks: Vec<Remark>,
    /// The file.
    pub text: String,
}

/// Where rules are published.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Publication {
    /// What rules call it.
    pub key: String,
    /// What it is.
    pub what: String,
    /// Where it is found.
    pub at: String,
    /// When it was published.
    pub date: Option<String>,
    /// When it was read, if it has no date.
    pub read: Option<String>,
}

/// A corner for problems of some lengths.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name in Latin letters.
    pub name: String,
    /// Its Japanese name.
    pub term: String,
    /// The lengths in plies.
    pub plies: Range,
    /// The key of its source; `None` if no source confirms it.
    pub source: Option<String>,
}

/// What becomes of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// The venue accepts it.
    Accept,
    /// The editor decides.
    Ask,
    /// The venue sends it back.
    Return,
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What it is about.
    pub about: Subject,
    /// How much of that it means; one or more unless something else is said.
    pub when: Range,
    /// The lengths in plies to which it applies, if not to all.
    pub plies: Option<Range>,
    /// What becomes of the problem.
    pub ruling: Ruling,
    /// What there is to say about it, in English and Japanese.
    pub note: Option<(String, String)>,
    /// The key of its source; `None` if no source confirms it.
    pub source: Option<String>,
}

/// What no program can check.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// In English.
    pub en: String,
    /// In Japanese.
    pub ja: String,
    /// The key of its source; `None` if no source confirms it.
    pub source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    term: String,
    en: String,
    ja: String,
    #[serde(default, rename = "source")]
    sources: Vec<Publication>,
    #[serde(default, rename = "class")]
    classes: Vec<ClassTable>,
    #[serde(default, rename = "rule")]
    rules: Vec<RuleTable>,
    #[serde(default, rename = "remark")]
    remarks: Vec<Remark>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassTable {
    name: String,
    term: String,
    plies: String,
    source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleTable {
    about: String,
    when: Option<String>,
    plies: Option<String>,
    verdict: Ruling,
    en: Option<String>,
    ja: Option<String>,
    source: Option<String>,
}

impl Venue {
    /// Reads the file of a venue.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(text: &str) -> Result<Self, VenueError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let before = error.span().map_or("", |span| &text[..span.start]);
            VenueError {
                place: (before.matches('\n').count() + 1).to_string(),
                reason: VenueReason::Toml(error.message().to_owned()),
            }
        })?;
        let keys: Vec<&str> = file.sources.iter().map(|source| &*source.key).collect();
        for source in &file.sources {
            if source.date.is_none() && source.read.is_none() {
                return Err(VenueError {
                    place: format!("[[source]] {:?}", source.key),
                    reason: VenueReason::NoDate,
                });
            }
        }
        let is_there = |place: &str, source: &Option<String>| match source {
            Some(key) if !keys.contains(&&**key) => Err(VenueError {
                place: place.to_owned(),
                reason: VenueReason::NoSource(key.clone()),
            }),
            _ => Ok(()),
        };
        let mut classes = Vec::new();
        for class in file.classes {
            let place = format!("[[class]] {:?}", class.name);
            is_there(&place, &class.source)?;
            classes.push(Class {
                plies: range(&place, &class.plies)?,
                name: class.name,
                term: class.term,
                source: class.source,
            });
        }
        let mut rules = Vec::new();
        for (number, rule) in (1..).zip(file.rules) {
            let place = format!("[[rule]] {number}, {:?}", rule.about);
            is_there(&place, &rule.source)?;
            rules.push(rule.ready(&place)?);
        }
        for (number, remark) in (1..).zip(&file.remarks) {
            is_there(&format!("[[remark]] {number}"), &remark.source)?;
        }
        Ok(Self {
            name: file.name,
            term: file.term,
            en: file.en,
            ja: file.ja,
            classes,
            rules,
            remarks: file.remarks,
            text: text.to_owned(),
            sources: file.sources,
        })
    }

    /// The source of a key.
    pub fn source(&self, key: &str) -> Option<&Publication> {
        self.sources.iter().find(|source| source.key == key)
    }

    /// What its rules are about, each once, in their order.
    pub fn subjects(&self) -> Vec<Subject> {
        let mut subjects = Vec::new();
        for rule in &self.rules {
            if !subjects.contains(&rule.about) {
                subjects.push(rule.about);
            }
        }
        subjects
    }

    /// Its rules about something, in their order.
    pub fn about(&self, about: Subject) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |rule| rule.about == about)
    }
}

impl RuleTable {
    fn ready(self, place: &str) -> Result<Rule, VenueError> {
        let refuse = |reason| VenueError {
            place: place.to_owned(),
            reason,
        };
        let about = Subject::of_name(&self.about);
        let about = about.ok_or_else(|| refuse(VenueReason::NoSubject(self.about.clone())))?;
        let when = match (&self.when, about) {
            (Some(_), Subject::Derived(_)) => return Err(refuse(VenueReason::When)),
            (Some(when), _) => range(place, when)?,
            (None, _) => Range {
                low: Some(1.0),
                high: None,
            },
        };
        let note = match (self.en, self.ja) {
            (Some(en), Some(ja)) => Some((en, ja)),
            (None, None) => None,
            _ => return Err(refuse(VenueReason::OneLanguage)),
        };
        let plies = self.plies.map(|plies| range(place, &plies)).transpose()?;
        Ok(Rule {
            about,
            when,
            plies,
            ruling: self.verdict,
            note,
            source: self.source,
        })
    }
}

fn range(place: &str, text: &str) -> Result<Range, VenueError> {
    text.parse().map_err(|error| VenueError {
        place: place.to_owned(),
        reason: VenueReason::Range(error),
    })
}

/// The files of the venues that the program knows.
const FILES: [&str; 6] = [
    include_str!("../../venues/tsumepara-app.toml"),
    include_str!("../../venues/tsumepara.toml"),
    include_str!("../../venues/shogi-sekai.toml"),
    include_str!("../../venues/kaitou-senshuken.toml"),
    include_str!("../../venues/bare-king.toml"),
    include_str!("../../venues/picture.toml"),
];

/// The venues that the program knows, in the order in which they are listed.
///
/// # Panics
/// If one of their files cannot be read, which tests rule out.
pub fn all() -> &'static [Venue] {
    static ALL: LazyLock<Vec<Venue>> = LazyLock::new(|| {
        let read = FILES.iter().map(|text| Venue::read(text));
        read.map(|venue| venue.expect("a venue")).collect()
    });
    &ALL
}

/// The venue with this name in either language.
pub fn named(name: &str) -> Option<&'static Venue> {
    let is = |venue: &&Venue| venue.name == name || venue.term == name;
    all().iter().find(is)
}
