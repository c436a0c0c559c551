//! Files that people paste, drop and take away.

use std::borrow::Cow;
use std::io::Cursor;

use serde::Serialize;
use shogi::{HandReading, Move};
use wasm_bindgen::prelude::*;

use crate::json;
use crate::position::{read_moves, task};
use crate::refusal::Refusal;
use answers::InWords;
use notation::encoding::{Encoding, encoding_of};
use notation::exchange::{FileError, ReadProblem, Records, to_json};
use notation::record::{Comment, keys};
use notation::{Ending, Notice, Record};

/// More than this of a list is not shown.
const MOST: usize = 1000;

#[wasm_bindgen]
extern "C" {
    /// What a browser reads texts with; it has the tables of all encodings.
    type TextDecoder;

    #[wasm_bindgen(constructor, catch)]
    fn new(label: &str, options: &JsValue) -> Result<TextDecoder, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn decode(this: &TextDecoder, bytes: &[u8]) -> Result<String, JsValue>;
}

/// A text of an older encoding in UTF-8; other bytes, and what cannot be read so, as they are.
fn in_utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    let encoding = encoding_of(bytes);
    if !matches!(
        encoding,
        Encoding::ShiftJis | Encoding::EucJp | Encoding::Iso2022Jp
    ) {
        return Cow::Borrowed(bytes);
    }
    let strict = js_sys::JSON::parse(r#"{"fatal":true}"#);
    let decoder = strict.and_then(|strict| TextDecoder::new(encoding.label(), &strict));
    let text = decoder.and_then(|decoder| decoder.decode(bytes));
    text.map_or(Cow::Borrowed(bytes), |text| Cow::Owned(text.into_bytes()))
}

/// A problem of a file.
#[derive(Serialize)]
struct Problem {
    sfen: String,
    main_line: Vec<String>,
    title: Option<String>,
    author: Option<String>,
    notices: Vec<String>,
}

/// A problem that cannot be read.
#[derive(Serialize)]
struct Refused {
    /// None where it is the whole file.
    line: Option<usize>,
    error: String,
}

fn open(name: &str, bytes: &[u8], hands: HandReading) -> Result<Records, FileError> {
    let format = notation::Format::of_path(name.as_ref());
    let bytes = in_utf8(bytes).into_owned();
    Records::read(name, Box::new(Cursor::new(bytes)), format, hands)
}

fn notices(found: &ReadProblem) -> Vec<String> {
    found.notices.iter().map(Notice::in_words).collect()
}

/// Reads text or a file in any format of the house (KIF, KI2, BOD, CSA, SFEN, CSV, lines of JSON, JKF): JSON of its problems,
/// a thousand at most. `name` tells the format where it has a known ending.
///
/// # Errors
/// If nothing can be read.
#[wasm_bindgen]
pub fn read(name: &str, bytes: &[u8]) -> Result<String, Refusal> {
    let mut problems = Vec::new();
    let records = open(name, bytes, HandReading::Listed)?;
    for found in records.take(MOST) {
        match found {
            Ok(found) => problems.push(problem(&found)),
            // A list has other lines.
            Err(error) if problems.is_empty() => return Err(error.into()),
            Err(_) => {}
        }
    }
    json(&problems)
}

/// Reads the same with nothing left out: JSON of all problems, with the line and the reason of each that cannot be read.
///
/// # Errors
/// If nothing can be read.
#[wasm_bindgen]
pub fn problems(name: &str, bytes: &[u8]) -> Result<String, Refusal> {
    let mut items = Vec::new();
    let mut first = None;
    for found in open(name, bytes, HandReading::Listed)? {
        match found {
            Ok(found) => items.push((true, json(&problem(&found))?)),
            Err(error) => {
                items.push((false, refused(&error)?));
                first.get_or_insert(error);
            }
        }
    }
    match first {
        Some(error) if !items.iter().any(|(is_problem, _)| *is_problem) => Err(error.into()),
        _ => {
            let items: Vec<String> = items.into_iter().map(|(_, item)| item).collect();
            Ok(format!("[{}]", items.join(",")))
        }
    }
}

