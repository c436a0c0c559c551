//! Opening a database, and refusing what is none of ours without touching it.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::process;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::error::At;
use super::guard;
use super::schema::{self, Kind};
use super::{Before, Store, StoreError};

/// The first bytes of every SQLite database.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Where the header keeps the application id, big-endian.
const APPLICATION_ID_AT: usize = 68;

/// How long to wait for another program that writes.
const PATIENCE: Duration = Duration::from_secs(5);

impl Store {
    /// Opens a database to write, making the file if there is none and bringing an older one up to
    /// date. A file of any other kind is refused and left as it was.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        let before = what_stands(path)?;
        Self::open_writable(path, OpenFlags::SQLITE_OPEN_CREATE)
            .map(|store| Self { before, ..store })
            .inspect_err(|_| {
                // A schema that found no room was taken back and leaves an empty file.
                if before == Before::Nothing && fs::metadata(path).is_ok_and(|is| is.len() == 0) {
                    let _ = fs::remove_file(path);
                }
            })
    }

    /// Opens an existing database to write.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        examine(path)?;
        Self::open_writable(path, OpenFlags::empty())
    }

    /// Opens a database to write if there is one; if not, tries that one can be made there, and
    /// leaves the place as it was. So a long run hears at once of a place it could not write to.
    pub fn open_if_there(path: &Path) -> Result<Option<Self>, StoreError> {
        let before = what_stands(path)?;
        let beside = |end: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(end);
            PathBuf::from(name)
        };
        let read_only = |_| StoreError::ReadOnly(path.to_owned());
        if before == Before::EmptyFile {
            File::options().write(true).open(path).map_err(read_only)?;
        }
        // A database is written with a journal beside it, so its folder has to take a file as well.
        let trial = match before {
            Before::Nothing => path.to_owned(),
            Before::Database | Before::EmptyFile => beside(&format!(".{}.trial", process::id())),
        };
        File::create_new(&trial)
            .and_then(|_| fs::remove_file(&trial))
            .map_err(|error| match error.kind() {
                ErrorKind::StorageFull => StoreError::Full(path.to_owned()),
                ErrorKind::InvalidFilename => StoreError::CannotOpen(path.to_owned()),
                _ => read_only(error),
            })?;
        match before {
            Before::Database => Self::open(path).map(Some),
            Before::EmptyFile | Before::Nothing => Ok(None),
        }
    }

    /// Closes a database that nothing has come into: where [`create`](Self::create) made the file
    /// and neither run nor import stands in it, the place is as it was before.
    pub fn discard_if_unused(self) {
        let used: rusqlite::Result<i64> = self.conn.query_row(
            "SELECT (SELECT count(*) FROM runs) + (SELECT count(*) FROM imports)",
            [],
            |row| row.get(0),
        );
        if used != Ok(0) {
            return;
        }
        // Where this fails an empty database stays: a pity and no more.
        let _ = match self.before {
            Before::Database => Ok(()),
            Before::EmptyFile => File::create(&self.path).map(drop),
            Before::Nothing => fs::remove_file(&self.path),
        };
    }

    /// Opens an existing database to read only.
    pub fn open_read_only(path: &Path) -> Result<Self, StoreError> {
        examine(path)?;
        let mut conn = connect_to_read(path)?;
        match schema::kind(&conn).at(path)? {
            Kind::Ours(schema::VERSION) => {
                guard::read_only(&mut conn).at(path)?;
                Ok(Self {
                    path: path.to_owned(),
                    conn,
                    before: Before::Database,
                })
            }
            Kind::Ours(found) if found < schema::VERSION => Err(StoreError::Older {
                path: path.to_owned(),
                found,
            }),
            Kind::Ours(found) => Err(newer(path, found)),
            Kind::Empty => Err(StoreError::Empty(path.to_owned())),
            Kind::Foreign => Err(StoreError::Foreign(path.to_owned())),
        }
    }

    fn open_writable(path: &Path, create: OpenFlags) -> Result<Self, StoreError> {
        let mut conn = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | create).map_err(
            // SQLite says "cannot open" of a file it cannot make.
            |error| match error {
                StoreError::CannotOpen(path) if !path.exists() => StoreError::ReadOnly(path),
                other => other,
            },
        )?;
        // SQLite falls back to reading when it may not write, without a word.
        if conn.is_readonly("main").at(path)? {
            return Err(StoreError::ReadOnly(path.to_owned()));
        }
        match schema::kind(&conn).at(path)? {
            Kind::Foreign => return Err(StoreError::Foreign(path.to_owned())),
            Kind::Ours(found) if found > schema::VERSION => return Err(newer(path, found)),
            Kind::Ours(schema::VERSION) => {}
            Kind::Empty | Kind::Ours(_) => schema::migrate(&mut conn).at(path)?,
        }
        conn.execute_batch("PRAGMA journal_mode = DELETE; PRAGMA cache_size = -32000;")
            .at(path)?;
        Ok(Self {
            path: path.to_owned(),
            conn,
            before: Before::Database,
        })
    }
}

