//! One record of a CSA file, line by line.

use super::names::{ENDING, HEADERS, OF_SERVERS, color_of, piece_of};
use super::start::{Start, read_square};
use super::{CsaReason, Expected};
use crate::clock;
use crate::notice::{EndOfMoves, Notice, Oddity, missing, stops};
use crate::phrases::cut;
use crate::record::{Comment, Ending, Header, Record, Time, is_foul};
use shogi::{Color, HandReading, Move, Position};

/// Reads the lines of a record, the first of which has the number `first`. Returns what is to be said of it, too.
pub fn read(
    first: usize,
    lines: &[&str],
    hands: HandReading,
) -> Result<(Record, Vec<Notice>), (usize, CsaReason)> {
    let mut reader = Reader {
        reading: hands,
        start: Start::new(),
        headers: Vec::new(),
        comments: Vec::new(),
        game: None,
        notices: Vec::new(),
    };
    for (number, line) in (first..).zip(lines) {
        for statement in statements(line) {
            reader.statement(number, statement).map_err(|reason| {
                match (reason, reader.start.line()) {
                    // What is wrong with the whole board is told where it begins.
                    (
                        reason @ (CsaReason::Position(_) | CsaReason::DefenderHand(_)),
                        Some(board),
                    ) => (board, reason),
                    (reason, _) => (number, reason),
                }
            })?;
        }
    }
    let last = first + lines.len().saturating_sub(1);
    reader.finish(last)
}

/// The statements of a line. Several may share one with commas between them; a remark goes on to its end, also behind a
/// move, and so does a header.
fn statements(line: &str) -> Vec<&str> {
    let mut statements = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let is_first = statements.is_empty();
        let end = match rest.starts_with('\'') || is_first && rest.starts_with(['N', '$']) {
            true => rest.len(),
            false => rest.find([',', '\'']).unwrap_or(rest.len()),
        };
        let (statement, behind) = rest.split_at(end);
        statements.push(match statement.starts_with("'*") {
            true => statement,
            false => statement.trim_end(),
        });
        rest = behind.strip_prefix(',').unwrap_or(behind).trim_start();
    }
    statements
}

struct Reader {
    reading: HandReading,
    start: Start,
    headers: Vec<Header>,
    /// Comments before the position is there.
    comments: Vec<Comment>,
    /// From the side to move on.
    game: Option<Game>,
    notices: Vec<Notice>,
}

/// The line as far as it was read.
struct Game {
    record: Record,
    now: Position,
    /// The line of the file that was read last.
    line: usize,
    /// A move against the rules that no ending has called a foul yet: its line, and what is wrong with it otherwise.
    unjudged: Option<(usize, CsaReason)>,
    /// A word for the ending, out of a remark.
    word: Option<String>,
}

impl Game {
    /// Adds a comment on the move or the ending that was read last.
    fn comment(&mut self, text: &str) {
        let text = text.to_owned();
        let ply = self.record.main.end_ply();
        self.record.main.comments.push(Comment { ply, text });
    }
}

impl Reader {
    fn statement(&mut self, number: usize, text: &str) -> Result<(), CsaReason> {
        let mut signs = text.chars();
        let Some(first) = signs.next() else {
            return Ok(());
        };
        let rest = signs.as_str();
        match first {
            '\'' => self.remark(rest),
            'V' if rest.starts_with(|sign: char| sign.is_ascii_digit()) => {}
            'T' if clock::seconds(rest.trim()).is_some() => self.time(rest),
            'N' | '$' => self.header(text)?,
            'P' if self.game.is_some() => {
                let expected = Expected::MoveAfterPosition;
                return Err(CsaReason::unexpected(expected, text));
            }
            'P' => self.start.read(number, rest)?,
            '+' | '-' if rest.is_empty() => {
                let color = color_of(first).unwrap_or(Color::Black);
                self.begin(number, color)?;
            }
            '+' | '-' => self.play(number, text)?,
            '%' if !rest.trim().is_empty() => self.end(number, rest.trim())?,
            // A time less than nothing says nothing.
            'T' if rest.strip_prefix('-').and_then(clock::seconds).is_some() => {
                let what = Oddity::LeftAside(cut(text));
                self.notices.push(Notice { line: number, what });
            }
            _ if is_like_a_statement(text) => {
                let expected = Expected::Statement;
                return Err(CsaReason::unexpected(expected, text));
            }
            _ => {
                let what = Oddity::LeftAside(cut(text));
                self.notices.push(Notice { line: number, what });
            }
        }
        Ok(())
    }

