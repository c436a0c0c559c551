//! What can be wrong with a file of problems.

use std::{fmt, io};

use crate::csa::CsaReason;
use crate::encoding::NotText;
use crate::jkf::JkfReason;
use crate::kif::{KifError, KifReason};
use crate::lines::NoLine;
use crate::phrases::because;
use crate::record::RecordFault;
use shogi::moves::MoveError;
use shogi::{Foul, ReadError};

/// Why a file, or a problem of it, cannot be read.
#[derive(Debug)]
pub enum FileError {
    /// The file cannot be read, or not further.
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        reason: Unreadable,
    },
    /// The file holds no problem, and nothing that was meant as one.
    Nothing {
        /// The file.
        file: String,
    },
    /// A problem is wrong.
    Wrong {
        /// The file.
        file: String,
        /// The line where that shows, counted from 1.
        line: usize,
        /// What is wrong.
        reason: Box<Reason>,
    },
}

impl FileError {
    /// The file, as whoever opened it calls it.
    pub fn file(&self) -> &str {
        match self {
            Self::Unreadable { file, .. } | Self::Nothing { file } | Self::Wrong { file, .. } => {
                file
            }
        }
    }

    /// The line of the file where a problem is wrong, counted from 1; `None` if the file as a whole cannot be read.
    pub const fn line(&self) -> Option<usize> {
        match self {
            Self::Wrong { line, .. } => Some(*line),
            Self::Unreadable { .. } | Self::Nothing { .. } => None,
        }
    }

    /// What is wrong, without the file and the line.
    pub fn cause(&self) -> Cause<'_> {
        match self {
            Self::Unreadable { reason, .. } => Cause::Unreadable(reason),
            Self::Nothing { .. } => Cause::Nothing,
            Self::Wrong { reason, .. } => Cause::Wrong(reason),
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.file())?;
        if let Some(line) = self.line() {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.cause())
    }
}

impl std::error::Error for FileError {}

/// What is wrong with a file, or with a problem of it.
#[derive(Clone, Copy, Debug)]
pub enum Cause<'a> {
    /// The file cannot be read, or not further.
    Unreadable(&'a Unreadable),
    /// The file holds no problem.
    Nothing,
    /// A problem is wrong.
    Wrong(&'a Reason),
}

impl fmt::Display for Cause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(reason) if reason.is_not_found() => f.write_str("no such file"),
            Self::Unreadable(reason) => write!(f, "cannot be read: {reason}"),
            Self::Nothing => f.write_str("it contains no problem"),
            Self::Wrong(reason) => reason.fmt(f),
        }
    }
}

/// Why nothing, or nothing more, can be read from a file.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The system refuses.
    #[error("{}", plain(.0))]
    System(#[from] io::Error),
    /// It is a database of ours.
    #[error("it is a database: export its problems first")]
    Database,
    /// It is a program, a picture, something packed.
    #[error("it is not text, so it contains no problem")]
    NoText,
    /// It looks like text, but a byte of it is none.
    #[error(transparent)]
    WrongByte(#[from] NotText),
    /// It is JSON of another kind.
    #[error("it is JSON, but neither JSON Kifu Format nor one problem per line")]
    OtherJson,
    /// It is PSN or PGN.
    #[error("it is PSN or PGN, which is not read: save the game as KIF, KI2 or CSA")]
    TagPairs,
    /// It is text of another kind.
    #[error("none of its lines is a problem")]
    NoProblem,
    /// It has more than so many bytes.
    #[error("larger than {0} bytes")]
    TooLarge(usize),
}

#[cfg(feature = "system")]
use system::plain;

/// A page in a browser reads no files.
#[cfg(not(feature = "system"))]
fn plain(error: &io::Error) -> String {
    error.to_string()
}

impl Unreadable {
    /// Whether there is no such file.
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::System(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

/// What is wrong with a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// It is no KIF, KI2 or BOD.
    #[error(transparent)]
    Kif(#[from] KifReason),
    /// It is no CSA.
    #[error(transparent)]
    Csa(#[from] CsaReason),
    /// It is no line of text.
    #[error(transparent)]
    NoLine(#[from] NoLine),
    /// It is no position of a problem.
    #[error(transparent)]
    Position(#[from] ReadError),
    /// A word that is no move.
    #[error("move {ply}: {error}")]
    NoMove {
        /// The number of the move.
        ply: usize,
        /// What is wrong.
        error: MoveError,
    },
    /// A move against the rules.
    #[error("move {ply}, {text}, is not legal{}", because(*.why))]
    Illegal {
        /// The number of the move.
        ply: usize,
        /// The move.
        text: String,
        /// What is against the rules.
        why: Option<Foul>,
    },
    /// A move of a record that tells its moves by their numbers alone.
    #[error("move {ply}: {reason}")]
    AtMove {
        /// The number of the move.
        ply: usize,
        /// What is wrong.
        reason: Box<Reason>,
    },
    /// Bytes that are no text.
    #[error(transparent)]
    NotText(#[from] NotText),
    /// Lines that are none.
    #[error(transparent)]
    Lines(#[from] RecordFault),
    /// It is a line of JSON that goes on in others.
    #[error("this line is not a complete JSON object: each problem takes one line")]
    PartOfJson,
    /// It is no JSON, or has other members.
    #[error(transparent)]
    Json(#[from] JsonFault),
    /// It is no JSON Kifu Format.
    #[error(transparent)]
    Jkf(#[from] JkfReason),
    /// The table cannot be read.
    #[error(transparent)]
    Table(#[from] TableFault),
}

/// What the reader of JSON complains of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonFault {
    /// The line of the text, counted from 1; `None` where each problem has one line, which is told already.
    pub line: Option<usize>,
    /// The character of the line, counted from 1.
    pub character: usize,
    /// The complaint.
    pub message: String,
}

impl JsonFault {
    /// A complaint apart from its place.
    pub(crate) fn new(error: &serde_json::Error) -> Self {
        let (line, character) = (error.line(), error.column());
        let place = format!(" at line {line} column {character}");
        Self {
            line: Some(line),
            character,
            message: error.to_string().replace(&place, ""),
        }
    }
}

impl fmt::Display for JsonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "character {}: {}", self.character, self.message)
    }
}

impl std::error::Error for JsonFault {}

/// What is wrong with a table, or a row of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableFault {
    /// No column has the positions.
    #[error("no column is named sfen: give this name to the one with the positions")]
    NoPositions,
    /// A cell that is no text; its column, counted from 1.
    #[error("column {0} is not text in any known encoding")]
    NotText(usize),
    /// A quotation mark without its second one.
    #[error("this quotation mark is never closed")]
    Unclosed,
    /// A row with too many columns, or too few.
    #[error("{found} columns instead of {expected}")]
    Columns {
        /// As many as the line of names has.
        expected: u64,
        /// As many as there are.
        found: u64,
    },
}

impl From<KifError> for FileError {
    fn from(error: KifError) -> Self {
        let KifError::Wrong { file, line, reason } = error;
        Self::Wrong {
            file,
            line,
            reason: Box::new(reason.into()),
        }
    }
}
