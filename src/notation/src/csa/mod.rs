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
        for (begin, part) in parted(part) {
            if part.iter().any(|line| says_something(line)) {
                let line = first + begin + 1;
                let read = read::read(line, part, hands);
                found.push(read.map(|(record, notices)| (line, record, notices)));
            }
        }
        first += part.len() + 1;
    }
    found.into_iter()
}

/// The records of some lines that only blank lines part, each with its place: behind moves or an ending, what begins a
/// record is the next one's.
fn parted<'a, 'b>(lines: &'a [&'b str]) -> Vec<(usize, &'a [&'b str])> {
    let mut parts = Vec::new();
    let (mut begin, mut has_moves, mut is_behind_blank) = (0, false, false);
    for (index, line) in lines.iter().enumerate() {
        let line = line.trim();
        if is_behind_blank && has_moves && begins_a_record(line) {
            parts.push((begin, &lines[begin..index]));
            (begin, has_moves) = (index, false);
        }
        has_moves |= line.starts_with('%') || line.len() > 1 && line.starts_with(['+', '-']);
        is_behind_blank = line.is_empty();
    }
    parts.push((begin, &lines[begin..]));
    parts
}

/// Whether a line is one of those that a record begins with.
fn begins_a_record(line: &str) -> bool {
    let is_header = line.starts_with('$') && !line.starts_with("$END_TIME");
    let is_version =
        line.starts_with('V') && line[1..].starts_with(|sign: char| sign.is_ascii_digit());
    is_header
        || is_version
        || ["N+", "N-", "PI", "P1", "'CSA"]
            .iter()
            .any(|begins| line.starts_with(begins))
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
