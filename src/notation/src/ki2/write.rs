//! A KI2 file, written.

use super::moves::STYLE;
use crate::kif::write::{preamble, write_comment};
use crate::record::Record;
use crate::walk::Visit;

/// Moves in a row of the file.
const IN_A_ROW: usize = 6;
/// Characters, all full-width, that a move and the space behind it fill.
const COLUMN: usize = 7;

/// The whole text. Lines end with `\n`.
pub fn write(record: &Record) -> String {
    let mut text = String::new();
    preamble(&mut text, record);
    text.push('\n');
    for visit in record.walk() {
        write_line(&mut text, visit);
    }
    text
}

/// The moves of a line.
fn write_line(text: &mut String, visit: Visit<'_>) {
    let line = visit.line;
    if visit.depth > 0 {
        text.push_str(&format!("\n変化：{}手\n", line.first_ply));
    }
    let Some((mut position, mut last)) = visit.before else {
        return;
    };
    let told = line.comments_by_ply();
    let comments = |text: &mut String, ply| {
        for comment in told.get(&ply).into_iter().flatten() {
            write_comment(text, "*", comment);
        }
    };
    comments(text, line.first_ply - 1);
    let mut row: Vec<String> = Vec::new();
    for (ply, &mv) in (line.first_ply..).zip(&line.moves) {
        let Some(words) = STYLE.write(&position, mv, last) else {
            break;
        };
        row.push(words);
        position = position.play(mv);
        last = Some(mv.to());
        if told.contains_key(&ply) || row.len() == IN_A_ROW {
            write_row(text, &mut row);
        }
        comments(text, ply);
    }
    let side = line.side_at_end(position.side());
    if let Some(mv) = line.foul {
        row.extend(STYLE.write_foul(&position, mv, last));
    }
    write_row(text, &mut row);
    if line.foul.is_some() {
        comments(text, line.last_ply() + 1);
    }
    if let Some(ending) = &line.ending {
        let plies = line.end_ply() - 1;
        text.push_str(&format!("{}\n", ending.until(plies, side)));
        comments(text, line.end_ply());
    }
}

/// Writes the moves in columns and forgets them.
fn write_row(text: &mut String, row: &mut Vec<String>) {
    let Some(last) = row.pop() else {
        return;
    };
    for words in row.drain(..) {
        let room = COLUMN.saturating_sub(words.chars().count()).max(1);
        text.push_str(&words);
        // Other programs want spaces of ASCII here.
        text.push_str(&"  ".repeat(room));
    }
    text.push_str(&last);
    text.push('\n');
}
