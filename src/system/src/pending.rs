//! Files of any name that a user chose, written beside their place: several programs may write at a time.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::at_work::AtWork;
use crate::output::{self, Writing};
use crate::whole::rename;
use crate::{folder_of, place};

/// The ending of a file that is being written, behind the number of the process.
const PART: &str = ".part";

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
                    return Err(ErrorKind::PermissionDenied.into());
                }
                OpenOptions::new().append(true).open(path)?;
                Ok(Self::Beside(place(path), Some(data)))
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

/// Whether a file could be written to `path`: one beside it is begun and taken away. A device or a FIFO is not opened.
///
/// # Errors
/// Why not.
pub fn may_write(path: &Path) -> io::Result<()> {
    match Destination::of(path)? {
        Destination::Through => Ok(()),
        Destination::Beside(..) => Pending::create(path).map(drop),
    }
}

/// A file that is being written beside its place; without [`Pending::commit`] nothing is left of it.
/// Devices and FIFOs are written straight into.
pub struct Pending(Place);

enum Place {
    // The writer is closed before the file is taken away.
    Beside(BufWriter<File>, Beside),
    Through(BufWriter<Writing>),
}

impl Pending {
    /// Begins to write.
    ///
    /// # Errors
    /// If there is no writing there: a folder, a file that is read-only, …
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::create_in(path, true)
    }

    /// Begins to write one of many files of a folder that [was cleared](clear_leftovers) before: a look at the rest of
    /// the folder for each would take long.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn create_one_of_many(path: &Path) -> io::Result<Self> {
        Self::create_in(path, false)
    }

    fn create_in(path: &Path, clearing: bool) -> io::Result<Self> {
        let (path, old) = match Destination::of(path)? {
            Destination::Through => {
                let path = path.to_owned();
                let open = move || -> io::Result<Writing> {
                    Ok(Box::new(OpenOptions::new().write(true).open(&path)?))
                };
                return Ok(Self(Place::Through(BufWriter::new(output::to(open)?))));
            }
            Destination::Beside(path, old) => (path, old),
        };
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}{PART}", std::process::id()));
        let name = PathBuf::from(name);
        if clearing {
            clear_leftovers(folder_of(&path), path.file_name());
        }
        let (file, at_work) = AtWork::begin(&name, |name| File::create(name))?;
        let beside = Beside {
            written: name,
            place: path,
            _at_work: at_work,
        };
        if let Some(old) = old {
            // A file system that knows no permissions has none to keep.
            let _ = file.set_permissions(old.permissions());
        }
        Ok(Self(Place::Beside(BufWriter::new(file), beside)))
    }

    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.0 {
            Place::Beside(writer, _) => writer,
            Place::Through(writer) => writer,
        }
    }

    /// Puts the file in its place, after it has reached the disk.
    ///
    /// # Errors
    /// If it cannot be written to its end; what was there before is still there.
    pub fn commit(self) -> io::Result<()> {
        let (writer, mut beside) = match self.0 {
            Place::Beside(writer, beside) => (writer, beside),
            Place::Through(mut writer) => return writer.flush(),
        };
        let file = writer
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        drop(file);
        rename(&beside.written, &beside.place)?;
        beside.written = PathBuf::new();
        Ok(())
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// A file under a temporary name, which is taken away unless it has come to its place.
struct Beside {
    /// Empty once it has its name.
    written: PathBuf,
    place: PathBuf,
    /// Until it has its name or is gone: nobody takes it for left over.
    _at_work: AtWork,
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.written.as_os_str().is_empty() {
            // There is nobody left to tell.
            let _ = fs::remove_file(&self.written);
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
        if let Some(_right) = AtWork::take_over(&path) {
            // Where this fails it stays: a pity and no more.
            let _ = fs::remove_file(path);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

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
        let other = AtWork::begin(&at("a.kif.99.part"), |path| File::create(path)).unwrap();
        let names = || {
            let mut names = names(folder.path());
            // On Windows somebody at work is seen beside the file.
            names.retain(|name| !name.ends_with(crate::LOCK));
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
    fn without_commit_nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.kif");
        fs::write(&file, "old").unwrap();
        let mut pending = Pending::create(&file).unwrap();
        pending.write_all(b"half").unwrap();
        assert!(names(folder.path()).len() >= 2);
        drop(pending);
        assert_eq!(names(folder.path()), ["a.kif"]);
        assert_eq!(fs::read(&file).unwrap(), b"old");
    }

    #[test]
    fn a_folder_and_a_read_only_file_are_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let kind = |path: &Path| may_write(path).map_err(|error| error.kind());
        assert_eq!(kind(folder.path()), Err(ErrorKind::IsADirectory));
        let file = folder.path().join("a.kif");
        assert_eq!(kind(&file), Ok(()));
        assert_eq!(kind(&file.join("b.kif")), Err(ErrorKind::NotFound));
        fs::write(&file, "old").unwrap();
        let free = fs::metadata(&file).unwrap().permissions();
        let mut bound = free.clone();
        bound.set_readonly(true);
        fs::set_permissions(&file, bound).unwrap();
        assert_eq!(kind(&file), Err(ErrorKind::PermissionDenied));
        // Windows would leave the folder behind.
        fs::set_permissions(&file, free).unwrap();
        assert_eq!(kind(&file), Ok(()));
    }
}
