//! The position of a CSA file: ranks, single pieces, hands.

use super::names::{color_of, piece_of};
use super::{CsaReason, Expected};
use crate::problem::{self, HandAgainst};
use crate::record::Header;
use shogi::{Color, HandReading, Handicap, Kind, Piece, Position, Setup, Square};

/// The position as far as it was read.
pub struct Start {
    setup: Setup,
    /// How many ranks of the board were read.
    ranks: usize,
    /// Where it begins.
    line: Option<usize>,
    /// It is the start of a game, perhaps without some pieces.
    is_game: bool,
    /// Whose hand is told, be it as empty, by `Color`.
    told: [bool; 2],
    /// Whose hand is all that is left (`00AL`).
    rest: Option<Color>,
}

impl Start {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self {
            setup: Setup::empty(Color::Black),
            ranks: 0,
            line: None,
            is_game: false,
            told: [false; 2],
            rest: None,
        }
    }

    /// The line of the file where it begins, if it has.
    pub const fn line(&self) -> Option<usize> {
        self.line
    }

    /// Reads what stands behind `P` in line `number` of the file.
    pub fn read(&mut self, number: usize, text: &str) -> Result<(), CsaReason> {
        self.line.get_or_insert(number);
        let mut signs = text.chars();
        match signs.next() {
            Some('I') => self.even(signs.as_str()),
            Some(sign @ '1'..='9') => self.rank(sign as usize - '0' as usize, signs.as_str()),
            Some(sign @ ('+' | '-')) => {
                let color = color_of(sign).unwrap_or(Color::Black);
                self.pieces(color, signs.as_str())
            }
            _ => {
                let expected = Expected::PositionLine;
                Err(CsaReason::unexpected(expected, &format!("P{text}")))
            }
        }
    }

    /// The start of the game (平手) without the pieces named.
    fn even(&mut self, text: &str) -> Result<(), CsaReason> {
        // It would take the place of what was read before it.
        let hands = [Color::Black, Color::White].map(|color| self.setup.hands[color]);
        let is_begun = self.setup.board.iter().any(Option::is_some);
        if is_begun || self.ranks > 0 || hands.iter().any(|hand| !hand.is_empty()) {
            let expected = Expected::EvenFirst;
            return Err(CsaReason::unexpected(expected, &format!("PI{text}")));
        }
        self.is_game = true;
        self.setup = Handicap::Even.setup();
        for part in parts(text)? {
            let (square, kind, promoted) = place(&part)?;
            let square = square.ok_or_else(|| CsaReason::unexpected(Expected::Square, &part))?;
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
        let squares = squares(text)?;
        for (file, piece) in (1..=9).rev().zip(squares) {
            if let (Some(piece), Some(square)) = (piece, Square::new(file, rank as i8)) {
                self.put(square, piece)?;
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
        let parts = parts(text)?;
        // A statement without any piece says that there is none in hand.
        self.told[color as usize] |= parts.is_empty();
        for part in parts {
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
                    let expected = Expected::HandPiece;
                    return Err(CsaReason::unexpected(expected, &part));
                }
                None => {
                    self.told[color as usize] = true;
                    let hand = &mut self.setup.hands[color];
                    hand.set(kind, u32::from(hand.count(kind)) + 1)
                        .map_err(|_| CsaReason::TooManyInHand(kind))?;
                }
            }
        }
        Ok(())
    }

    /// The position, with `color` to move, and whether it is one of a problem. Where nothing was read it is the start of the
    /// game.
    pub fn finish(
        &mut self,
        color: Color,
        headers: &[Header],
        asked: HandReading,
    ) -> Result<(Position, bool), CsaReason> {
        if (1..9).contains(&self.ranks) {
            return Err(CsaReason::NoPosition);
        }
        if self.line.is_none() {
            self.even("")?;
        }
        self.setup.side = color;
        let is_problem = !self.is_game && problem::is_problem(headers, &self.setup);
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
            self.setup
                .read_hand_against(Color::Black, HandReading::Rest)?;
        } else {
            let attacker = self.setup.attacker();
            let hand = HandAgainst {
                in_problem: is_problem,
                is_written: self.told[attacker.flip() as usize],
            };
            let reading = hand.reading(asked);
            self.setup.read_hand_against(attacker, reading)?;
        }
        Ok((Position::try_from(&self.setup)?, is_problem))
    }
}

/// The nine squares of a rank: each a piece with its side, or a star. Blanks between them may be lost.
fn squares(text: &str) -> Result<Vec<Option<Piece>>, CsaReason> {
    let mut squares = Vec::new();
    let mut rest = text.trim_start();
    while let Some(sign) = rest.chars().next() {
        rest = &rest[sign.len_utf8()..];
        if sign == '*' {
            squares.push(None);
        } else {
            let name = rest.get(..2).unwrap_or_default();
            let (Some(color), Some((kind, promoted))) = (color_of(sign), piece_of(name)) else {
                let expected = Expected::PieceOrStar;
                return Err(CsaReason::unexpected(expected, &format!("{sign}{name}")));
            };
            squares.push(Some(Piece {
                color,
                kind,
                promoted,
            }));
            rest = &rest[2..];
        }
        rest = rest.trim_start();
    }
    match squares.len() {
        9 => Ok(squares),
        _ => {
            let expected = Expected::NineSquares;
            Err(CsaReason::unexpected(expected, text))
        }
    }
}

/// Four characters a piece: `33KI55OU`.
fn parts(text: &str) -> Result<Vec<String>, CsaReason> {
    let signs: Vec<char> = text.trim().chars().collect();
    if !signs.len().is_multiple_of(4) {
        let expected = Expected::SquaresAndPieces;
        return Err(CsaReason::unexpected(expected, text));
    }
    Ok(signs.chunks(4).map(|part| part.iter().collect()).collect())
}

/// A square, `None` for `00`, and what stands there.
fn place(part: &str) -> Result<(Option<Square>, Kind, bool), CsaReason> {
    let wrong = || CsaReason::unexpected(Expected::SquareAndPiece, part);
    let (square, name) = part.split_at_checked(2).ok_or_else(wrong)?;
    let (kind, promoted) = piece_of(name).ok_or_else(wrong)?;
    let square = match square {
        "00" => None,
        square => Some(read_square(square).ok_or_else(wrong)?),
    };
    Ok((square, kind, promoted))
}

pub fn read_square(text: &str) -> Option<Square> {
    let mut digits = text.chars().map(|sign| sign.to_digit(10));
    let (file, rank) = (digits.next()??, digits.next()??);
    Square::new(file as i8, rank as i8)
}
