//! The folder of a report, which is there whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::SiteError;
use super::error::About;
use store::{QueryError, QueryLimits};
use system::new_folder::{self, NewFolder};
use system::real_path;
use words::{say, word};

/// The file that marks a folder as a report and lists its files, one a line behind [`HEADING`].
const LIST: &str = "report-files.txt";

/// The first line of that file.
const HEADING: &str = "gyakusan report";

/// A report that is being written; without [`Folder::commit`] nothing is left of it.
pub struct Folder {
    place: PathBuf,
    folder: NewFolder,
    files: BTreeSet<String>,
}

impl Folder {
    /// Begins to write, if what stands in the place may be replaced.
    pub fn beside(place: &Path) -> Result<Self, SiteError> {
        // A link stays a link, to a new folder.
        let place = real_path(place).unwrap_or_else(|_| place.to_owned());
        examine(&place)?;
        if place.file_name().is_none() {
            return Err(refused(&place, word!("this is not a folder's name")));
        }
        Ok(Self {
            folder: NewFolder::begin(&place)?,
            place,
            files: BTreeSet::new(),
        })
    }

    /// Writes a file, in folders of its own where its name has them.
    pub fn save(&mut self, name: &str, text: &str) -> Result<(), SiteError> {
        let path = self.folder.path().join(name);
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
        self.folder.commit()?;
        Ok(self.files.len())
    }
}

/// Takes away what killed programs have left beside a place; an earlier report that one had moved aside,
/// and nothing else put in its place, goes back there.
pub fn clear_leftovers(place: &Path) -> Result<(), SiteError> {
    let place = real_path(place).unwrap_or_else(|_| place.to_owned());
    Ok(new_folder::clear_leftovers(&place, |old| {
        old.join(LIST).is_file()
    })?)
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
    let here = std::env::current_dir().and_then(|here| real_path(&here));
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
            word!("not empty, and not a report of gyakusan; choose another folder"),
        ));
    }
    let known: BTreeSet<&str> = known.collect();
    let mut there = BTreeSet::new();
    list(place, "", &mut there)?;
    match there.iter().find(|name| !known.contains(name.as_str())) {
        Some(name) => Err(refused(
            place,
            &say!(
                "contains {name}, which is not part of the report; move it elsewhere first",
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
