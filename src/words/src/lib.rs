//! What is said to people, in their language.
//!
//! English stands where it is said: `say!("{count} problems", count = 3)`. The catalogue (`ja/*.po`, as gettext
//! has them) has the Japanese of every such text, found by the English. Which language it is, the command line
//! says once; English is the default. What other programs read is no text: it is the same in every language.

mod catalogue;
mod fill;
mod language;
mod prose;
mod reader;
mod system;

pub use catalogue::{entries, japanese};
pub use fill::{Value, fill};
pub use language::{Language, in_english, in_language, language, set};
pub use prose::{prose, units};
pub use reader::reader;
pub use system::io;

/// The text that stands for an English one in this run, if that is not the English one.
pub fn translated(text: &str) -> Option<&'static str> {
    match language() {
        Language::English => None,
        Language::Japanese => japanese(text),
    }
}

/// A text without places in the language of this run.
pub fn of(text: &str) -> &str {
    translated(text).unwrap_or(text)
}

/// Several things one after the other: `a, b`, in Japanese `a、b`.
pub fn list(all: &[impl AsRef<str>]) -> String {
    let all: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
    all.join(match language() {
        Language::English => ", ",
        Language::Japanese => "、",
    })
}

/// So many of something, `number` as it is to be written: `counted("1", true, "ply", "plies")`. The catalogue has
/// it as `{n} plies`; Japanese has no plural.
pub fn counted(number: &str, is_one: bool, one: &str, several: &str) -> String {
    match translated(&format!("{{n}} {several}")) {
        Some(text) => fill(text, &[("n", &number)]),
        None => format!("{number} {}", if is_one { one } else { several }),
    }
}

/// A sentence in the language of this run, as a `String`: `say!("{path}: {error}", path = path.display(), error)`.
/// Every place is named, and a name alone stands for the variable that bears it. Places are `{name}` or `{name:?}`.
#[macro_export]
macro_rules! say {
    ($text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        match $crate::translated($text) {
            None => ::std::format!($text $(, $name = $crate::value!($name $(= $value)?))*),
            Some(text) => $crate::fill(text, &[
                $((::core::stringify!($name), &$crate::value!($name $(= $value)?) as &dyn $crate::Value)),*
            ]),
        }
    };
}

/// A text without places in the language of this run, as a `&'static str`.
#[macro_export]
macro_rules! word {
    ($text:literal) => {
        $crate::of($text)
    };
}

/// A text that is said elsewhere by [`of`]: the text itself. What the catalogue needs is found by this.
#[macro_export]
macro_rules! mark {
    ($text:literal) => {
        $text
    };
}

/// The plural of a text that [`counted`] is given elsewhere: the text itself.
#[macro_export]
macro_rules! several {
    ($text:literal) => {
        $text
    };
}

/// The value of a place of [`say!`].
#[doc(hidden)]
#[macro_export]
macro_rules! value {
    ($name:ident) => {
        $name
    };
    ($name:ident = $value:expr) => {
        $value
    };
}
