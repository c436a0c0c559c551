//! A KIF file, line by line.

use std::iter::Peekable;

use super::board::{Board, hand_owner, is_row, side_to_move};
use super::handicaps;
use super::moves::{self, RowContent, Written};
use super::tree::Tree;
use super::{Expected, KifReason, Repeated};
use crate::names::{MARKS, digit_value, leading_number, numeral};
use crate::notice::{EndOfMoves, Notice, Oddity, missing, stops};
use crate::phrases::cut;
use crate::problem::is_said;
use crate::record::{Comment, Ending, Header, Record, keys};
use shogi::{HandReading, Position, Setup, Square};

/// A record, and what is to be said of its file; or the line that is wrong, counted from 1, and why.
pub type Read = Result<(Record, Vec<Notice>), (usize, KifReason)>;

/// Reads the text of a file.
pub fn read(text: &str, hands: HandReading) -> Read {
    if text.trim().is_empty() {
        return Err((1, KifReason::Empty));
    }
    let last = text.lines().count().max(1);
    let mut lines = lines(text).peekable();
    let preamble = Preamble::before(&mut lines, begins_moves)?;
    let first = lines.peek().map_or(last, |&(number, _)| number);
    let announced = lines.peek().is_some();
    if let Some((number, line)) = lines.peek().filter(|(_, line)| is_numbered(line)) {
        // What only looks like a move is told before the want of a board is.
        moves::read(line).map_err(|reason| (*number, reason))?;
    }
    let mut tree = preamble.finish(first, announced, hands)?;
    let mut end = first;
    let mut is_said = false;
    for (number, line) in lines {
        let before = tree.main_line();
        read_line(&mut tree, number, line)?;
        if tree.main_line() != before {
            end = number;
        }
        is_said = tree.main_line().1;
    }
    let (record, mut notices) = tree.finish()?;
    let says = match (is_said, announced) {
        (true, _) => EndOfMoves::Said,
        (false, true) => EndOfMoves::Announced,
        (false, false) => EndOfMoves::Unsaid,
    };
    notices.extend(stops(&record, end, says));
    Ok((record, notices))
}

/// The lines that say something to people, with their numbers.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..)
        .zip(text.lines().map(without_blanks))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '&']))
}

/// A line without the blanks around it; those at the end of a comment are a part of it. A byte order mark may stand inside,
/// where files were put together.
fn without_blanks(line: &str) -> &str {
    let line = line.trim_start_matches(is_blank);
    match line.starts_with('*') {
        true => line,
        false => line.trim_end_matches(is_blank),
    }
}

fn is_blank(sign: char) -> bool {
    sign.is_whitespace() || sign == '\u{FEFF}'
}

/// Reads a line of the moves.
fn read_line(tree: &mut Tree, number: usize, line: &str) -> Result<(), (usize, KifReason)> {
    if read_beside(tree, number, line)? {
        return Ok(());
    }
    let at = |reason| (number, reason);
    if !is_numbered(line) {
        return leave_aside(tree, number, line).map_err(at);
    }
    let numbered = moves::read(line).map_err(at)?;
    match numbered.what {
        RowContent::End(_) if tree.has_ended() => {
            tree.notice(number, Oddity::LeftAside(cut(line)));
            return Ok(());
        }
        RowContent::End(ending) => {
            tree.expect(numbered.ply).map_err(at)?;
            tree.end(number, ending)?;
        }
        RowContent::Move(written) => {
            turn_back(tree, number, numbered.ply, &written)?;
            tree.expect_move(number)?;
            tree.mark(number, numbered.side, line);
            let (position, last) = tree.now();
            let mv = written.told(position, last).map_err(at)?;
            match position.foul(mv) {
                None => tree.play(mv),
                why => tree.foul(number, mv, written.illegal(why)).map_err(at)?,
            }
        }
    }
    if let Some(ms) = numbered.time {
        tree.time(ms);
    }
    if let Some(text) = numbered.comment {
        tree.comment(text);
    }
    if let Some(text) = numbered.more {
        tree.notice(number, Oddity::LeftAside(cut(text)));
    }
    Ok(())
}

/// Some programs begin a variation with the number of its first move alone; others miscount. Where a move's number was there
/// before, it is that of a variation if the move is legal there, else the next one if it is legal as such.
fn turn_back(
    tree: &mut Tree,
    number: usize,
    ply: usize,
    written: &Written<'_>,
) -> Result<(), (usize, KifReason)> {
    let Err(why) = tree.expect(ply) else {
        return Ok(());
    };
    let is_legal = |node: Option<(&Position, Option<Square>)>| {
        node.is_some_and(|(position, last)| {
            written
                .told(position, last)
                .is_ok_and(|mv| position.is_legal(mv))
        })
    };
    let expected = tree.due();
    if ply == 0 || ply > tree.last_said() {
        return Err((number, why));
    }
    let is_of_a_variation = is_legal(tree.before(ply));
    if !is_of_a_variation && (tree.has_ended() || !is_legal(Some(tree.now()))) {
        return Err((number, why));
    }
    let found = ply;
    tree.notice(number, Oddity::Number { expected, found });
    match is_of_a_variation {
        true => tree.begin_variation(number, &ply.to_string()),
        false => Ok(()),
    }
}

