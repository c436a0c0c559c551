//! What kind of line a line of a KIF or KI2 file is.

use super::board::is_row;
use super::moves;
use super::sides::{hand_owner, is_like_a_hand};
use crate::names::{MARKS, digit_value, leading_number, numeral, piece_of};
use crate::record::keys;

/// A line of a file with its number.
pub type Line<'a> = (usize, &'a str);

/// The lines that say something to people, with their numbers.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    (1..)
        .zip(text.lines().map(without_blanks))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '&']))
}

/// A line without the blanks around it; those at the end of a comment are a part of it. A byte order mark may stand inside,
/// where files were put together.
pub fn without_blanks(line: &str) -> &str {
    let line = line.trim_start_matches(is_blank);
    match comment(line) {
        Some(_) => line,
        None => line.trim_end_matches(is_blank),
    }
}

fn is_blank(sign: char) -> bool {
    sign.is_whitespace() || sign == '\u{FEFF}'
}

/// What a line of comment says. The sign may be full-width, but not in a line that only parts others.
pub fn comment(line: &str) -> Option<&str> {
    let wide = || line.strip_prefix('＊').filter(|_| !is_parting(line));
    line.strip_prefix('*').or_else(wide)
}

/// Whether a text may be a move that was damaged: it begins with a digit, or as only moves do.
pub fn is_like_a_move(text: &str) -> bool {
    text.chars().next().and_then(digit_value).is_some() || is_like_a_move_without_number(text)
}

/// Whether a text may be a move without its number: it begins with 同 or a mark, or a square is in it.
pub fn is_like_a_move_without_number(text: &str) -> bool {
    let signs: Vec<char> = text.chars().collect();
    let is_rank = |sign: char| digit_value(sign).is_some_and(|rank| numeral(rank) == Some(sign));
    let is_file = |sign: char| digit_value(sign).is_some() && !is_rank(sign);
    let has_square = signs
        .windows(2)
        .any(|pair| is_file(pair[0]) && is_rank(pair[1]));
    // A square in two digits of one kind has its piece behind it.
    let has_piece = signs
        .windows(3)
        .any(|three| is_file(three[0]) && is_file(three[1]) && piece_of(three[2]).is_some());
    let first = signs.first().copied().unwrap_or_default();
    has_square || has_piece || first == '同' || MARKS.contains(&first)
}

/// Whether a line is one of the moves, also where they have begun.
pub fn is_of_moves(line: &str) -> bool {
    is_title(line) || is_move(line) || is_until(line) || variation(line).is_some()
}

/// Whether a line is a rank of the diagram or a hand.
pub fn is_of_a_board(line: &str) -> bool {
    is_row(line) || header(line).is_some_and(|(key, _)| hand_owner(key).is_some())
}

/// Whether a line with a number is a move or an ending, as far as it begins like one.
pub fn is_move(line: &str) -> bool {
    let behind = leading_number(line).filter(|_| !is_files(line) && !is_dated(line));
    behind.is_some_and(|(_, behind)| moves::is_begun(behind))
}

/// Whether a line is a header with what a person wrote.
pub fn is_free_text(line: &str) -> bool {
    let is_read = |key: &str| is_like_a_hand(key) || [keys::HANDICAP, "手番"].contains(&key);
    !is_row(line) && !is_numbered(line) && header(line).is_some_and(|(key, _)| !is_read(key))
}

/// Whether a line tells how a line of moves ended (`まで7手で詰み`), and is no header (`までの出典：本`).
pub fn is_until(line: &str) -> bool {
    let Some(rest) = line.strip_prefix("まで") else {
        return false;
    };
    let is_counted = rest.trim_start_matches(['、', ',', ' ', '　']);
    header(line).is_none() || is_counted.starts_with(char::is_numeric)
}

/// A header whose key begins with a number: `2023年度：入選`. In the line of a move a bracket comes before the
/// colon of its time.
pub fn is_dated(line: &str) -> bool {
    let (key, _) = line.split_once(['：', ':']).unwrap_or_default();
    let word = key.trim_start_matches(char::is_numeric);
    word.starts_with(char::is_alphabetic)
        && !key.contains(|sign: char| sign.is_whitespace() || "(（".contains(sign))
}

/// The line above the moves: `手数----指手---------消費時間--`.
pub fn is_title(line: &str) -> bool {
    ["手数-", "手数－", "手数―", "手数ー"]
        .iter()
        .any(|title| line.starts_with(title))
}

/// A line that says how a diagram is to be shown, or how many moves were made before it: `盤面回転`, `手数＝7 ▲１二金 まで`; or one
/// that only parts what stands above it from what stands below.
pub fn is_aside(line: &str) -> bool {
    let told = ["手数＝", "手数="]
        .iter()
        .any(|sign| line.starts_with(sign));
    told || matches!(line, "盤面回転" | "盤面反転") || is_parting(line)
}

fn is_parting(line: &str) -> bool {
    line.chars().all(|sign| "-=_─━―－＝＊~".contains(sign))
}

pub fn is_numbered(line: &str) -> bool {
    leading_number(line).is_some() && !is_files(line)
}

/// The line above the diagram: `９ ８ ７ ６ ５ ４ ３ ２ １`.
pub fn is_files(line: &str) -> bool {
    line.chars()
        .filter(|sign| !sign.is_whitespace())
        .map(digit_value)
        .eq((1..=9).rev().map(Some))
}

/// The edge of the diagram: `+---------------------------+`.
pub fn is_edge(line: &str) -> bool {
    line.len() > 2 && line.bytes().all(|byte| matches!(byte, b'+' | b'-'))
}

/// The text behind `変化：`; the colon may be missing before the number.
pub fn variation(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("変化")?.trim_start();
    let text = rest.strip_prefix(['：', ':']).map(str::trim_start);
    text.or_else(|| leading_number(rest).map(|_| rest))
}

/// The key of a header and its value; the key is not empty.
pub fn header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(['：', ':'])?;
    let (key, value) = (key.trim(), value.trim());
    (!key.is_empty()).then_some((key, value))
}
