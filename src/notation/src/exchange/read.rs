//! The problems of a file, one by one.

use std::io::{self, BufRead, Read};
use std::path::Path;

use super::input::{Input, LARGEST, ReadProblem};
use super::table::{Rows, separator};
use super::{FileError, Format, Reason, Unreadable, json, list};
use crate::encoding::{Encoding, decode, encoding_of, with_line_feeds};
use crate::lines::Lines;
use crate::notice::{Notice, Oddity};
use crate::record::Record;
use crate::{csa, jkf, ki2, kif};
use shogi::{Color, HandReading, Position, Setup};

/// What databases begin with.
const DATABASE: &[u8] = b"SQLite format 3\0";
/// How much of a file is looked at to tell its format, in bytes.
const SAMPLE: u64 = 1 << 16;

#[cfg(feature = "system")]
fn open(path: &Path) -> io::Result<Input> {
    system::input::open(path)
}

/// A page in a browser hears no signals.
#[cfg(not(feature = "system"))]
fn open(path: &Path) -> io::Result<Input> {
    Ok(Box::new(io::BufReader::new(std::fs::File::open(path)?)))
}

/// The problems of a file. A wrong one is told and does not keep anybody from reading on; that there is none
/// is told, too.
pub struct Records {
    format: Format,
    items: Items,
    /// What is said if nothing comes, until something has.
    nothing: Option<FileError>,
}

impl Records {
    /// Opens a file. Its format is `format`, else what its name says, else what it looks like. `hands` tells how the
    /// defender's hand is read where pieces of the set are missing (駒不足).
    ///
    /// # Errors
    /// If it cannot be read, or has no problem that could be read and no line to go on from.
    pub fn open(
        path: &Path,
        format: Option<Format>,
        hands: HandReading,
    ) -> Result<Self, FileError> {
        let name = path.display().to_string();
        let unreadable = |error: io::Error| FileError::Unreadable {
            file: name.clone(),
            reason: error.into(),
        };
        if path.is_dir() {
            return Err(unreadable(io::ErrorKind::IsADirectory.into()));
        }
        let input = open(path).map_err(unreadable)?;
        let format = format.or_else(|| Format::of_path(path));
        Self::read(&name, input, format, hands)
    }

    /// Reads from anywhere; `name` is what errors call it.
    ///
    /// # Errors
    /// As [`Records::open`].
    pub fn read(
        name: &str,
        input: Input,
        format: Option<Format>,
        hands: HandReading,
    ) -> Result<Self, FileError> {
        let unreadable = |reason: Unreadable| FileError::Unreadable {
            file: name.to_owned(),
            reason,
        };
        let (format, input) = recognise(input, format).map_err(unreadable)?;
        let file = name.to_owned();
        let name = file.clone();
        let items: Items = match format {
            Format::Csv => Box::new(Rows::new(&name, input, hands)?),
            Format::Sfen => lines(name, Lines::new(input), hands, list::read),
            // A record with all its comments stands in one line.
            Format::Jsonl => {
                let whole = Lines::no_longer_than(LARGEST, input);
                lines(name, whole, hands, |line, hands| {
                    Ok(json::read(line, hands)?.map(|record| (record, Vec::new())))
                })
            }
            Format::Kif
            | Format::Kifu
            | Format::Ki2
            | Format::Ki2u
            | Format::Bod
            | Format::Csa
            | Format::Jkf => {
                let bytes = whole(input).map_err(unreadable)?;
                let bytes = filled(&bytes);
                let items = whole_items(&name, bytes, format, hands);
                let (is_wrong, items) = first_looked_at(items);
                let other = is_wrong.then(|| otherwise(&name, bytes, format, hands));
                match other.flatten() {
                    Some(items) => items,
                    None => items?,
                }
            }
        };
        Ok(Self {
            format,
            items,
            nothing: Some(FileError::Nothing { file }),
        })
    }

    /// The format it is read as.
    pub const fn format(&self) -> Format {
        self.format
    }
}

impl Iterator for Records {
    type Item = Result<ReadProblem, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let nothing = self.nothing.take();
        let mut item = self.items.next().or(nothing.map(Err));
        if let Some(Ok(found)) = &mut item {
            let (line, kings) = (found.line, kings(&found.record.start));
            found
                .notices
                .extend(kings.map(|what| Notice { line, what }));
        }
        item
    }
}

