//! Problems on their way into files: one file of all, or a folder with one for each.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf, is_separator};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::files::{create, is_standard_output, may_write, save_one_of_many};
use crate::Failure;
use crate::reading::problems::Inputs;
use crate::running::stop::stop_on_signal;
use answers::InWords;
use features::Value;
use notation::Format;
use notation::encoding::Unencodable;
use notation::exchange::{Cells, Lost, MARK, head, separator, table_head, table_row, to_bytes};
use notation::record::Record;
use picture::{Diagram, Look, PngError, Sheet, page_end, page_entry, page_start, png};
use shogi::Setup;
use system::join;
use system::new_folder::{FilesInto, FolderError};
use system::pending::{Pending, clear_leftovers};
use words::say;

/// How texts stand in tables.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct CellArgs {
    /// Write CSV cells that begin with = + - @ as they are; by default an apostrophe before them keeps spreadsheets
    /// from taking them for formulas
    #[arg(long)]
    raw: bool,
    /// Begin CSV with a byte order mark, without which Excel takes it for Shift_JIS
    #[arg(long)]
    bom: bool,
}

impl CellArgs {
    /// The same for those who write tables.
    pub const fn cells(self) -> Cells {
        match self.raw {
            true => Cells::Raw,
            false => Cells::Guarded,
        }
    }

    /// What a table begins with.
    pub const fn mark(self) -> &'static [u8] {
        match self.bom {
            true => &MARK,
            false => &[],
        }
    }
}

/// How problems are shown and listed.
#[derive(Clone, Debug, Default)]
pub struct Style {
    /// Pictures.
    pub look: Look,
    /// The cells of tables.
    pub cells: CellArgs,
    /// The columns of a table beside those that every table of problems has.
    pub more: Vec<&'static str>,
}

/// What problems are turned into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A file of problems.
    Problems(Format),
    /// A picture of the position.
    Svg,
    /// The same, made of dots.
    Png,
    /// A page with all of them.
    Html,
}

impl Target {
    /// All names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let formats = Format::ALL.into_iter().map(Format::name);
        formats.chain(["svg", "png", "html"])
    }

    /// The target of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            "html" => Some(Self::Html),
            name => Format::of_name(name).map(Self::Problems),
        }
    }

    /// For the argument reader.
    pub fn parse(name: &str) -> Result<Self, String> {
        Self::of_name(name).ok_or_else(|| {
            let names: Vec<&str> = Self::names().collect();
            say!("one of {names}", names = words::list(&names))
        })
    }

    /// Its name, the ending of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Problems(format) => format.name(),
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Html => "html",
        }
    }

    const fn holds_many(self) -> bool {
        match self {
            Self::Problems(format) => format.holds_many(),
            Self::Html => true,
            Self::Svg | Self::Png => false,
        }
    }
}

/// Where the problems go.
enum Destination<'a> {
    /// One file for all.
    File(PathBuf, Pending),
    /// A file for each, in this folder: all of them come there together at the end. Without a problem there is no folder
    /// either.
    Folder(PathBuf, Option<FilesInto>),
    /// The standard output. What has room for one problem only is kept back until it is known that
    /// there is one.
    Screen(&'a mut dyn Write, Vec<u8>),
}

/// Problems being written.
pub struct Output<'a> {
    target: Target,
    style: Style,
    place: Destination<'a>,
    /// Files that must stay as they are: those that are read.
    inputs: Inputs,
    names: HashSet<String>,
    /// Set by Ctrl-C.
    stop: Arc<AtomicBool>,
    written: usize,
    lost: Lost,
}

/// Why a problem was not written.
#[derive(Debug)]
pub enum NotWritten {
    /// The format cannot have it; the next one can be tried.
    Sign(Unencodable),
    /// It cannot be drawn; the next one can be tried.
    Png(PngError),
    /// There is no going on.
    Fatal(String),
    /// The standard output takes no more.
    Output(io::Error),
    /// The user stopped it.
    Interrupted,
}

