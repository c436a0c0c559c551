//! Arguments that several commands share, and how they are typed.

use std::str::FromStr;

use answers::InWords;

pub mod against;
pub mod amounts;
pub mod hands;
pub mod likeness;
pub mod lines;
pub mod look;
pub mod policy;
pub mod presets;
pub mod settings;
pub mod solver;
pub mod sql;
pub mod trees;
pub mod venue;

/// The value of an argument; what is wrong with it is said in the language of this run.
///
/// # Errors
/// What is wrong with it.
pub fn read<T: FromStr<Err: InWords>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.in_words())
}
