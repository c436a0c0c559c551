//! A KI2 file, written.

use super::moves::STYLE;
use crate::kif::write::{preamble, write_comment};
use crate::record::{Ending, Record};
use crate::walk::Visit;
use shogi::Color;

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
            write_comment(text, comment);
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
    write_row(text, &mut row);
    if let Some(ending) = line.ending {
        text.push_str(&until(line.last_ply(), ending, position.side()));
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

/// How a line ended, with `side` to move: `まで7手で詰み`, `まで7手で先手の反則勝ち`.
fn until(plies: usize, ending: Ending, side: Color) -> String {
    let name = |color| match color {
        Color::Black => "先手",
        Color::White => "後手",
    };
    let end = match ending {
        Ending::Resigned => format!("{}の勝ち", name(side.flip())),
        Ending::OutOfTime => format!("時間切れにより{}の勝ち", name(side.flip())),
        Ending::EnteringKing
        | Ending::WonByFoul
        | Ending::LostByFoul
        | Ending::WonByDefault
        | Ending::LostByDefault => format!("{}の{}", name(side), ending.word()),
        Ending::Mate
        | Ending::NoMate
        | Ending::Interrupted
        | Ending::Repetition
        | Ending::Impasse => ending.word().to_owned(),
    };
    format!("まで{plies}手で{end}\n")
}
