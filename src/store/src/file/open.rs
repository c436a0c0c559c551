//! Opening a database, and refusing what is none of ours without touching it.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, ffi};

use crate::error::At;
use crate::file::contents;
use crate::file::schema::{self, Kind};
use crate::{Before, Store, StoreError};
use system::monitor::Monitor;
use system::{Lock, PATIENCE, folder_of, place};

/// The first bytes of every SQLite database.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Whether a file begins as SQLite databases do, whosever they are. What is no regular file is none, and nothing is
/// read from it: what a pipe has given is gone.
///
/// # Errors
/// If it cannot be read.
pub fn is_database(path: &Path) -> io::Result<bool> {
    if !fs::metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut first = Vec::new();
    let file = File::open(path)?;
    file.take(MAGIC.len() as u64).read_to_end(&mut first)?;
    Ok(first == MAGIC)
}

/// Where the header keeps the application id, big-endian.
pub(crate) const APPLICATION_ID_AT: usize = 68;

impl Store {
    /// Opens a database to write, making the file if there is none and bringing an older one up to
    /// date. A file of any other kind is refused and left as it was.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        Self::create_watched(path, &Monitor::default())
    }

    /// The same, where `monitor` hears how far bringing an older file up to date is, and can stop it: the file is as it
    /// was then.
    pub fn create_watched(path: &Path, monitor: &Monitor) -> Result<Self, StoreError> {
        ReservedFile::take(path, monitor)?.into_store()
    }

    /// Opens an existing database to write, bringing an older one up to date. A file with nothing in it is none.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_watched(path, &Monitor::default())
    }

    /// The same, watched as by [`create_watched`](Self::create_watched).
    pub fn open_watched(path: &Path, monitor: &Monitor) -> Result<Self, StoreError> {
        examine(path)?;
        if is_empty(path) {
            return Err(StoreError::Empty(path.to_owned()));
        }
        let lock = Lock::take(path)?;
        let store = Self::open_writable(path, OpenFlags::empty(), Before::Database, monitor)?;
        Ok(store.locked(lock))
    }

    fn locked(self, lock: Lock) -> Self {
        Self {
            _lock: Some(lock),
            ..self
        }
    }

    /// Closes a database that nothing has come into: where [`create`](Self::create) made the file
    /// and neither run nor import stands in it, the place is as it was before.
    pub fn discard_if_unused(self) {
        if !self.conn.is_autocommit() {
            // A run that was begun, and nothing came of it.
            let _ = self.conn.execute_batch("ROLLBACK");
        }
        let used: rusqlite::Result<i64> = self.conn.query_row(
            "SELECT (SELECT count(*) FROM runs) + (SELECT count(*) FROM imports)",
            [],
            |row| row.get(0),
        );
        if used != Ok(0) {
            return;
        }
        let Self {
            path,
            conn,
            before,
            _lock,
            ..
        } = self;
        // Windows removes no open file.
        drop(conn);
        // Where this fails an empty database stays: a pity and no more.
        let _ = match before {
            Before::Database => Ok(()),
            Before::EmptyFile => File::create(&path).map(drop),
            Before::Nothing => fs::remove_file(&path),
        };
    }

    /// Opens the file to write; what it lacks is the lock.
    fn open_writable(
        path: &Path,
        create: OpenFlags,
        before: Before,
        monitor: &Monitor,
    ) -> Result<Self, StoreError> {
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
        let mut upgraded_from = None;
        match schema::kind(&conn).at(path)? {
            Kind::Foreign => return Err(StoreError::Foreign(path.to_owned())),
            Kind::Ours(found) if found > schema::VERSION => return Err(newer(path, found)),
            Kind::Ours(schema::VERSION) => {}
            Kind::Empty => schema::migrate(&mut conn, &Monitor::default()).at(path)?,
            Kind::Ours(found) => {
                schema::migrate(&mut conn, monitor).at(path)?;
                upgraded_from = Some(found);
            }
        }
        conn.execute_batch("PRAGMA journal_mode = DELETE; PRAGMA cache_size = -32000;")
            .at(path)?;
        contents::keep_up(&conn).at(path)?;
        Ok(Self {
            path: path.to_owned(),
            conn,
            copy: None,
            before,
            upgraded_from,
            _lock: None,
        })
    }
}

