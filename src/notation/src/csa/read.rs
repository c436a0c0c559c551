//! One record of a CSA file, line by line.

use super::names::{HEADERS, color_of, ending_of, piece_of};
use super::{CsaReason, in_words};
use crate::kif::board::even_start;
use crate::record::{Comment, Header, Record};
use shogi::{Color, Kind, Move, Piece, Position, Setup, Square};
use words::{mark, word};

/// Reads the lines of a record, the first of which has the number `first`.
pub fn read(first: usize, lines: &[&str], short_set: bool) -> Result<Record, (usize, CsaReason)> {
    let mut reader = Reader {
        setup: Setup::empty(Color::Black),
        ranks: 0,
        given: None,
        rest: None,
        headers: Vec::new(),
        comments: Vec::new(),
        game: None,
    };
    for (number, line) in (first..).zip(lines) {
        let line = line.trim_end();
        // Several statements may share a line, but not with a remark.
        let statements: Vec<&str> = match line.starts_with(['\'', 'N', '$']) {
            true => vec![line],
            false => line.split(',').collect(),
        };
        for statement in statements {
            reader
                .statement(number, statement, short_set)
                .map_err(|reason| match (reason, reader.given) {
                    // What is wrong with the whole board is told where it begins.
                    (
                        reason @ (CsaReason::Position(_) | CsaReason::DefenderHand(_)),
                        Some(board),
                    ) => (board, reason),
                    (reason, _) => (number, reason),
                })?;
        }
    }
    let last = first + lines.len().saturating_sub(1);
    let game = reader.game.ok_or((last, CsaReason::NoPosition))?;
    let mut record = game.record;
    record.headers = reader.headers;
    Ok(record)
}

struct Reader {
    setup: Setup,
    /// How many ranks of the board were read.
    ranks: usize,
    /// Where the position begins.
    given: Option<usize>,
    /// Whose hand is all that is left (`00AL`).
    rest: Option<Color>,
    headers: Vec<Header>,
    /// Comments before the position is there.
    comments: Vec<Comment>,
    /// From the side to move on.
    game: Option<Game>,
}

/// The line as far as it was read.
struct Game {
    record: Record,
    now: Position,
}

impl Reader {
    fn statement(&mut self, number: usize, text: &str, short_set: bool) -> Result<(), CsaReason> {
        let mut signs = text.chars();
        let Some(first) = signs.next() else {
            return Ok(());
        };
        let rest = signs.as_str();
        match first {
            '\'' => self.remark(rest),
            'V' | 'T' => {}
            'N' | '$' => self.header(text)?,
            'P' => {
                self.given.get_or_insert(number);
                self.board(rest)?;
            }
            '+' | '-' if rest.is_empty() => {
                let color = color_of(first).unwrap_or(Color::Black);
                self.start(color, short_set)?;
            }
            '+' | '-' => self.play(text)?,
            '%' => self.end(rest)?,
            _ => {
                let expected = mark!("a CSA statement (V N $ P + - % T ')");
                return Err(CsaReason::unexpected(expected, text));
            }
        }
        Ok(())
    }

