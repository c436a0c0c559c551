//! Who may write a file: one program at a time, for as long as it has it open.
//!
//! Of databases, SQLite's own locks hold for a change only. What two programs do in turns would be right, and
//! each would still find what it counted on changed beneath it: the families it registered, the file
//! it made and takes away where nothing came into it, the checkpoint beside it. And a program that
//! opens and closes the file by other means loses the locks that SQLite holds for it, as POSIX has it.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(windows)]
use crate::windows;
use crate::{folder_of, place, plain};

/// How long to wait for another program that writes.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// How often a lock that another program has is tried again.
pub(crate) const TICK: Duration = Duration::from_millis(20);

/// The ending of the file that is locked.
pub const LOCK: &str = ".lock";

/// Why a file could not be locked.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum LockError {
    /// Another program has it.
    #[error("{}: in use by another program", .0.display())]
    InUse(PathBuf),
    /// What stands at the name of the lock is none.
    #[error("{}: not a lock", .0.display())]
    Foreign(PathBuf),
    /// The folder that the file should be in is not there.
    #[error("{}: the folder {} does not exist", .file.display(), .folder.display())]
    NoFolder {
        /// The file.
        file: PathBuf,
        /// Its folder.
        folder: PathBuf,
    },
    /// No room left.
    #[error("{}: the disk is full", .0.display())]
    Full(PathBuf),
    /// The file cannot have this name.
    #[error("{}: cannot be opened", .0.display())]
    Name(PathBuf),
    /// The folder takes no file.
    #[error("{}: cannot be written", .0.display())]
    ReadOnly(PathBuf),
    /// The system refuses for another reason.
    #[error("{}: cannot be opened: {why}", .file.display())]
    System {
        /// The file.
        file: PathBuf,
        /// Why, as [`plain`] has it.
        why: String,
    },
}

/// The right to write a file: a locked file beside it, which goes when this is dropped. A program that was killed
/// leaves the file, on Windows not even that, and not the lock.
#[derive(Debug)]
pub struct Lock {
    #[cfg(not(windows))]
    path: PathBuf,
    /// Closing it lets the next one in.
    _file: File,
}

impl Lock {
    /// Takes the right to write a file, whether there is one or not; waits a few seconds for another program that has
    /// it.
    ///
    /// # Errors
    /// [`LockError::InUse`] if the other one goes on, and those of a folder that takes no file.
    pub fn take(file: &Path) -> Result<Self, LockError> {
        Self::take_within(file, PATIENCE)
    }

    /// The same; waits so long.
    fn take_within(target: &Path, patience: Duration) -> Result<Self, LockError> {
        let path = beside(target);
        let start = Instant::now();
        loop {
            // It would be taken away in the end.
            if is_foreign(&path) {
                return Err(LockError::Foreign(path));
            }
            match try_to_take(&path) {
                Ok(Some(file)) => {
                    return Ok(Self {
                        #[cfg(not(windows))]
                        path,
                        _file: file,
                    });
                }
                Err(_) if is_foreign(&path) => return Err(LockError::Foreign(path)),
                Ok(None) if start.elapsed() < patience => thread::sleep(TICK),
                Ok(None) => return Err(LockError::InUse(target.to_owned())),
                Err(error) => return Err(why(target, &error)),
            }
        }
    }
}

