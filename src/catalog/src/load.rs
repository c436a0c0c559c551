//! Reading catalogs and sweeps from files and folders, and catalogs that codes stand for.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::parse::parse;
use super::parse_sweep::parse_sweep;
use super::{Catalog, CatalogError, CatalogReason, Family, FamilyError, Sweep};
use system::{input, join};

/// The catalog of a file, or of every `*.toml` directly in a folder, sorted by name.
pub fn load(path: &Path) -> Result<Vec<Catalog>, CatalogError> {
    if !path.is_dir() {
        return Ok(vec![load_file(path)?]);
    }
    let files = catalog_files(path)?;
    if files.is_empty() {
        return Err(none_in(path));
    }
    files.iter().map(|file| load_file(file)).collect()
}

/// What a file describes.
#[derive(Clone, Debug, PartialEq)]
pub enum Described {
    /// A family, to be enumerated.
    Family(Box<Catalog>),
    /// A set of positions, to be swept.
    Sweep(Box<Sweep>),
}

/// What every `*.toml` directly in a folder describes, sorted by name.
pub fn load_all(folder: &Path) -> Result<Vec<Described>, CatalogError> {
    let files = catalog_files(folder)?;
    if files.is_empty() {
        return Err(none_in(folder));
    }
    files.iter().map(|file| described(file)).collect()
}

/// The catalogs of a file or folder, or, where there is none, that of a family's code such as `N4`: all of the
/// family, as a file with nothing but its pieces says it.
pub fn load_or_code(argument: &Path) -> Result<Vec<Catalog>, CatalogError> {
    // A broken link and what must not be looked at are there, too.
    let missing = argument
        .symlink_metadata()
        .is_err_and(|error| error.kind() == ErrorKind::NotFound);
    if !missing {
        return load(argument);
    }
    let family: Family = argument.to_string_lossy().parse().map_err(|error| {
        let reason = match error {
            FamilyError::Code(_) => CatalogReason::NeitherFileNorCode(error),
            _ => CatalogReason::NeitherFileNorFamily(error),
        };
        failure(argument, reason)
    })?;
    let counts = Family::KINDS.into_iter().zip(family.counts());
    let lines = counts
        .filter(|&(_, count)| count > 0)
        .map(|(kind, count)| format!("{} = {count}\n", kind.letter()));
    let text = format!("[pieces]\n{}", lines.collect::<String>());
    Ok(vec![parse(argument, text)?])
}

/// The catalogs of all paths and codes as [`load_or_code`] finds them, with no longer mates than `longest` plies;
/// each family with the same options once.
pub fn load_each(
    arguments: &[PathBuf],
    longest: Option<u16>,
) -> Result<Vec<Catalog>, CatalogError> {
    let mut catalogs: Vec<Catalog> = Vec::new();
    for argument in arguments {
        for mut catalog in load_or_code(argument)? {
            let both = [catalog.options.longest, longest];
            catalog.options.longest = both.into_iter().flatten().min();
            let known = catalogs
                .iter()
                .any(|other| other.family == catalog.family && other.options == catalog.options);
            if !known {
                catalogs.push(catalog);
            }
        }
    }
    Ok(catalogs)
}

/// The `*.toml` files directly in a folder, sorted by name.
fn catalog_files(folder: &Path) -> Result<Vec<PathBuf>, CatalogError> {
    let unreadable = |error: io::Error| failure(folder, unreadable(error));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = join(folder, entry.map_err(unreadable)?.file_name());
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
    match described(path)? {
        Described::Family(catalog) => Ok(*catalog),
        Described::Sweep(_) => Err(failure(path, CatalogReason::IsSweep)),
    }
}

fn described(path: &Path) -> Result<Described, CatalogError> {
    let text = read(path)?;
    Ok(match is_of_sweep(&text) {
        true => Described::Sweep(Box::new(parse_sweep(path, text)?)),
        false => Described::Family(Box::new(parse(path, text)?)),
    })
}

/// Whether there is something in a text that only sweeps have.
fn is_of_sweep(text: &str) -> bool {
    let Ok(fields) = toml::from_str::<toml::Table>(text) else {
        return false;
    };
    let pieces = fields.get("pieces").and_then(toml::Value::as_table);
    // Families have a number of each kind.
    let ranges = |pieces: &toml::Table| {
        let names = ["total", "majors"];
        names.iter().any(|&name| pieces.contains_key(name))
            || pieces.values().any(toml::Value::is_array)
    };
    let options = fields.get("options").and_then(toml::Value::as_table);
    ["king", "attacker_king", "board", "hand"]
        .iter()
        .any(|&table| fields.contains_key(table))
        || options.is_some_and(|options| options.contains_key("shortest"))
        || pieces.is_some_and(ranges)
}

/// Whether an argument is a file that describes a set of positions to be swept: it has something that no family has. What
/// cannot be read has nothing.
pub fn is_sweep(argument: &Path) -> bool {
    argument.is_file() && read(argument).is_ok_and(|text| is_of_sweep(&text))
}

/// The sweep that a file describes.
pub fn load_sweep(path: &Path) -> Result<Sweep, CatalogError> {
    let text = read(path)?;
    parse_sweep(path, text.clone()).map_err(|error| {
        let is_family = !is_of_sweep(&text) && parse(path, text).is_ok();
        match is_family {
            true => failure(path, CatalogReason::IsFamily),
            false => error,
        }
    })
}

/// The text of a catalog.
fn read(path: &Path) -> Result<String, CatalogError> {
    let mut bytes = Vec::new();
    input::open(path)
        .and_then(|input| input.take(LARGEST + 1).read_to_end(&mut bytes))
        .map_err(|error| failure(path, unreadable(error)))?;
    if bytes.len() as u64 > LARGEST {
        return Err(failure(path, CatalogReason::TooLarge));
    }
    String::from_utf8(bytes).map_err(|_| failure(path, CatalogReason::NotUtf8))
}

fn unreadable(error: io::Error) -> CatalogReason {
    match error.kind() {
        ErrorKind::NotFound => CatalogReason::NoFile,
        ErrorKind::PermissionDenied => CatalogReason::Denied,
        _ => CatalogReason::Unreadable(error),
    }
}

fn none_in(folder: &Path) -> CatalogError {
    failure(folder, CatalogReason::EmptyFolder)
}

fn failure(path: &Path, reason: CatalogReason) -> CatalogError {
    CatalogError {
        path: path.to_owned(),
        line: None,
        field: None,
        reason,
    }
}