type Items = Box<dyn Iterator<Item = Result<ReadProblem, FileError>> + Send>;

/// What is in bytes of a format that is read whole.
fn whole_items(
    name: &str,
    bytes: &[u8],
    format: Format,
    hands: HandReading,
) -> Result<Items, FileError> {
    Ok(match format {
        Format::Csa => csa_items(name.to_owned(), bytes, hands)?,
        Format::Jkf => one(jkf_record(name, bytes, hands)?),
        Format::Ki2 | Format::Ki2u => one(ki2::from_bytes(name, bytes, hands)?),
        Format::Bod => {
            // A diagram announces no moves.
            let (record, mut notices) = kif::from_bytes(name, bytes, hands)?;
            notices.retain(|is| !matches!(is.what, Oddity::Stops(_)));
            one((record, notices))
        }
        _ => one(kif::from_bytes(name, bytes, hands)?),
    })
}

/// Whether the first item is wrong, which may be so because it is none of the format; and all of them.
fn first_looked_at(items: Result<Items, FileError>) -> (bool, Result<Items, FileError>) {
    let Ok(mut items) = items else {
        return (true, items);
    };
    let first = items.next();
    let is_wrong = first.as_ref().is_some_and(Result::is_err);
    (is_wrong, Ok(Box::new(first.into_iter().chain(items))))
}

/// What is in a file that is not what its name says, but what it looks like: KI2 and CSA are called `.kif` by many.
fn otherwise(name: &str, bytes: &[u8], told: Format, hands: HandReading) -> Option<Items> {
    let format = of_bytes(bytes);
    let is_other = match format {
        Format::Ki2u => !matches!(told, Format::Ki2 | Format::Ki2u),
        Format::Kifu => !matches!(told, Format::Kif | Format::Kifu | Format::Bod),
        Format::Csa | Format::Jkf => told != format,
        _ => false,
    };
    if !is_other {
        return None;
    }
    let (is_wrong, items) = first_looked_at(whole_items(name, bytes, format, hands));
    let items = items.ok().filter(|_| !is_wrong)?;
    let mut is_first = true;
    Some(Box::new(items.map(move |item| {
        let mut found = item?;
        if std::mem::take(&mut is_first) {
            let what = Oddity::OtherFormat(format.family());
            let line = found.line;
            found.notices.insert(0, Notice { line, what });
        }
        Ok(found)
    })))
}

/// What is odd about the kings of a position, which may be a part of one, or none at all.
fn kings(start: &Position) -> Option<Oddity> {
    let setup = Setup::from(start);
    let has_any = setup.has_king(Color::Black) || setup.has_king(Color::White);
    match (has_any, setup.has_one_king()) {
        (false, _) => Some(Oddity::NoKing),
        (true, true) if setup.attacker() != setup.side => Some(Oddity::DefenderMoves),
        _ => None,
    }
}

fn one((record, notices): (Record, Vec<Notice>)) -> Items {
    Box::new(std::iter::once(Ok(ReadProblem {
        line: 1,
        record,
        notices,
    })))
}

/// All bytes of an input, if they are not too many.
fn whole(input: Input) -> Result<Vec<u8>, Unreadable> {
    let mut bytes = Vec::new();
    input.take(LARGEST as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > LARGEST {
        return Err(Unreadable::TooLarge(LARGEST));
    }
    Ok(bytes)
}

fn jkf_record(
    name: &str,
    bytes: &[u8],
    hands: HandReading,
) -> Result<(Record, Vec<Notice>), FileError> {
    let wrong = |line, reason| FileError::Wrong {
        file: name.to_owned(),
        line,
        reason: Box::new(reason),
    };
    let (text, _) = decode(bytes).map_err(|(line, reason)| wrong(line, reason.into()))?;
    jkf::from_text(&text, hands).map_err(|reason| wrong(1, reason))
}

/// Whether bytes are no text: a program, a picture, something packed. Such are full of control characters, of
/// which a damaged text may have one, and some fill up the end of a file with zeros.
fn is_no_text(bytes: &[u8]) -> bool {
    let whole = bytes;
    let bytes = filled(whole);
    let strange = bytes.iter().filter(|byte| is_strange(char::from(**byte)));
    strange.count() > bytes.len() / 16 || bytes.is_empty() && !whole.is_empty()
}

/// The same without the zeros at its end, and without the sign that ended a file in DOS.
fn filled(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|byte| !b"\0\x1a".contains(byte));
    &bytes[..end.map_or(0, |end| end + 1)]
}

