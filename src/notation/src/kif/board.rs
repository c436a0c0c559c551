//! The position of a KIF file (BOD 形式): diagram, hands, side to move.

use super::sides::Named;
use super::{Expected, KifReason, Repeated};
use crate::names::{digit_value, piece_char, piece_of};
use crate::problem::HandAgainst;
use shogi::{Color, Hand, HandReading, Kind, Piece, Position, Setup, Square};

/// The signs that begin and end a rank of the diagram.
const EDGES: [char; 4] = ['|', '｜', '│', '┃'];

/// Whether a line is a rank of the diagram.
pub fn is_row(line: &str) -> bool {
    line.starts_with(EDGES)
}

/// A position as it was read.
pub struct Start {
    pub start: Position,
    /// The line of the defender's hand, or where the diagram begins.
    pub line: usize,
    /// It is a problem, or may be one, so that pieces missing from the set are worth a word.
    pub is_odd_if_short: bool,
}

/// The position as far as it was read.
pub struct Board {
    setup: Setup,
    /// How many ranks of the diagram there were.
    ranks: usize,
    /// The line of the first rank.
    first_line: usize,
    /// The hands, with their lines.
    hands: Vec<(usize, Named, ToldHand)>,
    /// Who is said to move, with the lines.
    sides: Vec<(usize, Named)>,
}

/// A hand as it is told.
#[derive(Clone, Copy)]
enum ToldHand {
    /// These pieces.
    Listed(Hand),
    /// All that is left of the set.
    Rest,
}

impl Board {
    /// Nothing yet; Black is to move where nothing else is said.
    pub const fn new() -> Self {
        Self {
            setup: Setup::empty(Color::Black),
            ranks: 0,
            first_line: 0,
            hands: Vec::new(),
            sides: Vec::new(),
        }
    }

    /// Whether a rank was read.
    pub const fn is_begun(&self) -> bool {
        self.ranks > 0
    }

    /// Whether all ranks were read.
    pub const fn is_whole(&self) -> bool {
        self.ranks == 9
    }

    /// Reads a rank of the diagram, from its `|` on, in line `line` of the file.
    pub fn read_rank(&mut self, line: usize, text: &str) -> Result<(), KifReason> {
        if self.ranks == 0 {
            self.first_line = line;
        }
        self.ranks += 1;
        if self.ranks > 9 {
            return Err(KifReason::RankCount(self.ranks));
        }
        let rank = self.ranks;
        let text = text.strip_prefix(EDGES).unwrap_or(text);
        let (squares, label) = text
            .split_once(EDGES)
            .ok_or_else(|| KifReason::unexpected(Expected::EndOfRank, text))?;
        let mut white = false;
        let mut turned = false;
        let mut read = 0;
        for sign in squares.chars() {
            let piece = piece_of(sign);
            match sign {
                'v' | 'V' | 'ｖ' | 'Ｖ' if !white => {
                    white = true;
                    continue;
                }
                '^' if !white => continue,
                blank if blank.is_whitespace() && !white => continue,
                // Some programs write 成銀 and its like in two characters.
                '成' if !turned => {
                    turned = true;
                    continue;
                }
                '・' | '･' | '·' | '.' | '．' if !white && !turned => {}
                _ if piece.is_some() => {}
                _ => {
                    let expected = Expected::BoardSign;
                    return Err(KifReason::unexpected(expected, &sign.to_string()));
                }
            }
            read += 1;
            let square = Square::new(10_i8.saturating_sub(read), rank as i8);
            if let (Some(square), Some((kind, promoted))) = (square, piece) {
                let color = if white { Color::White } else { Color::Black };
                if turned && (promoted || !kind.promotes()) {
                    let expected = Expected::BoardSign;
                    return Err(KifReason::unexpected(expected, &format!("成{sign}")));
                }
                let promoted = promoted || turned;
                self.setup.board[square.index()] = Some(Piece {
                    color,
                    kind,
                    promoted,
                });
            }
            white = false;
            turned = false;
            if read > 9 {
                break;
            }
        }
        if turned {
            let expected = Expected::BoardSign;
            return Err(KifReason::unexpected(expected, "成"));
        }
        if white {
            return Err(KifReason::unexpected(Expected::PieceAfterV, ""));
        }
        if read != 9 {
            let squares = read as usize;
            return Err(KifReason::RankLength { rank, squares });
        }
        match label.trim().chars().next() {
            Some(label) if digit_value(label) != Some(rank as i8) => {
                Err(KifReason::RankLabel { rank, label })
            }
            _ => Ok(()),
        }
    }

