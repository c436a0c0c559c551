//! Where the problems of commands come from: SFENs typed, files of every format with their lines, folders of
//! them, the standard input.

mod folder;
mod sfens;

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::BufReader;
use std::iter;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::arguments::hands::of_files;
use crate::screen::notices::{Notices, ProblemNotice};
use crate::{Failure, screen};
use answers::InWords;
pub use folder::{Inputs, files_of};
use notation::Format;
use notation::exchange::{FileError, Input, ReadProblem, Records, Unreadable, recognise};
use notation::record::{Header, keys};
pub use sfens::{BadLine, Problem};
use sfens::{Sfens, unreadable};
use shogi::{HandReading, Move};
use system::{input, is_stopped, kept};
use tsume::solve::Task;
use words::say;

/// A problem to work on.
pub struct Item {
    pub problem: Problem,
    /// Where it stands: file and line, or the SFEN itself.
    pub place: String,
    /// The line that its file has for it.
    pub line: Option<Vec<Move>>,
    /// What its file says of it: title, author and so on.
    pub headers: Vec<Header>,
    /// What is to be said of the file, though it can be read.
    pub notices: Vec<ProblemNotice>,
}

/// An argument, or several beside each other.
enum Source {
    /// A file, or the standard input, not yet opened.
    Closed(Option<PathBuf>),
    /// A folder, not yet looked into.
    Folder(PathBuf),
    /// SFENs, typed or in lists.
    Sfens(Sfens),
    /// Records of another format.
    Records(Opened),
}

/// A file whose problems are being read.
struct Opened {
    name: String,
    records: Records,
}

/// What the arguments of a call stand for, in their order.
pub struct Sources {
    sources: VecDeque<Source>,
    /// Line numbers alone would not tell the problems of several sources apart.
    several: bool,
    /// How hands of files are read.
    hands: HandReading,
    /// Whether there are files, or the standard input, with any number of problems.
    pub any_list: bool,
}

impl Sources {
    /// Looks at the arguments: `-` for the standard input, the name of an existing file or folder, or an SFEN.
    ///
    /// # Errors
    /// If an argument is none of these.
    pub fn new(arguments: &[String], hands: HandReading) -> Result<Self, Failure> {
        let is_closed = |argument: &String| argument == "-" || fs::metadata(argument).is_ok();
        let groups = arguments.chunk_by(|a, b| !is_closed(a) && !is_closed(b));
        let mut number = 1;
        let sources = groups.map(|group| {
            let first = number;
            number += group.len();
            match group {
                [name] if name == "-" => Ok(Source::Closed(None)),
                [name] if Path::new(name).is_dir() => Ok(Source::Folder(name.into())),
                [name] if is_closed(name) => Ok(Source::Closed(Some(name.into()))),
                group => Ok(Source::Sfens(Sfens::typed(group, first, hands)?)),
            }
        });
        let sources: VecDeque<Source> = sources.collect::<Result<_, Failure>>()?;
        let is_list = |source: &Source| match source {
            Source::Closed(Some(path)) => holds_many(path),
            Source::Closed(None) | Source::Folder(_) | Source::Records(_) => true,
            Source::Sfens(_) => false,
        };
        let is_folder = |source: &Source| matches!(source, Source::Folder(_));
        Ok(Self {
            any_list: sources.iter().any(is_list),
            several: arguments.len() > 1 || sources.iter().any(is_folder),
            hands: of_files(hands),
            sources,
        })
    }

    /// The same as [`Sources::new`]; what is wrong is said in English where other programs read it.
    pub fn new_for(
        programs: bool,
        arguments: &[String],
        hands: HandReading,
    ) -> Result<Self, Failure> {
        match programs {
            true => words::in_english(|| Self::new(arguments, hands)),
            false => Self::new(arguments, hands),
        }
    }

    /// The same as [`Sources::next`]; what is wrong is said in English where other programs read it.
    pub fn next_for(&mut self, programs: bool) -> Option<Result<Item, BadLine>> {
        match programs {
            true => words::in_english(|| self.next()),
            false => self.next(),
        }
    }

    /// Whether there may be several problems.
    pub const fn may_be_several(&self) -> bool {
        self.several || self.any_list
    }

    /// The next problem, or what stands in its place.
    pub fn next(&mut self) -> Option<Result<Item, BadLine>> {
        while let Some(source) = self.sources.pop_front() {
            match source {
                Source::Closed(path) => match self.open(path.as_deref()) {
                    Ok(source) => self.sources.push_front(source),
                    Err(bad) => return Some(Err(bad)),
                },
                Source::Folder(folder) => match folder::files_in(&folder) {
                    Ok(files) => {
                        for file in files.into_iter().rev() {
                            self.sources.push_front(Source::Closed(Some(file)));
                        }
                    }
                    Err(error) => {
                        let id = kept(&folder);
                        return Some(Err(BadLine::without_text(id, error)));
                    }
                },
                Source::Sfens(mut input) => {
                    if let Some(found) = input.next() {
                        self.sources.push_front(Source::Sfens(input));
                        return Some(found);
                    }
                }
                Source::Records(mut opened) => {
                    if let Some(found) = opened.records.next() {
                        let item = self.item(&opened, found);
                        self.sources.push_front(Source::Records(opened));
                        return Some(item);
                    }
                }
            }
        }
        None
    }

