//! `gyakusan convert`: files of problems from any format to any other.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::Failure;
use crate::arguments::hands::{HandArgs, of_files};
use crate::arguments::look::LookArgs;
use crate::reading::problems::{Inputs, files_of};
use crate::screen;
use crate::screen::notices::Notices;
use crate::screen::text::thousands;
use crate::writing::output::{CellArgs, NotWritten, Output, Style, Target};
use answers::InWords;
use features::Value;
use notation::Format;
use notation::exchange::{FileError, Records};
use notation::record::Record;
use shogi::HandReading;
use system::{input, is_stopped};
use words::{say, word};

/// Convert files of problems to other formats, or to pictures
///
/// The format of a file is recognized by its name (.kif .kifu .ki2 .ki2u .bod .csa .sfen .usi .csv .jsonl .jkf),
/// otherwise by its contents. A problem that cannot be read is reported with file, line and reason; the others are
/// converted, and the exit code is 2. Something odd that can still be read, such as a record that stops before its end,
/// causes only a warning, and the exit code stays 0.
#[derive(Debug, Args)]
#[command(after_help = "\
Formats:
  kif, ki2    Shift_JIS          kifu, ki2u   the same in UTF-8
  bod         a diagram          csa          CSA 2.2
  sfen        SFEN, plies, line and title, separated by tabs
  csv         a table            jsonl        one JSON object per line, with everything
  jkf         JSON Kifu Format, for web pages
  svg, png    one picture each   html         one page of all

Examples:
  gyakusan convert works/*.kif --to sfen -o works.sfen
  gyakusan convert works.csa --to svg --size print -o pictures/
  gyakusan convert list.sfen --to html -o page.html")]
pub struct ConvertArgs {
    /// Files to read, or folders of them; - for the standard input
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// The format to write, one of those below
    #[arg(long, value_name = "FORMAT", value_parser = Target::parse)]
    to: Target,
    /// Read this format, whatever the files are called
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    from: Option<Format>,
    /// The file to write, or a folder for one file per problem (a name that ends with / or has no extension); by
    /// default text on the standard output
    #[arg(short, long, value_name = "FILE|FOLDER")]
    output: Option<PathBuf>,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    cells: CellArgs,
    #[command(flatten)]
    hands: HandArgs,
}

/// Converts the files.
pub fn run(args: &ConvertArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let files = files_of(&args.inputs);
    let mut output = Output::new(
        args.to,
        Style {
            look: args.look.look(),
            cells: args.cells,
            more: Vec::new(),
        },
        args.output.as_deref(),
        Inputs::of(files.iter().flatten()),
        &title(args),
        out,
    )?;
    let mut notices = Notices::default();
    let mut refused = 0_u64;
    let mut refuse = |error: &str| {
        refused += 1;
        screen::complain(&error);
    };
    for path in files {
        let path = match &path {
            Ok(path) => path,
            Err(error) => {
                refuse(error);
                continue;
            }
        };
        let (name, stem) = match path.as_os_str() == "-" {
            true => (say!("standard input"), "problem".into()),
            false => (
                path.display().to_string(),
                path.file_stem().unwrap_or_default().to_string_lossy(),
            ),
        };
        let records = match open(path, args.from, of_files(args.hands.reading())) {
            Ok(records) => records,
            Err(_) if is_stopped() => return Err(Failure::Interrupted),
            Err(error) => {
                refuse(&error.in_words());
                continue;
            }
        };
        let many = records.format().holds_many();
        for (number, item) in (1..).zip(records) {
            let found = match item {
                Ok(found) => found,
                Err(_) if is_stopped() => return Err(Failure::Interrupted),
                Err(error) => {
                    refuse(&error.in_words());
                    continue;
                }
            };
            for notice in notices.of(&name, &found) {
                screen::complain(&notice.text);
            }
            let own_name = match many {
                true => format!("{stem}-{number:05}"),
                false => stem.clone().into_owned(),
            };
            if let Err(error) = add(&mut output, &own_name, &found.record, &[])? {
                refuse(&format!("{name}:{}: {}", found.line, error.in_words()));
            }
        }
    }
    if let Some(rest) = notices.rest() {
        screen::complain(&rest);
    }
    if refused > 0 && output.written() == 0 {
        // No file rather than an empty one.
        return Err(Failure::Reported);
    }
    let (written, lost) = output.finish()?;
    if !lost.is_nothing() {
        let (format, lost) = (args.to.name(), lost.in_words());
        screen::complain(&say!("{format} has no place for {lost}", format, lost));
    }
    if refused > 0 {
        let (written, refused) = (thousands(written as u64), thousands(refused));
        screen::complain(&say!("{written} written, {refused} not", written, refused));
        return Err(Failure::Reported);
    }
    Ok(())
}

/// Writes a problem. What keeps only this one from being written is the inner error.
pub fn add(
    output: &mut Output<'_>,
    name: &str,
    record: &Record,
    more: &[Value],
) -> Result<Result<(), NotWritten>, Failure> {
    match output.add(name, record, more) {
        Err(NotWritten::Fatal(why)) => Err(Failure::Usage(why)),
        Err(NotWritten::Output(error)) => Err(Failure::Output(error)),
        Err(NotWritten::Interrupted) => Err(Failure::Interrupted),
        other => Ok(other),
    }
}

/// Opens a file; `-` is the standard input.
///
/// # Errors
/// As [`Records::open`].
pub fn open(path: &Path, from: Option<Format>, hands: HandReading) -> Result<Records, FileError> {
    if path.is_dir() {
        return Records::open(path, from, hands);
    }
    let (name, format) = match path.as_os_str() == "-" {
        true => (word!("standard input").to_owned(), from),
        false => (
            path.display().to_string(),
            from.or_else(|| Format::of_path(path)),
        ),
    };
    let input = input::typed(path).map_err(|error| FileError::Unreadable {
        file: name.clone(),
        reason: error.into(),
    })?;
    Records::read(&name, input, format, hands)
}

/// The format of a name that was typed.
pub fn format(name: &str) -> Result<Format, String> {
    Format::of_name(name).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.into_iter().map(Format::name).collect();
        say!("one of {names}", names = words::list(&names))
    })
}

/// What a page of the problems is called.
fn title(args: &ConvertArgs) -> String {
    let stems: Vec<String> = args
        .inputs
        .iter()
        .map(|path| {
            path.file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    match &stems[..] {
        [one] if one != "-" => one.clone(),
        _ => "詰将棋".to_owned(),
    }
}
