//! Files that are there whole or not at all.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use store::is_database;
use system::{folder_of, place};
use words::{say, word};

/// Where what is written to a path goes.
enum Destination {
    /// To a regular file, here or where a symbolic link points to: it is written beside and put in
    /// place at the end. An old one there has these data.
    Beside(PathBuf, Option<Metadata>),
    /// Into a device or a FIFO, which must not be replaced.
    Through,
}

impl Destination {
    fn of(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => Err(ErrorKind::IsADirectory.into()),
            Ok(data) if data.is_file() => {
                // Renaming would ask the folder alone.
                if data.permissions().readonly() {
                    return Err(io::Error::new(
                        ErrorKind::PermissionDenied,
                        word!("the file there is read-only"),
                    ));
                }
                OpenOptions::new().append(true).open(path)?;
                if is_database(path)? {
                    let why = word!("a database is there, and would be lost");
                    return Err(io::Error::other(why));
                }
                Ok(Self::Beside(path.canonicalize()?, Some(data)))
            }
            Ok(_) => Ok(Self::Through),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let path = place(path);
                fs::metadata(folder_of(&path))?;
                Ok(Self::Beside(path, None))
            }
            Err(error) => Err(error),
        }
    }
}

/// Whether a file could be written to `path`, as far as that shows without writing.
///
/// # Errors
/// Why not.
pub fn may_write(path: &Path) -> io::Result<()> {
    Destination::of(path).map(|_| ())
}

/// Whether two paths are of one file, which need not be there.
pub fn is_same(one: &Path, other: &Path) -> bool {
    place(one) == place(other)
}

/// Whether a path that was typed stands for the standard output.
pub fn is_standard_output(path: &Path) -> bool {
    // A file that the standard output goes to must not be replaced by another one.
    path.as_os_str() == "-" || path.as_os_str() == "/dev/stdout"
}

/// A file that is being written beside its place; without [`Pending::commit`] nothing is left of it.
/// Devices and FIFOs are written straight into.
pub struct Pending {
    /// The file that is written, and its place; `None` where they are the same.
    beside: Option<(PathBuf, PathBuf)>,
    writer: BufWriter<File>,
}

impl Pending {
    /// Begins to write.
    ///
    /// # Errors
    /// If there is no writing there: a folder, a file that is read-only, …
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::create_in(path, true)
    }

    /// The same, without a look at the rest of the folder if not `clearing`: it may be full of files
    /// written like this one.
    fn create_in(path: &Path, clearing: bool) -> io::Result<Self> {
        let (beside, file) = match Destination::of(path)? {
            Destination::Through => (None, OpenOptions::new().write(true).open(path)?),
            Destination::Beside(path, old) => {
                let mut name = path.as_os_str().to_owned();
                name.push(format!(".{}{PART}", std::process::id()));
                let name = PathBuf::from(name);
                if clearing {
                    clear_leftovers(folder_of(&path), path.file_name());
                }
                let file = create_locked(&name)?;
                let pending = Some((name, path));
                if let Some(old) = old {
                    // A file system that knows no permissions has none to keep.
                    let _ = file.set_permissions(old.permissions());
                }
                (pending, file)
            }
        };
        Ok(Self {
            beside,
            writer: BufWriter::new(file),
        })
    }

    /// Puts the file in its place, after it has reached the disk.
    ///
    /// # Errors
    /// If it cannot be written to its end; what was there before is still there.
    pub fn commit(mut self) -> io::Result<()> {
        self.writer.flush()?;
        if let Some((written, place)) = &self.beside {
            self.writer.get_ref().sync_all()?;
            fs::rename(written, place)?;
            self.beside = None;
        }
        Ok(())
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if let Some((written, _)) = &self.beside {
            // There is nobody left to tell.
            let _ = fs::remove_file(written);
        }
    }
}

/// The ending of a file that is being written, behind the number of the process.
const PART: &str = ".part";