    fn remark(&mut self, text: &str) {
        if let Some(comment) = text.strip_prefix('*') {
            match &mut self.game {
                Some(game) => game.comment(comment),
                None => self.comments.push(Comment {
                    ply: 0,
                    text: comment.to_owned(),
                }),
            }
            return;
        }
        if let Some(game) = &mut self.game {
            if let Some(word) = text.strip_prefix(ENDING) {
                game.word = Some(word.trim().to_owned());
            } else if game.record.main.end_ply() > 0
                && !text.trim().is_empty()
                && !OF_SERVERS.iter().any(|begins| text.starts_with(begins))
            {
                // Some programs leave the star out.
                game.comment(text);
            }
            return;
        }
        if self.start.line().is_none()
            && let Some((key, value)) = text.split_once('：')
            && !key.is_empty()
        {
            self.headers.push(Header {
                key: key.to_owned(),
                value: value.trim().to_owned(),
            });
        }
    }

    /// How long the move before it took.
    fn time(&mut self, text: &str) {
        let Some(game) = &mut self.game else { return };
        let ply = game.record.main.end_ply();
        let is_new = game
            .record
            .main
            .times
            .last()
            .is_none_or(|last| last.ply < ply);
        if let Some(ms) = clock::seconds(text.trim()).filter(|_| ply > 0 && is_new) {
            game.record.main.times.push(Time { ply, ms });
        }
    }

    fn header(&mut self, text: &str) -> Result<(), CsaReason> {
        let known = HEADERS.iter().find_map(|&(name, key)| {
            let value = text.strip_prefix(name)?;
            Some((key.to_owned(), value))
        });
        let other = || {
            let (key, value) = text.split_once(':')?;
            Some((key.to_owned(), value))
        };
        let (key, value) = known
            .or_else(other)
            .ok_or_else(|| CsaReason::unexpected(Expected::Header, text))?;
        self.headers.push(Header {
            key,
            value: value.trim().to_owned(),
        });
        Ok(())
    }

    /// The side to move: the position is whole. Without one it is the start of the game.
    fn begin(&mut self, number: usize, color: Color) -> Result<(), CsaReason> {
        if self.game.is_some() {
            return Err(CsaReason::SecondSide);
        }
        let (start, is_problem) = self.start.finish(color, &self.headers, self.reading)?;
        if is_problem {
            let line = self.start.line().unwrap_or(number);
            self.notices.extend(missing(&start, line, self.reading));
        }
        let mut record = Record::new(start.clone(), Vec::new());
        record.main.comments = std::mem::take(&mut self.comments);
        self.game = Some(Game {
            record,
            now: start,
            line: number,
            unjudged: None,
            word: None,
        });
        Ok(())
    }

    fn play(&mut self, number: usize, text: &str) -> Result<(), CsaReason> {
        if self.game.is_none() {
            // Files of the first version have no position where it is that of the even game.
            let side = match self.start.line() {
                None => text.chars().next().and_then(color_of),
                Some(_) => None,
            };
            self.begin(number, side.unwrap_or(Color::Black))?;
        }
        let game = self.game.as_mut().ok_or(CsaReason::NoPosition)?;
        if let Some((_, why)) = &game.unjudged {
            return Err(why.clone());
        }
        if game.record.main.ending.is_some() {
            return Err(CsaReason::AfterTheEnd);
        }
        game.line = number;
        let mv = read_move(text, &game.now)?;
        if game.now.is_legal(mv) {
            game.now = game.now.play(mv);
            game.record.main.moves.push(mv);
            return Ok(());
        }
        let why = CsaReason::Illegal {
            text: text.to_owned(),
            why: game.now.foul(mv),
        };
        if !is_foul(&game.now, mv) {
            return Err(why);
        }
        game.record.main.foul = Some(mv);
        game.unjudged = Some((number, why));
        Ok(())
    }

