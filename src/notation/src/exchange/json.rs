//! One JSON object a line: everything a record has.
//!
//! ```json
//! {"sfen":"…","plies":3,"moves":"G*1b 1a1b 1c1b","moves_ja":"☗１二金 …","ending":"詰み",
//!  "headers":{"作品名":"…"},"comments":[{"ply":1,"text":"…"}],"times":[{"ply":1,"ms":12000}],
//!  "variations":[{"parent":null,"first_ply":2,"moves":"…"}]}
//! ```
//!
//! What is empty is left out; `plies` and `moves_ja` are for people and programs that only look, and
//! are not read. `foul` is a move against the rules, behind the moves. `parent` counts the variations from 0; `null` is the main line. Headers keep their
//! order, and a key may come twice.

use serde::{Deserialize, Serialize};

use super::{JsonFault, Reason};
use crate::Japanese;
use crate::members::Members;
use crate::record::{Comment, Ending, Header, Record, RecordLine, Time, Variation};
use shogi::{HandReading, Move, Position, usi_line};

#[derive(Serialize, Deserialize)]
struct JsonRecord {
    sfen: String,
    #[serde(default, skip_serializing_if = "Option::is_none", skip_deserializing)]
    plies: Option<usize>,
    #[serde(flatten)]
    main: JsonLine,
    #[serde(default, skip_serializing_if = "String::is_empty", skip_deserializing)]
    moves_ja: String,
    #[serde(default, skip_serializing_if = "Members::is_empty")]
    headers: Members<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<JsonVariation>,
}

#[derive(Serialize, Deserialize)]
struct JsonLine {
    #[serde(default)]
    moves: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    foul: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ending: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<JsonComment>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    times: Vec<JsonTime>,
}

#[derive(Serialize, Deserialize)]
struct JsonTime {
    ply: usize,
    ms: u64,
}

#[derive(Serialize, Deserialize)]
struct JsonVariation {
    #[serde(default)]
    parent: Option<usize>,
    first_ply: usize,
    #[serde(flatten)]
    line: JsonLine,
}

#[derive(Serialize, Deserialize)]
struct JsonComment {
    ply: usize,
    text: String,
}

/// The record of a line of JSON; `None` if it is empty.
///
/// # Errors
/// If it is no record, or one that cannot be.
pub fn read(line: &str, hands: HandReading) -> Result<Option<Record>, Reason> {
    if line.trim().is_empty() {
        return Ok(None);
    }
    let json: JsonRecord = serde_json::from_str(line).map_err(|error| {
        if error.is_eof() {
            return Reason::PartOfJson;
        }
        // The line of the file is told already; there is only one.
        Reason::Json(JsonFault {
            line: None,
            ..JsonFault::new(&error)
        })
    })?;
    let start = Position::read_tsume_sfen(&json.sfen, hands)?;
    let variations = json.variations.into_iter().map(|variation| {
        Ok(Variation {
            parent: variation.parent,
            line: read_line(variation.first_ply.clamp(1, FURTHEST), variation.line)?,
        })
    });
    let headers = json.headers.0.into_iter();
    let headers = headers.map(|(key, value)| Header { key, value });
    let record = Record {
        headers: headers.collect(),
        start,
        main: read_line(1, json.main)?,
        variations: variations.collect::<Result<_, Reason>>()?,
    };
    record.check()?;
    Ok(Some(record))
}

/// No variation leaves its line at a later ply.
const FURTHEST: usize = 1 << 30;

fn read_line(first_ply: usize, json: JsonLine) -> Result<RecordLine, Reason> {
    let words = (first_ply..).zip(json.moves.split_whitespace());
    let moves: Result<Vec<Move>, Reason> = words
        .map(|(ply, word)| word.parse().map_err(|error| Reason::NoMove { ply, error }))
        .collect();
    let last = first_ply + json.moves.split_whitespace().count();
    let foul = json.foul.map(|word| {
        let ply = last;
        word.parse().map_err(|error| Reason::NoMove { ply, error })
    });
    let comments = json.comments.into_iter();
    Ok(RecordLine {
        first_ply,
        moves: moves?,
        comments: comments
            .map(|JsonComment { ply, text }| Comment { ply, text })
            .collect(),
        times: (json.times.into_iter())
            .map(|JsonTime { ply, ms }| Time { ply, ms })
            .collect(),
        foul: foul.transpose()?,
        // A word that says nothing is none.
        ending: json
            .ending
            .filter(|word| !word.trim().is_empty())
            .map(|word| Ending::of_word(&word)),
    })
}

/// The line of a record as bytes, its break included.
pub fn write(record: &Record) -> Vec<u8> {
    to_json(record).into_bytes()
}

/// The line of a record, its break included.
pub fn to_json(record: &Record) -> String {
    let headers = record.headers.iter();
    let headers = headers.map(|is| (is.key.clone(), is.value.clone()));
    let json = JsonRecord {
        sfen: record.start.tsume_sfen(),
        plies: record.plies(),
        main: write_line(&record.main),
        moves_ja: Japanese::OFFICIAL.line(&record.start, &record.main.moves),
        headers: Members(headers.collect()),
        variations: record
            .variations
            .iter()
            .map(|variation| JsonVariation {
                parent: variation.parent,
                first_ply: variation.line.first_ply,
                line: write_line(&variation.line),
            })
            .collect(),
    };
    // Strings and numbers in structs: there is nothing that JSON does not have.
    let mut line = serde_json::to_string(&json).unwrap_or_default();
    line.push('\n');
    line
}

fn write_line(line: &RecordLine) -> JsonLine {
    JsonLine {
        moves: usi_line(&line.moves),
        foul: line.foul.map(|mv| mv.to_string()),
        ending: line.ending.as_ref().map(|ending| ending.word().to_owned()),
        times: (line.times.iter())
            .map(|&Time { ply, ms }| JsonTime { ply, ms })
            .collect(),
        comments: line
            .comments
            .iter()
            .map(|comment| JsonComment {
                ply: comment.ply,
                text: comment.text.clone(),
            })
            .collect(),
    }
}
