//! KI2 files, read and written: the KIF format for people, whose moves tell which piece makes them as
//! books do (`▲４二桂成`), several in a row.
//!
//! Headers, diagram, variations and comments are those of [KIF files](super::kif). How a line ends
//! stands behind it in words: `まで7手で詰み`.
//!
//! A move is read as the Japan Shogi Association would write it; where it is written with more or
//! fewer words than these, it is read if it fits one legal move only.

pub(crate) mod moves;
mod read;
mod write;

use super::kif::{KifError, text};
use super::record::Record;

/// Reads the bytes of a file; `name` is what errors call it. `short_set` allows a defender's hand in
/// which pieces are missing (駒不足).
///
/// # Errors
/// If they are no KI2 file.
pub fn from_bytes(name: &str, bytes: &[u8], short_set: bool) -> Result<Record, KifError> {
    text::decode(bytes)
        .and_then(|(text, _)| read::read(&text, short_set))
        .map_err(|(line, reason)| KifError::Wrong {
            file: name.to_owned(),
            line,
            reason,
        })
}

/// The text of a file, its lines ending with `\n`, as [`Record::to_kif`] has it.
pub fn to_text(record: &Record) -> String {
    write::write(record)
}