/// Reads a line that stands among the moves without being one; whether it was such a line.
pub fn read_beside(tree: &mut Tree, number: usize, line: &str) -> Result<bool, (usize, KifReason)> {
    if let Some(text) = line.strip_prefix('*') {
        tree.comment(text);
    } else if let Some(text) = variation(line) {
        tree.begin_variation(number, text)?;
    } else if is_until(line) {
        tree.until(number, line)?;
    } else if is_title(line) && tree.main_line().0 > 0 {
        return Err((number, KifReason::SecondRecord));
    } else if !is_title(line) && !is_aside(line) {
        return Ok(false);
    }
    Ok(true)
}

/// A line that is no move is a header that stands late, or something that some program puts between; unless a move may be
/// what it was.
pub fn leave_aside(tree: &mut Tree, number: usize, line: &str) -> Result<(), KifReason> {
    let begins_a_record = is_row(line)
        || is_files(line)
        || header(line).is_some_and(|(key, _)| tree.has_header_of_a_start(key));
    if begins_a_record && tree.main_line().0 > 0 {
        return Err(KifReason::SecondRecord);
    }
    if is_like_a_move(line) || is_row(line) || line.split_whitespace().any(is_like_a_move) {
        let expected = Expected::MoveUntilVariationOrComment;
        return Err(KifReason::unexpected(expected, line));
    }
    match header(line) {
        Some((key, value)) => tree.header(Header {
            key: key.to_owned(),
            value: value.to_owned(),
        }),
        None => tree.notice(number, Oddity::LeftAside(cut(line))),
    }
    Ok(())
}

/// Whether a text may be a move that was damaged: it begins with a digit or 同, or a square is in it.
fn is_like_a_move(text: &str) -> bool {
    let signs: Vec<char> = text.chars().collect();
    let is_file = |sign: char| digit_value(sign).is_some_and(|file| numeral(file) != Some(sign));
    let is_rank = |sign: char| digit_value(sign).is_some_and(|rank| numeral(rank) == Some(sign));
    let has_square = signs
        .windows(2)
        .any(|pair| is_file(pair[0]) && is_rank(pair[1]));
    let first = signs.first().copied().unwrap_or_default();
    has_square || digit_value(first).is_some() || first == '同' || MARKS.contains(&first)
}

/// Whether a header would be read back as it was, were it written.
pub fn reads_back(key: &str, value: &str) -> bool {
    let line = format!("{key}：{value}");
    let mut preamble = Preamble::new();
    without_blanks(&line) == line.as_str()
        && line.lines().count() == 1
        // KI2 files begin moves with the marks.
        && !line.starts_with(['#', '&'])
        && !line.starts_with(MARKS)
        && !begins_moves(&line)
        && preamble.read(1, &line).is_ok()
        && matches!(&preamble.headers[..], [header] if header.key == key && header.value == value)
}

/// Whether the word for an ending would be read back as it was behind a number.
pub fn reads_back_as_ending(ending: &Ending) -> bool {
    let line = format!("1 {}", ending.word());
    let read = moves::read(&line);
    matches!(read, Ok(numbered) if matches!(&numbered.what, RowContent::End(read) if read == ending)
        && numbered.comment.is_none() && numbered.more.is_none())
}

