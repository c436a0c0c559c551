//! Files that are written whole or not at all.

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

/// Writes a file under a temporary name, flushes it and gives it its name; returns its size in bytes.
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
        fs::rename(&temporary, path)?;
        Ok(bytes)
    };
    write().inspect_err(|_| {
        // A part of a file is of no use to anybody.
        let _ = fs::remove_file(&temporary);
    })
}
