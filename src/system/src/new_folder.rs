//! A folder that is there whole or not at all.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::at_work::{AtWork, unless_gone};
use crate::plain::{is_too_many_files, room_for_a_file};
use crate::whole::rename;
use crate::{folder_of, place, plain};

/// The ending of a folder that is being written, behind the number of the process.
const PART: &str = "part";

/// The ending of a folder that makes place for another one.
const OLD: &str = "old";

/// How often a folder is tried to be removed while too many files are open, and the time between.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(5);

/// Why a folder could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {}", .path.display(), plain(.source))]
pub struct FolderError {
    /// What could not be written.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// Says which file an error is about.
fn about(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    move |source| FolderError {
        path: path.to_owned(),
        source,
    }
}

/// Makes a folder and those above it, where they are not there.
///
/// # Errors
/// If something else stands in the place of one, or none can be made.
pub fn make_folders(folder: &Path) -> Result<(), FolderError> {
    let made = fs::create_dir_all(folder).map_err(|error| match error.kind() {
        // Of a file the system says only that it is there.
        ErrorKind::AlreadyExists => ErrorKind::NotADirectory.into(),
        _ => error,
    });
    made.map_err(about(folder))
}

/// A folder that is being written beside its place; without [`NewFolder::commit`] nothing is left of it.
#[derive(Debug)]
pub struct NewFolder {
    place: PathBuf,
    /// Empty once it has its name.
    beside: PathBuf,
    /// Until it has its name or is gone: nobody takes it for left over.
    at_work: Option<AtWork>,
}

impl NewFolder {
    /// Begins to write.
    ///
    /// # Errors
    /// If the place has no name, no folder can be made beside it, or no file could be opened in it.
    pub fn begin(place: &Path) -> Result<Self, FolderError> {
        let beside = with_ending(place, PART).map_err(about(place))?;
        let make = |path: &Path| fs::create_dir(path);
        let ((), at_work) = AtWork::begin(&beside, make).map_err(about(&beside))?;
        let begun = Self {
            place: place.to_owned(),
            beside,
            at_work: Some(at_work),
        };
        // Later there would be more to take away, and no file to open for that.
        room_for_a_file().map_err(about(&begun.beside))?;
        Ok(begun)
    }

    /// Where its files are written.
    pub fn path(&self) -> &Path {
        &self.beside
    }

    /// Puts the folder in its place; what stands there goes.
    ///
    /// # Errors
    /// If it cannot be renamed; what was there before is there still.
    pub fn commit(mut self) -> Result<(), FolderError> {
        let old = with_ending(&self.place, OLD).map_err(about(&self.place))?;
        let is_there = self.place.exists();
        if is_there {
            rename(&self.place, &old).map_err(about(&self.place))?;
        }
        if let Err(error) = rename(&self.beside, &self.place) {
            if is_there {
                rename(&old, &self.place).map_err(about(&old))?;
            }
            return Err(about(&self.place)(error));
        }
        self.beside = PathBuf::new();
        if is_there {
            unless_gone(fs::remove_dir_all(&old)).map_err(about(&old))?;
        }
        Ok(())
    }
}

/// Files that are being written, and come into a folder all together at the end; without [`FilesInto::commit`] nothing is
/// left of them. The folder is made if it is not there.
#[derive(Debug)]
pub struct FilesInto {
    folder: PathBuf,
    /// Beside the folder, or in it if it is there: the one above may take no files.
    new: NewFolder,
}

impl FilesInto {
    /// The name in a folder that is there, before its endings.
    const NAME: &str = "gyakusan";

