//! The language of a run: chosen before the options are read, since help and complaints about options speak it, too.

mod complaint;
mod tree;

use std::env;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};

use clap::CommandFactory;

use super::screen::encoding::{self, Written};
use super::{Cli, Failure, screen};
use words::{Language, language, say};

pub use complaint::complaint;
use tree::translated;
pub use tree::{has_heading, rendered};

/// The option that chooses it.
const OPTION: &str = "--lang";
/// The option that chooses how it is written.
const ENCODING: &str = "--encoding";

/// The commands and their options in the language of this run.
pub fn command() -> clap::Command {
    translated(Cli::command())
}

/// The words of the command line without an option, wherever it stands before `--`, and what it asks for.
fn without(option: &str, words: Vec<OsString>) -> (Vec<OsString>, Option<OsString>) {
    let (mut rest, mut asked) = (Vec::with_capacity(words.len()), None);
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        if word == "--" {
            rest.push(word);
            break;
        }
        let value = word
            .to_str()
            .and_then(|word| word.strip_prefix(option)?.strip_prefix('='))
            .map(OsString::from);
        // Without a value it is left to the reader of the options, which says so.
        match (value, word == option && words.peek().is_some()) {
            (Some(value), _) => asked = Some(value),
            (None, true) => asked = words.next(),
            (None, false) => rest.push(word),
        }
    }
    rest.extend(words);
    (rest, asked)
}

/// Chooses the language, by `--lang` or else by the environment, and how text is written, by `--encoding`; returns the
/// other words.
///
/// # Errors
/// `--lang` names no language that is spoken here, or `--encoding` nothing that is known.
pub fn choose(words: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    words::set(of_environment());
    let (rest, asked) = without(OPTION, words);
    if let Some(asked) = asked {
        let known = asked.to_str().and_then(Language::of_code);
        words::set(known.ok_or_else(|| {
            let asked = asked.display().to_string();
            Failure::Usage(say!("--lang: expected en or ja, not {asked:?}", asked))
        })?);
    }
    let (rest, asked) = without(ENCODING, rest);
    if let Some(asked) = asked {
        let known = asked.to_str().and_then(Written::of_name);
        encoding::choose(known.ok_or_else(|| {
            let asked = asked.display().to_string();
            Failure::Usage(say!(
                "--encoding: expected utf-8, utf-8-bom or shift-jis, not {asked:?}",
                asked
            ))
        })?);
    }
    Ok(rest)
}

/// The words that this process was called with, without `--lang` and `--encoding`.
pub fn typed() -> Vec<OsString> {
    let (words, _) = without(OPTION, env::args_os().collect());
    without(ENCODING, words).0
}

/// The first of these that is not empty decides, as for other programs; without one, what Windows says of its user.
fn of_environment() -> Language {
    let names = ["GYAKUSAN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"];
    let mut values = names.iter().filter_map(env::var_os);
    let locale = values.find(|value| !value.is_empty());
    match locale {
        Some(locale) => Language::of_locale(locale.to_str().unwrap_or_default()),
        None => Language::of_locale(&system::locale().unwrap_or_default()),
    }
}

/// Prints help or the version.
pub fn print(error: &clap::Error) -> Result<(), Failure> {
    if language() == Language::English && encoding::chosen() == Written::Utf8 {
        return error.print().map_err(Failure::Output);
    }
    let mut out = screen::stdout();
    let text = error.render();
    let plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    // The screen shows no control characters, those of colours neither.
    if std::io::stdout().is_terminal() && !plain {
        let text = rendered(&text.ansi().to_string());
        return Ok(std::io::stdout().write_all(text.as_bytes())?);
    }
    let text = text.to_string();
    let text = match language() {
        Language::English => text,
        Language::Japanese => rendered(&text),
    };
    Ok(out.write_all(text.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(of: &[&str]) -> Vec<OsString> {
        of.iter().map(OsString::from).collect()
    }

    #[test]
    fn the_language_is_taken_out_of_the_words() {
        for (typed, rest, asked) in [
            (&["g", "x"][..], &["g", "x"][..], None),
            (&["g", "--lang", "ja", "x"], &["g", "x"], Some("ja")),
            (&["g", "x", "--lang=ja"], &["g", "x"], Some("ja")),
            (&["g", "x", "--lang"], &["g", "x", "--lang"], None),
            (
                &["g", "--", "--lang", "ja"],
                &["g", "--", "--lang", "ja"],
                None,
            ),
        ] {
            let expected = (words(rest), asked.map(OsString::from));
            assert_eq!(without(OPTION, words(typed)), expected, "{typed:?}");
        }
    }
}
