//! Files that are there whole or not at all.

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use store::is_database;
use system::pending::{self, Pending};
use system::{input, place};
use words::{say, word};

/// What must not be overwritten although it could be.
fn examine(path: &Path) -> io::Result<()> {
    let Ok(data) = fs::metadata(path) else {
        return Ok(());
    };
    if !data.is_file() {
        return Ok(());
    }
    if data.permissions().readonly() {
        let why = word!("the file there is read-only");
        return Err(io::Error::new(ErrorKind::PermissionDenied, why));
    }
    if is_database(path)? {
        let why = word!("it is a database, and it would be overwritten");
        return Err(io::Error::other(why));
    }
    Ok(())
}

/// Whether a file could be written to `path`, as far as that shows without writing.
///
/// # Errors
/// Why not.
pub fn may_write(path: &Path) -> io::Result<()> {
    examine(path)?;
    pending::may_write(path)
}

/// Whether two paths are of one file, which need not be there.
pub fn is_same(one: &Path, other: &Path) -> bool {
    place(one) == place(other)
}

/// Whether a path that was typed stands for the standard output.
pub fn is_standard_output(path: &Path) -> bool {
    // A file that the standard output goes to must not be replaced by another one.
    path.as_os_str() == "-" || path.as_os_str() == "/dev/stdout"
}

/// Begins to write a file, which is there whole or not at all.
///
/// # Errors
/// If there is no writing there: a folder, a file that is read-only, a database, …
pub fn create(path: &Path) -> io::Result<Pending> {
    examine(path)?;
    Pending::create(path)
}

/// Reads a file of at most so many bytes: neither a device without end nor what can be no such file
/// fills the memory.
///
/// # Errors
/// If it cannot be read, or is longer.
pub fn read_bounded(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_all(input::open(path)?, most)
}

/// The same of what was typed: `-` is the standard input.
///
/// # Errors
/// As [`read_bounded`].
pub fn read_typed(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_all(input::typed(path)?, most)
}

fn read_all(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::other(say!(
            "is longer than {most} MiB",
            most = most >> 20
        ))),
        false => Ok(bytes),
    }
}

/// The same for a text.
///
/// # Errors
/// As [`read_bounded`], or if it is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    text(read_bounded(path, most)?)
}

/// The same for the text of the standard input.
///
/// # Errors
/// As [`read_text`].
pub fn read_standard_text(most: u64) -> io::Result<String> {
    text(read_all(input::standard()?, most)?)
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    let text = String::from_utf8(bytes);
    text.map_err(|_| io::Error::other(word!("is not UTF-8 text")))
}

/// The size of a file of options, weights or points: 1 MiB.
pub const SETTINGS: u64 = 1 << 20;
/// The size of a list of positions: 1 GiB.
pub const LISTS: u64 = 1 << 30;

/// Writes a whole file.
///
/// # Errors
/// If it cannot be written; what was there before is still there.
pub fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    examine(path)?;
    pending::save(path, bytes)
}

/// Writes one of many files of a folder that [was cleared](pending::clear_leftovers) before.
///
/// # Errors
/// As [`save`].
pub fn save_one_of_many(path: &Path, bytes: &[u8]) -> io::Result<()> {
    examine(path)?;
    let mut file = Pending::create_one_of_many(path)?;
    file.write_all(bytes)?;
    file.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(windows, ignore = "on Windows: there is no file without an end")]
    fn what_has_no_end_is_not_read_to_its_end() {
        let error = read_bounded(Path::new("/dev/zero"), SETTINGS).unwrap_err();
        assert_eq!(error.to_string(), "is longer than 1 MiB");
    }
}
