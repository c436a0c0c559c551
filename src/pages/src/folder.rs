//! A folder that is there whole or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::SiteError;
use super::error::About;
use store::{QueryError, QueryLimits};
use words::{say, word};

/// The file that marks a folder as a report and lists its files, one a line behind [`HEADING`].
const LIST: &str = "report-files.txt";

/// The first line of that file.
const HEADING: &str = "gyakusan report";

/// In a folder that is being written: locked by whoever writes it.
const UNFINISHED: &str = "unfinished";

/// The ending of a folder that is being written, behind the number of the process.
const PART: &str = "part";

/// The ending of a report that makes place for another one.
const OLD: &str = "old";

/// A folder that is being written beside its place; without [`Folder::commit`] nothing is left of it.
pub struct Folder {
    place: PathBuf,
    beside: PathBuf,
    files: BTreeSet<String>,
    /// Of the file that says somebody is at work.
    _lock: File,
}

impl Folder {
    /// Begins to write, if what stands in the place may be replaced.
    pub fn beside(place: &Path) -> Result<Self, SiteError> {
        // A link stays a link, to a new folder.
        let place = fs::canonicalize(place).unwrap_or_else(|_| place.to_owned());
        examine(&place)?;
        let beside = with_ending(&place, PART)?;
        fs::create_dir(&beside).about(&beside)?;
        let mark = beside.join(UNFINISHED);
        let lock = File::create(&mark).about(&mark)?;
        // Where there are no such locks nothing is taken for left over, either.
        let _ = lock.try_lock();
        Ok(Self {
            place,
            beside,
            files: BTreeSet::new(),
            _lock: lock,
        })
    }

    /// Writes a file, in folders of its own where its name has them.
    pub fn save(&mut self, name: &str, text: &str) -> Result<(), SiteError> {
        let path = self.beside.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).about(folder)?;
        }
        fs::write(&path, text).about(&path)?;
        self.files.insert(name.to_owned());
        Ok(())
    }

    /// Puts the folder in its place, unless somebody has said stop; how many files it has.
    pub fn commit(mut self, limits: &QueryLimits) -> Result<usize, SiteError> {
        self.files.insert(LIST.to_owned());
        let mut list = format!("{HEADING}\n");
        for name in &self.files {
            list.push_str(name);
            list.push('\n');
        }
        self.save(LIST, &list)?;
        let stopped = limits.stop.as_ref();
        if stopped.is_some_and(|stop| stop.load(Ordering::SeqCst)) {
            return Err(QueryError::Stopped.into());
        }
        // Somebody may have put something there meanwhile.
        examine(&self.place)?;
        let mark = self.beside.join(UNFINISHED);
        fs::remove_file(&mark).about(&mark)?;
        if self.place.exists() {
            let old = with_ending(&self.place, OLD)?;
            fs::rename(&self.place, &old).about(&self.place)?;
            if let Err(error) = fs::rename(&self.beside, &self.place) {
                fs::rename(&old, &self.place).about(&old)?;
                return Err(error).about(&self.place);
            }
            self.beside = PathBuf::new();
            fs::remove_dir_all(&old).about(&old)?;
        } else {
            fs::rename(&self.beside, &self.place).about(&self.place)?;
            self.beside = PathBuf::new();
        }
        Ok(self.files.len())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.beside.as_os_str().is_empty() {
            // There is nobody left to tell.
            let _ = fs::remove_dir_all(&self.beside);
        }
    }
}

/// Takes away what killed programs have left beside a place; an earlier report that one had moved aside,
/// and nothing else put in its place, goes back there.
pub fn clear_leftovers(place: &Path) -> Result<(), SiteError> {
    let place = &fs::canonicalize(place).unwrap_or_else(|_| place.to_owned());
    let folder = match place.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
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
        let in_work = || {
            let mark = File::options().write(true).open(path.join(UNFINISHED));
            mark.is_ok_and(|mark| mark.try_lock().is_err())
        };
        match ending {
            PART if ours && path.is_dir() && !in_work() => {
                fs::remove_dir_all(&path).about(&path)?
            }
            OLD if ours && path.join(LIST).is_file() => match place.exists() {
                true => fs::remove_dir_all(&path).about(&path)?,
                false => fs::rename(&path, place).about(place)?,
            },
            _ => {}
        }
    }
    Ok(())
}

/// `site` → `site.<process>.part`.
fn with_ending(place: &Path, ending: &str) -> Result<PathBuf, SiteError> {
    let Some(name) = place.file_name() else {
        return Err(refused(place, word!("no name for a folder")));
    };
    let mut name = name.to_owned();
    name.push(format!(".{}.{ending}", std::process::id()));
    Ok(place.with_file_name(name))
}

/// Refuses a place with anything in it that is not of an earlier report.
fn examine(place: &Path) -> Result<(), SiteError> {
    match fs::metadata(place) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).about(place),
        Ok(is) if !is.is_dir() => return Err(refused(place, word!("not a folder"))),
        Ok(_) => {}
    }
    // A new folder takes its place, under whoever stands in it.
    let here = std::env::current_dir().and_then(fs::canonicalize);
    if here.is_ok_and(|here| here.starts_with(place)) {
        return Err(refused(
            place,
            word!("the folder in which the program runs; choose another one"),
        ));
    }
    if fs::read_dir(place).about(place)?.next().is_none() {
        return Ok(());
    }
    let known = fs::read_to_string(place.join(LIST)).unwrap_or_default();
    let mut known = known.lines();
    if known.next() != Some(HEADING) {
        return Err(refused(
            place,
            word!("not empty and no report of gyakusan; choose another folder"),
        ));
    }
    let known: BTreeSet<&str> = known.collect();
    let mut there = BTreeSet::new();
    list(place, "", &mut there)?;
    match there.iter().find(|name| !known.contains(name.as_str())) {
        Some(name) => Err(refused(
            place,
            &say!(
                "has {name}, which is no part of the report; move it away first",
                name
            ),
        )),
        None => Ok(()),
    }
}

/// The files in a folder and its folders; folders with nothing in them as `name/`.
fn list(folder: &Path, before: &str, names: &mut BTreeSet<String>) -> Result<(), SiteError> {
    for entry in fs::read_dir(folder).about(folder)? {
        let entry = entry.about(folder)?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.file_type().about(&entry.path())?.is_dir() {
            let had = names.len();
            list(&entry.path(), &format!("{name}/"), names)?;
            if names.len() == had {
                names.insert(format!("{name}/"));
            }
        } else {
            names.insert(name);
        }
    }
    Ok(())
}

fn refused(path: &Path, why: &str) -> SiteError {
    SiteError::Place {
        path: path.to_owned(),
        why: why.to_owned(),
    }
}