/// Whether a line is the first one of the moves.
fn begins_moves(line: &str) -> bool {
    let is_move = is_numbered(line) && !is_dated(line);
    is_title(line) || is_move || is_until(line) || variation(line).is_some()
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
fn is_dated(line: &str) -> bool {
    let (key, _) = line.split_once(['：', ':']).unwrap_or_default();
    let word = key.trim_start_matches(char::is_numeric);
    word.starts_with(char::is_alphabetic)
        && !key.contains(|sign: char| sign.is_whitespace() || "(（".contains(sign))
}

/// The line above the moves: `手数----指手---------消費時間--`.
fn is_title(line: &str) -> bool {
    ["手数-", "手数－", "手数―", "手数ー"]
        .iter()
        .any(|title| line.starts_with(title))
}

/// A line that says how a diagram is to be shown, or how many moves were made before it: `盤面回転`, `手数＝7 ▲１二金 まで`; or one
/// that only parts what stands above it from what stands below.
fn is_aside(line: &str) -> bool {
    let told = ["手数＝", "手数="]
        .iter()
        .any(|sign| line.starts_with(sign));
    told || line == "盤面回転" || line.chars().all(|sign| "-=_─━―－＝＊~".contains(sign))
}

fn is_numbered(line: &str) -> bool {
    leading_number(line).is_some() && !is_files(line)
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

/// The text behind `変化：`; the colon may be missing before the number.
pub fn variation(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("変化")?.trim_start();
    let text = rest.strip_prefix(['：', ':']).map(str::trim_start);
    text.or_else(|| leading_number(rest).map(|_| rest))
}

/// The key of a header and its value; the key is not empty.
fn header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(['：', ':'])?;
    let (key, value) = (key.trim(), value.trim());
    (!key.is_empty()).then_some((key, value))
}

/// What stands before the moves.
pub struct Preamble {
    headers: Vec<Header>,
    comments: Vec<Comment>,
    board: Board,
    notices: Vec<Notice>,
}

impl Preamble {
    const fn new() -> Self {
        Self {
            headers: Vec::new(),
            comments: Vec::new(),
            board: Board::new(),
            notices: Vec::new(),
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

    /// Reads a line of it.
    pub fn read(&mut self, number: usize, line: &str) -> Result<(), KifReason> {
        if let Some(text) = line.strip_prefix('*') {
            let text = text.to_owned();
            self.comments.push(Comment { ply: 0, text });
            return Ok(());
        }
        if is_row(line) {
            return self.board.read_rank(number, line);
        }
        if is_files(line) || is_edge(line) || is_aside(line) {
            return Ok(());
        }
        if let Some(color) = side_to_move(line) {
            return self.board.read_side(color);
        }
        let Some((key, value)) = header(line) else {
            // Half a rank is no line that a program puts between.
            if self.board.is_begun() && !self.board.is_whole() || is_like_a_move(line) {
                let expected = Expected::HeaderBoardMoveOrComment;
                return Err(KifReason::unexpected(expected, line));
            }
            let what = Oddity::LeftAside(cut(line));
            self.notices.push(Notice { line: number, what });
            return Ok(());
        };
        if let Some(color) = hand_owner(key) {
            return self.board.read_hand(number, color, value);
        }
        if key == "手番"
            && let Some(color) = side_to_move(&format!("{value}番")).or(side_to_move(value))
        {
            return self.board.read_side(color);
        }
        self.headers.push(Header {
            key: key.to_owned(),
            value: value.to_owned(),
        });
        Ok(())
    }

    /// The position, where there is no board: that of 手合割, and without it the start of the game, as the format has it. A
    /// problem is never that, nor a file that says nothing of a game.
    fn named_start(&self, announced: bool) -> Result<Setup, KifReason> {
        let mut names = self.headers.iter().filter(|is| is.key == keys::HANDICAP);
        let Some(first) = names.next() else {
            let is_of_a_game = |is: &Header| handicaps::KEYS.contains(&is.key.as_str());
            let is_of_a_problem = |is: &Header| keys::OF_A_PROBLEM.contains(&is.key.as_str());
            let is_game = announced || self.headers.iter().any(is_of_a_game);
            return match is_game && !self.headers.iter().any(is_of_a_problem) {
                true => Ok(shogi::Handicap::Even.setup()),
                false => Err(KifReason::NoBoard),
            };
        };
        // It may be said twice, but not in two ways.
        let other = names.find(|is| is.value != first.value);
        match (handicaps::of_name(&first.value), other) {
            (Some(handicap), None) => Ok(handicap.setup()),
            (_, None) => Err(KifReason::NoBoardFor(first.value.clone())),
            (_, Some(_)) => Err(KifReason::Twice(Repeated::Handicap)),
        }
    }

    /// The start of the lines; `line` is where the moves begin or the file ends, `announced` whether moves do.
    pub fn finish(
        self,
        line: usize,
        announced: bool,
        hands: HandReading,
    ) -> Result<Tree, (usize, KifReason)> {
        let is_problem = is_said(&self.headers);
        let named = match self.board.is_begun() {
            true => None,
            false => Some(
                self.named_start(announced)
                    .map_err(|reason| (line, reason))?,
            ),
        };
        let read = self.board.finish(line, named, is_problem, hands)?;
        let mut tree = Tree::new(self.headers, read.start.clone(), self.comments);
        for Notice { line, what } in self.notices {
            tree.notice(line, what);
        }
        if read.is_odd_if_short
            && let Some(Notice { line, what }) = missing(&read.start, read.line, hands)
        {
            tree.notice(line, what);
        }
        Ok(tree)
    }
}
