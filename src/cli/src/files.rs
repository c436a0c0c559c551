//! Files that are there whole or not at all.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// How many symbolic links behind each other are followed, as Linux does.
const LINKS: usize = 40;

/// Where what is written to a path goes.
enum Place {
    /// To a regular file, here or where a symbolic link points to: it is written beside and put in
    /// place at the end. An old one there has these data.
    Beside(PathBuf, Option<Metadata>),
    /// Into a device or a FIFO, which must not be replaced.
    Through,
}

impl Place {
    fn of(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => Err(ErrorKind::IsADirectory.into()),
            Ok(data) if data.is_file() => {
                // Renaming would ask the folder alone.
                if data.permissions().readonly() {
                    return Err(io::Error::new(
                        ErrorKind::PermissionDenied,
                        "the file there is read-only",
                    ));
                }
                OpenOptions::new().append(true).open(path)?;
                if is_database(path)? {
                    let why = "a database is there, and would be lost";
                    return Err(io::Error::other(why));
                }
                Ok(Self::Beside(path.canonicalize()?, Some(data)))
            }
            Ok(_) => Ok(Self::Through),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let path = end_of_links(path)?;
                match path.parent() {
                    Some(folder) if !folder.as_os_str().is_empty() => fs::metadata(folder)?,
                    _ => fs::metadata(".")?,
                };
                Ok(Self::Beside(path, None))
            }
            Err(error) => Err(error),
        }
    }
}

/// Whether an SQLite database is there.
fn is_database(path: &Path) -> io::Result<bool> {
    let mut first = Vec::new();
    File::open(path)?.take(16).read_to_end(&mut first)?;
    Ok(first == b"SQLite format 3\0")
}

/// The path that symbolic links lead to, where nothing is yet.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(next) = fs::read_link(&path) else {
            return Ok(path);
        };
        // What is relative is so to the folder of the link.
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Whether a file could be written to `path`, as far as that shows without writing.
///
/// # Errors
/// Why not.
pub fn may_write(path: &Path) -> io::Result<()> {
    Place::of(path).map(|_| ())
}

/// Whether a path that was typed stands for the standard output.
pub fn is_standard_output(path: &Path) -> bool {
    path.as_os_str() == "-"
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
        let (beside, file) = match Place::of(path)? {
            Place::Through => (None, OpenOptions::new().write(true).open(path)?),
            Place::Beside(path, old) => {
                let mut name = path.as_os_str().to_owned();
                name.push(format!(".{}.part", std::process::id()));
                let name = PathBuf::from(name);
                let file = File::create(&name)?;
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

/// Writes a whole file.
///
/// # Errors
/// If it cannot be written; what was there before is still there.
pub fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Pending::create(path)?;
    file.write_all(bytes)?;
    file.commit()
}
