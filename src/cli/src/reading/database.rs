//! Databases as commands open them: one of an earlier version is brought up to date, or the copy of it that is read; how
//! far that is shows, and Ctrl-C stops it.

use std::path::{Path, PathBuf};

use store::{Store, StoreError, is_older};
use system::monitor::Monitor;
use system::real_path;
use words::say;

use super::upgrade::tell_upgrade;
use crate::running::working::watched;
use crate::{Failure, screen};

/// Opens a database to read. One of an earlier version stays as it is.
pub fn open_to_read(path: &Path) -> Result<Store, Failure> {
    let store = watching(path, |monitor| Store::open_read_only_watched(path, monitor))?;
    if let Some(from) = store.upgraded_from() {
        // Where even this cannot be written the work goes on.
        screen::complain(&say!(
            "{db}: written by an older gyakusan (schema {from}); a temporary copy is read, the file stays as it is. `gyakusan features {db}` brings it up to date",
            db = path.display(),
            from
        ));
    }
    Ok(store)
}

/// Opens an existing database to write, and says if it was brought up to date.
pub fn open_to_write(path: &Path) -> Result<Store, Failure> {
    let store = watching(path, |monitor| Store::open_watched(path, monitor))?;
    tell_upgrade(&store)?;
    Ok(store)
}

/// The same, making the database if there is none.
pub fn create(path: &Path) -> Result<Store, Failure> {
    let store = watching(path, |monitor| Store::create_watched(path, monitor))?;
    tell_upgrade(&store)?;
    Ok(store)
}

fn watching(
    path: &Path,
    open: impl FnOnce(&Monitor) -> Result<Store, StoreError> + Send,
) -> Result<Store, Failure> {
    // Nothing else takes long.
    Ok(match is_older(path) {
        true => watched(None, None, false, open)??,
        false => open(&Monitor::default())?,
    })
}

/// Files without those that were named before, in whatever words.
pub fn each_once(paths: &[PathBuf]) -> Vec<PathBuf> {
    let real = |path: &Path| real_path(path).unwrap_or_else(|_| path.to_owned());
    let mut each: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !each.iter().any(|known| real(known) == real(path)) {
            each.push(path.clone());
        }
    }
    each
}
