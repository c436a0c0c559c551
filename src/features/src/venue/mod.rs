//! Venues: what a magazine, a contest or a site accepts, as files that one can read and add to.
//!
//! A [`Venue`] is a list of rules, each about a [`Subject`] such as 最終手余詰, with the place where it is published. Asked
//! about a problem, of which a check or a row of a database is [`Known`], it gives an [`Opinion`]: line by line accepted,
//! returned, or for the editor to say.

mod checked;
mod error;
mod file;
mod known;
mod opinion;
mod row;
mod subject;

pub use checked::Checked;
pub use error::{VenueError, VenueReason};
pub use file::{Class, Publication, Remark, Rule, Ruling, Venue, all, named};
pub use known::Known;
pub use opinion::{Line, Opinion, Topic, Verdict};
pub use row::Row;
pub use subject::{Derived, Subject};