    fn end(&mut self, number: usize, text: &str) -> Result<(), CsaReason> {
        if self.game.is_none() {
            self.begin(number, Color::Black)?;
        }
        let game = self.game.as_mut().ok_or(CsaReason::NoPosition)?;
        if game.record.main.ending.is_some() {
            return Ok(());
        }
        let side = game.record.main.side_at_end(game.now.side());
        let ending = match (Ending::of_csa(text, side), game.word.take()) {
            (Ending::Interrupted, Some(word)) => Ending::of_word(&word),
            (ending, _) => ending,
        };
        if let Ending::Other(word) = &ending {
            let what = Oddity::UnknownEnding(word.clone());
            self.notices.push(Notice { line: number, what });
        }
        if ending.is_foul() {
            game.unjudged = None;
        }
        game.line = number;
        game.record.main.ending = Some(ending);
        Ok(())
    }

    fn finish(self, last: usize) -> Result<(Record, Vec<Notice>), (usize, CsaReason)> {
        let game = match self.game {
            Some(game) => game,
            // A position alone may leave out who is to move.
            None if self.start.line().is_some() => {
                let mut reader = self;
                let at = reader.start.line().unwrap_or(last);
                reader.begin(last, Color::Black).map_err(|why| (at, why))?;
                return reader.finish(last);
            }
            None => return Err((last, CsaReason::NoPosition)),
        };
        if let Some(wrong) = game.unjudged {
            return Err(wrong);
        }
        let mut record = game.record;
        record.headers = self.headers;
        let mut notices = self.notices;
        notices.extend(stops(&record, game.line, EndOfMoves::Unsaid));
        Ok((record, notices))
    }
}

/// Whether a line that begins like no statement may be one that was damaged: it has four digits in a row, as moves have, or
/// the stars of a board.
fn is_like_a_statement(text: &str) -> bool {
    let signs: Vec<char> = text.chars().collect();
    let has_squares = signs
        .windows(4)
        .any(|four| four.iter().all(|&sign| clock::digit(sign).is_some()));
    has_squares || text.contains(" * ")
}

/// A move of the side to move: `+3342NK`, `-0052KI`. The piece is told as it is after the move.
fn read_move(text: &str, position: &Position) -> Result<Move, CsaReason> {
    let wrong = || CsaReason::unexpected(Expected::Move, text);
    let mut signs = text.chars();
    let color = signs.next().and_then(color_of).ok_or_else(wrong)?;
    let rest = signs.as_str().trim();
    let (from, rest) = rest.split_at_checked(2).ok_or_else(wrong)?;
    let (to, name) = rest.split_at_checked(2).ok_or_else(wrong)?;
    let to = read_square(to).ok_or_else(wrong)?;
    let (kind, promoted) = piece_of(name).ok_or_else(wrong)?;
    if color != position.side() {
        return Err(CsaReason::OutOfTurn(text.to_owned()));
    }
    let mv = if from == "00" {
        if promoted {
            return Err(CsaReason::Illegal {
                text: text.to_owned(),
                why: None,
            });
        }
        Move::Drop { kind, to }
    } else {
        let from = read_square(from).ok_or_else(wrong)?;
        let stands = position.piece_at(from);
        let moved = stands.filter(|piece| {
            let turns = promoted && !piece.promoted && piece.kind.promotes();
            piece.color == color && piece.kind == kind && (piece.promoted == promoted || turns)
        });
        let Some(piece) = moved else {
            return Err(CsaReason::NoSuchPiece {
                text: text.to_owned(),
                from,
                stands,
            });
        };
        let promote = promoted && !piece.promoted;
        Move::Board { from, to, promote }
    };
    Ok(mv)
}