impl NotWritten {
    /// In the language of the run.
    pub fn in_words(&self) -> String {
        match self {
            Self::Sign(error) => error.in_words(),
            Self::Png(error) => error.in_words(),
            Self::Fatal(why) => why.clone(),
            Self::Output(error) => error.in_words(),
            Self::Interrupted => say!("interrupted"),
        }
    }
}

impl From<Unencodable> for NotWritten {
    fn from(error: Unencodable) -> Self {
        Self::Sign(error)
    }
}

impl From<PngError> for NotWritten {
    fn from(error: PngError) -> Self {
        Self::Png(error)
    }
}

impl<'a> Output<'a> {
    /// Begins to write to `path`, a folder if it is one, or ends with `/`, or has no ending; without
    /// it, or where it is `-`, to `screen`. Of `inputs` none is overwritten. `title` is that of a page.
    pub fn new(
        target: Target,
        style: Style,
        path: Option<&Path>,
        inputs: Inputs,
        title: &str,
        screen: &'a mut dyn Write,
    ) -> Result<Self, Failure> {
        let place = match path.filter(|path| !is_standard_output(path)) {
            None if target == Target::Png => {
                return Err(Failure::Usage(say!(
                    "png is written to a file: -o FILE or -o FOLDER/"
                )));
            }
            None => Destination::Screen(screen, Vec::new()),
            Some(path) if is_folder(path) => {
                clear_leftovers(path, None);
                Destination::Folder(path.to_owned(), None)
            }
            Some(path) => open(path, &inputs)?,
        };
        let mut output = Self {
            target,
            style,
            place,
            inputs,
            names: HashSet::new(),
            stop: stop_on_signal()?,
            written: 0,
            lost: Lost::default(),
        };
        let start = output.start(title);
        output.put(&start).map_err(|error| output.failure(error))?;
        Ok(output)
    }

    /// What a file begins with; `title` is that of a page.
    fn start(&self, title: &str) -> Vec<u8> {
        match self.target {
            Target::Html => page_start(title).into_bytes(),
            Target::Problems(Format::Csv) => {
                let names = table_head(&self.style.more);
                [self.style.cells.mark(), &names].concat()
            }
            Target::Problems(format) => head(format),
            Target::Svg | Target::Png => Vec::new(),
        }
    }