/// A connection that reads a database of whatever version; `None` where none is yet.
pub(super) fn look(path: &Path) -> Result<Option<Connection>, StoreError> {
    match what_stands(path)? {
        Before::Database => connect_to_read(path).map(Some),
        Before::EmptyFile | Before::Nothing => Ok(None),
    }
}

fn connect_to_read(path: &Path) -> Result<Connection, StoreError> {
    if journal(path).exists() {
        // A run was killed: only a connection that may write can bring back the last whole
        // level. Where it may not, the first read says so.
        let writable = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        schema::kind(&writable).at(path)?;
    }
    connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

/// What stands in the place of a database that is to be written.
fn what_stands(path: &Path) -> Result<Before, StoreError> {
    match examine(path) {
        Err(StoreError::Missing(_)) => {
            let folder = match path.parent() {
                Some(folder) if folder != Path::new("") => folder,
                _ => Path::new("."),
            };
            if folder.is_dir() {
                Ok(Before::Nothing)
            } else {
                Err(StoreError::NoFolder(path.to_owned(), folder.to_owned()))
            }
        }
        Ok(()) if fs::metadata(path).is_ok_and(|is| is.len() == 0) => Ok(Before::EmptyFile),
        Ok(()) => Ok(Before::Database),
        Err(error) => Err(error),
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let conn =
        Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).at(path)?;
    conn.busy_timeout(PATIENCE).at(path)?;
    Ok(conn)
}

/// Looks at the file without SQLite, which might tidy up another program's database.
fn examine(path: &Path) -> Result<(), StoreError> {
    let cannot_open = || StoreError::CannotOpen(path.to_owned());
    // A pipe would be waited for, a device be read without end.
    if fs::metadata(path).is_ok_and(|is| !is.is_file()) {
        return Err(StoreError::NoFile(path.to_owned()));
    }
    let mut header = Vec::new();
    File::open(path)
        .and_then(|file| file.take(100).read_to_end(&mut header))
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => StoreError::Missing(path.to_owned()),
            ErrorKind::PermissionDenied => StoreError::Unreadable(path.to_owned()),
            _ => cannot_open(),
        })?;
    if header.is_empty() {
        return Ok(());
    }
    if header.len() < 100 || !header.starts_with(MAGIC) {
        return Err(StoreError::NotADatabase(path.to_owned()));
    }
    let id = &header[APPLICATION_ID_AT..APPLICATION_ID_AT + 4];
    let ours = (schema::APPLICATION_ID as u32).to_be_bytes();
    // With a journal beside it the header may be half written: SQLite has to restore it first.
    if id != ours && !journal(path).exists() {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    Ok(())
}

/// The rollback journal of a database.
fn journal(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-journal");
    PathBuf::from(name)
}

fn newer(path: &Path, found: i64) -> StoreError {
    StoreError::Newer {
        path: path.to_owned(),
        found,
        known: schema::VERSION,
    }
}
