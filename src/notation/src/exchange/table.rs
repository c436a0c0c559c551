//! A table with a line of column names (CSV).
//!
//! Written are `sfen`, `plies`, `line` (USI), `line_ja` (the same for people), and the headers of
//! tsume problems that people sort by. Read is any table with a column `sfen`, parted by commas, tabs or semicolons: `line` may
//! be called `main_line` or `moves`; columns that are not known become headers where they are not empty. Texts are in UTF-8, or
//! in Shift_JIS, as Excel in Japanese saves them, or in EUC-JP.

use std::io::{BufRead, Read};

use super::cells::{self, Cells};
use super::input::{Input, LARGEST, ReadProblem};
use super::quotes::Quotes;
use super::{FileError, Reason, TableFault, plies_column, read_line, set_plies};
use crate::Japanese;
use crate::encoding::{Encoding, encoding_of, legacy};
use crate::record::{Record, keys};
use crate::transcode::Transcoder;
use shogi::{HandReading, Position, usi_line};

/// The headers that have columns.
pub const HEADERS: [&str; 5] = [
    keys::TITLE,
    keys::AUTHOR,
    keys::SOURCE,
    keys::DATE,
    keys::SOUNDNESS,
];

/// The header of a column: some are named in English, as in databases.
fn key_of(column: &str) -> &str {
    match column {
        "title" => keys::TITLE,
        "author" => keys::AUTHOR,
        "publication" => keys::SOURCE,
        "published" => keys::DATE,
        other => other,
    }
}

/// What parts the columns of a line of names: a comma, a tab or a semicolon; `None` if it has no column `sfen`.
pub fn separator(line: &[u8]) -> Option<u8> {
    let line = line.strip_prefix(&MARK).unwrap_or(line);
    let line = line.split(|sign| b"\r\n".contains(sign)).next()?;
    // A title in a list may be anything, but no column is called like a position.
    let first = line.split(|sign| b",\t;".contains(sign)).next()?;
    let mut words = first.split(|&sign| sign == b' ');
    let word = words.next().unwrap_or_default();
    let is_position = first.contains(&b'/')
        || [&b"startpos"[..], b"position", b"moves"].contains(&word)
        || word == b"sfen" && words.next().is_some();
    if is_position {
        return None;
    }
    let is_sfen = |column: &[u8]| {
        let name = column.trim_ascii();
        let name = name.strip_prefix(b"\"").unwrap_or(name);
        let name = name.strip_suffix(b"\"").unwrap_or(name);
        name.trim_ascii().eq_ignore_ascii_case(b"sfen")
    };
    [b',', b'\t', b';']
        .into_iter()
        .find(|separator| line.split(|sign| sign == separator).any(is_sfen))
}

/// The name of a column as it is known, whatever its letters: `SFEN`, `Plies`.
fn known(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let english = ["title", "author", "publication", "published"];
    match OWN.contains(&&*lower) || english.contains(&&*lower) {
        true => lower,
        false => name.to_owned(),
    }
}

/// The columns that are no headers.
const OWN: [&str; 6] = ["sfen", "plies", "line", "main_line", "moves", "line_ja"];

/// The byte order mark of UTF-8, by which Excel knows that a table is UTF-8.
pub const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// The line of column names, those of more columns at its end.
pub fn head(more: &[&str]) -> Vec<u8> {
    let names = ["sfen", "plies", "line", "line_ja"].into_iter();
    let names = names.chain(HEADERS).chain(more.iter().copied());
    row(names.map(str::to_owned))
}

/// The row of a record, and the cells of more columns as they are to stand there.
pub fn write(record: &Record, more: &[String], cells: Cells) -> Vec<u8> {
    let own = [
        record.start.tsume_sfen(),
        plies_column(record),
        usi_line(&record.main.moves),
        Japanese::OFFICIAL.line(&record.start, &record.main.moves),
    ];
    let told = HEADERS.map(|key| record.told(key).unwrap_or_default().to_owned());
    let texts = own.into_iter().chain(told);
    let texts = texts.map(|text| cells.write(&text).into_owned());
    row(texts.chain(more.iter().cloned()))
}

fn row(fields: impl Iterator<Item = String>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Memory takes all that is written to it.
    let written = writer.write_record(fields);
    debug_assert!(written.is_ok());
    writer.into_inner().unwrap_or_default()
}

/// The rows of a table, one by one.
pub struct Rows {
    name: String,
    rows: csv::ByteRecordsIntoIter<Quotes<Input>>,
    /// It said by a mark that it is UTF-8.
    is_marked: bool,
    columns: Vec<String>,
    hands: HandReading,
}

