//! What the libraries find, as answers: words for people in two languages, JSON for programs.
//!
//! Libraries know no language: what they report is data, shown in English. [`InWords`] has the Japanese of it, and what
//! to do about it, which only whoever asked can know in terms of options.

mod in_words;
pub mod json;
mod said;
#[cfg(feature = "schema")]
pub mod schema;

pub use in_words::InWords;
#[cfg(feature = "database")]
pub use said::{kept_options, kept_part, phase_in_words};