    /// What a file ends with.
    fn end(&self) -> &'static [u8] {
        match self.target {
            Target::Html => page_end().as_bytes(),
            _ => b"",
        }
    }

    /// Writes a problem; `name` is that of its file, without ending, if it gets one of its own.
    /// In a table it has these values in the columns that are more than usual.
    pub fn add(&mut self, name: &str, record: &Record, more: &[Value]) -> Result<(), NotWritten> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(NotWritten::Interrupted);
        }
        let many = self.target.holds_many();
        if self.written == 1 && !many && !matches!(self.place, Destination::Folder(..)) {
            let kind = self.target.name().to_uppercase();
            return Err(NotWritten::Fatal(match self.target {
                Target::Svg => say!("an SVG file holds one problem; choose a folder (-o FOLDER/)"),
                _ => say!(
                    "a {kind} file holds one problem; choose a folder (-o FOLDER/)",
                    kind
                ),
            }));
        }
        let bytes = self.bytes(record, more)?;
        let gap = match self.target {
            Target::Problems(format) if self.written > 0 => separator(format),
            _ => &[],
        };
        let start = self.start(name);
        let end = self.end();
        if let Destination::Folder(folder, files) = &mut self.place {
            let bytes = [&start, &*bytes, end].concat();
            let name = free_name(&mut self.names, name);
            let name = format!("{name}.{}", self.target.name());
            let path = join(folder, &name);
            if let Err(Failure::Usage(why)) = self.inputs.spare(&path) {
                return Err(NotWritten::Fatal(why));
            }
            let written = write_into(folder, files, &name, &bytes);
            written.map_err(|error| NotWritten::Fatal(about(&error.path, &error.source)))?;
        } else {
            let put = self.put(gap).and_then(|()| self.put(&bytes));
            put.map_err(|error| match &self.place {
                Destination::File(path, _) => NotWritten::Fatal(about(path, &error)),
                _ => NotWritten::Output(error),
            })?;
        }
        self.written += 1;
        if let Target::Problems(format) = self.target {
            self.lost = self.lost.and(Lost::by(format, record));
        }
        Ok(())
    }

    /// How many problems were written.
    pub const fn written(&self) -> usize {
        self.written
    }

    /// Ends the file and puts it in its place. Returns how many problems were written, and what of
    /// them was left out.
    pub fn finish(mut self) -> Result<(usize, Lost), Failure> {
        let end = self.end();
        self.put(end).map_err(|error| self.failure(error))?;
        match self.place {
            Destination::File(path, file) => {
                file.commit().map_err(|error| cannot_write(&path, &error))?
            }
            Destination::Screen(screen, kept) => screen.write_all(&kept)?,
            Destination::Folder(_, None) => {}
            Destination::Folder(_, Some(files)) => files
                .commit(None)
                .map_err(|FolderError { path, source }| cannot_write(&path, &source))?,
        }
        Ok((self.written, self.lost))
    }

    fn bytes(&self, record: &Record, more: &[Value]) -> Result<Vec<u8>, NotWritten> {
        let sheet = || Sheet::single(Diagram::new(Setup::from(&record.start)), self.style.look);
        Ok(match self.target {
            Target::Problems(Format::Csv) => {
                let cells = self.style.cells.cells();
                let more: Vec<String> = more.iter().map(|value| cell(value, cells)).collect();
                table_row(record, &more, cells)
            }
            Target::Problems(format) => to_bytes(format, record)?,
            Target::Svg => sheet().svg(&record.start.to_string()).into_bytes(),
            Target::Png => png(&sheet())?,
            Target::Html => page_entry(self.written + 1, record).into_bytes(),
        })
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.place {
            Destination::File(_, file) => file.write_all(bytes),
            Destination::Screen(_, kept) if !self.target.holds_many() => kept.write_all(bytes),
            Destination::Screen(screen, _) => screen.write_all(bytes),
            Destination::Folder(..) => Ok(()),
        }
    }

    fn failure(&self, error: io::Error) -> Failure {
        match &self.place {
            Destination::File(path, _) => cannot_write(path, &error),
            _ => Failure::Output(error),
        }
    }
}

/// A value as a cell: only a text can be taken for a formula.
fn cell(value: &Value, cells: Cells) -> String {
    match value.text() {
        Some(text) => cells.write(text).into_owned(),
        None => value.to_string(),
    }
}

/// Writes one file of many into a folder: beside it until all are there, or into what stands there by this name, such as a
/// pipe.
fn write_into(
    folder: &Path,
    files: &mut Option<FilesInto>,
    name: &str,
    bytes: &[u8],
) -> Result<(), FolderError> {
    let path = join(folder, name);
    let own = |source| FolderError {
        path: path.clone(),
        source,
    };
    if path.exists() {
        may_write(&path).map_err(own)?;
    }
    if path.exists() && !path.is_file() {
        return save_one_of_many(&path, bytes).map_err(own);
    }
    let files = match files {
        Some(files) => files,
        None => files.insert(FilesInto::begin(folder)?),
    };
    save_one_of_many(&join(files.path(), name), bytes).map_err(own)
}

/// A name that no file of this call has.
fn free_name(names: &mut HashSet<String>, name: &str) -> String {
    let mut free = name.to_owned();
    let mut number = 2;
    while !names.insert(free.clone()) {
        free = format!("{name}-{number}");
        number += 1;
    }
    free
}

fn open<'a>(path: &Path, inputs: &Inputs) -> Result<Destination<'a>, Failure> {
    inputs.spare(path)?;
    let file = create(path).map_err(|error| cannot_write(path, &error))?;
    Ok(Destination::File(path.to_owned(), file))
}

fn is_folder(path: &Path) -> bool {
    let end = path.as_os_str().as_encoded_bytes().last();
    let slash = end.is_some_and(|&end| is_separator(end.into()));
    path.is_dir() || slash || path.extension().is_none() && !path.exists()
}

/// What is wrong with a file.
fn about(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", path.display(), words::io(error))
}

/// That a file cannot be written.
pub fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let (path, error) = (path.display(), words::io(error));
    Failure::Usage(say!("{path}: cannot be written: {error}", path, error))
}