/// A place for a database that no other program can write to meanwhile.
#[derive(Debug)]
pub struct ReservedFile {
    path: PathBuf,
    before: Before,
    kept: Kept,
}

/// What a [`ReservedFile`] keeps for itself.
#[derive(Debug)]
enum Kept {
    /// The database that stands there.
    Store(Box<Store>),
    /// The right to make one.
    Right(Lock),
}

impl ReservedFile {
    /// Takes a place, and opens the database if there is one to write; if not, tries that one can be
    /// made there, and leaves the place as it was. So a long run hears at once of a place it could not
    /// write to. `monitor` hears how far bringing an older file up to date is, and can stop it: the file is as it was then.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another program writes there.
    pub fn take(path: &Path, monitor: &Monitor) -> Result<Self, StoreError> {
        what_stands(path)?;
        // The lock is a file beside the database: where it can be made a journal can be.
        let lock = Lock::take(path)?;
        // Once more: another program may have ended its work meanwhile.
        let before = what_stands(path)?;
        if before == Before::EmptyFile {
            let writable = File::options().write(true).open(path);
            writable.map_err(|error| match error.kind() {
                ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                    StoreError::ReadOnly(path.to_owned())
                }
                _ => StoreError::of_system(path.to_owned(), &error),
            })?;
        }
        let kept = match before {
            Before::Database => {
                let store = Store::open_writable(path, OpenFlags::empty(), before, monitor)?;
                Kept::Store(Box::new(store.locked(lock)))
            }
            Before::EmptyFile | Before::Nothing => Kept::Right(lock),
        };
        Ok(Self {
            path: path.to_owned(),
            before,
            kept,
        })
    }

    /// The database that stands there.
    pub fn store(&self) -> Option<&Store> {
        match &self.kept {
            Kept::Store(store) => Some(store),
            Kept::Right(_) => None,
        }
    }

    /// The database that stands there now, made if there was none.
    pub fn into_store(self) -> Result<Store, StoreError> {
        let Self { path, before, kept } = self;
        let lock = match kept {
            Kept::Store(store) => return Ok(*store),
            Kept::Right(lock) => lock,
        };
        let create = OpenFlags::SQLITE_OPEN_CREATE;
        let made = Store::open_writable(&path, create, before, &Monitor::default());
        let store = made.inspect_err(|_| {
            // A schema that found no room was taken back and leaves an empty file.
            if before == Before::Nothing && is_empty(&path) {
                let _ = fs::remove_file(&path);
            }
        })?;
        Ok(store.locked(lock))
    }
}

/// A connection that reads a database of whatever version; `None` where none is yet.
pub(crate) fn look(path: &Path) -> Result<Option<Connection>, StoreError> {
    match what_stands(path)? {
        Before::Database => connect_to_read(path).map(Some),
        Before::EmptyFile | Before::Nothing => Ok(None),
    }
}

pub(crate) fn connect_to_read(path: &Path) -> Result<Connection, StoreError> {
    if journal(path).exists() {
        // A run was killed: only a connection that may write can bring back the last whole
        // level. Where it may not, the first read says so.
        let writable = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        schema::kind(&writable).at(path).map_err(not_taken_back)?;
    }
    connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

/// What it means that a change cannot be taken back: whoever reads did not want to write.
fn not_taken_back(error: StoreError) -> StoreError {
    match error {
        StoreError::ReadOnly(path) | StoreError::CannotOpen(path) => StoreError::Unfinished(path),
        // The journal stays in a folder from which nothing may be taken away.
        StoreError::Sqlite {
            path,
            source: rusqlite::Error::SqliteFailure(cause, _),
        } if cause.extended_code == ffi::SQLITE_IOERR_DELETE => StoreError::Unfinished(path),
        other => other,
    }
}

/// What stands in the place of a database that is to be written.
fn what_stands(path: &Path) -> Result<Before, StoreError> {
    match examine(path) {
        Err(StoreError::Missing(_)) => {
            let place = place(path);
            let folder = folder_of(&place);
            if folder.is_dir() {
                Ok(Before::Nothing)
            } else {
                Err(StoreError::NoFolder(path.to_owned(), folder.to_owned()))
            }
        }
        Ok(()) if is_empty(path) => Ok(Before::EmptyFile),
        Ok(()) => Ok(Before::Database),
        Err(error) => Err(error),
    }
}

/// Whether there is a file with nothing in it.
fn is_empty(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|is| is.len() == 0)
}

