//! Run files: the options of `create` as a TOML table. Paths in them are seen from their folder, so that
//! they work wherever they are called from.

use std::collections::HashMap;
use std::ffi::OsString;
use std::iter;
use std::path::Path;

use clap::Parser;
use toml::Spanned;

use super::CreateArgs;
use crate::arguments::presets;
use crate::arguments::presets::{LIST, layered};
use crate::writing::files::{SETTINGS, read_text};
use crate::{Failure, language};
use shogi::Position;
use system::join;
use words::{say, word};

#[derive(Parser)]
#[command(name = "create", args_override_self = true)]
struct RunFile {
    #[command(flatten)]
    args: CreateArgs,
}

/// The options that are paths of files to read.
const PATHS: [&str; 5] = ["works", "from", "points", "against", "table"];

/// All options of a run: what was typed goes before the run file, that before a preset.
pub fn whole(args: &CreateArgs) -> Result<CreateArgs, Failure> {
    if args.run_file.is_none() && args.preset.is_none() {
        return Ok(args.clone());
    }
    let mut layers = Vec::new();
    let mut folder = Path::new("");
    if let Some(path) = &args.run_file {
        let name = path.display().to_string();
        let text = read_text(path, SETTINGS)
            .map_err(|error| Failure::Usage(format!("{name}: {}", words::io(&error))))?;
        folder = path.parent().unwrap_or(folder);
        layers.push(words_of(&name, &text, folder)?);
    }
    let typed = language::typed()
        .into_iter()
        .skip_while(|word| word != "create");
    layers.push(typed.skip(1).collect());
    let known = read(&layered(layers.clone())).map_err(Failure::Usage)?;
    if let Some(names) = known.preset.as_deref().filter(|names| *names != LIST) {
        let preset = presets::words(names, |preset| &preset.create);
        let preset = preset.map_err(|why| Failure::Usage(format!("--preset: {why}")))?;
        layers.insert(0, preset);
    }
    let args = read(&layered(layers)).map_err(Failure::Usage)?;
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
    let path = join(folder, &written);
    if !path.exists() && Path::new(&written).exists() {
        let folder = match folder.as_os_str().is_empty() {
            true => ".".to_owned(),
            false => folder.display().to_string(),
        };
        return Err(say!(
            "{written} is not in {folder}; paths in a run file are relative to its own folder, but this file is in the current folder",
            written,
            folder
        ));
    }
    let path = path.into_os_string().into_string();
    path.map_err(|_| say!("the folder's name is not UTF-8"))
}

fn read(words: &[OsString]) -> Result<CreateArgs, String> {
    let words = iter::once(OsString::from("create")).chain(words.iter().cloned());
    match RunFile::try_parse_from(words) {
        Ok(file) => Ok(file.args),
        Err(error) => Err(language::complaint(&error)),
    }
}

/// A run file as words of a command line. Each field is read alone first, so that what is wrong is said
/// of its line.
fn words_of(name: &str, text: &str, folder: &Path) -> Result<Vec<OsString>, Failure> {
    let line = |at: usize| 1 + text[..at].matches('\n').count();
    let table: HashMap<Spanned<String>, Spanned<toml::Value>> =
        toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start.min(text.len()));
            let why = words::reader(error.message());
            Failure::Usage(format!("{name}:{}: {why}", line(at)))
        })?;
    let mut fields: Vec<_> = table.into_iter().collect();
    fields.sort_by_key(|(key, _)| key.span().start);
    let mut words: Vec<OsString> = Vec::new();
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
            _ => return Err(wrong(word!("expected a text, a number, true or false"))),
        };
        let word: OsString = format!("--{key}={value}").into();
        read(std::slice::from_ref(&word)).map_err(|why| wrong(&why))?;
        words.push(word);
    }
    read(&words).map_err(|why| Failure::Usage(format!("{name}: {why}")))?;
    Ok(words)
}