    /// Begins to write; what killed programs have left half written goes.
    ///
    /// # Errors
    /// If something else stands there, or nothing can be written.
    pub fn begin(folder: &Path) -> Result<Self, FolderError> {
        let folder = place(folder);
        if !folder.is_dir() {
            if folder.exists() {
                return Err(about(&folder)(ErrorKind::NotADirectory.into()));
            }
            make_folders(folder_of(&folder))?;
        }
        let place = match folder.is_dir() {
            true => folder.join(Self::NAME),
            false => folder.clone(),
        };
        clear_leftovers(&place, |_| false)?;
        let new = NewFolder::begin(&place)?;
        Ok(Self { folder, new })
    }

    /// Where the files are written.
    pub fn path(&self) -> &Path {
        self.new.path()
    }

    /// Brings the files into their folder, each in the place of one of the same name; this one of them last, which tells
    /// that all others are there.
    ///
    /// # Errors
    /// If they cannot be moved.
    pub fn commit(self, last: Option<&Path>) -> Result<(), FolderError> {
        if !self.folder.is_dir() {
            return self.new.commit();
        }
        let mut files = Vec::new();
        walk(self.new.path(), Path::new(""), &mut files)?;
        files.sort_by_key(|file| last == Some(file));
        for file in files {
            let (from, to) = (self.new.path().join(&file), self.folder.join(&file));
            make_folders(folder_of(&to))?;
            rename(&from, &to).map_err(about(&to))?;
        }
        // The folders go with what is dropped here.
        Ok(())
    }
}

/// All files in a folder and in those in it, by their paths in it.
fn walk(folder: &Path, inside: &Path, files: &mut Vec<PathBuf>) -> Result<(), FolderError> {
    let here = folder.join(inside);
    for entry in fs::read_dir(&here).map_err(about(&here))? {
        let entry = entry.map_err(about(&here))?;
        let path = inside.join(entry.file_name());
        match entry.path().is_dir() {
            true => walk(folder, &path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        if !self.beside.as_os_str().is_empty() && fs::remove_dir_all(&self.beside).is_err() {
            // Perhaps too many files are open; this one may go. There is nobody left to tell.
            self.at_work = None;
            for _ in 0..ATTEMPTS {
                match remove_one_by_one(&self.beside) {
                    // Another thread has one open for a moment.
                    Err(error) if is_too_many_files(&error) => thread::sleep(PAUSE),
                    _ => break,
                }
            }
        }
    }
}

/// Removes a folder and all in it, with one file open at a time.
fn remove_one_by_one(folder: &Path) -> io::Result<()> {
    if fs::remove_dir(folder).is_ok() {
        return Ok(());
    }
    // An entry keeps its folder open.
    let names = fs::read_dir(folder)?.map(|entry| {
        let entry = entry?;
        Ok((entry.path(), entry.file_type()?.is_dir()))
    });
    let names: Vec<(PathBuf, bool)> = names.collect::<io::Result<_>>()?;
    for (path, is_folder) in names {
        match is_folder {
            true => remove_one_by_one(&path)?,
            false => fs::remove_file(&path)?,
        }
    }
    fs::remove_dir(folder)
}

/// Takes away what killed programs have left beside the place of a folder. An earlier one that was moved aside, and
/// nothing else put in its place, goes back there; which folders may have been moved aside `may_be_old` says.
///
/// # Errors
/// If something cannot be taken away or moved.
pub fn clear_leftovers(
    place: &Path,
    may_be_old: impl Fn(&Path) -> bool,
) -> Result<(), FolderError> {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    for entry in fs::read_dir(folder_of(place))
        .into_iter()
        .flatten()
        .flatten()
    {
        let path = entry.path();
        let file = entry.file_name();
        let Some((number, ending)) = file.to_str().and_then(|file| {
            file.strip_prefix(&*name)?
                .strip_prefix('.')?
                .split_once('.')
        }) else {
            continue;
        };
        let ours = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        if !ours {
            continue;
        }
        match ending {
            PART if path.is_dir() => {
                if let Some(_right) = AtWork::take_over(&path) {
                    fs::remove_dir_all(&path).map_err(about(&path))?;
                }
            }
            OLD if may_be_old(&path) => {
                // Whoever moved it aside may be about to put the new one in its place.
                let new = path.with_extension(PART);
                let right = AtWork::take_over(&new);
                match place.exists() {
                    true => unless_gone(fs::remove_dir_all(&path)).map_err(about(&path))?,
                    false if right.is_some() || !new.exists() => {
                        rename(&path, place).map_err(about(place))?;
                    }
                    false => {}
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// `site` → `site.<process>.part`.
fn with_ending(place: &Path, ending: &str) -> io::Result<PathBuf> {
    let name = place.file_name().ok_or(ErrorKind::InvalidInput)?;
    let mut name = name.to_owned();
    name.push(format!(".{}.{ending}", std::process::id()));
    Ok(place.with_file_name(name))
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
    fn a_folder_takes_the_place_of_another_one_or_leaves_nothing() {
        let around = tempfile::tempdir().unwrap();
        let place = around.path().join("site");
        for text in ["one", "two"] {
            let folder = NewFolder::begin(&place).unwrap();
            fs::write(folder.path().join(text), text).unwrap();
            folder.commit().unwrap();
            assert_eq!(names(around.path()), ["site"]);
            assert_eq!(names(&place), [text]);
        }
        let folder = NewFolder::begin(&place).unwrap();
        fs::write(folder.path().join("three"), "three").unwrap();
        assert!(names(around.path()).len() >= 2);
        drop(folder);
        assert_eq!(names(around.path()), ["site"]);
        assert_eq!(names(&place), ["two"]);
    }

    #[test]
    fn files_come_into_a_folder_together() {
        let around = tempfile::tempdir().unwrap();
        let folder = around.path().join("above").join("list");
        let write = |texts: &[&str], commit: bool| {
            let files = FilesInto::begin(&folder).unwrap();
            for text in texts {
                let path = files.path().join(text);
                fs::create_dir_all(folder_of(&path)).unwrap();
                fs::write(path, text).unwrap();
            }
            if commit {
                files.commit(Some(Path::new("a"))).unwrap();
            }
        };
        write(&["a"], false);
        assert!(!folder.exists());
        write(&["a", "b/c"], true);
        assert_eq!(names(&folder), ["a", "b"]);
        // What a killed program left, beside and in the folder that is there.
        fs::create_dir(folder.join("gyakusan.17.part")).unwrap();
        write(&["d"], false);
        assert_eq!(names(&folder), ["a", "b"]);
        write(&["b/d", "e"], true);
        assert_eq!(names(&folder), ["a", "b", "e"]);
        assert_eq!(names(&folder.join("b")), ["c", "d"]);
        assert_eq!(names(&around.path().join("above")), ["list"]);
        let file = folder.join("a");
        assert!(FilesInto::begin(&file).is_err());
        assert_eq!(fs::read(&file).unwrap(), b"a");
        let error = FilesInto::begin(&file.join("x")).unwrap_err();
        assert_eq!(
            (error.path, error.source.kind()),
            (file, ErrorKind::NotADirectory)
        );
    }

    #[test]
    fn what_killed_programs_left_is_cleared_and_what_was_moved_aside_comes_back() {
        let around = tempfile::tempdir().unwrap();
        let place = around.path().join("site");
        let at_work = NewFolder::begin(&place).unwrap();
        for name in ["site.17.part", "site.x.part", "site.17.old", "site.18.old"] {
            fs::create_dir(around.path().join(name)).unwrap();
        }
        fs::write(around.path().join("site.17.old").join("list"), "").unwrap();
        let clear = || clear_leftovers(&place, |path| path.join("list").is_file()).unwrap();
        clear();
        assert_eq!(names(&place), ["list"]);
        drop(at_work);
        let rest = ["site", "site.18.old", "site.x.part"];
        assert_eq!(names(around.path()), rest);
        clear();
        assert_eq!(names(around.path()), rest);
    }
}