impl Rows {
    /// Reads the column names; `name` is what errors call the file.
    pub fn new(name: &str, input: Input, hands: HandReading) -> Result<Self, FileError> {
        // A line at a time, so that the whole line of names is looked at.
        let mut input = Transcoder::new(input, LARGEST);
        let separator = input.fill_buf().ok().and_then(separator).unwrap_or(b',');
        let (input, is_marked) =
            without_mark(Box::new(input)).map_err(|error| FileError::Unreadable {
                file: name.to_owned(),
                reason: error.into(),
            })?;
        let quotes = Quotes::new(input, separator);
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(separator)
            .from_reader(quotes);
        let columns = reader.byte_headers().cloned();
        if let Some(line) = reader.get_ref().never_closed() {
            return Err(unclosed(name, line));
        }
        let columns = columns.map_err(|error| wrong(name, error))?;
        let columns = text_of(&columns, is_marked).map_err(|column| no_text(name, 1, column))?;
        let columns = columns.iter().map(|name| known(name.trim())).collect();
        let table = Self {
            name: name.to_owned(),
            rows: reader.into_byte_records(),
            is_marked,
            columns,
            hands,
        };
        if table.columns.iter().any(|column| column == "sfen") {
            return Ok(table);
        }
        Err(FileError::Wrong {
            file: name.to_owned(),
            line: 1,
            reason: Box::new(TableFault::NoPositions.into()),
        })
    }

    fn read(&self, row: &csv::StringRecord) -> Result<Record, Reason> {
        // The first cell that says something, of several that may.
        let field = |names: &[&str]| {
            let cells = self.columns.iter().zip(row);
            let own = cells.filter(|(column, _)| names.contains(&column.as_str()));
            let mut told = own.map(|(_, cell)| cells::read(cell).trim());
            told.find(|cell| !cell.is_empty()).unwrap_or_default()
        };
        let sfen = field(&["sfen"]);
        let start = Position::read_tsume_sfen(sfen, self.hands)?;
        let mut record = Record::new(start, Vec::new());
        read_line(&mut record, field(&["line", "main_line", "moves"]))?;
        set_plies(&mut record, field(&["plies"]));
        for (column, value) in self.columns.iter().zip(row) {
            let value = cells::read(value).trim();
            if !OWN.contains(&column.as_str()) && !column.is_empty() && !value.is_empty() {
                record.add_header(key_of(column), value);
            }
        }
        Ok(record)
    }
}

impl Iterator for Rows {
    type Item = Result<ReadProblem, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.rows.next()?;
        if let Some(line) = self.rows.reader().get_ref().never_closed() {
            return Some(Err(unclosed(&self.name, line)));
        }
        let row = match row {
            Ok(row) => row,
            Err(error) => return Some(Err(wrong(&self.name, error))),
        };
        let line = row.position().map_or(1, |place| place.line() as usize);
        if row.iter().all(|cell| cell.trim_ascii().is_empty()) {
            // As spreadsheets leave them behind the last one.
            return self.next();
        }
        let row = match text_of(&row, self.is_marked) {
            Ok(row) => row,
            Err(column) => return Some(Err(no_text(&self.name, line, column))),
        };
        Some(match self.read(&row) {
            Ok(record) => Ok(ReadProblem::new(line, record, self.hands)),
            Err(reason) => Err(FileError::Wrong {
                file: self.name.clone(),
                line,
                reason: Box::new(reason),
            }),
        })
    }
}

/// A row as text; the number of the first column that is none, counted from 1. In the older encodings neither a comma nor a
/// quotation mark is part of a character.
fn text_of(row: &csv::ByteRecord, is_marked: bool) -> Result<csv::StringRecord, usize> {
    let wrong = match csv::StringRecord::from_byte_record(row.clone()) {
        Ok(row) => return Ok(row),
        Err(error) => error.utf8_error().field() + 1,
    };
    let encoding = encoding_of(row.as_slice());
    if is_marked || encoding == Encoding::Utf8 {
        return Err(wrong);
    }
    let cells = row.iter().map(|cell| legacy::decode(cell, encoding));
    cells.collect::<Option<_>>().ok_or(wrong)
}

fn no_text(name: &str, line: usize, column: usize) -> FileError {
    FileError::Wrong {
        file: name.to_owned(),
        line,
        reason: Box::new(TableFault::NotText(column).into()),
    }
}

/// The same without a byte order mark, and whether there was one.
fn without_mark(mut input: Input) -> std::io::Result<(Input, bool)> {
    let mut first = Vec::new();
    input.by_ref().take(3).read_to_end(&mut first)?;
    if first == MARK {
        return Ok((input, true));
    }
    Ok((Box::new(std::io::Cursor::new(first).chain(input)), false))
}

/// What a quotation mark without its second one would swallow is no value.
fn unclosed(name: &str, line: usize) -> FileError {
    FileError::Wrong {
        file: name.to_owned(),
        line,
        reason: Box::new(TableFault::Unclosed.into()),
    }
}

fn wrong(name: &str, error: csv::Error) -> FileError {
    let line = error.position().map_or(1, |place| place.line() as usize);
    let unreadable = |error: std::io::Error| FileError::Unreadable {
        file: name.to_owned(),
        reason: error.into(),
    };
    let fault = match error.into_kind() {
        csv::ErrorKind::Io(error) => return unreadable(error),
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => TableFault::Columns {
            expected: expected_len,
            found: len,
        },
        csv::ErrorKind::Utf8 { err, .. } => TableFault::NotText(err.field() + 1),
        // Nothing else goes wrong where rows are read as bytes.
        _ => return unreadable(std::io::ErrorKind::InvalidData.into()),
    };
    FileError::Wrong {
        file: name.to_owned(),
        line,
        reason: Box::new(fault.into()),
    }
}
