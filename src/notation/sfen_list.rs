//! Lists of problems: one SFEN a line.
//!
//! A line is an SFEN alone, or columns separated by tabs, the SFEN first and the problem's name
//! last; what stands between is left aside. Empty lines and lines that begin with `#` are skipped.
//! A wrong line is told and does not keep anybody from reading on.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::in_words;
use super::lines::{Lines, NoLine};
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
    /// It is no line of text.
    #[error(transparent)]
    NoLine(#[from] NoLine),
    /// It is no problem.
    #[error(transparent)]
    Position(#[from] ReadError),
}

/// The problems of a list, one by one, in the order of the file.
#[derive(Debug)]
pub struct SfenList<R> {
    lines: Lines<R>,
    file: String,
    short_set: bool,
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
            lines: Lines::new(reader),
            file: name.to_owned(),
            short_set,
        }
    }

    /// The problem of a line, `None` if it has none.
    fn read(&self, line: Result<String, NoLine>) -> Option<Result<Entry, ListError>> {
        let wrong = |id, reason| ListError::Wrong {
            file: self.file.clone(),
            line: self.lines.number(),
            id,
            reason,
        };
        let line = match line {
            Ok(line) => line,
            Err(reason) => return Some(Err(wrong(None, reason.into()))),
        };
        let text = line.trim_matches([' ', '\r']);
        if text.trim().is_empty() || text.starts_with('#') {
            return None;
        }
        let (sfen, rest) = text.split_once('\t').unwrap_or((text, ""));
        let id = rest.rsplit('\t').next().map(str::trim);
        let id = id.filter(|id| !id.is_empty()).map(str::to_owned);
        Some(match Position::from_tsume_sfen(sfen, self.short_set) {
            Ok(position) => Ok(Entry {
                line: self.lines.number(),
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
        loop {
            match self.lines.next_line() {
                Ok(None) => return None,
                Ok(Some(line)) => {
                    if let Some(item) = self.read(line) {
                        return Some(item);
                    }
                }
                Err(error) => {
                    return Some(Err(ListError::Unreadable {
                        file: self.file.clone(),
                        reason: in_words(&error),
                    }));
                }
            }
        }
    }
}
