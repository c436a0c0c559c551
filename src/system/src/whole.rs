//! Files that are written whole or not at all: under a temporary name, flushed, and only then given their own. Nobody has
//! a file open when it is renamed or removed, which Windows does not allow.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The ending of a file that is being written.
pub const NEW: &str = ".new";

/// Where a file is written before it has its name.
pub fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(NEW);
    PathBuf::from(name)
}

/// Writes a file under a temporary name, flushes it and gives it its name; returns its size in bytes. One program at a
/// time may do this: see [`Lock`](crate::Lock).
///
/// # Errors
/// If it cannot be written; what was there before is there still, and nothing else.
pub fn write_whole(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<u64> {
    let temporary = temporary(path);
    let write = || {
        let mut file = BufWriter::new(File::create(&temporary)?);
        fill(&mut file)?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        let bytes = file.metadata()?.len();
        drop(file);
        give_name(&temporary, path)?;
        Ok(bytes)
    };
    write().inspect_err(|_| {
        // A part of a file is of no use to anybody.
        let _ = fs::remove_file(&temporary);
    })
}

/// Gives a file that somebody else has written under a temporary name its own, once its contents are on the disk.
///
/// # Errors
/// If it cannot be flushed or renamed.
pub fn put_in_place(written: &Path, place: &Path) -> io::Result<()> {
    // Windows flushes what may be written.
    let file = File::options().write(true).open(written)?;
    file.sync_all()?;
    drop(file);
    give_name(written, place)
}

/// Renames what is on the disk, and sees that the name is there, too.
fn give_name(written: &Path, place: &Path) -> io::Result<()> {
    rename(written, place)?;
    // Elsewhere a folder is no file that could be opened.
    #[cfg(unix)]
    File::open(crate::folder_of(place))?.sync_all()?;
    Ok(())
}

/// Renames a file or a folder that nobody has open.
#[cfg(not(windows))]
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// Renames a file or a folder that we do not have open. What looks at each new file, for viruses or an index, may have it
/// open for a moment.
#[cfg(windows)]
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    crate::windows::patiently(|| fs::rename(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x");
        let names = || fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(write_whole(&file, |out| out.write_all(b"one")).unwrap(), 3);
        let error = write_whole(&file, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more"))
        });
        assert_eq!(error.unwrap_err().to_string(), "no more");
        assert_eq!(fs::read(&file).unwrap(), b"one");
        assert_eq!(names(), 1);
        let other = folder.path().join("y");
        fs::write(&other, "two").unwrap();
        put_in_place(&other, &file).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert_eq!(names(), 1);
    }
}
