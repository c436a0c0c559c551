//! Lists of problems: one SFEN a line.
//!
//! A line is an SFEN alone, or columns separated by tabs, the SFEN first and the problem's name
//! last; what stands between is left aside. Empty lines and lines that begin with `#` are skipped.
//! A wrong line is told and does not keep anybody from reading on.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::in_words;
use crate::shogi::{Position, ReadError};

/// A problem of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line it stands in, counted from 1.
    pub line: usize,
    /// Its name, if the line has one.
    pub id: Option<String>,
    /// The position, the defender's hand completed.
    pub position: Position,
}

/// Why a line, or a whole list, gives no problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// The file cannot be read, or not further.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// A line is wrong.
    #[error("{file}:{line}: {reason}")]
    Wrong {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The problem's name, if the line has one.
        id: Option<String>,
        /// What is wrong.
        reason: LineReason,
    },
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineReason {
    /// It is no text.
    #[error("byte {0} of the line is no UTF-8 text")]
    NotText(usize),
    /// It is longer than any problem.
    #[error("the line is longer than {LONGEST} bytes")]
    TooLong,
    /// It is no problem.
    #[error(transparent)]
    Position(#[from] ReadError),
}

/// No line with a problem is nearly as long, in bytes.
const LONGEST: usize = 1 << 16;

/// The problems of a list, one by one, in the order of the file.
#[derive(Debug)]
pub struct SfenList<R> {
    reader: R,
    file: String,
    short_set: bool,
    /// The number of the line read last.
    line: usize,
    /// Nothing more comes.
    ended: bool,
}

impl SfenList<BufReader<File>> {
    /// Opens a file. `short_set` allows a defender's hand in which pieces are missing (駒不足).
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path, short_set: bool) -> Result<Self, ListError> {
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => Ok(SfenList::new(&name, BufReader::new(file), short_set)),
            Err(error) => Err(ListError::Unreadable {
                file: name,
                reason: in_words(&error),
            }),
        }
    }
}

impl<R: BufRead> SfenList<R> {
    /// Reads a list from anywhere; `name` is what errors call it.
    pub fn new(name: &str, reader: R, short_set: bool) -> Self {
        Self {
            reader,
            file: name.to_owned(),
            short_set,
            line: 0,
            ended: false,
        }
    }

    /// The next line without its break, at most a byte more than [`LONGEST`]; `None` at the end.
    fn next_line(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        loop {
            let buffer = match self.reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                self.ended = true;
                break;
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let piece = &buffer[..end.unwrap_or(buffer.len())];
            let room = (LONGEST + 1).saturating_sub(line.len());
            line.extend_from_slice(&piece[..piece.len().min(room)]);
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        if self.ended && line.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        Ok(Some(line))
    }

    /// The problem of a line, `None` if it has none.
    fn read(&self, line: &[u8]) -> Option<Result<Entry, ListError>> {
        let wrong = |id, reason| ListError::Wrong {
            file: self.file.clone(),
            line: self.line,
            id,
            reason,
        };
        if line.len() > LONGEST {
            return Some(Err(wrong(None, LineReason::TooLong)));
        }
        let text = match std::str::from_utf8(line) {
            Ok(text) => text,
            Err(error) => {
                let reason = LineReason::NotText(error.valid_up_to() + 1);
                return Some(Err(wrong(None, reason)));
            }
        };
        // Some programs begin a file with a byte order mark.
        let text = match self.line {
            1 => text.strip_prefix('\u{FEFF}').unwrap_or(text),
            _ => text,
        };
        let text = text.trim_matches([' ', '\r']);
        if text.trim().is_empty() || text.starts_with('#') {
            return None;
        }
        let (sfen, rest) = text.split_once('\t').unwrap_or((text, ""));
        let id = rest.rsplit('\t').next().map(str::trim);
        let id = id.filter(|id| !id.is_empty()).map(str::to_owned);
        Some(match Position::from_tsume_sfen(sfen, self.short_set) {
            Ok(position) => Ok(Entry {
                line: self.line,
                id,
                position,
            }),
            Err(error) => Err(wrong(id, error.into())),
        })
    }
}

impl<R: BufRead> Iterator for SfenList<R> {
    type Item = Result<Entry, ListError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            match self.next_line() {
                Ok(None) => return None,
                Ok(Some(line)) => {
                    if let Some(item) = self.read(&line) {
                        return Some(item);
                    }
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(ListError::Unreadable {
                        file: self.file.clone(),
                        reason: in_words(&error),
                    }));
                }
            }
        }
        None
    }
}
