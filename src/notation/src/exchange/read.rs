//! The problems of a file, one by one.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::{FileError, Format, Reason, json, list, table::Rows};
use crate::kif::MainEnd;
use crate::kif::text::decode;
use crate::lines::Lines;
use crate::record::Record;
use crate::{csa, in_words, ki2, kif};
use shogi::Position;
use words::{say, word};

/// What problems are read from.
pub type Input = Box<dyn BufRead + Send>;

/// No problem with all its comments is nearly as large, nor a file of problems that is not read line by
/// line, in bytes.
const LARGEST: usize = 256 << 20;
/// What databases begin with.
const DATABASE: &[u8] = b"SQLite format 3\0";
/// How much of a file is looked at to tell its format, in bytes.
const SAMPLE: u64 = 1 << 16;

/// A problem of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The line it begins in, counted from 1.
    pub line: usize,
    /// The problem.
    pub record: Record,
    /// Where its main line ends, of a KIF file.
    pub end: Option<MainEnd>,
}

/// The problems of a file. A wrong one is told and does not keep anybody from reading on; that there is none
/// is told, too.
pub struct Records {
    format: Format,
    items: Items,
    /// What is said if nothing comes, until something has.
    nothing: Option<FileError>,
}

impl Records {
    /// Opens a file. Its format is `format`, else what its name says, else what it looks like.
    /// `short_set` allows a defender's hand in which pieces are missing (駒不足).
    ///
    /// # Errors
    /// If it cannot be read, or has no problem that could be read and no line to go on from.
    pub fn open(path: &Path, format: Option<Format>, short_set: bool) -> Result<Self, FileError> {
        let name = path.display().to_string();
        let unreadable = |error: &io::Error| FileError::Unreadable {
            file: name.clone(),
            reason: in_words(error),
        };
        let folder = || io::Error::from(io::ErrorKind::IsADirectory);
        if path.is_dir() {
            return Err(unreadable(&folder()));
        }
        let file = File::open(path).map_err(|error| unreadable(&error))?;
        let format = format.or_else(|| Format::of_path(path));
        Self::read(&name, Box::new(BufReader::new(file)), format, short_set)
    }

    /// Reads from anywhere; `name` is what errors call it.
    ///
    /// # Errors
    /// As [`Records::open`].
    pub fn read(
        name: &str,
        input: Input,
        format: Option<Format>,
        short_set: bool,
    ) -> Result<Self, FileError> {
        let unreadable = |error: io::Error| FileError::Unreadable {
            file: name.to_owned(),
            reason: in_words(&error),
        };
        let (format, input) = recognise(input, format).map_err(unreadable)?;
        let file = name.to_owned();
        let name = file.clone();
        let items: Items = match format {
            Format::Csv => Box::new(Rows::new(&name, input, short_set)?),
            Format::Sfen => lines(name, Lines::new(input), move |line| {
                list::read(line, short_set)
            }),
            // A record with all its comments stands in one line.
            Format::Jsonl => lines(name, Lines::no_longer_than(LARGEST, input), move |line| {
                json::read(line, short_set)
            }),
            Format::Kif | Format::Kifu | Format::Ki2 | Format::Ki2u | Format::Bod | Format::Csa => {
                let mut bytes = Vec::new();
                let read = input.take(LARGEST as u64 + 1).read_to_end(&mut bytes);
                read.map_err(unreadable)?;
                if bytes.len() > LARGEST {
                    let reason = say!("larger than {LARGEST} bytes", LARGEST);
                    return Err(FileError::Unreadable { file: name, reason });
                }
                match format {
                    Format::Csa => csa_items(name, &bytes, short_set)?,
                    Format::Ki2 | Format::Ki2u => {
                        one(ki2::from_bytes(&name, &bytes, short_set)?, None)
                    }
                    _ => {
                        let (record, end) = kif::from_bytes(&name, &bytes, short_set)?;
                        one(record, Some(end))
                    }
                }
            }
        };
        Ok(Self {
            format,
            items,
            nothing: Some(FileError::Nothing { file }),
        })
    }

    /// The format it is read as.
    pub const fn format(&self) -> Format {
        self.format
    }
}

impl Iterator for Records {
    type Item = Result<Found, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let nothing = self.nothing.take();
        self.items.next().or(nothing.map(Err))
    }
}

type Items = Box<dyn Iterator<Item = Result<Found, FileError>> + Send>;

fn one(record: Record, end: Option<MainEnd>) -> Items {
    let line = 1;
    Box::new(std::iter::once(Ok(Found { line, record, end })))
}

