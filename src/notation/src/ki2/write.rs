//! A KI2 file, written.

use super::moves::STYLE;
use crate::kif::write::{comments, preamble};
use crate::record::{Ending, LineName, Record};
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
    write_line(&mut text, record, LineName::Main);
    text
}

/// The moves of a line, and behind them its variations with theirs.
fn write_line(text: &mut String, record: &Record, name: LineName) {
    if let (Some(line), Some((mut position, mut last))) = (record.line(name), record.before(name)) {
        comments(text, line, line.first_ply - 1);
        let mut row: Vec<String> = Vec::new();
        for (ply, &mv) in (line.first_ply..).zip(&line.moves) {
            let Some(words) = STYLE.write(&position, mv, last) else {
                break;
            };
            row.push(words);
            position = position.play(mv);
            last = Some(mv.to());
            let commented = line.comments_at(ply).next().is_some();
            if commented || row.len() == IN_A_ROW {
                write_row(text, &mut row);
            }
            comments(text, line, ply);
        }
        write_row(text, &mut row);
        if let Some(ending) = line.ending {
            text.push_str(&until(line.last_ply(), ending, position.side()));
        }
    }
    for index in record.variations_of(name) {
        let ply = record.variations[index].line.first_ply;
        text.push_str(&format!("\n変化：{ply}手\n"));
        write_line(text, record, LineName::Variation(index));
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
