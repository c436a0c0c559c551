//! Presets as words of a command line, before those that were typed.

use std::collections::HashSet;
use std::ffi::OsString;

use crate::screen::text::left;
use answers::InWords;
use features::presets::{self, Options, Preset};
use words::word;

/// The word that shows what each preset means.
pub const LIST: &str = "list";

/// What each preset asks for, for a person to read.
pub fn list() -> String {
    let options = |title: &str, options: &Options| {
        let words = options.iter().map(|(name, value)| match &**value {
            "true" => format!("--{name}"),
            value => format!("--{name}={value}"),
        });
        let words: Vec<String> = words.collect();
        match words.is_empty() {
            true => String::new(),
            false => format!("{}{}\n", left(title, 10), words.join(" ")),
        }
    };
    let one = |preset: &Preset| {
        let mut names = vec![&*preset.name];
        names.extend(preset.ja.iter().map(|name| &**name));
        format!(
            "{}: {}\n{}{}{}",
            names.join(" "),
            words::of(&preset.what),
            options(word!("  all"), &preset.conditions),
            options("  create", &preset.create),
            options("  search", &preset.search),
        )
    };
    let all: Vec<String> = presets::all().iter().map(one).collect();
    all.join("\n")
}

/// The presets for the help, one a line.
pub fn help() -> String {
    let names = presets::all().iter().map(|preset| {
        let ja = preset.ja.first().map_or("", |name| name);
        format!("  {:<12} {ja} {}", preset.name, words::of(&preset.what))
    });
    let names: Vec<String> = names.collect();
    let head = word!("Presets, by either name (--preset list says what each asks for):");
    format!("{head}\n{}", names.join("\n"))
}

/// The words that presets stand for; `own` are the options of one command. Of several presets the later
/// ones win.
///
/// # Errors
/// A name that is none.
pub fn words(names: &str, own: impl Fn(&Preset) -> &Options) -> Result<Vec<OsString>, String> {
    let options = presets::options(names, own).map_err(|error| error.in_words())?;
    let words = options.iter();
    Ok(words
        .map(|(name, value)| format!("--{name}={value}").into())
        .collect())
}

/// Words of several sources as those of one command line: an option of an earlier source is left out where a
/// later one has it, or asks for none of the same.
pub fn layered(layers: Vec<Vec<OsString>>) -> Vec<OsString> {
    let mut said: HashSet<String> = HashSet::new();
    let mut all = Vec::new();
    for layer in layers.into_iter().rev() {
        let names: Vec<String> = layer.iter().filter_map(option).collect();
        let layer = layer
            .into_iter()
            .filter(|word| option(word).is_none_or(|name| !said.contains(&name)));
        let mut kept: Vec<OsString> = layer.collect();
        kept.append(&mut all);
        all = kept;
        said.extend(names);
    }
    all
}

/// The option that a word names; `--no-X` is about X, too.
fn option(word: &OsString) -> Option<String> {
    let name = word.to_str()?.strip_prefix("--")?;
    let name = name.split('=').next().filter(|name| !name.is_empty())?;
    Some(match name.strip_prefix("no-") {
        Some(column) => column.to_owned(),
        None if name == "hand" => "attacker-in-hand".to_owned(),
        None => name.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_words_win() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let layers = [
            "--plies=7.. --promoted=0 --hand=..3 --box=4x4",
            "--no-promoted=true --seed=4",
            "x.db --plies 9.. --attacker-in-hand 2",
        ];
        let all = layered(layers.map(words).into());
        let wanted = "--box=4x4 --no-promoted=true --seed=4 x.db --plies 9.. --attacker-in-hand 2";
        assert_eq!(all, words(wanted));
    }
}
