//! Run files: the options of `create` as a TOML table. Paths in them are seen from their folder, so that
//! they work wherever they are called from.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;

use clap::Parser;
use toml::Spanned;

use super::super::files::{SETTINGS, read_text};
use super::super::{Failure, one_line};
use super::CreateArgs;
use shogi::Position;

#[derive(Parser)]
#[command(name = "create", args_override_self = true)]
struct RunFile {
    #[command(flatten)]
    args: CreateArgs,
}

/// The options that are paths of files to read.
const PATHS: [&str; 4] = ["works", "from", "points", "table"];

/// The options of a run file, those of the command line going before.
pub fn with_file(path: &Path) -> Result<CreateArgs, Failure> {
    let name = path.display().to_string();
    let text =
        read_text(path, SETTINGS).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut words = words(&name, &text, folder)?;
    let typed = std::env::args_os().skip_while(|word| word != "create");
    words.extend(typed.skip(1));
    let args = read(&words).map_err(Failure::Usage)?;
    Ok(CreateArgs {
        folder: folder.to_owned(),
        ..args
    })
}

/// A path as the run file has it, seen from where the program is called; or an SFEN.
fn from_folder(folder: &Path, written: String) -> Result<String, String> {
    if Position::from_tsume_sfen(&written, true).is_ok() {
        return Ok(written);
    }
    let path = folder.join(&written);
    if !path.exists() && Path::new(&written).exists() {
        let folder = match folder.as_os_str().is_empty() {
            true => ".".to_owned(),
            false => folder.display().to_string(),
        };
        return Err(format!(
            "{written} is not there seen from {folder}, the folder of the run file, as paths in it are; it is seen from the current folder"
        ));
    }
    let path = path.into_os_string().into_string();
    path.map_err(|_| "the folder's name is no UTF-8".to_owned())
}

fn read(words: &[OsString]) -> Result<CreateArgs, String> {
    match RunFile::try_parse_from(words) {
        Ok(file) => Ok(file.args),
        Err(error) => Err(one_line(&error.to_string())),
    }
}

/// A run file as words of a command line. Each field is read alone first, so that what is wrong is said
/// of its line.
fn words(name: &str, text: &str, folder: &Path) -> Result<Vec<OsString>, Failure> {
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
            toml::Value::Boolean(is) => is.to_string(),
            toml::Value::String(text) if PATHS.contains(&key.as_str()) => {
                from_folder(folder, text).map_err(|why| wrong(&why))?
            }
            toml::Value::String(text) => text,
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Float(number) => number.to_string(),
            _ => return Err(wrong("a text, a number, true or false is wanted")),
        };
        let word: OsString = format!("--{key}={value}").into();
        read(&["create".into(), word.clone()]).map_err(|why| wrong(&why))?;
        words.push(word);
    }
    read(&words).map_err(|why| Failure::Usage(format!("{name}: {why}")))?;
    Ok(words)
}
