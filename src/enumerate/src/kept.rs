//! Tables of all mates on disk: where one may be written, written whole or not at all, opened.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use retro::enumeration::Kept;
use retro::mates::kept::{KeptError, KeptTable, MAGIC};

use super::checkpoint::CHECKPOINT;
use store::{StoreError, is_database};
use system::whole::{NEW, temporary, write_whole};
use system::{LOCK, Lock, place, plain};

/// What can go wrong with a table.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The families have none.
    #[error("no table to keep: only runs with a rook, bishop or lance (飛・角・香) find all mates")]
    NotFound,
    /// Something else is there.
    #[error("{}: not a table kept by gyakusan; it is left unchanged", .0.display())]
    Foreign(PathBuf),
    /// The database is to be written there.
    #[error("{}: this file is the database; choose another file for the table", .0.display())]
    Database(PathBuf),
    /// It is one of the files that stand beside the database while that is written.
    #[error("{}: this file belongs to the database {}; choose another file for the table", .path.display(), .database.display())]
    BesideDatabase {
        /// The file.
        path: PathBuf,
        /// The database.
        database: PathBuf,
    },
    /// It may not be written now.
    #[error(transparent)]
    Locked(StoreError),
    /// It cannot be written.
    #[error("{}: cannot be written: {}", .path.display(), plain(.source))]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A folder, a pipe or a device.
    #[error("{}: not a file", .0.display())]
    NotAFile(PathBuf),
    /// It cannot be read.
    #[error("{}: cannot be read: {}", .path.display(), plain(.source))]
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

/// A place that a table can be written to, by nobody else meanwhile.
pub struct TablePlace {
    /// What the user calls it.
    path: PathBuf,
    /// Where links lead.
    target: PathBuf,
    _lock: Lock,
}

impl TablePlace {
    /// Looks whether a table could be written there, and leaves what is there as it is: who waits for a long run
    /// wants to hear at once that it could not.
    ///
    /// # Errors
    /// If something else is there, or nothing can be written, or another program writes there.
    pub fn take(path: &Path, database: Option<&Path>) -> Result<Self, TableError> {
        let target = place(path);
        look_at(&target, path)?;
        let belongs_to = |database: &Path| TableError::BesideDatabase {
            path: path.to_owned(),
            database: database.to_owned(),
        };
        if let Some(database) = database {
            let whole = place(database);
            if target == whole {
                return Err(TableError::Database(path.to_owned()));
            }
            if stands_beside(&target, &whole) || stands_beside(&whole, &target) {
                return Err(belongs_to(database));
            }
        }
        let owners = owners(&target);
        let mut databases = owners
            .iter()
            .filter(|owner| is_database(owner).unwrap_or(false));
        if let Some(other) = databases.next() {
            return Err(belongs_to(other));
        }
        // Only then is what is written beside it nobody else's.
        let lock = Lock::take(path).map_err(|error| TableError::Locked(error.into()))?;
        let temporary = temporary(&target);
        let try_to_write = File::create(&temporary)
            .map(drop)
            .and_then(|()| fs::remove_file(&temporary));
        try_to_write.map_err(|source| TableError::Write {
            path: path.to_owned(),
            source,
        })?;
        Ok(Self {
            path: path.to_owned(),
            target,
            _lock: lock,
        })
    }

    /// Writes a table; the file has its name when it is whole.
    ///
    /// # Errors
    /// If it cannot be written, or something else came there meanwhile; what was there before is there still.
    pub fn write(&self, table: &dyn Kept) -> Result<TableReport, TableError> {
        look_at(&self.target, &self.path)?;
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

/// Whether a table may come to a place, which the user calls `path`: nothing is there, or a table.
fn look_at(target: &Path, path: &Path) -> Result<(), TableError> {
    let path = path.to_owned();
    let first = match fs::metadata(target) {
        Ok(data) if !data.is_file() => return Err(TableError::Foreign(path)),
        Ok(_) => File::open(target).and_then(|mut file| first_bytes(&mut file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(source) => return Err(TableError::Write { path, source }),
    };
    match first {
        Ok(first) if first == MAGIC => Ok(()),
        Ok(_) => Err(TableError::Foreign(path)),
        Err(source) => Err(TableError::Read { path, source }),
    }
}

/// Whether a file has the name of one that SQLite or a run puts beside another, a database or a table.
fn stands_beside(file: &Path, other: &Path) -> bool {
    owners(file).iter().any(|owner| owner == other)
}

/// The files that one of this name would be beside while they are written.
fn owners(file: &Path) -> Vec<PathBuf> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let checkpoint = name.strip_suffix(NEW).unwrap_or(&name);
    let checkpoint = checkpoint.strip_suffix(CHECKPOINT);
    let of_checkpoint = checkpoint.and_then(|rest| rest.rsplit_once('.'));
    let of_others = [LOCK, NEW, "-journal", "-wal", "-shm"]
        .into_iter()
        .filter_map(|ending| name.strip_suffix(ending));
    let names = of_others.chain(of_checkpoint.map(|(owner, _)| owner));
    names.map(|name| file.with_file_name(name)).collect()
}

/// As many bytes as tell a table from other files.
fn first_bytes(file: &mut File) -> io::Result<Vec<u8>> {
    let mut first = Vec::new();
    file.take(MAGIC.len() as u64).read_to_end(&mut first)?;
    Ok(first)
}

/// Opens a table.
///
/// # Errors
/// If it cannot be read, or is none.
pub fn open_table(path: &Path) -> Result<KeptTable, TableError> {
    let unreadable = |source| TableError::Read {
        path: path.to_owned(),
        source,
    };
    // A device may have no end.
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(TableError::NotAFile(path.to_owned()));
    }
    let read = || {
        let mut file = File::open(path)?;
        let mut bytes = first_bytes(&mut file)?;
        // What is something else need not be read to its end.
        if bytes == MAGIC {
            file.read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    };
    let bytes = read().map_err(unreadable)?;
    KeptTable::read(bytes).map_err(|source| TableError::Unusable {
        path: path.to_owned(),
        source,
    })
}
