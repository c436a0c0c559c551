//! The position of a KIF file (BOD 形式): diagram, hands, side to move.

use super::KifReason;
use crate::names::{digit_value, numeral, piece_char, piece_of};
use shogi::{Color, Hand, Kind, Piece, Position, Setup, Square};
use words::mark;

/// The position as far as it was read.
pub struct Board {
    setup: Setup,
    /// How many ranks of the diagram there were.
    ranks: usize,
    /// The line of the first rank.
    first_line: usize,
    /// Whose hands were given, by `Color`.
    hands: [bool; 2],
    side_given: bool,
}

impl Board {
    /// Nothing yet; Black is to move where nothing else is said.
    pub const fn new() -> Self {
        Self {
            setup: Setup::empty(Color::Black),
            ranks: 0,
            first_line: 0,
            hands: [false; 2],
            side_given: false,
        }
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
        let text = text.strip_prefix('|').unwrap_or(text);
        let (squares, label) = text
            .split_once('|')
            .ok_or_else(|| KifReason::unexpected(mark!("| at the end of the rank"), text))?;
        let mut white = false;
        let mut read = 0;
        for sign in squares.chars() {
            let piece = piece_of(sign);
            match sign {
                'v' | 'V' | 'ｖ' if !white => {
                    white = true;
                    continue;
                }
                ' ' | '　' if !white => continue,
                '・' if !white => {}
                _ if piece.is_some() => {}
                _ => {
                    let expected = mark!("a piece, v before a piece, or ・");
                    return Err(KifReason::unexpected(expected, &sign.to_string()));
                }
            }
            read += 1;
            let square = Square::new(10_i8.saturating_sub(read), rank as i8);
            if let (Some(square), Some((kind, promoted))) = (square, piece) {
                let color = if white { Color::White } else { Color::Black };
                self.setup.board[square.index()] = Some(Piece {
                    color,
                    kind,
                    promoted,
                });
            }
            white = false;
            if read > 9 {
                break;
            }
        }
        if white {
            return Err(KifReason::unexpected(mark!("a piece behind v"), ""));
        }
        if read != 9 {
            let squares = read as usize;
            return Err(KifReason::RankLength { rank, squares });
        }
        match label.trim().chars().next() {
            Some(label) if numeral(rank as i8) != Some(label) => {
                Err(KifReason::RankLabel { rank, label })
            }
            _ => Ok(()),
        }
    }

    /// Reads a hand: `飛二　金　歩十七`, or `なし`.
    pub fn read_hand(&mut self, color: Color, text: &str) -> Result<(), KifReason> {
        if std::mem::replace(&mut self.hands[color as usize], true) {
            return Err(KifReason::Twice(mark!("a hand of the same side")));
        }
        self.setup.hands[color] = hand(text)?;
        Ok(())
    }

    /// Takes note of who is to move.
    pub fn read_side(&mut self, color: Color) -> Result<(), KifReason> {
        if std::mem::replace(&mut self.side_given, true) {
            return Err(KifReason::Twice(mark!("the side to move")));
        }
        self.setup.side = color;
        Ok(())
    }

    /// The position; `line` is where the moves begin or the file ends. With `even` (平手) and no
    /// diagram, it is the start position of the game.
    pub fn finish(
        mut self,
        line: usize,
        even: bool,
        short_set: bool,
    ) -> Result<Position, (usize, KifReason)> {
        if self.ranks == 0 {
            if self.side_given || self.hands.contains(&true) {
                return Err((line, KifReason::HandsWithoutBoard));
            }
            if !even {
                return Err((line, KifReason::NoBoard));
            }
            self.setup = even_start();
        } else if self.ranks < 9 {
            return Err((line, KifReason::RankCount(self.ranks)));
        } else {
            let attacker = self.setup.attacker();
            self.setup
                .complete_hand_against(attacker, short_set)
                .map_err(|error| (self.first_line, error.into()))?;
        }
        Position::try_from(&self.setup).map_err(|error| (self.first_line.max(1), error.into()))
    }
}

/// Whose hand a header with this key tells.
pub fn hand_owner(key: &str) -> Option<Color> {
    let owner = ["の持駒", "の持ち駒", "持駒", "持ち駒"]
        .iter()
        .find_map(|ending| key.strip_suffix(ending))?;
    match owner {
        "先手" | "下手" | "攻方" | "攻め方" | "詰方" | "詰め方" => Some(Color::Black),
        "後手" | "上手" | "玉方" | "受方" | "受け方" => Some(Color::White),
        _ => None,
    }
}

/// Who is to move where a line says this.
pub fn side_to_move(text: &str) -> Option<Color> {
    match text {
        "先手番" | "下手番" | "攻方番" => Some(Color::Black),
        "後手番" | "上手番" | "玉方番" => Some(Color::White),
        _ => None,
    }
}

fn hand(text: &str) -> Result<Hand, KifReason> {
    let mut hand = Hand::EMPTY;
    let mut rest = text.trim();
    if rest == "なし" {
        return Ok(hand);
    }
    while let Some(sign) = rest.chars().next() {
        let kind = match piece_of(sign) {
            Some((kind, false)) if kind != Kind::King => kind,
            _ => {
                return Err(KifReason::unexpected(
                    mark!("a piece that can be in hand"),
                    rest,
                ));
            }
        };
        if hand.has(kind) {
            return Err(KifReason::Twice(mark!("a piece of the same hand")));
        }
        rest = &rest[sign.len_utf8()..];
        let behind = rest.trim_start_matches(is_count_sign);
        let number = &rest[..rest.len() - behind.len()];
        let count = if number.is_empty() {
            1
        } else {
            count(number)
                .ok_or_else(|| KifReason::unexpected(mark!("how many there are in hand"), number))?
        };
        hand.set(kind, count)
            .map_err(|_| KifReason::TooManyInHand {
                piece: piece_char(kind, false),
                count,
                total: kind.total(),
            })?;
        rest = behind.trim_start();
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

/// The start position of the game (平手).
pub fn even_start() -> Setup {
    let mut setup = Setup::empty(Color::Black);
    let back = [
        Kind::Lance,
        Kind::Knight,
        Kind::Silver,
        Kind::Gold,
        Kind::King,
        Kind::Gold,
        Kind::Silver,
        Kind::Knight,
        Kind::Lance,
    ];
    let mut put = |file: i8, rank: i8, kind: Kind| {
        if let Some(square) = Square::new(file, rank) {
            setup.board[square.index()] = Some(Piece::plain(Color::Black, kind));
            setup.board[square.rotate().index()] = Some(Piece::plain(Color::White, kind));
        }
    };
    for (file, kind) in (1..).zip(back) {
        put(file, 9, kind);
        put(file, 7, Kind::Pawn);
    }
    put(8, 8, Kind::Bishop);
    put(2, 8, Kind::Rook);
    setup
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_of_the_game_is_known() {
        assert_eq!(
            even_start().to_string(),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
        );
    }

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
            ("飛三", "the hand has 3 飛, a set only 2"),
            ("歩十九", "the hand has 19 歩, a set only 18"),
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
            ("金 銀 金", "a piece of the same hand a second time"),
        ] {
            assert_eq!(hand(text).unwrap_err().to_string(), message);
        }
    }
}
