//! Run files: the options of `create` as a TOML table.

use std::ffi::OsString;
use std::path::Path;

use clap::Parser;

use super::super::{Failure, one_line};
use super::CreateArgs;

#[derive(Parser)]
#[command(name = "create", args_override_self = true)]
struct Line {
    #[command(flatten)]
    args: CreateArgs,
}

/// The options of a run file, those of the command line going before.
pub fn with_file(path: &Path) -> Result<CreateArgs, Failure> {
    let name = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let mut words = words(&name.to_string(), &text)?;
    let typed = std::env::args_os().skip_while(|word| word != "create");
    // The file alone first: what is wrong there is said of the file.
    read(&words).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    words.extend(typed.skip(1));
    read(&words).map_err(Failure::Usage)
}

fn read(words: &[OsString]) -> Result<CreateArgs, String> {
    match Line::try_parse_from(words) {
        Ok(line) => Ok(line.args),
        Err(error) => Err(one_line(&error.to_string())),
    }
}

/// A run file as words of a command line.
fn words(name: &str, text: &str) -> Result<Vec<OsString>, Failure> {
    let table: toml::Table = toml::from_str(text).map_err(|error| {
        let before = error.span().map_or(0, |span| span.start);
        let line = text[..before].lines().count().max(1);
        Failure::Usage(format!("{name}:{line}: {}", error.message()))
    })?;
    let mut words: Vec<OsString> = vec!["create".into()];
    for (key, value) in table {
        let value = match value {
            toml::Value::Boolean(true) => None,
            toml::Value::Boolean(false) => continue,
            toml::Value::String(text) => Some(text),
            toml::Value::Integer(number) => Some(number.to_string()),
            toml::Value::Float(number) => Some(number.to_string()),
            _ => {
                let why = "a text, a number, true or false is wanted";
                return Err(Failure::Usage(format!("{name}: {key}: {why}")));
            }
        };
        words.push(match value {
            Some(value) => format!("--{key}={value}").into(),
            None => format!("--{key}").into(),
        });
    }
    Ok(words)
}