/// Reads the same files: a JSON list with all that a record has, as in `gyakusan convert --to jsonl`, besides its line and what
/// is odd about it. Of what cannot be read it has the line and the reason.
///
/// # Errors
/// If it is asked for both readings of the defender's hand.
#[wasm_bindgen]
pub fn records(
    name: &str,
    bytes: &[u8],
    short_set: bool,
    full_set: bool,
) -> Result<String, Refusal> {
    let hands = match (short_set, full_set) {
        (true, true) => return Err(Refusal::argument("shortSet and fullSet cannot be combined")),
        (true, false) => HandReading::Written,
        (false, true) => HandReading::Rest,
        (false, false) => HandReading::Listed,
    };
    let items: Vec<String> = match open(name, bytes, hands) {
        Ok(records) => records
            .map(|found| item(&found))
            .collect::<Result<_, _>>()?,
        Err(error) => vec![refused(&error)?],
    };
    Ok(format!("[{}]", items.join(",")))
}

fn item(found: &Result<ReadProblem, FileError>) -> Result<String, Refusal> {
    let found = match found {
        Ok(found) => found,
        Err(error) => return refused(error),
    };
    // The record's own members follow as they are written: a header may come twice, which no map could hold.
    let record = to_json(&found.record);
    let own = record.trim_end().strip_prefix('{').unwrap_or_default();
    let (line, notices) = (found.line, json(&notices(found))?);
    Ok(format!(r#"{{"line":{line},"notices":{notices},{own}"#))
}

fn refused(error: &FileError) -> Result<String, Refusal> {
    json(&Refused {
        line: error.line(),
        error: error.cause().in_words(),
    })
}

fn problem(found: &ReadProblem) -> Problem {
    let record = &found.record;
    Problem {
        sfen: record.start.tsume_sfen(),
        main_line: record.main.moves.iter().map(Move::to_string).collect(),
        title: record.header(keys::TITLE).map(str::to_owned),
        author: record.header(keys::AUTHOR).map(str::to_owned),
        notices: notices(found),
    }
}

/// A KIF file (UTF-8) of a position with its main line; `others` are lines from the start that leave it, one in a row,
/// in USI, each with a tab and what it is, if that is to be said; it stands where the line leaves, or behind so many moves
/// from the start if a tab and their number follow. A line that comes again adds what is said. `notes` are comments on the main line, one in a row:
/// the number of the move they stand behind, a tab, the words.
///
/// `title` and `author` are left out where they are empty.
///
/// # Errors
/// If something cannot be read or played.
#[wasm_bindgen]
pub fn kif(
    sfen: &str,
    main_line: &str,
    others: &str,
    title: &str,
    notes: &str,
    author: Option<String>,
) -> Result<String, Refusal> {
    let start = task(sfen)?.position;
    let main = read_moves(main_line)?;
    let mut record = Record::new(start, main.clone());
    let end = main
        .iter()
        .try_fold(record.start.clone(), |now, &mv| now.try_play(mv));
    record.main.ending = end.filter(|end| end.is_checkmate()).map(|_| Ending::Mate);
    if !title.is_empty() {
        record.set_header(keys::TITLE, title);
    }
    if let Some(author) = author.filter(|author| !author.is_empty()) {
        record.set_header(keys::AUTHOR, &author);
    }
    for row in others.lines() {
        let mut cells = row.split('\t');
        let (line, what) = (cells.next().unwrap_or(row), cells.next().unwrap_or(""));
        let moves = read_moves(line)?;
        let same = (main.iter().zip(&moves))
            .take_while(|(one, other)| one == other)
            .count();
        let ply = match cells.next().map(str::parse::<usize>) {
            None => same,
            Some(Ok(ply)) if (same..=moves.len()).contains(&ply) => ply,
            Some(_) => return Err(Refusal::of_move(format!("{row}: not a move of the line"))),
        };
        record.add_line(&moves, comment(ply, what));
    }
    for row in notes.lines() {
        let (ply, words) = row.split_once('\t').unwrap_or(("0", row));
        let ply: usize =
            (ply.parse()).map_err(|error| Refusal::argument(&format!("{ply}: {error}")))?;
        record.main.comments.extend(comment(ply, words));
    }
    // A file has them in the order of their moves.
    record.main.comments.sort_by_key(|comment| comment.ply);
    record.order_variations();
    record.check().map_err(|error| Refusal::of_record(&error))?;
    Ok(record.to_kif(Encoding::Utf8))
}

/// A comment behind a move, if anything is said.
fn comment(ply: usize, words: &str) -> Vec<Comment> {
    let said = (!words.is_empty()).then(|| Comment {
        ply,
        text: words.to_owned(),
    });
    said.into_iter().collect()
}
