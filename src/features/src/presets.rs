//! What a composer commonly asks for, under one name: conditions on columns, and how to look for them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// The table of all presets.
const TABLE: &str = include_str!("presets.toml");

/// Options as they are typed: the name without dashes, and the value.
pub type Options = BTreeMap<String, String>;

/// A named set of conditions and settings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Its name in Latin letters.
    pub name: String,
    /// Its Japanese names.
    pub ja: Vec<String>,
    /// What it asks for.
    pub what: String,
    /// What columns have to hold, for whoever makes problems and for whoever looks them up.
    pub conditions: Options,
    /// Settings for making problems.
    #[serde(default)]
    pub create: Options,
    /// What is asked of a database besides.
    #[serde(default)]
    pub search: Options,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    preset: Vec<Preset>,
}

/// Why names are no presets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PresetError {
    /// No preset has this name.
    #[error("{0:?} is not a preset; known are {known}", known = names().join(", "))]
    Unknown(String),
    /// No name at all.
    #[error("expected the name of a preset")]
    NoName,
}

/// The names of all presets in Latin letters.
pub fn names() -> Vec<&'static str> {
    all().iter().map(|preset| &*preset.name).collect()
}

static ALL: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    let table: Table = toml::from_str(TABLE).expect("a test reads the table of presets");
    table.preset
});

/// All presets, in the order of the table.
pub fn all() -> &'static [Preset] {
    &ALL
}

/// The preset with one of its names.
///
/// # Errors
/// That there is none, with the names that there are.
pub fn named(name: &str) -> Result<&'static Preset, PresetError> {
    let is = |preset: &&Preset| preset.name == name || preset.ja.iter().any(|ja| ja == name);
    let found = all().iter().find(is);
    found.ok_or_else(|| PresetError::Unknown(name.to_owned()))
}

/// The conditions of several presets, and their options of one command (`own`): the later ones win.
///
/// # Errors
/// A name that no preset has.
pub fn options(names: &str, own: impl Fn(&Preset) -> &Options) -> Result<Options, PresetError> {
    let names = names.split([' ', ',', '　', '、']);
    let mut all = Options::new();
    for name in names.filter(|name| !name.is_empty()) {
        let preset = named(name)?;
        all.extend(preset.conditions.clone());
        all.extend(own(preset).clone());
    }
    match all.is_empty() {
        true => Err(PresetError::NoName),
        false => Ok(all),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::registry;

    #[test]
    fn conditions_name_columns() {
        for preset in all() {
            for option in preset.conditions.keys() {
                let column = option.replace('-', "_");
                assert!(
                    registry::place(&column).is_some(),
                    "{}: {option}",
                    preset.name
                );
            }
            assert!(!preset.conditions.is_empty() && !preset.what.is_empty());
        }
    }

    #[test]
    fn of_several_presets_the_later_ones_win() {
        let options = |names| options(names, |preset| &preset.create).unwrap();
        assert_eq!(options("publishable")["board"], "..9");
        let both = options("publishable, 実戦");
        assert_eq!((&*both["board"], &*both["plies"]), ("..10", "7.."));
        // Each option has one name here, so that it can win.
        assert!(both.keys().all(|name| !name.starts_with("no-")));
    }

    #[test]
    fn every_name_means_one_preset() {
        let mut names = HashSet::new();
        for preset in all() {
            for name in preset.ja.iter().chain([&preset.name]) {
                assert!(names.insert(name), "{name}");
                assert_eq!(named(name).unwrap().name, preset.name);
            }
        }
        let error = named("publishible").unwrap_err().to_string();
        assert!(error.contains("\"publishible\"") && error.contains("publishable, jissen"));
        assert!(named("list").is_err(), "`list` shows them all");
    }
}