/// Whether bytes are no text: a program, a picture, something packed. Such are full of control characters, of
/// which a damaged text may have one.
fn is_no_text(bytes: &[u8]) -> bool {
    let strange = bytes.iter().filter(|byte| is_strange(char::from(**byte)));
    strange.count() > bytes.len() / 16
}

/// Whether a control character has no business in a text.
pub(super) fn is_strange(c: char) -> bool {
    c < ' ' && !"\t\n\x0c\r\x1b".contains(c)
}

/// The format of what is read, if its name does not tell it, and the input from its beginning. A list, or
/// lines of JSON, are known by their first line, so that problems that come one by one are not waited for.
///
/// # Errors
/// If it cannot be read, or is a database, no text at all, or text of another kind.
pub fn recognise(mut input: Input, told: Option<Format>) -> io::Result<(Format, Input)> {
    let mut sample = Vec::new();
    let begin = input.fill_buf()?;
    if begin.starts_with(DATABASE) {
        let error = word!("it is a database, whose problems have to be exported first");
        return Err(io::Error::other(error));
    }
    if is_no_text(begin) {
        return Err(io::Error::other(word!(
            "it is no text in UTF-8 or Shift_JIS, and no problem is in it"
        )));
    }
    if let Some(format) = told {
        return Ok((format, input));
    }
    let format = loop {
        let begin = sample.len();
        let room = SAMPLE - begin as u64;
        if input.by_ref().take(room).read_until(b'\n', &mut sample)? == 0 {
            break of_bytes(&sample);
        }
        let line = String::from_utf8_lossy(&sample[begin..]);
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let sfen = line.split('\t').next().unwrap_or_default();
        let sfen = sfen.split(" moves").next().unwrap_or_default();
        if line.starts_with('{') {
            break Format::Jsonl;
        }
        if Position::from_tsume_sfen(sfen, true).is_ok() {
            break Format::Sfen;
        }
        let room = SAMPLE - sample.len() as u64;
        input.by_ref().take(room).read_to_end(&mut sample)?;
        let format = of_bytes(&sample);
        if format == Format::Sfen && is_no_list(&sample) {
            return Err(io::Error::other(word!("no line of it is a problem")));
        }
        break format;
    };
    Ok((format, Box::new(io::Cursor::new(sample).chain(input))))
}

/// Whether lines that no format knows are no damaged list, either: they are several, and none begins like a
/// position, with ranks between slashes.
fn is_no_list(sample: &[u8]) -> bool {
    let lines = String::from_utf8_lossy(sample);
    let firsts = lines
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    let mut firsts = firsts.filter(|first| !first.starts_with('#'));
    let slashes = |word: &str| word.bytes().filter(|&byte| byte == b'/').count();
    firsts.clone().count() >= 5 && firsts.all(|first| slashes(first) < 6)
}

/// The format of bytes, as far as they are text.
fn of_bytes(sample: &[u8]) -> Format {
    // The sample may end within a character.
    let whole = sample.iter().rposition(|&byte| byte == b'\n');
    let whole = &sample[..whole.map_or(sample.len(), |end| end + 1)];
    decode(whole).map_or(Format::Sfen, |(text, _)| Format::of_text(&text))
}

fn lines(
    name: String,
    mut lines: Lines<Input>,
    read: impl Fn(&str) -> Result<Option<Record>, Reason> + Send + 'static,
) -> Items {
    Box::new(std::iter::from_fn(move || {
        loop {
            let line = match lines.next_line() {
                Ok(line) => line?,
                Err(error) => {
                    return Some(Err(FileError::Unreadable {
                        file: name.clone(),
                        reason: in_words(&error),
                    }));
                }
            };
            let number = lines.number();
            let record = line.map_err(Reason::from).and_then(|line| read(&line));
            match record {
                Ok(None) => {}
                Ok(Some(record)) => {
                    return Some(Ok(Found {
                        line: number,
                        record,
                        end: None,
                    }));
                }
                Err(reason) => {
                    return Some(Err(FileError::Wrong {
                        file: name.clone(),
                        line: number,
                        reason: Box::new(reason),
                    }));
                }
            }
        }
    }))
}

fn csa_items(name: String, bytes: &[u8], short_set: bool) -> Result<Items, FileError> {
    let (text, _) = decode(bytes).map_err(|(line, reason)| FileError::Wrong {
        file: name.clone(),
        line,
        reason: Box::new(reason.into()),
    })?;
    let items = csa::read_all(&text, short_set).map(move |item| match item {
        Ok((line, record)) => Ok(Found {
            line,
            record,
            end: None,
        }),
        Err((line, reason)) => Err(FileError::Wrong {
            file: name.clone(),
            line,
            reason: Box::new(reason.into()),
        }),
    });
    Ok(Box::new(items))
}