/// Makes a file that nobody takes for [left over](clear_leftovers) while it is open.
fn create_locked(path: &Path) -> io::Result<File> {
    loop {
        let file = File::create(path)?;
        // Where there are no such locks nothing is taken away, either.
        let _ = file.try_lock();
        // Somebody may have taken it away before it was locked.
        if path.exists() {
            return Ok(file);
        }
    }
}

/// Takes away what killed programs have left half written in a folder: of the file of this name, or of
/// all files.
pub fn clear_leftovers(folder: &Path, name: Option<&OsStr>) {
    let of_name = |file: &OsStr| {
        let text = file.to_string_lossy();
        let (place, number) = text.strip_suffix(PART)?.rsplit_once('.')?;
        let ours = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        (ours && name.is_none_or(|name| name.to_string_lossy() == place)).then_some(())
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|is| is.is_file());
        if !is_file || of_name(&entry.file_name()).is_none() {
            continue;
        }
        let path = entry.path();
        let unlocked = File::options()
            .write(true)
            .open(&path)
            .is_ok_and(|file| file.try_lock().is_ok());
        if unlocked {
            // Where this fails it stays: a pity and no more.
            let _ = fs::remove_file(path);
        }
    }
}

/// Reads a file of at most so many bytes: neither a device without end nor what can be no such file
/// fills the memory.
///
/// # Errors
/// If it cannot be read, or is longer.
pub fn read_bounded(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_all(File::open(path)?, most)
}

/// The same of what is open.
///
/// # Errors
/// As [`read_bounded`].
pub fn read_all(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::other(say!(
            "is longer than {most} MiB",
            most = most >> 20
        ))),
        false => Ok(bytes),
    }
}

/// The same for a text.
///
/// # Errors
/// As [`read_bounded`], or if it is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    read_text_from(File::open(path)?, most)
}

/// The same of what is open.
///
/// # Errors
/// As [`read_text`].
pub fn read_text_from(input: impl Read, most: u64) -> io::Result<String> {
    let text = String::from_utf8(read_all(input, most)?);
    text.map_err(|_| io::Error::other(word!("is not UTF-8 text")))
}

/// The size of a file of options, weights or points: 1 MiB.
pub const SETTINGS: u64 = 1 << 20;
/// The size of a list of positions: 1 GiB.
pub const LISTS: u64 = 1 << 30;

/// Writes a whole file.
///
/// # Errors
/// If it cannot be written; what was there before is still there.
pub fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Pending::create(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// Writes one of many files of a folder that [was cleared](clear_leftovers) before.
///
/// # Errors
/// As [`save`].
pub fn save_one_of_many(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Pending::create_in(path, false)?;
    file.write_all(bytes)?;
    file.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_killed_programs_left_is_cleared_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in [
            "a.kif.17.part",
            "b.kif.4.part",
            "a.kif.x.part",
            "a.part",
            "a.kif",
        ] {
            fs::write(at(name), name).unwrap();
        }
        // Somebody is at work on it.
        let other = create_locked(&at("a.kif.99.part")).unwrap();
        let names = || {
            let names = fs::read_dir(folder.path()).unwrap();
            let mut names: Vec<String> = names
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        };
        save(&at("a.kif"), b"new").unwrap();
        let rest = ["a.kif", "a.kif.99.part", "a.kif.x.part", "a.part"];
        assert_eq!(names(), [&rest[..], &["b.kif.4.part"]].concat());
        drop(other);
        clear_leftovers(folder.path(), None);
        assert_eq!(names(), ["a.kif", "a.kif.x.part", "a.part"]);
        assert_eq!(fs::read(at("a.kif")).unwrap(), b"new");
    }

    #[test]
    fn what_has_no_end_is_not_read_to_its_end() {
        let error = read_bounded(Path::new("/dev/zero"), SETTINGS).unwrap_err();
        assert_eq!(error.to_string(), "is longer than 1 MiB");
    }
}