/// Whether a control character has no business in a text.
fn is_strange(c: char) -> bool {
    c < ' ' && !"\t\n\x0c\r\x1b".contains(c)
}

/// Whether it has none in a text that is written: the sign that begins another character set neither.
pub(super) fn is_left_out(c: char) -> bool {
    is_strange(c) || c == '\x1b'
}

/// The format of what is read, if its name does not tell it, and the input from its beginning. A list, or
/// lines of JSON, are known by their first line, so that problems that come one by one are not waited for.
///
/// # Errors
/// If it cannot be read, or is a database, no text at all, or text of another kind.
pub fn recognise(mut input: Input, told: Option<Format>) -> Result<(Format, Input), Unreadable> {
    let mut sample = Vec::new();
    let begin = input.fill_buf()?;
    if begin.starts_with(DATABASE) {
        return Err(Unreadable::Database);
    }
    let is_wide = matches!(encoding_of(begin), Encoding::Utf16Le | Encoding::Utf16Be);
    if !is_wide && is_no_text(begin) {
        return Err(Unreadable::NoText);
    }
    let has_old_lines = begin.contains(&b'\r') && !begin.contains(&b'\n');
    if is_wide || has_old_lines || encoding_of(begin) == Encoding::Iso2022Jp {
        input = in_utf8(input)?;
    }
    if let Some(format) = told {
        let begin = input.fill_buf()?;
        return match format {
            // A list with a line of names is a table.
            Format::Sfen if separator(begin).is_some() => Ok((Format::Csv, input)),
            Format::Sfen if is_no_list(begin) => Err(Unreadable::NoProblem),
            // Over many lines, it is the other JSON.
            Format::Jsonl if is_jkf(begin) => Ok((Format::Jkf, input)),
            _ => Ok((format, input)),
        };
    }
    let format = loop {
        let begin = sample.len();
        let room = SAMPLE - begin as u64;
        if input.by_ref().take(room).read_until(b'\n', &mut sample)? == 0 {
            break of_bytes(&sample);
        }
        let line = String::from_utf8_lossy(&sample[begin..]);
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let sfen = line.split('\t').next().unwrap_or_default();
        let sfen = list::without_remark(sfen);
        let sfen = sfen.replace('_', " ");
        let sfen = sfen.split(" moves").next().unwrap_or_default();
        if line.starts_with('{') && line.contains("\"sfen\"") {
            break Format::Jsonl;
        }
        if separator(line.as_bytes()).is_some() {
            break Format::Csv;
        }
        if Position::from_tsume_sfen(sfen, true).is_ok() || sfen.starts_with("moves ") {
            break Format::Sfen;
        }
        if is_tag_pair(line) {
            return Err(Unreadable::TagPairs);
        }
        let is_json = is_json(line);
        let room = SAMPLE - sample.len() as u64;
        input.by_ref().take(room).read_to_end(&mut sample)?;
        if is_json {
            match is_jkf(&sample) {
                true => break Format::Jkf,
                false => return Err(Unreadable::OtherJson),
            }
        }
        let format = of_bytes(&sample);
        if format == Format::Sfen && is_no_list(&sample) {
            return Err(Unreadable::NoProblem);
        }
        break format;
    };
    Ok((format, Box::new(io::Cursor::new(sample).chain(input))))
}

/// Whether a text that begins with this line is JSON. A section of TOML, `[pieces]` or `[[families]]`, is none.
fn is_json(line: &str) -> bool {
    let inner = line.trim_start_matches(|sign: char| sign == '[' || sign.is_whitespace());
    let values = inner.starts_with(|sign: char| "{\"]-".contains(sign) || sign.is_ascii_digit());
    line.starts_with('{') || line.starts_with('[') && (inner.is_empty() || values)
}

