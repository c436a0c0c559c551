//! A KIF file, line by line.

use super::board::{Board, hand_owner, side_to_move};
use super::moves::{self, Numbered};
use super::{Comment, Encoding, Header, KifReason, Line, Record, Variation};
use crate::notation::names::digit_value;
use crate::shogi::{Position, Square};

/// Reads the text of a file. Errors carry their line, counted from 1.
pub fn read(text: &str, encoding: Encoding, short_set: bool) -> Result<Record, (usize, KifReason)> {
    if text.trim().is_empty() {
        return Err((1, KifReason::Empty));
    }
    let last = text.lines().count().max(1);
    let mut lines = (1..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '&']))
        .peekable();
    let mut preamble = Preamble::new();
    while let Some((number, line)) = lines.next_if(|(_, line)| !begins_moves(line)) {
        preamble
            .read(number, line)
            .map_err(|reason| (number, reason))?;
    }
    let first = lines.peek().map_or(last, |&(number, _)| number);
    if let Some((number, line)) = lines.peek().filter(|(_, line)| is_numbered(line)) {
        // What only looks like a move is told before the want of a board is.
        moves::read(line).map_err(|reason| (*number, reason))?;
    }
    let even = preamble.is_even();
    let start = preamble.board.finish(first, even, short_set)?;
    let mut game = Game::new(start, preamble.comments, first);
    for (number, line) in lines {
        game.read(number, line).map_err(|reason| (number, reason))?;
    }
    game.finish(encoding, preamble.headers)
}

/// Whether a line is the first one of the moves.
fn begins_moves(line: &str) -> bool {
    is_title(line) || is_numbered(line) || line.starts_with("まで") || variation(line).is_some()
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
fn variation(line: &str) -> Option<&str> {
    line.strip_prefix("変化")?.strip_prefix(['：', ':'])
}

/// What stands before the moves.
struct Preamble {
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

    /// Whether 手合割 is 平手; it may be said twice, but not in two ways.
    fn is_even(&self) -> bool {
        let mut handicaps = self
            .headers
            .iter()
            .filter(|header| header.key == "手合割")
            .peekable();
        handicaps.peek().is_some() && handicaps.all(|header| header.value == "平手")
    }

    fn read(&mut self, number: usize, line: &str) -> Result<(), KifReason> {
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
            let expected = "a header, the board, a move or a comment";
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
}

/// A position on the way from the start to the move read last.
struct Node {
    position: Position,
    /// The square that the move before it went to.
    last: Option<Square>,
    /// The line that the move before it belongs to; the main line at the start.
    line: usize,
}

/// The main line and its variations as far as they were read.
struct Game {
    /// The main line first.
    lines: Vec<Line>,
    /// The line that each line leaves; the main line none.
    parents: Vec<Option<usize>>,
    /// The positions from the start to the move read last; never empty.
    path: Vec<Node>,
    /// Where in the file the line in work begins.
    begun: usize,
}

impl Game {
    fn new(start: Position, comments: Vec<Comment>, line: usize) -> Self {
        Self {
            lines: vec![Line {
                first_ply: 1,
                moves: Vec::new(),
                comments,
                ending: None,
                ended: false,
                last_line: line,
            }],
            parents: vec![None],
            path: vec![Node {
                position: start,
                last: None,
                line: 0,
            }],
            begun: 0,
        }
    }

    fn read(&mut self, number: usize, line: &str) -> Result<(), KifReason> {
        // The number of the move that is due.
        let due = self.path.len();
        let current = self.lines.len() - 1;
        if let Some(text) = line.strip_prefix('*') {
            self.lines[current].comments.push(Comment {
                ply: due - 1,
                text: text.to_owned(),
            });
            return Ok(());
        }
        if let Some(text) = variation(line) {
            self.check_variation()?;
            self.begun = number;
            return self.begin_variation(number, text);
        }
        if is_title(line) && self.lines.len() == 1 && self.path.len() == 1 {
            return Ok(());
        }
        if line.starts_with("まで") {
            self.lines[current].ended = true;
            self.lines[current].last_line = number;
            return Ok(());
        }
        if !is_numbered(line) {
            let expected = "a move, まで, 変化 or a comment";
            return Err(KifReason::unexpected(expected, line));
        }
        let (found, numbered) = moves::read(line)?;
        if self.lines[current].ended {
            return Err(KifReason::AfterTheEnd);
        }
        if found != due {
            return Err(KifReason::MoveNumber {
                expected: due,
                found,
            });
        }
        self.lines[current].last_line = number;
        match numbered {
            Numbered::End(ending) => {
                self.lines[current].ending = Some(ending);
                self.lines[current].ended = true;
            }
            Numbered::Move(written) => {
                let before = &self.path[due - 1];
                let mv = written.resolve(&before.position, before.last)?;
                let position = before.position.play(mv);
                self.path.push(Node {
                    position,
                    last: Some(mv.to()),
                    line: current,
                });
                self.lines[current].moves.push(mv);
            }
        }
        Ok(())
    }

    /// Goes back to where the variation `n手` leaves: the last line read, as far as it goes, and
    /// those that it has left itself before.
    fn begin_variation(&mut self, number: usize, text: &str) -> Result<(), KifReason> {
        let expected = "the number of the variation's first move";
        let (ply, behind) = moves::number(text.trim_start())
            .filter(|&(ply, _)| ply > 0)
            .ok_or_else(|| KifReason::unexpected(expected, text))?;
        if !matches!(behind.trim(), "" | "手") {
            return Err(KifReason::unexpected("手 or the end of the line", behind));
        }
        if ply > self.path.len() {
            let plies = self.path.len() - 1;
            return Err(KifReason::VariationTooLate { ply, plies });
        }
        self.path.truncate(ply);
        self.parents.push(Some(self.path[ply - 1].line));
        self.lines.push(Line {
            first_ply: ply,
            moves: Vec::new(),
            comments: Vec::new(),
            ending: None,
            ended: false,
            last_line: number,
        });
        Ok(())
    }

    /// A variation that is left again must have had something to say.
    fn check_variation(&self) -> Result<(), KifReason> {
        match self.lines.last() {
            Some(line)
                if self.lines.len() > 1 && line.moves.is_empty() && line.ending.is_none() =>
            {
                Err(KifReason::EmptyVariation)
            }
            _ => Ok(()),
        }
    }

    fn finish(
        mut self,
        encoding: Encoding,
        headers: Vec<Header>,
    ) -> Result<Record, (usize, KifReason)> {
        self.check_variation()
            .map_err(|reason| (self.begun, reason))?;
        let start = self.path.swap_remove(0).position;
        let mut lines = self.lines.into_iter();
        let main = lines.next().unwrap_or(Line {
            first_ply: 1,
            moves: Vec::new(),
            comments: Vec::new(),
            ending: None,
            ended: false,
            last_line: 1,
        });
        let parents = self.parents.into_iter().skip(1);
        // Line 0 is the main line, line n the variation n - 1.
        let variations = parents
            .zip(lines)
            .map(|(parent, line)| Variation {
                parent: parent.and_then(|line| line.checked_sub(1)),
                line,
            })
            .collect();
        Ok(Record {
            encoding,
            headers,
            start,
            main,
            variations,
        })
    }
}
