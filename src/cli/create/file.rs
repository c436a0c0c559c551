//! Run files: the options of `create` as a TOML table.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;

use clap::Parser;
use toml::Spanned;

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
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let mut words = words(&name, &text)?;
    let typed = std::env::args_os().skip_while(|word| word != "create");
    words.extend(typed.skip(1));
    read(&words).map_err(Failure::Usage)
}

fn read(words: &[OsString]) -> Result<CreateArgs, String> {
    match Line::try_parse_from(words) {
        Ok(line) => Ok(line.args),
        Err(error) => Err(one_line(&error.to_string())),
    }
}

/// A run file as words of a command line. Each field is read alone first, so that what is wrong is said
/// of its line.
fn words(name: &str, text: &str) -> Result<Vec<OsString>, Failure> {
    let line = |at: usize| 1 + text[..at].matches('\n').count();
    let table: HashMap<Spanned<String>, Spanned<toml::Value>> =
        toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start.min(text.len()));
            Failure::Usage(format!("{name}:{}: {}", line(at), error.message()))
        })?;
    let mut fields: Vec<_> = table.into_iter().collect();
    fields.sort_by_key(|(key, _)| key.span().start);
    let mut words: Vec<OsString> = vec!["create".into()];
    for (key, value) in fields {
        let place = line(key.span().start);
        let key = key.into_inner();
        let wrong = |why: &str| Failure::Usage(format!("{name}:{place}: {key}: {why}"));
        let value = match value.into_inner() {
            toml::Value::Boolean(true) => None,
            toml::Value::Boolean(false) => continue,
            toml::Value::String(text) => Some(text),
            toml::Value::Integer(number) => Some(number.to_string()),
            toml::Value::Float(number) => Some(number.to_string()),
            _ => return Err(wrong("a text, a number, true or false is wanted")),
        };
        let word: OsString = match value {
            Some(value) => format!("--{key}={value}").into(),
            None => format!("--{key}").into(),
        };
        // What one field asks of another is seen when all are there.
        let alone = Line::try_parse_from(["create".into(), word.clone()]);
        match alone.map_err(|error| (error.kind(), one_line(&error.to_string()))) {
            Ok(_) | Err((clap::error::ErrorKind::MissingRequiredArgument, _)) => {}
            Err((_, why)) => return Err(wrong(&why)),
        }
        words.push(word);
    }
    read(&words).map_err(|why| Failure::Usage(format!("{name}: {why}")))?;
    Ok(words)
}