/// Whether a line is a header of PSN or PGN: `[Sente "…"]`.
fn is_tag_pair(line: &str) -> bool {
    let inner = line
        .strip_prefix('[')
        .and_then(|line| line.strip_suffix(']'));
    let pair = inner.and_then(|inner| inner.split_once(' '));
    pair.is_some_and(|(name, value)| {
        let value = value.trim();
        let is_name = name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let is_quoted = value.len() > 1 && value.starts_with('"') && value.ends_with('"');
        is_name && !name.is_empty() && is_quoted
    })
}

/// The same as UTF-8 with `\n` at the end of each line.
fn in_utf8(input: Input) -> Result<Input, Unreadable> {
    let bytes = whole(input)?;
    let text = decode(&bytes).map_err(|(_, reason)| reason)?;
    let text = with_line_feeds(text.0).into_owned();
    Ok(Box::new(io::Cursor::new(text.into_bytes())))
}

/// Whether JSON has the members of JSON Kifu Format.
fn is_jkf(sample: &[u8]) -> bool {
    let has = |member: &[u8]| sample.windows(member.len()).any(|part| part == member);
    sample.trim_ascii_start().starts_with(b"{")
        && !has(b"\"sfen\"")
        && has(b"\"moves\"")
        && (has(b"\"header\"") || has(b"\"initial\"") || has(b"\"move\""))
}

/// Whether lines that no format knows are no damaged list, either: they are several, and none begins like a
/// position, with ranks between slashes.
fn is_no_list(sample: &[u8]) -> bool {
    let lines = String::from_utf8_lossy(sample);
    let firsts = lines
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    let mut firsts = firsts.filter(|first| !first.starts_with('#'));
    let slashes = |word: &str| word.bytes().filter(|&byte| byte == b'/').count();
    firsts.clone().count() >= 5 && firsts.all(|first| slashes(first) < 6)
}

/// The format of bytes, as far as they are text.
fn of_bytes(sample: &[u8]) -> Format {
    // The sample may end within a character.
    let whole = sample.iter().rposition(|&byte| byte == b'\n');
    let whole = &sample[..whole.map_or(sample.len(), |end| end + 1)];
    decode(whole).map_or(Format::Sfen, |(text, _)| Format::of_text(&text))
}

fn lines(
    name: String,
    mut lines: Lines<Input>,
    hands: HandReading,
    read: fn(&str, HandReading) -> Result<Option<list::ListedProblem>, Reason>,
) -> Items {
    let mut is_over = false;
    let mut is_first = true;
    Box::new(std::iter::from_fn(move || {
        while !is_over {
            let line = match lines.next_line() {
                Ok(line) => line?,
                Err(error) => {
                    is_over = true;
                    return Some(Err(FileError::Unreadable {
                        file: name.clone(),
                        reason: error.into(),
                    }));
                }
            };
            let number = lines.number();
            let record = line
                .map_err(Reason::from)
                .and_then(|line| read(&line, hands));
            match record {
                Ok(None) => {}
                Ok(Some((record, odd))) => {
                    is_first = false;
                    let mut found = ReadProblem::new(number, record, hands);
                    let line = number;
                    let odd = odd.into_iter().map(|what| Notice { line, what });
                    found.notices.extend(odd);
                    return Some(Ok(found));
                }
                Err(reason) => {
                    // Where the first line is only a part of something, so are the others.
                    is_over = is_first && matches!(reason, Reason::PartOfJson);
                    is_first = false;
                    return Some(Err(FileError::Wrong {
                        file: name.clone(),
                        line: number,
                        reason: Box::new(reason),
                    }));
                }
            }
        }
        None
    }))
}

fn csa_items(name: String, bytes: &[u8], hands: HandReading) -> Result<Items, FileError> {
    let (text, _) = decode(bytes).map_err(|(line, reason)| FileError::Wrong {
        file: name.clone(),
        line,
        reason: Box::new(reason.into()),
    })?;
    let items = csa::read_all(&text, hands).map(move |item| match item {
        Ok((line, record, notices)) => Ok(ReadProblem {
            line,
            record,
            notices,
        }),
        Err((line, reason)) => Err(FileError::Wrong {
            file: name.clone(),
            line,
            reason: Box::new(reason.into()),
        }),
    });
    Ok(Box::new(items))
}
