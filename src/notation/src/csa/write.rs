//! One record as CSA files have it.

use super::names::{ENDING, HEADERS, piece_name, piece_text, sign};
use crate::clock;
use crate::kif::write::{one_line, write_comment};
use crate::record::Record;
use shogi::{Color, Move, Position, Setup, Square};

/// The text of a record. Lines end with `\n`.
pub fn write(record: &Record) -> String {
    // Fractions of a second came with version 3.
    let is_broken = record.main.times.iter().any(|time| time.ms % 1000 > 0);
    let mut text = String::from(if is_broken { "V3.0\n" } else { "V2.2\n" });
    let homeless = headers(&mut text, record);
    let start = Setup::from(&record.start);
    board(&mut text, &start);
    text.extend([sign(start.side), '\n']);
    for header in homeless {
        write_comment(&mut text, "'*", &header);
    }
    let line = &record.main;
    let told = line.comments_by_ply();
    // Behind each move its time, then what is said of it.
    let beside = |text: &mut String, ply| {
        if let Some(ms) = line.time(ply) {
            text.push_str(&format!("{}\n", clock::csa(ms)));
        }
        for comment in told.get(&ply).into_iter().flatten() {
            write_comment(text, "'*", comment);
        }
    };
    beside(&mut text, 0);
    let mut position = record.start.clone();
    for (ply, &mv) in (1..).zip(&line.moves) {
        let Some(next) = position.try_play(mv) else {
            return text;
        };
        text.push_str(&move_text(&position, mv));
        beside(&mut text, ply);
        position = next;
    }
    if let Some(mv) = line.foul {
        text.push_str(&move_text(&position, mv));
        beside(&mut text, line.last_ply() + 1);
    }
    if let Some(ending) = &line.ending {
        let word = ending
            .csa_word(line.side_at_end(position.side()))
            .unwrap_or_else(|| {
                text.push_str(&format!("'{ENDING}{}\n", one_line(ending.word())));
                "CHUDAN".to_owned()
            });
        text.push_str(&format!("%{word}\n"));
        beside(&mut text, line.end_ply());
    }
    text
}

/// First what CSA files have a place for, in their order; then the others, in remarks. Those that would not be read back
/// from one are returned, as comments on the start.
fn headers(text: &mut String, record: &Record) -> Vec<String> {
    let mut left: Vec<_> = record.headers.iter().collect();
    for (name, key) in HEADERS {
        left.retain(|header| {
            let own = header.key == key;
            if own {
                text.push_str(&format!("{name}{}\n", one_line(&header.value)));
            }
            !own
        });
    }
    left.retain(|header| {
        let own = header.key.starts_with('$') && !header.key.contains([':', '\n', '\r']);
        if own {
            text.push_str(&format!("{}:{}\n", header.key, one_line(&header.value)));
        }
        !own
    });
    let mut homeless = Vec::new();
    for header in left {
        let (key, value) = (one_line(&header.key), one_line(&header.value));
        // A remark that begins with a star is a comment.
        if key.is_empty() || key.starts_with('*') {
            homeless.push(format!("{key}：{value}"));
        } else {
            let key = key.replace('：', ":");
            text.push_str(&format!("'{key}：{value}\n"));
        }
    }
    homeless
}

fn board(text: &mut String, setup: &Setup) {
    for rank in 1..=9 {
        text.push_str(&format!("P{rank}"));
        for file in (1..=9).rev() {
            let piece = Square::new(file, rank).and_then(|square| setup.board[square.index()]);
            text.push_str(&piece.map_or_else(|| " * ".to_owned(), piece_text));
        }
        text.push('\n');
    }
    for color in [Color::Black, Color::White] {
        let hand = setup.hands[color];
        // A defender's hand that is not written would be taken for all that is left.
        if hand.is_empty() && (color == setup.attacker() || setup.missing().is_empty()) {
            continue;
        }
        text.extend(['P', sign(color)]);
        for (kind, count) in hand.iter() {
            let name = format!("00{}", piece_name(kind, false));
            text.push_str(&name.repeat(count.into()));
        }
        text.push('\n');
    }
}

fn move_text(position: &Position, mv: Move) -> String {
    let square = |square: Square| format!("{}{}", square.file(), square.rank());
    let (from, name) = match mv {
        Move::Drop { kind, .. } => ("00".to_owned(), piece_name(kind, false)),
        Move::Board { from, promote, .. } => {
            let name = position.piece_at(from).map_or("", |piece| {
                piece_name(piece.kind, piece.promoted || promote)
            });
            (square(from), name)
        }
    };
    format!("{}{from}{}{name}\n", sign(position.side()), square(mv.to()))
}
