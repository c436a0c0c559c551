//! Tables of all mates on disk: where one may be written, written whole or not at all, opened.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use words::{say, word};

use retro::enumeration::Kept;
use retro::mates::kept::{KeptError, KeptTable, MAGIC};

use super::checkpoint::words;
use super::whole::{temporary, write_whole};

/// What can go wrong with a table.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The families have none.
    #[error("{}", say!("--keep-table: only runs with a rook, bishop or lance (飛・角・香) find all mates"))]
    NotFound,
    /// Something else is there.
    #[error("{}", say!("{path}: not a table that gyakusan kept; it is left as it is", path = .0.display()))]
    Foreign(PathBuf),
    /// The database is to be written there.
    #[error("{}", say!("{path}: the database is to be there, the table needs another file", path = .0.display()))]
    Database(PathBuf),
    /// It cannot be written.
    #[error("{}", say!("{path}: cannot be written: {source}", path = .path.display(), source = words(.source)))]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It cannot be read.
    #[error("{}", say!("{path}: cannot be read: {source}", path = .path.display(), source = words::io(.source)))]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is no table, or a damaged one.
    #[error("{}: {source}", .path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: KeptError,
    },
}

/// A table that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReport {
    /// The file.
    pub path: PathBuf,
    /// Positions with the attacker to move, mirror images not counted.
    pub positions: u64,
    /// The size of the file.
    pub bytes: u64,
}

/// A place that a table can be written to.
pub struct TablePlace {
    /// What the user calls it.
    path: PathBuf,
    /// Where links lead.
    target: PathBuf,
}

impl TablePlace {
    /// Looks whether a table could be written there, and leaves what is there as it is: who waits for a long run
    /// wants to hear at once that it could not.
    ///
    /// # Errors
    /// If something else is there, or nothing can be written.
    pub fn take(path: &Path, database: Option<&Path>) -> Result<Self, TableError> {
        let write = |source| TableError::Write {
            path: path.to_owned(),
            source,
        };
        let target = match fs::metadata(path) {
            Ok(data) if !data.is_file() => return Err(TableError::Foreign(path.to_owned())),
            Ok(_) => {
                let first = File::open(path).and_then(|mut file| first_bytes(&mut file));
                let first = first.map_err(|source| TableError::Read {
                    path: path.to_owned(),
                    source,
                })?;
                if first != MAGIC {
                    return Err(TableError::Foreign(path.to_owned()));
                }
                path.canonicalize().map_err(write)?
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(write(error)),
        };
        if database.is_some_and(|database| place(path) == place(database)) {
            return Err(TableError::Database(path.to_owned()));
        }
        let place = Self {
            path: path.to_owned(),
            target,
        };
        let temporary = temporary(&place.target);
        File::create(&temporary)
            .and_then(|_| fs::remove_file(&temporary))
            .map_err(write)?;
        Ok(place)
    }

    /// Writes a table; the file has its name when it is whole.
    ///
    /// # Errors
    /// If it cannot be written; what was there before is there still.
    pub fn write(&self, table: &dyn Kept) -> Result<TableReport, TableError> {
        match write_whole(&self.target, |file| table.write(file)) {
            Ok(bytes) => Ok(TableReport {
                path: self.path.clone(),
                positions: table.positions(),
                bytes,
            }),
            Err(source) => Err(TableError::Write {
                path: self.path.clone(),
                source,
            }),
        }
    }
}

/// As many bytes as tell a table from other files.
fn first_bytes(file: &mut File) -> io::Result<Vec<u8>> {
    let mut first = Vec::new();
    file.take(MAGIC.len() as u64).read_to_end(&mut first)?;
    Ok(first)
}

/// A path by which the same place, where there may be nothing yet, is told.
fn place(path: &Path) -> PathBuf {
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// Opens a table.
///
/// # Errors
/// If it cannot be read, or is none.
pub fn open_table(path: &Path) -> Result<KeptTable, TableError> {
    let read = || {
        // A device may have no end.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other(word!("not a file")));
        }
        let mut file = File::open(path)?;
        let mut bytes = first_bytes(&mut file)?;
        // What is something else need not be read to its end.
        if bytes == MAGIC {
            file.read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    };
    let bytes = read().map_err(|source| TableError::Read {
        path: path.to_owned(),
        source,
    })?;
    KeptTable::read(bytes).map_err(|source| TableError::Unusable {
        path: path.to_owned(),
        source,
    })
}
