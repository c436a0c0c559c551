//! KI2 files, read and written: the KIF format for people, whose moves tell which piece makes them as
//! books do (`▲４二桂成`), several in a row.
//!
//! Headers, diagram, variations and comments are those of [KIF files](super::kif). How a line ends
//! stands behind it in words: `まで7手で詰み`.
//!
//! A move is read as the Japan Shogi Association would write it: told apart from every piece of its name that could go
//! there by its movement, whether that were legal or not. Where it is written with more or fewer words than these, it is
//! read if it fits one legal move only; with a [`Notice`] where by movement it would fit several.

pub(crate) mod moves;
mod read;
mod write;

use super::kif::{KifError, read_bytes};
use super::notice::Notice;
use super::record::Record;
use shogi::HandReading;

pub(crate) use read::is_row;

/// Reads the bytes of a file; `name` is what errors call it. Returns what is to be said of it, too.
///
/// # Errors
/// If they are no KI2 file.
pub fn from_bytes(
    name: &str,
    bytes: &[u8],
    hands: HandReading,
) -> Result<(Record, Vec<Notice>), KifError> {
    read_bytes(name, bytes, |text| read::read(text, hands))
}

/// The text of a file, its lines ending with `\n`, as [`Record::to_kif`] has it.
pub fn to_text(record: &Record) -> String {
    write::write(record)
}
