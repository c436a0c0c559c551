//! A KIF file, written; and the headers and the board, which KI2 and BOD files share.

use super::handicaps;
use super::read::{reads_back, reads_back_as_ending};
use crate::Japanese;
use crate::clock;
use crate::diagram::board_rows;
use crate::encoding::with_line_feeds;
use crate::names::hand_words;
use crate::problem::is_problem;
use crate::record::{Record, keys};
use crate::walk::Visit;
use shogi::{Color, Hand, Handicap, Setup};

/// The whole text, its first line naming the encoding `encoding`. Lines end with `\n`.
pub fn write(record: &Record, encoding: &str) -> String {
    let mut text = format!("#KIF version=2.0 encoding={encoding}\n");
    preamble(&mut text, record);
    let is_diagram = record.main.moves.is_empty()
        && record.main.ending.is_none()
        && record.variations.is_empty();
    // A title with no moves below it would look like a file that was cut off.
    if !is_diagram {
        text.push_str("手数----指手---------消費時間--\n");
    }
    for visit in record.walk() {
        write_line(&mut text, visit);
    }
    text
}

/// Headers, hands, board and side to move.
pub fn preamble(text: &mut String, record: &Record) {
    let start = Setup::from(&record.start);
    let named = Handicap::of(&start).filter(|handicap| handicap.setup() == start);
    let other = match is_problem(&record.headers, &start) {
        true => "詰将棋",
        false => "その他",
    };
    let handicap = named.map_or(other, handicaps::name);
    // Other programs know the names of starting positions, and not those of other ones.
    if named.is_some() && !record.headers.iter().any(|h| h.key == keys::HANDICAP) {
        text.push_str(&format!("{}：{handicap}\n", keys::HANDICAP));
    }
    let mut remarks = Vec::new();
    for header in &record.headers {
        let value = one_line(&header.value);
        // A reader that sets the board up from 手合割 must not be led astray.
        let value = match header.key.as_str() {
            keys::HANDICAP if handicaps::of_name(&value) != named => handicap,
            _ => &value,
        };
        if reads_back(&header.key, value) {
            text.push_str(&format!("{}：{value}\n", header.key));
        } else {
            remarks.push(format!("{}：{value}", one_line(&header.key)));
        }
    }
    board(text, &start);
    for remark in remarks {
        text.push_str(&format!("*{remark}\n"));
    }
}

/// Hands, board and side to move (BOD 形式).
pub fn board(text: &mut String, setup: &Setup) {
    let hand = |hand: Hand| hand_words(hand).replace(' ', "　");
    text.push_str(&format!("後手の持駒：{}\n", hand(setup.hands.white)));
    text.push_str(&board_rows(setup));
    text.push_str(&format!("\n先手の持駒：{}\n", hand(setup.hands.black)));
    if setup.side == Color::White {
        text.push_str("後手番\n");
    }
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
    let mut sums = visit.sums;
    // A line of its number, words and time, then what is said of it.
    let mut numbered = |text: &mut String, ply: usize, words: &str| {
        text.push_str(&format!("{ply:4} {words}"));
        if let Some(ms) = line.time(ply) {
            let sum = &mut sums[ply % 2];
            *sum = sum.saturating_add(ms);
            let width = words
                .chars()
                .map(|sign| if sign.is_ascii() { 1 } else { 2 })
                .sum();
            text.push_str(&" ".repeat(14_usize.saturating_sub(width).max(1)));
            text.push_str(&clock::kif(ms, *sum));
            // Other programs take it for a part of the move, or refuse it, where no time stands between.
            if visit.forks.contains(&ply) {
                text.push('+');
            }
        }
        text.push('\n');
        comments(text, ply);
    };
    for (ply, &mv) in (line.first_ply..).zip(&line.moves) {
        let Some(words) = Japanese::KIF.write(&position, mv, last) else {
            return;
        };
        numbered(text, ply, &words);
        position = position.play(mv);
        last = Some(mv.to());
    }
    let foul = line
        .foul
        .and_then(|mv| Japanese::KIF.write_foul(&position, mv, last));
    if let Some(words) = foul {
        numbered(text, line.last_ply() + 1, &words);
    }
    let Some(ending) = &line.ending else { return };
    let end = line.end_ply();
    if reads_back_as_ending(ending) {
        numbered(text, end, ending.word());
        return;
    }
    // A word that a number would make something else of.
    let side = line.side_at_end(position.side());
    text.push_str(&format!("{}\n", ending.until(end - 1, side)));
    comments(text, end);
}

/// A comment, each line of it behind the `sign` that makes it one.
pub fn write_comment(text: &mut String, sign: &str, comment: &str) {
    let comment = with_line_feeds(comment.into());
    for part in comment.lines() {
        text.push_str(&format!("{sign}{part}\n"));
    }
    if comment.is_empty() {
        text.push_str(&format!("{sign}\n"));
    }
}

/// The text without line breaks and spaces around it.
pub fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split(['\n', '\r']).map(str::trim).collect();
    words.join(" ").trim().to_owned()
}