#[cfg(not(windows))]
impl Drop for Lock {
    fn drop(&mut self) {
        // While it is locked: the file of the next one is not taken away. Where this fails the next
        // one finds it, and takes it away.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The file whose lock it is. Of one file under several names it is one.
fn beside(file: &Path) -> PathBuf {
    named(&place(file))
}

/// The name of the lock of a file of one name.
pub(crate) fn named(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(LOCK);
    PathBuf::from(name)
}

/// Whether something else has the name of a lock: in one there is nothing.
fn is_foreign(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file() || data.len() > 0)
}

/// The file, locked; `None` if another program has it.
#[cfg(not(windows))]
fn try_to_take(path: &Path) -> io::Result<Option<File>> {
    use std::fs::TryLockError;
    loop {
        let file = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            // A file system without such locks: SQLite's have to do.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                return Ok(Some(file));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // The one before may have taken the file away between our opening and locking it: then the
        // next one would lock another.
        // Also where that cannot be found out, as when too many files are open: nobody else will have taken it away, and what
        // was made here is not left behind.
        if stands_at(&file, path).unwrap_or(true) {
            return Ok(Some(file));
        }
    }
}

/// Whether an open file is the one of this name.
#[cfg(not(windows))]
pub(crate) fn stands_at(file: &File, path: &Path) -> io::Result<bool> {
    use same_file::Handle;
    match Handle::from_path(path) {
        Ok(there) => Ok(Handle::from_file(file.try_clone()?)? == there),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// The file, which nobody else can open; `None` if another program has it. Windows takes it away when it is closed,
/// also by a kill: no open file needs to be removed.
#[cfg(windows)]
pub(crate) fn try_to_take(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;
    const DELETE: u32 = 0x0001_0000;
    const GENERIC_WRITE: u32 = 0x4000_0000;
    const FILE_FLAG_DELETE_ON_CLOSE: u32 = 0x0400_0000;
    /// How often access to what is not there is denied before the folder is the reason.
    const GOING: u32 = 3;
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    options.access_mode(GENERIC_WRITE | DELETE).share_mode(0);
    options.custom_flags(FILE_FLAG_DELETE_ON_CLOSE);
    let mut denied = 0;
    loop {
        match options.open(path) {
            Ok(file) => return Ok(Some(file)),
            Err(error) if windows::is_in_use(&error) => return Ok(None),
            Err(error) if error.kind() != ErrorKind::PermissionDenied => return Err(error),
            // While it is taken away Windows denies all access, as it does in a folder that takes no file.
            Err(_) if path.exists() => return Ok(None),
            Err(error) if denied == GOING => return Err(error),
            // It may have gone this moment.
            Err(_) => denied += 1,
        }
        thread::sleep(TICK);
    }
}

/// Why there can be no file beside the one to be locked.
fn why(file: &Path, error: &io::Error) -> LockError {
    let file = file.to_owned();
    match error.kind() {
        ErrorKind::NotFound => {
            let folder = folder_of(&file).to_owned();
            LockError::NoFolder { file, folder }
        }
        ErrorKind::StorageFull => LockError::Full(file),
        ErrorKind::InvalidFilename => LockError::Name(file),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => LockError::ReadOnly(file),
        _ => LockError::System {
            file,
            why: plain(error),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT_ONCE: Duration = Duration::ZERO;

    #[test]
    fn one_has_it_until_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("x.db");
        let lock = Lock::take_within(&database, AT_ONCE).unwrap();
        let other = Lock::take_within(&database, AT_ONCE).unwrap_err();
        assert!(matches!(other, LockError::InUse(_)), "{other}");
        // The same file by another name, and another file.
        let longer = folder.path().join(".").join("x.db");
        assert!(Lock::take_within(&longer, AT_ONCE).is_err());
        assert!(Lock::take_within(&folder.path().join("y.db"), AT_ONCE).is_ok());
        drop(lock);
        assert!(Lock::take_within(&database, AT_ONCE).is_ok());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_a_killed_program_left_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("x.db");
        fs::write(beside(&database), "").unwrap();
        drop(Lock::take_within(&database, AT_ONCE).unwrap());
        assert!(!beside(&database).exists());
    }

    #[test]
    fn what_only_has_the_name_of_a_lock_stays() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("Cargo");
        fs::write(beside(&database), "version = 4").unwrap();
        let error = Lock::take_within(&database, AT_ONCE).unwrap_err();
        assert!(matches!(error, LockError::Foreign(_)), "{error}");
        assert_eq!(fs::read(beside(&database)).unwrap(), b"version = 4");
    }

    #[test]
    fn many_take_turns() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("x.db");
        let count = folder.path().join("count");
        fs::write(&count, "0").unwrap();
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let lock = Lock::take_within(&database, Duration::from_secs(60)).unwrap();
                        // Two at a time would count one for two.
                        let number: u32 = fs::read_to_string(&count).unwrap().parse().unwrap();
                        fs::write(&count, (number + 1).to_string()).unwrap();
                        drop(lock);
                    }
                });
            }
        });
        assert_eq!(fs::read_to_string(&count).unwrap(), "200");
    }
}
