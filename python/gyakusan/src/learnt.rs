//! The problems that new ones are made from: as SFENs, or a path as the program's `--works` has them.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::database::raised;
use crate::words::wrong;
use compose::works;
use notation::Format;
use notation::exchange::Records;
use shogi::{HandReading, Position};
use store::{Condition, QueryLimits, Search, Store};

/// What a user gives.
#[derive(FromPyObject)]
pub enum Given {
    /// Positions.
    Sfens(Vec<String>),
    /// A file of problems, a folder of such files, or a database.
    Path(PathBuf),
}

impl Given {
    /// The positions out of which something can be made.
    ///
    /// # Errors
    /// `ValueError` for what is no problem, or if nothing can be made of any; `OSError` for what cannot be read.
    pub fn positions(&self, name: &str) -> PyResult<Vec<Position>> {
        let (mut positions, where_from) = match self {
            Self::Sfens(sfens) => (of_sfens(name, sfens)?, "among them".to_owned()),
            Self::Path(path) => (of_path(name, path)?, format!("in {}", path.display())),
        };
        positions.retain(works::teaches);
        match positions.is_empty() {
            true => {
                let why =
                    format!("there is no position {where_from} that Black attacks without a king");
                Err(wrong(name, &why))
            }
            false => Ok(positions),
        }
    }
}

fn of_sfens(name: &str, sfens: &[String]) -> PyResult<Vec<Position>> {
    let read = sfens.iter().map(|sfen| {
        let read = Position::from_tsume_sfen(sfen, true);
        read.map_err(|error| wrong(name, &format!("{sfen:?}: {error}")))
    });
    read.collect()
}

fn of_path(name: &str, path: &Path) -> PyResult<Vec<Position>> {
    // One that is not there is named as what it would be.
    if path.extension() == Some(OsStr::new("db")) || store::is_database(path).unwrap_or(false) {
        return of_database(name, path);
    }
    let mut files = Vec::new();
    match path.is_dir() {
        true => walk(path, &mut files).map_err(|error| {
            PyOSError::new_err(format!("{name}: cannot read {}: {error}", path.display()))
        })?,
        false => files.push(path.to_owned()),
    }
    let mut positions = Vec::new();
    for file in files {
        let records =
            Records::open(&file, None, HandReading::Listed).map_err(|error| wrong(name, &error))?;
        for found in records {
            let found = found.map_err(|error| wrong(name, &error))?;
            positions.push(found.record.start);
        }
    }
    Ok(positions)
}

fn of_database(name: &str, path: &Path) -> PyResult<Vec<Position>> {
    let black = Condition::Words {
        column: "attacker",
        words: vec!["black".to_owned()],
    };
    let search = Search {
        conditions: vec![black, Condition::at_most("two_kings", 0.0)],
        all: true,
        limit: usize::MAX,
        ..Search::default()
    };
    let limits = QueryLimits {
        time: None,
        stop: None,
    };
    let store = Store::open_read_only(path).map_err(|error| raised(error.into(), name))?;
    let found = store.search(&search, &limits);
    let found = found.map_err(|error| raised(error, name))?;
    let tasks = found.iter().filter_map(|one| one.entry.task());
    Ok(tasks.map(|task| task.position).collect())
}

/// The files in a folder, and in the folders in it, whose names end as those of problems do, sorted.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // Programs keep there what is nobody's problem.
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        // Links may lead round in a circle.
        if entry.file_type()?.is_dir() {
            walk(&path, files)?;
        } else if path.is_file() && Format::may_be_in(&path) {
            files.push(path);
        }
    }
    Ok(())
}
