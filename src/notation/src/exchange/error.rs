//! What can be wrong with a file of problems.

use crate::csa::CsaReason;
use crate::encoding::NotText;
use crate::kif::{KifError, KifReason};
use crate::lines::NoLine;
use crate::record::RecordFault;
use shogi::ReadError;
use shogi::moves::MoveError;
use words::{say, word};

/// Why a file, or a problem of it, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read, or not further.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// The file holds no problem, and nothing that was meant as one.
    #[error("{file}: {}", word!("there is no problem in it"))]
    Nothing {
        /// The file.
        file: String,
    },
    /// A problem is wrong.
    #[error("{file}:{line}: {reason}")]
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
    /// The line of the file where a problem is wrong, counted from 1; `None` if the file as a whole cannot be read.
    pub const fn line(&self) -> Option<usize> {
        match self {
            Self::Wrong { line, .. } => Some(*line),
            Self::Unreadable { .. } | Self::Nothing { .. } => None,
        }
    }

    /// What is wrong, without the file and the line.
    pub fn reason(&self) -> String {
        match self {
            Self::Wrong { reason, .. } => reason.to_string(),
            Self::Unreadable { reason, .. } => reason.clone(),
            Self::Nothing { .. } => word!("there is no problem in it").to_owned(),
        }
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
    #[error("{}", say!("move {ply}: {error}", ply, error))]
    NoMove {
        /// The number of the move.
        ply: usize,
        /// What is wrong.
        error: MoveError,
    },
    /// A move against the rules.
    #[error("{}", say!("move {ply}, {text}, is not legal", ply, text))]
    Illegal {
        /// The number of the move.
        ply: usize,
        /// The move.
        text: String,
    },
    /// A move of a record that tells its moves by their numbers alone.
    #[error("{}", say!("move {ply}: {reason}", ply, reason))]
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
    #[error("{}", say!("this line is not a whole JSON object: each problem takes one line"))]
    PartOfJson,
    /// It is no JSON, or not that of a problem.
    #[error("{0}")]
    Json(String),
    /// The table cannot be read.
    #[error("{0}")]
    Table(String),
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
