//! From any format to any other: files of problems, read as [`Record`]s and written from them.

mod cells;
mod error;
mod input;
mod json;
mod list;
mod quotes;
mod read;
mod table;
mod write;

use std::path::Path;

use super::names::MARKS;
use super::record::{Ending, Record, keys};

pub use cells::Cells;
pub use error::{Cause, FileError, JsonFault, Reason, TableFault, Unreadable};
pub use input::{Input, ReadProblem};
pub use json::{read as from_json, to_json};
pub use list::from_list;
pub use read::{Records, recognise};
pub use table::{MARK, head as table_head, write as table_row};
pub use write::{Lost, head, separator, to_bytes};

/// How a file of problems is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// KIF in Shift_JIS.
    Kif,
    /// KIF in UTF-8.
    Kifu,
    /// KI2 in Shift_JIS.
    Ki2,
    /// KI2 in UTF-8.
    Ki2u,
    /// A diagram (BOD) with the headers, in UTF-8.
    Bod,
    /// CSA in UTF-8.
    Csa,
    /// A list: SFEN, plies, line in USI and title, separated by tabs.
    Sfen,
    /// A table with a line of column names.
    Csv,
    /// One JSON object per line.
    Jsonl,
    /// JSON Kifu Format, as pages have it.
    Jkf,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Kif,
        Self::Kifu,
        Self::Ki2,
        Self::Ki2u,
        Self::Bod,
        Self::Csa,
        Self::Sfen,
        Self::Csv,
        Self::Jsonl,
        Self::Jkf,
    ];

    /// Its name, which is also the ending of its files' names.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kif => "kif",
            Self::Kifu => "kifu",
            Self::Ki2 => "ki2",
            Self::Ki2u => "ki2u",
            Self::Bod => "bod",
            Self::Csa => "csa",
            Self::Sfen => "sfen",
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Jkf => "jkf",
        }
    }

    /// What it is called, whatever its encoding.
    const fn family(self) -> &'static str {
        match self {
            Self::Kif | Self::Kifu => "KIF",
            Self::Ki2 | Self::Ki2u => "KI2",
            Self::Bod => "BOD",
            Self::Csa => "CSA",
            Self::Sfen => "SFEN",
            Self::Csv => "CSV",
            Self::Jsonl => "JSONL",
            Self::Jkf => "JKF",
        }
    }

    /// The format of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format that a file's name ends with; `.tsv`, `.txt` and `.json` say nothing of it.
    pub fn of_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        match ending.eq_ignore_ascii_case("usi") {
            true => Some(Self::Sfen),
            false => Self::of_name(ending),
        }
    }

    /// Whether a file of this name may hold problems, as far as its ending tells.
    pub fn may_be_in(path: &Path) -> bool {
        let others = ["tsv", "json"];
        let is_other = |ending: &str| {
            others
                .iter()
                .any(|other| ending.eq_ignore_ascii_case(other))
        };
        let ending = path.extension().and_then(|ending| ending.to_str());
        Self::of_path(path).is_some() || ending.is_some_and(is_other)
    }

    /// Whether one file can hold several problems.
    pub const fn holds_many(self) -> bool {
        matches!(self, Self::Csa | Self::Sfen | Self::Csv | Self::Jsonl)
    }

    /// Whether it has a place for variations and comments: what such a file does not say, its author
    /// did not want to say.
    pub const fn has_variations(self) -> bool {
        matches!(
            self,
            Self::Kif | Self::Kifu | Self::Ki2 | Self::Ki2u | Self::Jsonl | Self::Jkf
        )
    }

    /// The format of text without a name that tells.
    fn of_text(text: &str) -> Self {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines
            .clone()
            .find(|line| !line.starts_with('#'))
            .unwrap_or_default();
        if first.starts_with('{') {
            return match first.contains("\"sfen\"") {
                true => Self::Jsonl,
                false => Self::Jkf,
            };
        }
        let csa = |line: &str| {
            let rank = line.starts_with(['P', 'p']) && line.len() > 2 && line.contains(" *");
            let start = line
                .strip_prefix("PI")
                .is_some_and(|rest| rest.len().is_multiple_of(4));
            let version = ["V1", "V2", "V3"]
                .iter()
                .any(|version| line.starts_with(version));
            let mv = line.len() >= 7
                && line.starts_with(['+', '-'])
                && line[1..].bytes().take(4).all(|byte| byte.is_ascii_digit());
            rank || start || version || mv
        };
        if first.starts_with("'CSA") || lines.clone().take(20).any(csa) {
            return Self::Csa;
        }
        let mut columns = first.split(',');
        if columns.any(|column| column.trim_matches('"') == "sfen") {
            return Self::Csv;
        }
        let ki2 = |line: &str| line.starts_with(MARKS) && crate::ki2::is_row(line);
        let kif = |line: &str| {
            let rest = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
            let is_move = rest.len() < line.len()
                && rest.starts_with([' ', '　'])
                && rest
                    .trim_start()
                    .starts_with(|sign| ('１'..='９').contains(&sign) || sign == '同');
            line.starts_with('|') || line.contains('：') || is_move
        };
        match (lines.clone().any(ki2), lines.any(kif)) {
            (true, _) => Self::Ki2u,
            (false, true) => Self::Kifu,
            (false, false) => Self::Sfen,
        }
    }
}

/// The length in plies that lists and tables have in their column: as stated, else as the main
/// line has it; nothing where neither is known.
fn plies_column(record: &Record) -> String {
    let own = || (!record.main.moves.is_empty()).then_some(record.main.moves.len());
    let plies = record.stated_plies().or_else(own);
    plies.map_or_else(String::new, |plies| plies.to_string())
}

/// Takes note of a length in plies that the line does not tell itself.
fn set_plies(record: &mut Record, stated: &str) {
    // Spreadsheets may have made a fraction of it.
    let stated = stated.strip_suffix(".0").unwrap_or(stated);
    if stated.is_empty() {
        return;
    }
    record.set_header(keys::PLIES, stated);
    match record.stated_plies() {
        Some(plies) if plies == record.main.moves.len() => {
            record.headers.retain(|header| header.key != keys::PLIES);
        }
        Some(plies) => record.set_header(keys::PLIES, &plies.to_string()),
        None => {}
    }
}

/// The moves of a line in USI, each legal behind the one before it; a word of engines (`resign`) may end it.
fn read_line(record: &mut Record, text: &str) -> Result<(), Reason> {
    let mut position = record.start.clone();
    let mut words = (1..).zip(text.split_whitespace()).peekable();
    while let Some((ply, word)) = words.next() {
        if words.peek().is_none()
            && let Some(ending) = Ending::of_usi(word)
        {
            record.main.ending = Some(ending);
            break;
        }
        let mv = word
            .parse()
            .map_err(|error| Reason::NoMove { ply, error })?;
        position = position.try_play(mv).ok_or_else(|| Reason::Illegal {
            ply,
            text: word.to_owned(),
            why: position.foul(mv),
        })?;
        record.main.moves.push(mv);
    }
    Ok(())
}
