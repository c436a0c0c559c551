//! What can go wrong with a database.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use rusqlite::{ErrorCode, ffi};
use system::LockError;

use crate::bitmaps::DamagedBitmaps;

/// Why a database could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Nothing there.
    #[error("{}: no such file", .0.display())]
    Missing(PathBuf),
    /// The folder the file should be in is not there.
    #[error("{}: the folder {} does not exist", .0.display(), .1.display())]
    NoFolder(PathBuf, PathBuf),
    /// What stands at the name of the lock is none.
    #[error("{}: writing needs this name for a lock, but this file is not a lock; move it elsewhere", .0.display())]
    ForeignLock(PathBuf),
    /// A folder, a pipe or a device.
    #[error("{}: not a file", .0.display())]
    NoFile(PathBuf),
    /// Nothing in it yet.
    #[error("{}: the file is empty, so it is not a database", .0.display())]
    Empty(PathBuf),
    /// Some other kind of file.
    #[error("{}: not an SQLite database", .0.display())]
    NotADatabase(PathBuf),
    /// An SQLite database of another program.
    #[error("{}: a database of another program, not of gyakusan", .0.display())]
    Foreign(PathBuf),
    /// Written by a later gyakusan.
    #[error("{}: written by a newer gyakusan (schema {found}; this one reads up to {known})", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema version.
        found: i64,
        /// The newest schema version this program knows.
        known: i64,
    },
    /// Written by an earlier gyakusan, and to be read from a copy that cannot be made.
    #[error(
        "{}: written by an older gyakusan (schema {found}); a copy to read it from cannot be made in {}: {}",
        .path.display(),
        .folder.display(),
        no_copy(*.why)
    )]
    NoCopy {
        /// The file.
        path: PathBuf,
        /// Its schema version.
        found: i64,
        /// The folder for temporary files.
        folder: PathBuf,
        /// Why it takes none.
        why: ErrorKind,
    },
    /// A change of the whole file was stopped.
    #[error("{}: interrupted; the file is as it was before", .0.display())]
    Stopped(PathBuf),
    /// No permission to write the file or its folder.
    #[error("{}: cannot be written: the file or its folder is read-only", .0.display())]
    ReadOnly(PathBuf),
    /// A program was killed in the midst of a change, and there is no permission to take that back.
    #[error(
        "{}: its last change was broken off, and taking that back takes the right to write the file and its folder",
        .0.display()
    )]
    Unfinished(PathBuf),
    /// No permission to read.
    #[error("{}: cannot be read: permission denied", .0.display())]
    Unreadable(PathBuf),
    /// A file that cannot be opened or made.
    #[error("{}: cannot be opened", .0.display())]
    CannotOpen(PathBuf),
    /// The system refuses to open it.
    #[error("{}: cannot be opened: {why}", .path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// Why, as [`system::plain`] has it.
        why: String,
    },
    /// Another program holds it.
    #[error("{}: in use by another program", .0.display())]
    InUse(PathBuf),
    /// Taken away while it was open.
    #[error("{}: was removed, moved or replaced while it was being written; the work done since is lost", .0.display())]
    Removed(PathBuf),
    /// No room left.
    #[error("{}: {}; nothing written before is lost", .0.display(), system::no_room())]
    Full(PathBuf),
    /// The pages contradict each other.
    #[error("{}: the database is damaged", .0.display())]
    Damaged(PathBuf),
    /// The problem is already there, with other findings.
    #[error(
        "{}: {sfen} is already recorded with other findings: {}",
        .path.display(),
        differences.iter().map(Difference::to_string).collect::<Vec<_>>().join("; ")
    )]
    Differs {
        /// The file.
        path: PathBuf,
        /// The problem.
        sfen: String,
        /// What differs.
        differences: Vec<Difference>,
    },
    /// Anything else that SQLite complains of.
    #[error("{}: {source}", .path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// SQLite's words.
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// That a file cannot be opened, as the system says.
    pub(crate) fn of_system(path: PathBuf, error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound => Self::Missing(path),
            ErrorKind::PermissionDenied => Self::Unreadable(path),
            _ => Self::System {
                path,
                why: system::plain(error),
            },
        }
    }

    /// That there are too many open files.
    fn too_many_files(path: PathBuf) -> Self {
        Self::System {
            path,
            why: system::TOO_MANY_FILES.to_owned(),
        }
    }
}

/// Why a folder takes no copy.
const fn no_copy(why: ErrorKind) -> &'static str {
    match why {
        ErrorKind::NotFound => "there is no such folder",
        ErrorKind::NotADirectory => "it is not a folder",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "it cannot be written",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "there is no room",
        _ => "the system refuses",
    }
}

/// What is recorded of a problem and what was found now, where both cannot be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The column.
    pub column: &'static str,
    /// What stands there.
    pub recorded: String,
    /// What was found.
    pub found: String,
}

impl Difference {
    /// A difference in a column, if the two values are two; what is not known is `?`.
    pub(crate) fn between<T: PartialEq + ToString>(
        column: &'static str,
        recorded: &Option<T>,
        found: &Option<T>,
    ) -> Option<Self> {
        let text = |value: &Option<T>| value.as_ref().map_or_else(|| "?".to_owned(), T::to_string);
        (recorded != found).then(|| Self {
            column,
            recorded: text(recorded),
            found: text(found),
        })
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            column,
            recorded,
            found,
        } = self;
        write!(f, "{column} {recorded}, now {found}")
    }
}

impl From<LockError> for StoreError {
    fn from(error: LockError) -> Self {
        match error {
            LockError::InUse(path) => Self::InUse(path),
            LockError::Foreign(path) => Self::ForeignLock(path),
            LockError::NoFolder { file, folder } => Self::NoFolder(file, folder),
            LockError::Full(path) => Self::Full(path),
            LockError::Name(path) => Self::CannotOpen(path),
            LockError::ReadOnly(path) => Self::ReadOnly(path),
            LockError::System { file, why } => Self::System { path: file, why },
        }
    }
}

/// Says which file an error of SQLite is about.
pub(crate) trait At<T> {
    fn at(self, path: &Path) -> Result<T, StoreError>;
}

impl<T> At<T> for rusqlite::Result<T> {
    fn at(self, path: &Path) -> Result<T, StoreError> {
        self.map_err(|source| {
            let path = path.to_owned();
            if let rusqlite::Error::SqliteFailure(cause, _) = &source
                && cause.extended_code == ffi::SQLITE_READONLY_DBMOVED
            {
                return StoreError::Removed(path);
            }
            match source.sqlite_error_code() {
                Some(ErrorCode::NotADatabase) => StoreError::NotADatabase(path),
                Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                    StoreError::ReadOnly(path)
                }
                Some(ErrorCode::CannotOpen) if system::files_are_exhausted() => {
                    StoreError::too_many_files(path)
                }
                Some(ErrorCode::CannotOpen) => StoreError::CannotOpen(path),
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                    StoreError::InUse(path)
                }
                Some(ErrorCode::DiskFull) => StoreError::Full(path),
                // SQLite does not say why the system refused to write.
                Some(ErrorCode::SystemIoFailure) if system::file_limit_was_reached() => {
                    StoreError::Full(path)
                }
                Some(ErrorCode::OperationInterrupted) => StoreError::Stopped(path),
                Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged(path),
                None if DamagedBitmaps::is_cause_of(&source) => StoreError::Damaged(path),
                _ => StoreError::Sqlite { path, source },
            }
        })
    }
}
