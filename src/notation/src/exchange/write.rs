//! Records as the bytes of files.

use std::collections::HashSet;
use std::fmt;

use super::cells::Cells;
use super::read::is_left_out;
use super::{Format, json, list, table};
use crate::encoding::{Encoding, Unencodable, encode};
use crate::kif::read::reads_back_as_ending;
use crate::kif::write::preamble;
use crate::record::{Ending, Record, RecordLine, keys};
use crate::{csa, jkf, ki2};

/// What a file of this format begins with, once, before any problem. A table's line of names is
/// [`table_head`](super::table_head).
pub fn head(format: Format) -> Vec<u8> {
    match format {
        Format::Csv => table::head(&[]),
        Format::Csa => b"'CSA encoding=UTF-8\n".to_vec(),
        _ => Vec::new(),
    }
}

/// What stands between two problems of a file.
pub const fn separator(format: Format) -> &'static [u8] {
    match format {
        Format::Csa => csa::SEPARATOR.as_bytes(),
        _ => b"",
    }
}

/// The bytes of one problem. Control characters of a damaged text are left out: with them a file might be
/// taken for no text.
///
/// # Errors
/// If Shift_JIS lacks a character of it.
pub fn to_bytes(format: Format, record: &Record) -> Result<Vec<u8>, Unencodable> {
    let mut record = record.clone();
    for text in record.texts_mut() {
        text.retain(|c| !is_left_out(c));
    }
    let record = &record;
    match format {
        Format::Kif => encode(&record.to_kif(Encoding::ShiftJis), Encoding::ShiftJis),
        Format::Kifu => Ok(record.to_kif(Encoding::Utf8).into_bytes()),
        Format::Ki2 => encode(&ki2::to_text(record), Encoding::ShiftJis),
        Format::Ki2u => Ok(ki2::to_text(record).into_bytes()),
        Format::Bod => {
            let mut text = String::new();
            preamble(&mut text, record);
            Ok(text.into_bytes())
        }
        Format::Csa => Ok(csa::to_text(record).into_bytes()),
        Format::Sfen => Ok(list::write(record).into_bytes()),
        Format::Csv => Ok(table::write(record, &[], Cells::Guarded)),
        Format::Jsonl => Ok(json::write(record)),
        Format::Jkf => Ok(jkf::to_text(record).into_bytes()),
    }
}

/// What of a record a format has no place for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// Main lines.
    pub lines: usize,
    /// Variations.
    pub variations: usize,
    /// Comments.
    pub comments: usize,
    /// Headers.
    pub headers: usize,
    /// Words for how a line ended, and fouls.
    pub endings: usize,
    /// How long moves took.
    pub times: usize,
}

/// How many endings of a line are more than what its moves say, foul moves counted apart.
fn endings(line: &RecordLine) -> usize {
    let ending = line
        .ending
        .as_ref()
        .filter(|ending| **ending != Ending::Mate);
    usize::from(ending.is_some()) + usize::from(line.foul.is_some())
}

/// How many times have a fraction of a second.
fn broken(line: &RecordLine) -> usize {
    let times = line.times.iter();
    times.filter(|time| !time.ms.is_multiple_of(1000)).count()
}

/// How many words for an ending are read as another one where they stand behind `まで7手で`; not those that stand elsewhere.
fn misread(record: &Record, stands_elsewhere: fn(&Ending) -> bool) -> usize {
    let variations = record.variations.iter().map(|is| &is.line);
    let lines = variations.chain([&record.main]);
    let is_misread = |line: &&RecordLine| {
        let end = line.end_ply();
        let side = match end % 2 {
            1 => record.start.side(),
            _ => record.start.side().flip(),
        };
        let ending = line.ending.as_ref().filter(|is| !stands_elsewhere(is));
        ending
            .is_some_and(|is| Ending::of_until(&is.until(end - 1, side), side).as_ref() != Some(is))
    };
    lines.filter(is_misread).count()
}

/// How many headers a table has a cell for that is taken by another value.
fn said_again(record: &Record) -> usize {
    let count = |key: &str| {
        let own = record.headers.iter().filter(|is| is.key == key);
        own.filter(|is| !is.value.is_empty()).count()
    };
    table::HEADERS
        .iter()
        .map(|key| count(key).saturating_sub(1))
        .sum()
}

impl Lost {
    /// What is lost when `record` is written.
    pub fn by(format: Format, record: &Record) -> Self {
        let mut lost = Self::default();
        let variations = || record.variations.iter();
        let sum =
            |count: fn(&RecordLine) -> usize| variations().map(|v| count(&v.line)).sum::<usize>();
        let header = |keys: &[&str]| {
            let states_plies = record.stated_plies().is_some();
            let own = |key: &str| {
                keys.contains(&key) || key == keys::HANDICAP || key == keys::PLIES && states_plies
            };
            let others = record.headers.iter().filter(|h| !h.value.is_empty());
            others.filter(|header| !own(&header.key)).count()
        };
        if matches!(
            format,
            Format::Csa | Format::Bod | Format::Sfen | Format::Csv
        ) {
            lost.variations = record.variations.len();
            lost.comments = sum(|line| line.comments.len());
            lost.times = sum(|line| line.times.len());
            lost.endings = sum(endings);
        }
        if matches!(format, Format::Bod | Format::Sfen | Format::Csv) {
            lost.comments += record.main.comments.len();
            lost.times += record.main.times.len();
            lost.endings += endings(&record.main);
        }
        match format {
            Format::Bod => lost.lines = usize::from(!record.main.moves.is_empty()),
            Format::Sfen if list::title(record).is_empty() => lost.headers = header(&[]),
            Format::Sfen => lost.headers = header(&[keys::TITLE]),
            Format::Csv => lost.headers = header(&table::HEADERS) + said_again(record),
            Format::Kif | Format::Kifu => {
                lost.times = broken(&record.main) + sum(broken);
                lost.endings = misread(record, reads_back_as_ending);
            }
            Format::Ki2 | Format::Ki2u => {
                lost.endings = misread(record, |_| false);
                lost.times = record.main.times.len() + sum(|line| line.times.len());
            }
            Format::Jkf => {
                lost.times = broken(&record.main) + sum(broken);
                let place = 0..record.variations.len();
                lost.variations = place.filter(|&at| jkf::is_too_deep(record, at)).count();
                let lines = variations().map(|is| &is.line).chain([&record.main]);
                let words = lines.filter_map(|line| line.ending.as_ref());
                let has_none = |word: &&Ending| word.csa_word(shogi::Color::Black).is_none();
                lost.endings = words.filter(has_none).count();
                let keys: HashSet<_> = record.headers.iter().map(|is| &is.key).collect();
                lost.headers = record.headers.len() - keys.len();
            }
            _ => {}
        }
        lost
    }

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            lines: self.lines + other.lines,
            variations: self.variations + other.variations,
            comments: self.comments + other.comments,
            headers: self.headers + other.headers,
            endings: self.endings + other.endings,
            times: self.times + other.times,
        }
    }

    /// Whether nothing is.
    pub fn is_nothing(self) -> bool {
        self == Self::default()
    }
}

/// What is lost: `2 variations, 1 comment`.
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = [
            (self.lines, "main line"),
            (self.variations, "variation"),
            (self.comments, "comment"),
            (self.headers, "header"),
            (self.endings, "ending"),
            (self.times, "elapsed time"),
        ];
        let lost = counted.into_iter().filter(|&(count, _)| count > 0);
        for (at, (count, what)) in lost.enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let plural = if count == 1 { "" } else { "s" };
            write!(f, "{comma}{count} {what}{plural}")?;
        }
        Ok(())
    }
}
