use std::fmt::Display;
use std::io;

use words::{Language, language};

/// What can be said to people in the language of this run.
pub trait InWords: Display {
    /// In Japanese. In English it is what [`Display`] shows.
    fn in_japanese(&self) -> String;

    /// What to do about it, in the language of this run.
    fn hint(&self) -> Option<String> {
        None
    }

    /// In the language of this run.
    fn in_words(&self) -> String {
        match language() {
            Language::English => self.to_string(),
            Language::Japanese => self.in_japanese(),
        }
    }

    /// In the language of this run, with what to do about it.
    fn with_hint(&self) -> String {
        match self.hint() {
            Some(hint) => format!("{} ({hint})", self.in_words()),
            None => self.in_words(),
        }
    }
}

impl InWords for io::Error {
    fn in_japanese(&self) -> String {
        words::io(self)
    }

    fn in_words(&self) -> String {
        words::io(self)
    }
}
