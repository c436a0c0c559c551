//! What can be wrong with the file of a venue.

use crate::column_filters::AskedError;

/// Why a file is no venue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct VenueError {
    /// Where: the field, or the rule by its number and what it is about.
    pub place: String,
    /// Why.
    pub reason: VenueReason,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VenueReason {
    /// It is no TOML, or lacks something.
    #[error("{0}")]
    Toml(String),
    /// Nothing has this name.
    #[error("no column that counts something, and no other subject, has the name {0:?}")]
    NoSubject(String),
    /// A range that is none.
    #[error(transparent)]
    Range(#[from] AskedError),
    /// A subject that is there or not has a range.
    #[error("leave out `when`: it is asked only whether there is any")]
    When,
    /// A key that stands for no source.
    #[error("there is no source {0:?}")]
    NoSource(String),
    /// A source without a day.
    #[error("give the day of publication as `date`, or that on which it was read as `read`")]
    NoDate,
    /// A note in one language only.
    #[error("write a note in both languages, `en` and `ja`")]
    OneLanguage,
}
