//! The files of problems in a folder.

use std::collections::HashSet;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use crate::Failure;
use notation::Format;
use system::{join, real_path};
use words::say;

/// The files that arguments stand for: themselves, and of folders the files of problems in them; in words, of
/// which folder there are none.
pub fn files_of(arguments: &[PathBuf]) -> Vec<Result<PathBuf, String>> {
    let mut all = Vec::new();
    for argument in arguments {
        if !argument.is_dir() {
            all.push(Ok(argument.clone()));
            continue;
        }
        match files_in(argument) {
            Ok(files) => all.extend(files.into_iter().map(Ok)),
            Err(why) => all.push(Err(why)),
        }
    }
    all
}

/// The files that a call reads, none of which it may write to.
pub struct Inputs(HashSet<PathBuf>);

impl Inputs {
    /// These files.
    pub fn of<'a>(files: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        let there = files.into_iter().filter_map(|file| real_path(file).ok());
        Self(there.collect())
    }

    /// Those that arguments stand for: SFENs, files of problems, folders of them.
    pub fn of_arguments(arguments: &[String]) -> Self {
        let arguments: Vec<PathBuf> = arguments.iter().map(PathBuf::from).collect();
        Self::of(files_of(&arguments).iter().flatten())
    }

    /// Refuses a path to write to.
    ///
    /// # Errors
    /// If it is one of them.
    pub fn spare(&self, path: &Path) -> Result<(), Failure> {
        if !real_path(path).is_ok_and(|path| self.0.contains(&path)) {
            return Ok(());
        }
        let path = path.display();
        Err(Failure::Usage(say!(
            "{path} is an input file and is not overwritten",
            path
        )))
    }
}

/// The files in a folder, and in the folders in it, whose names end as those of problems do, sorted.
///
/// # Errors
/// In words, if there are none.
pub fn files_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    walk(folder, &mut files).map_err(|error| {
        let (name, error) = (folder.display(), words::io(&error));
        say!("cannot read {name}: {error}", name, error)
    })?;
    if files.is_empty() {
        let endings = Format::ALL.map(Format::name).join(" .");
        let name = folder.display();
        return Err(say!(
            "{name}: no problem files in this folder (.{endings} .usi .tsv .json)",
            name,
            endings
        ));
    }
    Ok(files)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<DirEntry>>>()?;
    entries.sort_by_key(DirEntry::file_name);
    for entry in entries {
        let path = join(folder, entry.file_name());
        // Programs keep there what is nobody's problem.
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        // Links may lead round in a circle.
        if entry.file_type()?.is_dir() {
            if walk(&path, files).is_err() {
                // Whoever tries to read it is told why it cannot be.
                files.push(path);
            }
        } else if is_of_problems(&path) && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether a file's name ends as those of problems do.
fn is_of_problems(path: &Path) -> bool {
    Format::may_be_in(path)
}