    /// Opens a file, or the standard input, as what it is.
    fn open(&self, path: Option<&Path>) -> Result<Source, BadLine> {
        let name = path.map_or_else(|| say!("standard input"), kept);
        let cannot = |error: Unreadable| unreadable(&name, &error);
        let input: Input = match path {
            None => input::standard(),
            Some(path) => input::open(path),
        }
        .map_err(|error| cannot(error.into()))?;
        let told = path.and_then(Format::of_path);
        let (format, input) = recognise(input, told).map_err(cannot)?;
        if format == Format::Sfen {
            return Ok(Source::Sfens(Sfens::of_list(
                &name,
                input,
                self.several,
                self.hands,
            )));
        }
        let records = Records::read(&name, input, Some(format), self.hands);
        Ok(Source::Records(Opened {
            records: records.map_err(|error| bad(&name, &error))?,
            name,
        }))
    }

    /// The problem of a record, with its line.
    fn item(
        &self,
        opened: &Opened,
        found: Result<ReadProblem, FileError>,
    ) -> Result<Item, BadLine> {
        let name = &opened.name;
        let id_of = |line: usize| match (opened.records.format().holds_many(), self.several) {
            (false, _) => name.clone(),
            (true, true) => format!("{name}:{line}"),
            (true, false) => line.to_string(),
        };
        let found = found.map_err(|error| match &error {
            FileError::Wrong { line, .. } => bad(&id_of(*line), &error),
            FileError::Unreadable { .. } | FileError::Nothing { .. } => bad(name, &error),
        })?;
        let task = Task::with_king(found.record.start.clone()).map_err(|error| BadLine {
            id: id_of(found.line),
            text: found.record.start.to_string(),
            error: format!("{name}:{}: {}", found.line, error.in_words()),
        })?;
        let place = match opened.records.format().holds_many() {
            true => format!("{name}:{}", found.line),
            false => name.clone(),
        };
        let notices = Notices::default().of(name, &found);
        let ReadProblem { line, record, .. } = found;
        let own_id = || record.told("id").or(record.told(keys::TITLE));
        let id = match opened.records.format().holds_many() {
            true => own_id().map_or_else(|| id_of(line), str::to_owned),
            false => id_of(line),
        };
        Ok(Item {
            problem: Problem {
                id,
                short_set: task.position.lacks_pieces(),
                task,
            },
            place,
            notices,
            headers: record.headers,
            line: (!record.main.moves.is_empty()).then_some(record.main.moves),
        })
    }
}

/// The one problem that an argument stands for.
///
/// # Errors
/// If it is none, or several.
pub fn one(argument: &str, hands: HandReading) -> Result<Item, Failure> {
    let mut sources = Sources::new(&[argument.to_owned()], hands)?;
    match (sources.next(), sources.next()) {
        (Some(Ok(item)), None) => Ok(item),
        (Some(Err(bad)), _) => Err(Failure::Usage(bad.error)),
        _ => Err(Failure::Usage(say!(
            "{argument}: expected a single problem",
            argument
        ))),
    }
}

/// Works on each problem that the arguments stand for, one after the other; `work` hears whether there may be
/// several, too. What is wrong with one is said and keeps no other from being worked on.
///
/// # Errors
/// [`Failure::Reported`] if something was wrong with one.
pub fn each(
    arguments: &[String],
    hands: HandReading,
    mut work: impl FnMut(Item, bool) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut sources = Sources::new(arguments, hands)?;
    let several = sources.may_be_several();
    let items = iter::from_fn(|| sources.next());
    let items = items.map(|item| item.map_err(|bad| Failure::Usage(bad.error)));
    each_of(items, |item| work(item, several).map(ControlFlow::Continue))
}

/// Works on each of these until `work` breaks off. What is wrong with one is said and keeps no other from being
/// worked on.
///
/// # Errors
/// [`Failure::Reported`] if something was wrong with one.
pub fn each_of<T>(
    items: impl IntoIterator<Item = Result<T, Failure>>,
    mut work: impl FnMut(T) -> Result<ControlFlow<()>, Failure>,
) -> Result<(), Failure> {
    let mut bad = false;
    for item in items {
        match item.and_then(&mut work) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => break,
            Err(Failure::Usage(_)) if is_stopped() => return Err(Failure::Interrupted),
            Err(Failure::Usage(why)) => {
                bad = true;
                screen::complain(&why);
            }
            Err(other) => return Err(other),
        }
    }
    match bad {
        true => Err(Failure::Reported),
        false => Ok(()),
    }
}

/// Whether a file can hold several problems. Only regular files without a name that tells are looked
/// into for that; others could not be read a second time.
fn holds_many(path: &Path) -> bool {
    if let Some(format) = Format::of_path(path) {
        return format.holds_many();
    }
    if !path.is_file() {
        return true;
    }
    let recognised = File::open(path).map(|file| recognise(Box::new(BufReader::new(file)), None));
    matches!(recognised, Ok(Ok((format, _))) if format.holds_many())
}

/// What stands in the place of a problem that cannot be read.
fn bad(id: &str, error: &FileError) -> BadLine {
    BadLine::without_text(id.to_owned(), error.in_words())
}
