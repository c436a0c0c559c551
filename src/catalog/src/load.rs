//! Reading catalogs from files and folders.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::parse::parse;
use super::{Catalog, CatalogError};

/// The catalog of a file, or of every `*.toml` directly in a folder, sorted by name.
pub fn load(path: &Path) -> Result<Vec<Catalog>, CatalogError> {
    if !path.is_dir() {
        return Ok(vec![load_file(path)?]);
    }
    let files = catalog_files(path)?;
    if files.is_empty() {
        return Err(failure(path, "no catalog (*.toml) in this folder"));
    }
    files.iter().map(|file| load_file(file)).collect()
}

/// The `*.toml` files directly in a folder, sorted by name.
fn catalog_files(folder: &Path) -> Result<Vec<PathBuf>, CatalogError> {
    let unreadable = |error: std::io::Error| failure(folder, unreadable(&error));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
            && path.is_file()
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// No catalog is nearly as large, in bytes.
const LARGEST: u64 = 1 << 20;

fn load_file(path: &Path) -> Result<Catalog, CatalogError> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
        .map_err(|error| failure(path, unreadable(&error)))?;
    if bytes.len() as u64 > LARGEST {
        return Err(failure(path, "too large to be a catalog"));
    }
    let text = String::from_utf8(bytes).map_err(|_| failure(path, "is not UTF-8 text"))?;
    parse(path, text)
}

fn unreadable(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "cannot be read: permission denied".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

fn failure(path: &Path, what: impl Into<String>) -> CatalogError {
    CatalogError {
        path: path.to_owned(),
        line: None,
        field: None,
        what: what.into(),
    }
}