pub(crate) fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut conn = Connection::open_with_flags(literal(path), flags).at(path)?;
    conn.busy_handler(Some(wait_on)).at(path)?;
    Ok(conn)
}

/// The path of a file as SQLite takes it to be one: `file:x.db` would be an address to it, and `:memory:` no file at all.
pub(crate) fn literal(path: &Path) -> PathBuf {
    match path.is_relative() {
        true => Path::new(".").join(path),
        false => path.to_owned(),
    }
}

/// How long what a stop makes necessary waits for another program.
const AT_THE_END: Duration = Duration::from_secs(1);

/// How often another program's lock is tried again.
const TICK: Duration = Duration::from_millis(10);

thread_local! {
    /// When this thread began to wait for another program, and whether Ctrl-C had been pressed before.
    static WAITING: Cell<Option<(Instant, bool)>> = const { Cell::new(None) };
}

/// Waits a moment for another program that has the database; says whether to try again. Whoever is stopped meanwhile gives up;
/// what is written because of the stop waits for a second.
fn wait_on(tried: i32) -> bool {
    let is_stopped = system::is_stopped();
    let waiting = WAITING.get().filter(|_| tried > 0);
    let (since, was_stopped) = waiting.unwrap_or_else(|| (Instant::now(), is_stopped));
    WAITING.set(Some((since, was_stopped)));
    let patience = match was_stopped {
        true => AT_THE_END,
        false => PATIENCE,
    };
    let goes_on = is_stopped == was_stopped && since.elapsed() < patience;
    goes_on && !system::input::pause(TICK)
}

/// Looks at the file without SQLite, which might tidy up another program's database.
pub(crate) fn examine(path: &Path) -> Result<(), StoreError> {
    // A pipe would be waited for, a device be read without end.
    if fs::metadata(path).is_ok_and(|is| !is.is_file()) {
        return Err(StoreError::NoFile(path.to_owned()));
    }
    let header = || -> Result<Vec<u8>, StoreError> {
        let mut header = Vec::new();
        File::open(path)
            .and_then(|file| file.take(100).read_to_end(&mut header))
            .map_err(|error| StoreError::of_system(path.to_owned(), &error))?;
        Ok(header)
    };
    let first = header()?;
    if first.is_empty() || is_ours(&first) {
        return Ok(());
    }
    if first.len() < 100 || !first.starts_with(MAGIC) {
        return Err(StoreError::NotADatabase(path.to_owned()));
    }
    // With a journal beside it the header may be half written: SQLite has to restore it first. The journal may have gone since
    // the header was read; then the header is whole now.
    if journal(path).exists() || is_ours(&header()?) {
        return Ok(());
    }
    Err(StoreError::Foreign(path.to_owned()))
}

/// Whether the first bytes of a file are those of a database of ours.
fn is_ours(header: &[u8]) -> bool {
    let id = (schema::APPLICATION_ID as u32).to_be_bytes();
    header.len() == 100
        && header.starts_with(MAGIC)
        && header.get(APPLICATION_ID_AT..APPLICATION_ID_AT + 4) == Some(&id[..])
}

/// The rollback journal of a database.
pub fn journal(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-journal");
    PathBuf::from(name)
}

pub(crate) fn newer(path: &Path, found: i64) -> StoreError {
    StoreError::Newer {
        path: path.to_owned(),
        found,
        known: schema::VERSION,
    }
}
