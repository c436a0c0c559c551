//! Opening a database to read. One of an earlier version is read from a copy that is brought up to date: reading
//! changes no file.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags, ffi};

use crate::error::At;
use crate::file::japanese;
use crate::file::open::{APPLICATION_ID_AT, connect, connect_to_read, examine, look, newer};
use crate::file::schema::{self, Kind};
use crate::file::upgrade::{Upgrade, go_on};
use crate::problems::weights;
use crate::sql::guard;
use crate::{Before, Store, StoreError};
use features::Weights;
use system::monitor::Monitor;
use system::{PATIENCE, TemporaryFolder};

impl Store {
    /// Opens an existing database to read only, as [`open_read_only_watched`](Self::open_read_only_watched) where nobody
    /// watches.
    pub fn open_read_only(path: &Path) -> Result<Self, StoreError> {
        Self::open_read_only_watched(path, &Monitor::default())
    }

    /// Opens an existing database to read only. One of an earlier version is copied into the folder for temporary files
    /// and brought up to date there, which [`upgraded_from`](Self::upgraded_from) tells; `monitor` hears how far that is
    /// and can stop it. The copy goes with what this returns.
    ///
    /// # Errors
    /// If it is no database of this program, or of a later version; [`StoreError::NoCopy`] if the copy cannot be
    /// made.
    pub fn open_read_only_watched(path: &Path, monitor: &Monitor) -> Result<Self, StoreError> {
        examine(path)?;
        let conn = connect_to_read(path)?;
        match schema::kind(&conn).at(path)? {
            Kind::Ours(found) if found < schema::VERSION => {
                let copy = up_to_date_copy(path, &conn, found, monitor)?;
                let conn = connect(&copy.file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
                Ok(Self {
                    upgraded_from: Some(found),
                    copy: Some(Arc::new(copy)),
                    ..Self::of_reader(path, conn)?
                })
            }
            _ => Self::of_reader(path, conn),
        }
    }

    /// The weights of a file that is not open, be it of an earlier schema: it stays as it is. The default ones where there
    /// is no file yet.
    pub fn weights_at(path: &Path) -> Result<Weights, StoreError> {
        match look(path)? {
            // They came with version 2, as imports did.
            Some(conn) if schema::has_imports(&conn).at(path)? => weights::current(&conn).at(path),
            _ => Ok(Weights::default()),
        }
    }

    /// A second connection to the same database, to read only. Where this one is open, another must be
    /// opened like that: [`open_read_only`](Self::open_read_only) looks at the file itself, and with
    /// the closing of a file a process loses all its locks on it (POSIX), those of this one as well.
    pub fn reader(&self) -> Result<Self, StoreError> {
        Ok(Self {
            upgraded_from: self.upgraded_from,
            copy: self.copy.clone(),
            ..Self::of_reader(&self.path, self.connection()?)?
        })
    }

    /// What opens such connections, also from other threads.
    pub(crate) fn opener(&self) -> Opener {
        Opener {
            path: self.path.clone(),
            file: self.file().to_owned(),
        }
    }

    /// The file that is read: the copy, if there is one.
    fn file(&self) -> &Path {
        self.copy.as_ref().map_or(&*self.path, |copy| &*copy.file)
    }

    /// The same, with nothing set up.
    pub(crate) fn connection(&self) -> Result<Connection, StoreError> {
        connect(self.file(), OpenFlags::SQLITE_OPEN_READ_ONLY)
    }

    fn of_reader(path: &Path, mut conn: Connection) -> Result<Self, StoreError> {
        match schema::kind(&conn).at(path)? {
            Kind::Ours(schema::VERSION) => {
                japanese::install(&conn).at(path)?;
                guard::read_only(&mut conn).at(path)?;
                Ok(Self {
                    path: path.to_owned(),
                    conn,
                    copy: None,
                    before: Before::Database,
                    upgraded_from: None,
                    _lock: None,
                })
            }
            Kind::Ours(found) => Err(newer(path, found)),
            Kind::Empty => Err(StoreError::Empty(path.to_owned())),
            Kind::Foreign => Err(StoreError::Foreign(path.to_owned())),
        }
    }
}

/// Opens further connections to a database. It does not keep the copy of an older file: a thread that nobody waits for
/// any more must not keep the copy from being removed.
#[derive(Debug)]
pub(crate) struct Opener {
    path: PathBuf,
    file: PathBuf,
}

impl Opener {
    /// The database.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A connection that can do nothing but read.
    pub fn open(&self) -> Result<Connection, StoreError> {
        let conn = connect(&self.file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        Ok(Store::of_reader(&self.path, conn)?.conn)
    }
}

/// Where the header of an SQLite file keeps the version of the schema, big-endian.
const VERSION_AT: usize = 60;

/// Whether a file begins as a database of an earlier version does, so that opening it takes its time. What cannot be
/// read begins as none.
pub fn is_older(path: &Path) -> bool {
    let mut header = [0; 100];
    let is_file = path.is_file();
    if !is_file
        || File::open(path)
            .and_then(|mut file| file.read_exact(&mut header))
            .is_err()
    {
        return false;
    }
    let number = |at: usize| {
        let bytes = header[at..at + 4].try_into();
        bytes.map_or(0, |bytes| i64::from(i32::from_be_bytes(bytes)))
    };
    number(APPLICATION_ID_AT) == schema::APPLICATION_ID
        && (1..schema::VERSION).contains(&number(VERSION_AT))
}

/// A copy of a database of an earlier version, in a folder of its own that goes with it.
#[derive(Debug)]
pub(crate) struct UpToDateCopy {
    file: PathBuf,
    _folder: TemporaryFolder,
}

/// How long a copy waits before it asks again for a file that another program holds.
const TICK: Duration = Duration::from_millis(20);

/// How many pages are copied between two looks at whether to stop.
const PAGES: i32 = 4096;

/// A copy of a database of version `found`, brought up to date.
fn up_to_date_copy(
    path: &Path,
    from: &Connection,
    found: i64,
    monitor: &Monitor,
) -> Result<UpToDateCopy, StoreError> {
    let folder = std::env::temp_dir();
    let no_copy = |why: ErrorKind| StoreError::NoCopy {
        path: path.to_owned(),
        found,
        folder: folder.clone(),
        why,
    };
    let made = TemporaryFolder::begin(&folder);
    let made = made.map_err(|error| match system::is_too_many_files(&error) {
        true => StoreError::of_system(path.to_owned(), &error),
        false => no_copy(error.kind()),
    })?;
    let copy = UpToDateCopy {
        file: made.path().join("copy.db"),
        _folder: made,
    };
    let fill = || -> rusqlite::Result<()> {
        let mut conn = Connection::open(&copy.file)?;
        // Nobody else sees the copy, and it is thrown away where anything fails.
        conn.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
        copy_pages(from, &mut conn, monitor, PATIENCE)?;
        conn.execute_batch("PRAGMA cache_size = -32000;")?;
        schema::migrate(&mut conn, monitor)
    };
    match fill().at(path) {
        Ok(()) => Ok(copy),
        Err(StoreError::Full(_)) => Err(no_copy(ErrorKind::StorageFull)),
        Err(StoreError::ReadOnly(_)) => Err(no_copy(ErrorKind::ReadOnlyFilesystem)),
        Err(StoreError::CannotOpen(_)) => Err(no_copy(ErrorKind::PermissionDenied)),
        Err(other) => Err(other),
    }
}

/// Copies all pages; while another program writes the file, waits for it so long.
fn copy_pages(
    from: &Connection,
    to: &mut Connection,
    monitor: &Monitor,
    patience: Duration,
) -> rusqlite::Result<()> {
    let backup = Backup::new(from, to)?;
    let mut last = Instant::now();
    loop {
        go_on(monitor)?;
        match backup.step(PAGES)? {
            StepResult::Busy | StepResult::Locked => {
                if last.elapsed() >= patience {
                    let busy = ffi::Error::new(ffi::SQLITE_BUSY);
                    return Err(rusqlite::Error::SqliteFailure(busy, None));
                }
                thread::sleep(TICK);
                continue;
            }
            StepResult::Done => return Ok(()),
            _ => last = Instant::now(),
        }
        let progress = backup.progress();
        let (all, left) = (progress.pagecount, progress.remaining);
        monitor.begin(Upgrade::Copying, u64::from(all.unsigned_abs()));
        monitor.advance(u64::from((all - left).unsigned_abs()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_another_program_holds_is_not_waited_for_without_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("held.db");
        let holder = Connection::open(&path).unwrap();
        holder.execute_batch("CREATE TABLE held (id)").unwrap();
        let from = Connection::open(&path).unwrap();
        from.busy_timeout(Duration::ZERO).unwrap();
        let copied = || {
            let mut to = Connection::open_in_memory().unwrap();
            copy_pages(&from, &mut to, &Monitor::default(), TICK)
        };
        copied().unwrap();
        holder.execute_batch("BEGIN EXCLUSIVE").unwrap();
        assert!(matches!(copied().at(&path), Err(StoreError::InUse(_))));
        holder.execute_batch("COMMIT").unwrap();
        copied().unwrap();
    }
}