    fn remark(&mut self, text: &str) {
        if let Some(comment) = text.strip_prefix('*') {
            let ply = self.game.as_ref().map_or(0, |g| g.record.main.last_ply());
            let comment = Comment {
                ply,
                text: comment.trim_end().to_owned(),
            };
            match &mut self.game {
                Some(game) => game.record.main.comments.push(comment),
                None => self.comments.push(comment),
            }
            return;
        }
        if self.given.is_none()
            && let Some((key, value)) = text.split_once('：')
            && !key.is_empty()
        {
            self.headers.push(Header {
                key: key.to_owned(),
                value: value.trim().to_owned(),
            });
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
        let (key, value) = known.or_else(other).ok_or_else(|| {
            CsaReason::unexpected(mark!("N+, N- or a $ header with a colon"), text)
        })?;
        self.headers.push(Header {
            key,
            value: value.trim().to_owned(),
        });
        Ok(())
    }

    /// What stands behind `P`.
    fn board(&mut self, text: &str) -> Result<(), CsaReason> {
        if self.game.is_some() {
            let expected = mark!("a move: the position stands before the side to move");
            return Err(CsaReason::unexpected(expected, &format!("P{text}")));
        }
        let mut signs = text.chars();
        match signs.next() {
            Some('I') => self.even(signs.as_str()),
            Some(sign @ '1'..='9') => self.rank(sign as usize - '0' as usize, signs.as_str()),
            Some(sign @ ('+' | '-')) => {
                let color = color_of(sign).unwrap_or(Color::Black);
                self.pieces(color, signs.as_str())
            }
            _ => {
                let expected = mark!("PI, P1 to P9, P+ or P-");
                Err(CsaReason::unexpected(expected, &format!("P{text}")))
            }
        }
    }

    /// The start of the game (平手) without the pieces named.
    fn even(&mut self, text: &str) -> Result<(), CsaReason> {
        self.setup = even_start();
        for part in parts(text)? {
            let (square, kind, promoted) = place(&part)?;
            let square = square.ok_or_else(|| CsaReason::unexpected(mark!("a square"), &part))?;
            let taken = self.setup.board[square.index()].take();
            let same = |piece: Piece| piece.kind == kind && piece.promoted == promoted;
            if !taken.is_some_and(same) {
                return Err(CsaReason::NotThere(square));
            }
        }
        Ok(())
    }

    fn rank(&mut self, rank: usize, text: &str) -> Result<(), CsaReason> {
        if rank != self.ranks + 1 {
            return Err(CsaReason::Rank {
                expected: self.ranks + 1,
                found: rank,
            });
        }
        self.ranks = rank;
        let signs: Vec<char> = text.chars().collect();
        let mut squares: Vec<String> = signs.chunks(3).map(|part| part.iter().collect()).collect();
        // Spaces at the end of a line get lost.
        if let Some(last) = squares.last_mut().filter(|last| *last == " *") {
            last.push(' ');
        }
        if squares.len() != 9 {
            let expected = mark!("nine squares of three characters each");
            return Err(CsaReason::unexpected(expected, text));
        }
        for (file, words) in (1..=9).rev().zip(squares) {
            if words == " * " {
                continue;
            }
            let mut signs = words.chars();
            let color = signs.next().and_then(color_of);
            let piece = piece_of(signs.as_str());
            let (Some(color), Some((kind, promoted))) = (color, piece) else {
                let expected = mark!("a piece like +FU, or \" * \"");
                return Err(CsaReason::unexpected(expected, &words));
            };
            if let Some(square) = Square::new(file, rank as i8) {
                self.put(
                    square,
                    Piece {
                        color,
                        kind,
                        promoted,
                    },
                )?;
            }
        }
        Ok(())
    }

    fn put(&mut self, square: Square, piece: Piece) -> Result<(), CsaReason> {
        match self.setup.board[square.index()].replace(piece) {
            None => Ok(()),
            Some(_) => Err(CsaReason::Occupied(square)),
        }
    }

    /// Single pieces, on squares or in hand.
    fn pieces(&mut self, color: Color, text: &str) -> Result<(), CsaReason> {
        for part in parts(text)? {
            if part == "00AL" {
                self.rest = Some(color);
                continue;
            }
            let (square, kind, promoted) = place(&part)?;
            match square {
                Some(square) => self.put(
                    square,
                    Piece {
                        color,
                        kind,
                        promoted,
                    },
                )?,
                None if promoted || kind == Kind::King => {
                    let expected = mark!("a piece that can be in hand");
                    return Err(CsaReason::unexpected(expected, &part));
                }
                None => {
                    let hand = &mut self.setup.hands[color];
                    hand.set(kind, u32::from(hand.count(kind)) + 1)
                        .map_err(|_| CsaReason::TooManyInHand(kind.letter()))?;
                }
            }
        }
        Ok(())
    }

    /// The side to move: the position is whole.
    fn start(&mut self, color: Color, short_set: bool) -> Result<(), CsaReason> {
        if self.game.is_some() {
            return Err(CsaReason::unexpected(
                mark!("a move"),
                word!("a side to move"),
            ));
        }
        if self.given.is_none() || (1..9).contains(&self.ranks) {
            return Err(CsaReason::NoPosition);
        }
        self.setup.side = color;
        if self.rest == Some(Color::Black) {
            let rest = self.setup.rest_of_the_set()?;
            let listed = self.setup.hands.white;
            // What White has is not left for Black.
            for kind in Kind::HAND {
                let left = rest.count(kind).saturating_sub(listed.count(kind));
                let count = self.setup.hands.black.count(kind) + left;
                self.setup.hands.black.set(kind, count.into()).ok();
            }
        } else if self.rest == Some(Color::White) {
            self.setup.complete_defender_hand(short_set)?;
        } else {
            let attacker = self.setup.attacker();
            self.setup.complete_hand_against(attacker, short_set)?;
        }
        let start = Position::try_from(&self.setup)?;
        let mut record = Record::new(start.clone(), Vec::new());
        record.main.comments = std::mem::take(&mut self.comments);
        self.game = Some(Game { record, now: start });
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), CsaReason> {
        let game = self.game.as_mut().ok_or(CsaReason::NoPosition)?;
        if game.record.main.ending.is_some() {
            return Err(CsaReason::AfterTheEnd);
        }
        let mv = read_move(text, &game.now)?;
        game.now = game.now.play(mv);
        game.record.main.moves.push(mv);
        Ok(())
    }

    fn end(&mut self, text: &str) -> Result<(), CsaReason> {
        let game = self.game.as_mut().ok_or(CsaReason::NoPosition)?;
        let ending = ending_of(text, game.now.side()).ok_or_else(|| {
            let expected = mark!("an ending like %TSUMI or %TORYO");
            CsaReason::unexpected(expected, &format!("%{text}"))
        })?;
        game.record.main.ending.get_or_insert(ending);
        Ok(())
    }
}

/// Four characters a piece: `33KI55OU`.
fn parts(text: &str) -> Result<Vec<String>, CsaReason> {
    let signs: Vec<char> = text.trim().chars().collect();
    if !signs.len().is_multiple_of(4) {
        let expected = mark!("a square and a piece of two characters each, like 33KI");
        return Err(CsaReason::unexpected(expected, text));
    }
    Ok(signs.chunks(4).map(|part| part.iter().collect()).collect())
}

/// A square, `None` for `00`, and what stands there.
fn place(part: &str) -> Result<(Option<Square>, Kind, bool), CsaReason> {
    let wrong = || CsaReason::unexpected(mark!("a square and a piece, like 33KI"), part);
    let (square, name) = part.split_at_checked(2).ok_or_else(wrong)?;
    let (kind, promoted) = piece_of(name).ok_or_else(wrong)?;
    let square = match square {
        "00" => None,
        square => Some(read_square(square).ok_or_else(wrong)?),
    };
    Ok((square, kind, promoted))
}

fn read_square(text: &str) -> Option<Square> {
    let mut digits = text.chars().map(|sign| sign.to_digit(10));
    let (file, rank) = (digits.next()??, digits.next()??);
    Square::new(file as i8, rank as i8)
}

/// A legal move: `+3342NK`, `-0052KI`. The piece is told as it is after the move.
fn read_move(text: &str, position: &Position) -> Result<Move, CsaReason> {
    let wrong = || CsaReason::unexpected(mark!("a move like +3342NK"), text);
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
            return Err(CsaReason::Illegal(text.to_owned()));
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
                stands: in_words(stands),
            });
        };
        let promote = promoted && !piece.promoted;
        Move::Board { from, to, promote }
    };
    match position.is_legal(mv) {
        true => Ok(mv),
        false => Err(CsaReason::Illegal(text.to_owned())),
    }
}
