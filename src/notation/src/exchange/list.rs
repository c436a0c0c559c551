//! A line of an SFEN list: `SFEN⇥plies⇥line in USI⇥title`.
//!
//! Read more liberally: the first column may be a position of USI with its moves (`sfen … moves …`, `startpos moves …`), with
//! `_` for blanks as in addresses; columns between it and the title may be missing, and the title, too; columns between that are neither
//! a number nor moves are left aside, which is told.

use super::{Reason, plies_column, read_line, set_plies};
use crate::notice::Oddity;
use crate::phrases::cut;
use crate::record::{Record, keys};
use shogi::{HandReading, Move, Position, usi_line};

/// The record of a line of an SFEN list; `None` if it is empty or a comment (`#`).
///
/// # Errors
/// If it is no problem.
pub fn from_list(line: &str, hands: HandReading) -> Result<Option<Record>, Reason> {
    Ok(read(line, hands)?.map(|(record, _)| record))
}

/// The record of a line, and what is to be said of it.
pub type ListedProblem = (Record, Vec<Oddity>);

/// The same, and what is to be said of the line.
pub fn read(line: &str, hands: HandReading) -> Result<Option<ListedProblem>, Reason> {
    let text = line.trim_matches([' ', '\r']);
    if text.trim().is_empty() || text.trim_start().starts_with('#') {
        return Ok(None);
    }
    let mut columns: Vec<&str> = text.split('\t').map(str::trim).collect();
    let first = without_remark(columns.remove(0)).replace('_', " ");
    // No work is called by moves: where a last column has them, the title is what is missing.
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_plies = columns.len() == 1 && is_number(columns[0]);
    let title = columns
        .pop_if(|last| !begins_like_a_line(last) && !is_plies)
        .unwrap_or_default();
    let (sfen, moves) = match first.strip_prefix("moves ") {
        Some(moves) => ("startpos", moves),
        None => first.split_once(" moves").unwrap_or((&first, "")),
    };
    let start = Position::read_tsume_sfen(sfen, hands)?;
    let mut record = Record::new(start, Vec::new());
    read_line(&mut record, moves)?;
    let (mut stated, mut aside) = ("", Vec::new());
    for column in columns {
        if is_number(column) {
            stated = column;
        } else if record.main.moves.is_empty() && begins_like_a_line(column) {
            read_line(&mut record, column)?;
        } else if !column.is_empty() {
            aside.push(Oddity::LeftAside(cut(column)));
        }
    }
    set_plies(&mut record, stated);
    if !title.is_empty() {
        record.set_header(keys::TITLE, title);
    }
    Ok(Some((record, aside)))
}

/// A position or a line without the remark that may stand behind it: ` # …`, ` // …`.
pub fn without_remark(text: &str) -> &str {
    let ends = [" #", " //"].iter().filter_map(|sign| text.find(sign));
    let end = ends.min().unwrap_or(text.len());
    text[..end].trim_end()
}

/// Whether the first word is a move: what comes behind it is to be moves, too.
fn begins_like_a_line(text: &str) -> bool {
    let first = text.split([' ', '　', ',']).next();
    first.is_some_and(|word| word.parse::<Move>().is_ok())
}

/// The title as a list has it; none where it would be read as the moves.
pub fn title(record: &Record) -> String {
    let title = record
        .told(keys::TITLE)
        .filter(|title| !begins_like_a_line(title));
    let words: Vec<&str> = title.unwrap_or_default().split_whitespace().collect();
    words.join(" ")
}

/// The line of a record, its break included.
pub fn write(record: &Record) -> String {
    format!(
        "{}\t{}\t{}\t{}\n",
        record.start.tsume_sfen(),
        plies_column(record),
        usi_line(&record.main.moves),
        title(record)
    )
}