    /// Reads a hand: `飛二　金　歩十七`, or `なし`.
    pub fn read_hand(&mut self, line: usize, owner: Named, text: &str) -> Result<(), KifReason> {
        let told = match REST.contains(&text.trim()) {
            true => ToldHand::Rest,
            false => ToldHand::Listed(hand(text)?),
        };
        self.hands.push((line, owner, told));
        Ok(())
    }

    /// Takes note of who is to move.
    pub fn read_side(&mut self, line: usize, side: Named) {
        self.sides.push((line, side));
    }

    /// Whether lines tell what either side holds.
    pub fn has_both_hands(&self) -> bool {
        self.hands.len() > 1
    }

    /// Who attacks, as far as that tells whose hands and turn 攻方 and 玉方 are: whoever has no king; otherwise as the lines
    /// say, and else the side to move.
    fn attacker(&self) -> Color {
        let hands = self.hands.iter().map(|&(_, owner, _)| owner);
        let turns = || self.sides.iter().map(|&(_, side)| side);
        match self.setup.has_one_king() {
            true => self.setup.attacker(),
            false => turns()
                .chain(hands)
                .find_map(Named::attacker)
                .or_else(|| turns().find_map(Named::color))
                .unwrap_or(Color::Black),
        }
    }

    /// Puts hands and turn into the position, and returns the lines of the hands and whose is the rest of the set. Where the
    /// turn is not said it is that of `side`.
    fn settle(&mut self, side: Color) -> Result<([usize; 2], Option<Color>), (usize, KifReason)> {
        let attacker = self.attacker();
        let mut lines = [0; 2];
        let mut rest = None;
        for &(line, owner, told) in &self.hands {
            let owner = owner.side(attacker);
            if std::mem::replace(&mut lines[owner as usize], line) > 0 {
                return Err((line, KifReason::Twice(Repeated::Hand)));
            }
            match told {
                ToldHand::Listed(hand) => self.setup.hands[owner] = hand,
                ToldHand::Rest => rest = Some(owner),
            }
        }
        self.setup.side = side;
        for (index, &(line, side)) in self.sides.iter().enumerate() {
            let side = side.side(attacker);
            if index > 0 && side != self.setup.side {
                return Err((line, KifReason::Twice(Repeated::Side)));
            }
            self.setup.side = side;
        }
        Ok((lines, rest))
    }

    /// The position; `line` is where the moves begin or the file ends. Where there is no diagram, `named` is the start.
    /// `is_problem` tells that it is one even if both sides have a king.
    pub fn finish(
        mut self,
        line: usize,
        named: Option<Setup>,
        is_problem: bool,
        reading: HandReading,
    ) -> Result<Start, (usize, KifReason)> {
        let first_line = self.first_line.max(1);
        let is_diagram = named.is_none();
        if is_diagram && self.ranks < 9 {
            return Err((line, KifReason::RankCount(self.ranks)));
        }
        let side = named.as_ref().map_or(Color::Black, |named| named.side);
        let (hand_lines, rest) = self.settle(side)?;
        if let Some(named) = named {
            if self.setup.hands != named.hands {
                return Err((line, KifReason::HandsWithoutBoard));
            }
            let side = self.setup.side;
            self.setup = Setup { side, ..named };
        }
        let attacker = self.setup.attacker();
        let is_problem = is_problem || self.setup.has_one_king();
        let reading = match (reading, rest) {
            (_, Some(owner)) => {
                self.setup
                    .read_hand_against(owner.flip(), HandReading::Rest)
                    .map_err(|error| (first_line, error.into()))?;
                HandReading::Written
            }
            // Where the hand of the attacker alone is written, it is a problem, too.
            (asked, None) => {
                let hand = HandAgainst {
                    in_problem: is_problem || hand_lines[attacker as usize] > 0,
                    is_written: hand_lines[attacker.flip() as usize] > 0,
                };
                hand.reading(asked)
            }
        };
        let is_odd = is_problem || self.hands.is_empty() && is_diagram;
        self.setup
            .read_hand_against(attacker, reading)
            .map_err(|error| (first_line, error.into()))?;
        let start = Position::try_from(&self.setup).map_err(|error| (first_line, error.into()))?;
        Ok(Start {
            start,
            line: match hand_lines[attacker.flip() as usize] {
                0 => first_line,
                line => line,
            },
            is_odd_if_short: is_odd,
        })
    }
}

