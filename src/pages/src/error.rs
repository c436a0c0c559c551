//! Why a report could not be written.

use std::io;
use std::path::{Path, PathBuf};
use words::say;

use answers::InWords;
use store::{QueryError, StoreError};
use system::new_folder::FolderError;

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// The database could not be asked, or the work was stopped.
    #[error("{}", .0.in_words())]
    Query(QueryError),
    /// The condition is wrong; the place of the error counts from its beginning.
    #[error("{}", say!("--where: {what}", what = .0))]
    Condition(String),
    /// A problem that the rules do not know.
    #[error("{}", say!("problem {id}: {why}", id, why))]
    Problem {
        /// Its number.
        id: i64,
        /// What is wrong with it.
        why: String,
    },
    /// The place holds something else, or is none.
    #[error("{}: {why}", .path.display())]
    Place {
        /// The folder.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Files.
    #[error("{}: {}", .path.display(), words::io(.source))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl From<FolderError> for SiteError {
    fn from(error: FolderError) -> Self {
        let FolderError { path, source } = error;
        Self::Io { path, source }
    }
}

impl From<StoreError> for SiteError {
    fn from(error: StoreError) -> Self {
        Self::Query(error.into())
    }
}

impl From<QueryError> for SiteError {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Condition(_) => Self::Condition(error.in_words()),
            other => Self::Query(other),
        }
    }
}

/// Says which file an error is about.
pub(super) trait About<T> {
    fn about(self, path: &Path) -> Result<T, SiteError>;
}

impl<T> About<T> for io::Result<T> {
    fn about(self, path: &Path) -> Result<T, SiteError> {
        self.map_err(|source| SiteError::Io {
            path: path.to_owned(),
            source,
        })
    }
}
