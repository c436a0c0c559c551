//! A KIF file, line by line.

use std::iter::Peekable;
use words::mark;

use super::board::{Board, hand_owner, side_to_move};
use super::moves::{self, Numbered};
use super::tree::Tree;
use super::{KifReason, MainEnd};
use crate::names::digit_value;
use crate::record::{Comment, Header, Record};

/// Reads the text of a file. Errors carry their line, counted from 1.
pub fn read(text: &str, short_set: bool) -> Result<(Record, MainEnd), (usize, KifReason)> {
    if text.trim().is_empty() {
        return Err((1, KifReason::Empty));
    }
    let last = text.lines().count().max(1);
    let mut lines = lines(text).peekable();
    let preamble = Preamble::before(&mut lines, begins_moves)?;
    let first = lines.peek().map_or(last, |&(number, _)| number);
    if let Some((number, line)) = lines.peek().filter(|(_, line)| is_numbered(line)) {
        // What only looks like a move is told before the want of a board is.
        moves::read(line).map_err(|reason| (*number, reason))?;
    }
    let mut tree = preamble.finish(first, short_set)?;
    let mut end = MainEnd {
        line: first,
        // A diagram alone announces no moves.
        is_said: lines.peek().is_none(),
    };
    for (number, line) in lines {
        let before = tree.main_line();
        read_line(&mut tree, number, line).map_err(|reason| (number, reason))?;
        let (plies, is_said) = tree.main_line();
        if (plies, is_said) != before {
            end = MainEnd {
                line: number,
                is_said,
            };
        }
    }
    Ok((tree.finish()?, end))
}

/// The lines that say something to people, with their numbers.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '&']))
}

/// Reads a line of the moves.
fn read_line(tree: &mut Tree, number: usize, line: &str) -> Result<(), KifReason> {
    if let Some(text) = line.strip_prefix('*') {
        tree.comment(text);
        return Ok(());
    }
    if let Some(text) = variation(line) {
        return tree.begin_variation(number, text);
    }
    if is_title(line) && tree.is_bare() {
        return Ok(());
    }
    if line.starts_with("まで") {
        tree.close();
        return Ok(());
    }
    if !is_numbered(line) {
        let expected = mark!("a move, まで, 変化 or a comment");
        return Err(KifReason::unexpected(expected, line));
    }
    let (found, numbered) = moves::read(line)?;
    tree.expect(found)?;
    match numbered {
        Numbered::End(ending) => tree.end(ending),
        Numbered::Move(written) => {
            let (position, last) = tree.now();
            let mv = written.resolve(position, last)?;
            tree.play(mv);
        }
    }
    Ok(())
}

/// Whether a header would be read back as it was, were it written.
pub fn reads_back(key: &str, value: &str) -> bool {
    let line = format!("{key}：{value}");
    let mut preamble = Preamble::new();
    line.trim() == line.as_str()
        && line.lines().count() == 1
        // KI2 files begin moves with the marks.
        && !line.starts_with(['#', '&', '▲', '△', '☗', '☖', '▼', '▽'])
        && !begins_moves(&line)
        && preamble.read(1, &line).is_ok()
        && matches!(&preamble.headers[..], [header] if header.key == key && header.value == value)
}

/// Whether a line is the first one of the moves.
fn begins_moves(line: &str) -> bool {
    let is_move = is_numbered(line) && !is_dated(line);
    is_title(line) || is_move || line.starts_with("まで") || variation(line).is_some()
}

/// A header whose key begins with a number: `2023年度：入選`. In the line of a move a bracket comes before the
/// colon of its time.
fn is_dated(line: &str) -> bool {
    let (key, _) = line.split_once(['：', ':']).unwrap_or_default();
    let word = key.trim_start_matches(char::is_numeric);
    word.starts_with(char::is_alphabetic)
        && !key.contains(|sign: char| sign.is_whitespace() || "(（".contains(sign))
}

/// The line above the moves: `手数----指手---------消費時間--`.
fn is_title(line: &str) -> bool {
    line.starts_with("手数-")
}

fn is_numbered(line: &str) -> bool {
    moves::number(line).is_some() && !is_files(line)
}

/// The line above the diagram: `９ ８ ７ ６ ５ ４ ３ ２ １`.
fn is_files(line: &str) -> bool {
    line.chars()
        .filter(|sign| !sign.is_whitespace())
        .map(digit_value)
        .eq((1..=9).rev().map(Some))
}

/// The edge of the diagram: `+---------------------------+`.
fn is_edge(line: &str) -> bool {
    line.len() > 2 && line.bytes().all(|byte| matches!(byte, b'+' | b'-'))
}

/// The text behind `変化：`.
pub fn variation(line: &str) -> Option<&str> {
    line.strip_prefix("変化")?.strip_prefix(['：', ':'])
}

/// What stands before the moves.
pub struct Preamble {
    headers: Vec<Header>,
    comments: Vec<Comment>,
    board: Board,
}

impl Preamble {
    const fn new() -> Self {
        Self {
            headers: Vec::new(),
            comments: Vec::new(),
            board: Board::new(),
        }
    }

    /// Reads the lines before the first one that `begins_moves`. An error carries its line.
    pub fn before<'a>(
        lines: &mut Peekable<impl Iterator<Item = (usize, &'a str)>>,
        begins_moves: fn(&str) -> bool,
    ) -> Result<Self, (usize, KifReason)> {
        let mut preamble = Self::new();
        while let Some((number, line)) = lines.next_if(|(_, line)| !begins_moves(line)) {
            preamble
                .read(number, line)
                .map_err(|reason| (number, reason))?;
        }
        Ok(preamble)
    }

    /// Whether 手合割 is 平手; it may be said twice, but not in two ways.
    fn is_even(&self) -> bool {
        let mut handicaps = self
            .headers
            .iter()
            .filter(|header| header.key == "手合割")
            .peekable();
        handicaps.peek().is_some() && handicaps.all(|header| header.value == "平手")
    }

    /// Reads a line of it.
    pub fn read(&mut self, number: usize, line: &str) -> Result<(), KifReason> {
        if let Some(text) = line.strip_prefix('*') {
            let text = text.to_owned();
            self.comments.push(Comment { ply: 0, text });
            return Ok(());
        }
        if line.starts_with('|') {
            return self.board.read_rank(number, line);
        }
        // 手数＝ is a diagram's last line: how many moves were made before it. 盤面回転 asks for the
        // board to be shown from the other side.
        let told = line.starts_with("手数＝") || line == "盤面回転";
        if told || is_files(line) || is_edge(line) {
            return Ok(());
        }
        if let Some(color) = side_to_move(line) {
            return self.board.read_side(color);
        }
        let header = line
            .split_once(['：', ':'])
            .map(|(key, value)| (key.trim(), value.trim()))
            .filter(|(key, _)| !key.is_empty());
        let Some((key, value)) = header else {
            let expected = mark!("a header, the board, a move or a comment");
            return Err(KifReason::unexpected(expected, line));
        };
        if let Some(color) = hand_owner(key) {
            return self.board.read_hand(color, value);
        }
        self.headers.push(Header {
            key: key.to_owned(),
            value: value.to_owned(),
        });
        Ok(())
    }

    /// The start of the lines; `line` is where the moves begin or the file ends.
    pub fn finish(self, line: usize, short_set: bool) -> Result<Tree, (usize, KifReason)> {
        let even = self.is_even();
        let start = self.board.finish(line, even, short_set)?;
        Ok(Tree::new(self.headers, start, self.comments))
    }
}
