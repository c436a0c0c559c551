//! CSA files, read and written: positions and lines as the Computer Shogi Association has them (CSA
//! 標準棋譜ファイル形式, version 2.2, and what version 3 says of comments and of the encoding).
//!
//! ```text
//! 'CSA encoding=UTF-8
//! V2.2
//! '作品名：例題
//! P1 *  *  *  *  *  *  * -OU-KI
//! …
//! P9 *  *  *  *  *  *  *  *  *
//! P+00KI
//! P-00AL
//! +
//! +0012KI
//! -1112KI
//! '*ここが急所
//! +1312TO
//! %TSUMI
//! ```
//!
//! One file can hold several problems, `/` on a line of its own between them. Headers that CSA
//! files have no place for stand in remarks before the position (`'作品名：…`); comments on moves
//! are `'*`. There are no variations: a record loses them here. Hands that are written are what they are; `P-` alone is an
//! empty one. A problem that does not say what the defender holds leaves him the rest of the set, as `00AL` does. An ending
//! for which CSA files have no word is `%CHUDAN` behind a remark (`'終局：封じ手`).

mod error;
pub(crate) mod names;
mod read;
mod start;
mod write;

use super::notice::Notice;
use super::record::Record;
use shogi::HandReading;

pub use error::{CsaReason, Expected};

/// A record, the line it begins in, and what is to be said of it; or the line that is wrong, counted from 1, and why.
pub type Item = Result<(usize, Record, Vec<Notice>), (usize, CsaReason)>;

/// The records of a file one by one; a wrong one does not keep anybody from reading on.
pub fn read_all(text: &str, hands: HandReading) -> impl Iterator<Item = Item> + use<> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut first = 0;
    for part in lines.split(|line| line.trim_end() == "/") {
        if part.iter().any(|line| says_something(line)) {
            let read = read::read(first + 1, part, hands);
            found.push(read.map(|(record, notices)| (first + 1, record, notices)));
        }
        first += part.len() + 1;
    }
    found.into_iter()
}

/// Whether a line is part of a record, not only of the file.
fn says_something(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with("'CSA")
}

/// The text of one record, its lines ending with `\n`. A move that is not legal, and all after it,
/// are left out, and so are variations.
pub fn to_text(record: &Record) -> String {
    write::write(record)
}

/// What stands between two records of a file.
pub const SEPARATOR: &str = "/\n";
