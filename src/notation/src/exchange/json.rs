//! One JSON object a line: everything a record has.
//!
//! ```json
//! {"sfen":"…","plies":3,"moves":"G*1b 1a1b 1c1b","moves_ja":"☗１二金 …","ending":"詰み",
//!  "headers":{"作品名":"…"},"comments":[{"ply":1,"text":"…"}],
//!  "variations":[{"parent":null,"first_ply":2,"moves":"…"}]}
//! ```
//!
//! What is empty is left out; `plies` and `moves_ja` are for people and programs that only look, and
//! are not read. `parent` counts the variations from 0; `null` is the main line. Headers keep their
//! order, and a key may come twice.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Reason;
use crate::Japanese;
use crate::record::{Comment, Ending, Header, Line, Record, Variation};
use shogi::{Move, Position, usi_line};
use words::say;

#[derive(Serialize, Deserialize)]
struct JsonRecord {
    sfen: String,
    #[serde(default, skip_serializing_if = "Option::is_none", skip_deserializing)]
    plies: Option<usize>,
    #[serde(flatten)]
    main: JsonLine,
    #[serde(default, skip_serializing_if = "String::is_empty", skip_deserializing)]
    moves_ja: String,
    #[serde(default, skip_serializing_if = "Headers::is_empty")]
    headers: Headers,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<JsonVariation>,
}

#[derive(Serialize, Deserialize)]
struct JsonLine {
    #[serde(default)]
    moves: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ending: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<JsonComment>,
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

/// An object whose members keep their order.
#[derive(Default)]
struct Headers(Vec<Header>);

impl Headers {
    const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Headers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|header| (&header.key, &header.value)))
    }
}

impl<'de> Deserialize<'de> for Headers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Headers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of strings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Headers, A::Error> {
                let mut headers = Vec::new();
                while let Some((key, value)) = map.next_entry()? {
                    headers.push(Header { key, value });
                }
                Ok(Headers(headers))
            }
        }
        deserializer.deserialize_map(Members)
    }
}

/// The record of a line of JSON; `None` if it is empty. With `short_set` the defender's hand may lack pieces.
///
/// # Errors
/// If it is no record, or one that cannot be.
pub fn read(line: &str, short_set: bool) -> Result<Option<Record>, Reason> {
    if line.trim().is_empty() {
        return Ok(None);
    }
    let json: JsonRecord = serde_json::from_str(line).map_err(|error| {
        // The line of the file is told already; there is only one.
        let text = error.to_string();
        let text = text.replace(
            &format!(" at line {} column {}", error.line(), error.column()),
            "",
        );
        Reason::Json(say!(
            "character {place}: {what}",
            place = error.column(),
            what = words::reader(&text)
        ))
    })?;
    let start = Position::from_tsume_sfen(&json.sfen, short_set)?;
    let variations = json.variations.into_iter().map(|variation| {
        Ok(Variation {
            parent: variation.parent,
            line: read_line(variation.first_ply.clamp(1, FURTHEST), variation.line)?,
        })
    });
    let record = Record {
        headers: json.headers.0,
        start,
        main: read_line(1, json.main)?,
        variations: variations.collect::<Result<_, Reason>>()?,
    };
    record.check()?;
    Ok(Some(record))
}

/// No variation leaves its line at a later ply.
const FURTHEST: usize = 1 << 30;

fn read_line(first_ply: usize, json: JsonLine) -> Result<Line, Reason> {
    let words = (first_ply..).zip(json.moves.split_whitespace());
    let moves: Result<Vec<Move>, Reason> = words
        .map(|(ply, word)| word.parse().map_err(|error| Reason::NoMove { ply, error }))
        .collect();
    let ending = json.ending.map(|word| {
        let mut all = Ending::ALL.into_iter();
        let found = all.find(|ending| ending.word() == word);
        found.ok_or(Reason::Ending(word))
    });
    let comments = json.comments.into_iter();
    Ok(Line {
        first_ply,
        moves: moves?,
        comments: comments
            .map(|JsonComment { ply, text }| Comment { ply, text })
            .collect(),
        ending: ending.transpose()?,
    })
}

/// The line of a record as bytes, its break included.
pub fn write(record: &Record) -> Vec<u8> {
    to_json(record).into_bytes()
}

/// The line of a record, its break included.
pub fn to_json(record: &Record) -> String {
    let json = JsonRecord {
        sfen: record.start.to_string(),
        plies: record.plies(),
        main: write_line(&record.main),
        moves_ja: Japanese::OFFICIAL.line(&record.start, &record.main.moves),
        headers: Headers(record.headers.clone()),
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

fn write_line(line: &Line) -> JsonLine {
    JsonLine {
        moves: usi_line(&line.moves),
        ending: line.ending.map(|ending| ending.word().to_owned()),
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
