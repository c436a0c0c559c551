//! Files that people paste, drop and take away.

use std::io::Cursor;

use serde::Serialize;
use shogi::Move;
use wasm_bindgen::prelude::*;

use crate::json;
use crate::position::{read_moves, task};
use notation::Record;
use notation::exchange::Records;
use notation::kif;
use notation::record::{Line, Variation};

/// More than this of a list is not shown.
const MOST: usize = 1000;

/// A problem of a file.
#[derive(Serialize)]
struct Problem {
    sfen: String,
    main_line: Vec<String>,
    title: Option<String>,
    author: Option<String>,
}

/// Reads text or a file in any format of the house (KIF, KI2, BOD, CSA, SFEN, CSV, lines of JSON): JSON of its problems,
/// a thousand at most. `name` tells the format where it has a known ending.
///
/// # Errors
/// If nothing can be read.
#[wasm_bindgen]
pub fn read(name: &str, bytes: &[u8]) -> Result<String, JsError> {
    let format = notation::Format::of_path(name.as_ref());
    let records = Records::read(name, Box::new(Cursor::new(bytes.to_vec())), format, true)?;
    let mut problems = Vec::new();
    for found in records.take(MOST) {
        match found {
            Ok(found) => problems.push(problem(&found.record)),
            // A list has other lines.
            Err(error) if problems.is_empty() => return Err(error.into()),
            Err(_) => {}
        }
    }
    json(&problems)
}

fn problem(record: &Record) -> Problem {
    Problem {
        sfen: record.start.to_string(),
        main_line: record.main.moves.iter().map(Move::to_string).collect(),
        title: record.header("作品名").map(str::to_owned),
        author: record.header("作者").map(str::to_owned),
    }
}

/// A KIF file (UTF-8) of a position with its main line; `others` are lines from the start that leave it, one in a row,
/// in USI.
///
/// # Errors
/// If something cannot be read or played.
#[wasm_bindgen]
pub fn kif(sfen: &str, main_line: &str, others: &str, title: &str) -> Result<String, JsError> {
    let start = task(sfen)?.position;
    let main = read_moves(main_line)?;
    let mut record = Record::new(start, main.clone());
    if !title.is_empty() {
        record.set_header("作品名", title);
    }
    for line in others.lines() {
        let moves = read_moves(line)?;
        let same = (main.iter().zip(&moves))
            .take_while(|(one, other)| one == other)
            .count();
        if same < moves.len() && same < main.len() {
            record.variations.push(Variation {
                parent: None,
                line: Line {
                    first_ply: same + 1,
                    moves: moves[same..].to_vec(),
                    comments: Vec::new(),
                    ending: None,
                },
            });
        }
    }
    // Files tell the later variation first.
    (record.variations).sort_by_key(|variation| std::cmp::Reverse(variation.line.first_ply));
    record.check()?;
    Ok(record.to_kif(kif::Encoding::Utf8))
}