/// A hand that is all that is left of the set, in words.
const REST: [&str; 5] = ["残り全部", "残り駒全部", "残り駒", "残り", "残駒全部"];

fn hand(text: &str) -> Result<Hand, KifReason> {
    let mut hand = Hand::EMPTY;
    let mut rest = text.trim();
    if ["なし", "無し", "無", "ナシ"].contains(&rest) {
        return Ok(hand);
    }
    while let Some(sign) = rest.chars().next() {
        let kind = match piece_of(sign) {
            Some((kind, false)) if kind != Kind::King => kind,
            _ => {
                return Err(KifReason::unexpected(Expected::HandPiece, rest));
            }
        };
        rest = &rest[sign.len_utf8()..];
        let spaced = rest.trim_start();
        // Some programs put a blank before the number.
        if spaced.starts_with(is_count_sign) {
            rest = spaced;
        }
        let behind = rest.trim_start_matches(is_count_sign);
        let number = &rest[..rest.len() - behind.len()];
        let count = if number.is_empty() {
            1
        } else {
            count(number).ok_or_else(|| KifReason::unexpected(Expected::HandCount, number))?
        };
        // A piece that is listed twice adds up.
        let count = u32::from(hand.count(kind)) + count;
        hand.set(kind, count)
            .map_err(|_| KifReason::TooManyInHand {
                piece: piece_char(kind, false),
                count,
                total: kind.total(),
            })?;
        rest =
            behind.trim_start_matches(|sign: char| sign.is_whitespace() || "、,，".contains(sign));
    }
    Ok(hand)
}

fn is_count_sign(sign: char) -> bool {
    matches!(sign, '十' | '0' | '０') || digit_value(sign).is_some()
}

/// A number from 1 to 99: `十七`, `17`, `１７`.
fn count(text: &str) -> Option<u32> {
    let value = |sign| digit_value(sign).map(|value| value as u32);
    let signs: Vec<char> = text.chars().collect();
    match signs[..] {
        ['十'] => Some(10),
        ['十', ones] => Some(10 + value(ones)?),
        [tens, '十'] => Some(10 * value(tens)?),
        [tens, '十', ones] => Some(10 * value(tens)? + value(ones)?),
        [ones] => value(ones),
        [tens, '0' | '０'] => Some(10 * value(tens)?),
        [tens, ones] => Some(10 * value(tens)? + value(ones)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_read_in_every_way_they_are_written() {
        for text in [
            "飛二　金　歩十七　",
            "飛2 金1 歩17",
            "歩１７金飛二",
            "飛二 金一 歩十七",
        ] {
            let mut expected = Hand::EMPTY;
            for (kind, count) in [(Kind::Rook, 2), (Kind::Gold, 1), (Kind::Pawn, 17)] {
                expected.set(kind, count).unwrap();
            }
            assert_eq!(hand(text), Ok(expected), "{text}");
        }
        for text in ["なし", "", "　"] {
            assert_eq!(hand(text), Ok(Hand::EMPTY));
        }
        for (text, message) in [
            ("飛三", "the hand has 3 飛, but a set has only 2"),
            ("歩十九", "the hand has 19 歩, but a set has only 18"),
            ("金〇", "expected a piece that can be in hand, found \"〇\""),
            ("玉", "expected a piece that can be in hand, found \"玉\""),
            ("と", "expected a piece that can be in hand, found \"と\""),
            ("歩0", "expected how many there are in hand, found \"0\""),
            (
                "歩111",
                "expected how many there are in hand, found \"111\"",
            ),
            (
                "歩二十三十",
                "expected how many there are in hand, found \"二十三十\"",
            ),
            ("歩九、歩十", "the hand has 19 歩, but a set has only 18"),
        ] {
            assert_eq!(hand(text).unwrap_err().to_string(), message);
        }
    }
}
