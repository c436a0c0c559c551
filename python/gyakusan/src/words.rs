//! Conditions by the words of the program: what a preset asks for, and what is asked besides.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use pyo3::prelude::*;

use crate::problem::bad;
use features::column_filters::{ColumnFilters, column_name};
use features::presets::{self, Options, Preset};

/// Words by the names of what they are about, columns by theirs; each with the name under which it was given.
pub struct Words(BTreeMap<String, (String, String)>);

impl Words {
    /// Those of presets, `own` among them, where no others are said.
    ///
    /// # Errors
    /// `ValueError` for a name that is no preset.
    pub fn new(
        preset: Option<&str>,
        own: impl Fn(&Preset) -> &Options,
        said: BTreeMap<String, String>,
    ) -> PyResult<Self> {
        let preset = preset.map(|names| presets::options(names, own)).transpose();
        let preset = preset.map_err(|why| wrong("preset", &why))?;
        let options = preset.into_iter().flatten();
        let words = options
            .chain(said)
            .map(|(name, word)| (column_name(&name), (name, word)));
        Ok(Self(words.collect()))
    }

    /// Takes out the word of this name, as it is.
    pub fn text(&mut self, name: &str) -> Option<String> {
        self.0.remove(name).map(|(_, word)| word)
    }

    /// Takes out the word of this name.
    ///
    /// # Errors
    /// `ValueError` if it is none of what is wanted.
    pub fn take<T: FromStr<Err: Display>>(&mut self, name: &str) -> PyResult<Option<T>> {
        let word = self.text(name);
        let word = word.map(|word| word.parse().map_err(|why| wrong(name, &why)));
        word.transpose()
    }

    /// Takes out a yes or no; no if nothing is said.
    ///
    /// # Errors
    /// `ValueError` if it is neither.
    pub fn flag(&mut self, name: &str) -> PyResult<bool> {
        Ok(self.take(name)?.unwrap_or(false))
    }

    /// What is asked of columns by the words that are left.
    ///
    /// # Errors
    /// `ValueError` for a name that is no column, or a word that says nothing of it.
    pub fn columns(self) -> PyResult<ColumnFilters> {
        let mut asked = ColumnFilters::default();
        for (column, (name, word)) in self.0 {
            let added = asked.add(&column, &word);
            added.map_err(|why| wrong(&name, &why))?;
        }
        Ok(asked)
    }
}

/// What is wrong with what is said under a name.
pub fn wrong(name: &str, why: &dyn Display) -> PyErr {
    bad(&format!("{name}: {why}"))
}
