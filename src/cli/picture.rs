//! The diagram of a position in the terminal, and moves in Japanese notation.

use std::fmt::Write;

use crate::shogi::{Color, Kind, Piece, Square};

/// What a diagram shows: pieces on the board and in the hands. Nothing here knows which moves are
/// legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    board: [Option<Piece>; Square::COUNT],
    /// Black's and White's, each in the order of [`Kind::HAND`].
    hands: [[u8; 7]; 2],
}

const NUMERALS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
const FILES: [&str; 10] = ["", "１", "２", "３", "４", "５", "６", "７", "８", "９"];

impl Diagram {
    /// Reads the position of an SFEN; the move number may be missing.
    pub fn parse(sfen: &str) -> Result<Self, String> {
        let mut fields = sfen.split_whitespace();
        let board = fields.next().ok_or("the SFEN is empty")?;
        if fields.next() != Some("b") {
            return Err("the SFEN lacks the \"b\" that says the attacker is to move".to_owned());
        }
        let hands = fields.next().ok_or("the SFEN lacks the hands")?;
        Ok(Self {
            board: parse_board(board)?,
            hands: parse_hands(hands)?,
        })
    }

    /// The image in the mirror.
    pub fn mirror(&self) -> Self {
        let mut image = self.clone();
        for square in Square::all() {
            image.board[square.mirror().index()] = self.board[square.index()];
        }
        image
    }

    /// The first field of the SFEN.
    pub fn board_sfen(&self) -> String {
        let rank = |rank| {
            let mut text = String::new();
            let mut empty = 0;
            for file in (1..=9).rev() {
                let piece = Square::new(file, rank).and_then(|square| self.at(square));
                let Some(piece) = piece else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text.push_str(&empty.to_string());
                    empty = 0;
                }
                if piece.promoted {
                    text.push('+');
                }
                let letter = piece.kind.letter();
                text.push(match piece.color {
                    Color::Black => letter,
                    Color::White => letter.to_ascii_lowercase(),
                });
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            text
        };
        (1..=9).map(rank).collect::<Vec<_>>().join("/")
    }

    /// What the attacker holds, in the order of [`Kind::HAND`].
    pub fn attacker_hand(&self) -> [u8; 7] {
        self.hands[0]
    }

    /// The diagram as it is printed in Japan, the defender's pieces marked `v`.
    pub fn draw(&self) -> String {
        let mut text = format!("玉方の持駒：{}\n", hand_words(&self.hands[1]));
        text.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
        for rank in 1..=9 {
            text.push('|');
            for file in (1..=9).rev() {
                let piece = Square::new(file, rank).and_then(|square| self.at(square));
                text.push_str(&match piece {
                    None => " ・".to_owned(),
                    Some(piece) if piece.color == Color::White => format!("v{}", one_char(piece)),
                    Some(piece) => format!(" {}", one_char(piece)),
                });
            }
            let _ = writeln!(text, "|{}", NUMERALS[rank as usize]);
        }
        text.push_str("+---------------------------+\n");
        let _ = write!(text, "攻方の持駒：{}", hand_words(&self.hands[0]));
        text
    }

    /// The moves of a line from here in Japanese: `▲２二桂成(14) △同　玉(11)`. A move that does not
    /// fit the position, and all after it, are left in USI.
    pub fn japanese(&self, line: &str) -> String {
        let mut diagram = self.clone();
        let mut last = None;
        let mut fits = true;
        let mut color = Color::Black;
        let mut words = Vec::new();
        for usi in line.split_whitespace() {
            let word = fits.then(|| diagram.play(usi, color, last)).flatten();
            match word {
                Some((word, to)) => {
                    words.push(word);
                    last = Some(to);
                }
                None => {
                    fits = false;
                    words.push(usi.to_owned());
                }
            }
            color = color.flip();
        }
        words.join(" ")
    }

    /// Plays a move and says it in Japanese, with the square it goes to.
    fn play(&mut self, usi: &str, color: Color, last: Option<Square>) -> Option<(String, Square)> {
        let hand = match color {
            Color::Black => 0,
            Color::White => 1,
        };
        let to = square(usi.get(2..4)?)?;
        let mut word = match color {
            Color::Black => "▲",
            Color::White => "△",
        }
        .to_owned();
        if last == Some(to) {
            word.push_str("同　");
        } else {
            word.push_str(FILES[to.file() as usize]);
            word.push_str(NUMERALS[to.rank() as usize]);
        }
        if usi.as_bytes().get(1) == Some(&b'*') {
            let kind = Kind::from_letter(usi.chars().next()?)?;
            let held = self.hands[hand].get_mut(hand_slot(kind)?)?;
            *held = held.checked_sub(1)?;
            let piece = Piece {
                color,
                kind,
                promoted: false,
            };
            word.push_str(piece_name(piece));
            word.push('打');
            self.board[to.index()] = Some(piece);
        } else {
            let from = square(usi.get(0..2)?)?;
            let mut piece = self.board[from.index()]
                .take()
                .filter(|piece| piece.color == color)?;
            word.push_str(piece_name(piece));
            let in_zone = |square: Square| color.relative_rank(square.rank()) <= 3;
            if usi.ends_with('+') {
                word.push('成');
                piece.promoted = true;
            } else if piece.kind.promotes() && !piece.promoted && (in_zone(from) || in_zone(to)) {
                word.push_str("不成");
            }
            let _ = write!(word, "({}{})", from.file(), from.rank());
            if let Some(captured) = self.board[to.index()].replace(piece) {
                let held = self.hands[hand].get_mut(hand_slot(captured.kind)?)?;
                *held = held.saturating_add(1);
            }
        }
        Some((word, to))
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }
}

fn parse_board(text: &str) -> Result<[Option<Piece>; Square::COUNT], String> {
    let mut board = [None; Square::COUNT];
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 9 {
        return Err(format!("the SFEN has {} ranks, a board has 9", ranks.len()));
    }
    for (row, rank) in (1..).zip(ranks) {
        let mut file = 9i8;
        let mut promoted = false;
        for c in rank.chars() {
            if let Some(empty) = c.to_digit(10) {
                file = file.saturating_sub(empty as i8);
                continue;
            }
            if c == '+' {
                promoted = true;
                continue;
            }
            let kind = Kind::from_letter(c.to_ascii_uppercase())
                .ok_or_else(|| format!("rank {row} of the SFEN: {c:?} is no piece"))?;
            let square = Square::new(file, row)
                .ok_or_else(|| format!("rank {row} of the SFEN has more than 9 squares"))?;
            board[square.index()] = Some(Piece {
                color: if c.is_ascii_uppercase() {
                    Color::Black
                } else {
                    Color::White
                },
                kind,
                promoted: std::mem::take(&mut promoted),
            });
            file = file.saturating_sub(1);
        }
        if file != 0 {
            return Err(format!("rank {row} of the SFEN has not 9 squares"));
        }
    }
    Ok(board)
}

fn parse_hands(text: &str) -> Result<[[u8; 7]; 2], String> {
    let mut hands = [[0; 7]; 2];
    if text == "-" {
        return Ok(hands);
    }
    let mut count = None;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            count = Some((count.unwrap_or(0) * 10 + digit).min(99));
            continue;
        }
        let slot = Kind::from_letter(c.to_ascii_uppercase())
            .and_then(hand_slot)
            .ok_or_else(|| format!("the hands of the SFEN: {c:?} is no piece"))?;
        let side = usize::from(c.is_ascii_lowercase());
        hands[side][slot] = count.take().unwrap_or(1) as u8;
    }
    Ok(hands)
}

fn hand_slot(kind: Kind) -> Option<usize> {
    Kind::HAND.iter().position(|&held| held == kind)
}

fn square(name: &str) -> Option<Square> {
    match name.as_bytes() {
        &[file @ b'1'..=b'9', rank @ b'a'..=b'i'] => {
            Square::new((file - b'0') as i8, (rank - b'a' + 1) as i8)
        }
        _ => None,
    }
}

/// A hand in words, most valuable pieces first: `金二 歩十七`.
fn hand_words(hand: &[u8; 7]) -> String {
    let words: Vec<String> = Kind::HAND
        .into_iter()
        .zip(hand)
        .filter(|&(_, &count)| count > 0)
        .map(|(kind, &count)| {
            let piece = Piece {
                color: Color::Black,
                kind,
                promoted: false,
            };
            let number = match count {
                1 => String::new(),
                2..10 => NUMERALS[count as usize].to_owned(),
                10..20 => format!("十{}", NUMERALS[count as usize - 10]),
                _ => count.to_string(),
            };
            format!("{}{number}", one_char(piece))
        })
        .collect();
    if words.is_empty() {
        "なし".to_owned()
    } else {
        words.join(" ")
    }
}

/// The piece as diagrams write it.
fn one_char(piece: Piece) -> &'static str {
    match (piece.kind, piece.promoted) {
        (Kind::Rook, false) => "飛",
        (Kind::Rook, true) => "龍",
        (Kind::Bishop, false) => "角",
        (Kind::Bishop, true) => "馬",
        (Kind::Gold, _) => "金",
        (Kind::Silver, false) => "銀",
        (Kind::Silver, true) => "全",
        (Kind::Knight, false) => "桂",
        (Kind::Knight, true) => "圭",
        (Kind::Lance, false) => "香",
        (Kind::Lance, true) => "杏",
        (Kind::Pawn, false) => "歩",
        (Kind::Pawn, true) => "と",
        (Kind::King, _) => "玉",
    }
}

/// The piece as moves name it.
fn piece_name(piece: Piece) -> &'static str {
    match (piece.kind, piece.promoted) {
        (Kind::Silver, true) => "成銀",
        (Kind::Knight, true) => "成桂",
        (Kind::Lance, true) => "成香",
        _ => one_char(piece),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SFEN: &str = "8k/9/7g+P/9/9/9/9/9/9 b G2N2r2b2g4s2n4l17p 1";

    #[test]
    fn a_position_is_drawn_as_in_japan() {
        let expected = "\
玉方の持駒：飛二 角二 金二 銀四 桂二 香四 歩十七
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・v金 と|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
攻方の持駒：金 桂二";
        assert_eq!(Diagram::parse(SFEN).unwrap().draw(), expected);
    }

    #[test]
    fn moves_are_said_in_japanese() {
        let diagram = Diagram::parse(SFEN).unwrap();
        assert_eq!(
            diagram.japanese("G*1b 2c1b 1c1b"),
            "▲１二金打 △同　金(23) ▲同　と(13)"
        );
        let knights = Diagram::parse("8k/9/9/6N1N/9/9/9/9/9 b - - 1").unwrap();
        assert_eq!(knights.japanese("1d2b+"), "▲２二桂成(14)");
        assert_eq!(knights.japanese("3d2b"), "▲２二桂不成(34)");
    }

    #[test]
    fn moves_that_do_not_fit_stay_as_they_are() {
        let diagram = Diagram::parse(SFEN).unwrap();
        for line in ["R*1b 1a2a", "5e5d", "1a2b", "x", "金", "", "1c1b+", "G*"] {
            diagram.japanese(line);
        }
        assert_eq!(diagram.japanese("R*1b 1a2a"), "R*1b 1a2a");
        assert_eq!(diagram.japanese("金金金"), "金金金");
    }

    #[test]
    fn boards_are_written_as_they_were_read() {
        let diagram = Diagram::parse(SFEN).unwrap();
        assert_eq!(diagram.board_sfen(), "8k/9/7g+P/9/9/9/9/9/9");
        assert_eq!(diagram.mirror().board_sfen(), "k8/9/+Pg7/9/9/9/9/9/9");
        assert_eq!(diagram.mirror().mirror(), diagram);
    }

    #[test]
    fn text_that_is_no_position_is_refused() {
        for text in [
            "",
            "9/9",
            "9/9/9/9/9/9/9/9/9",
            "9/9/9/9/9/9/9/9/9 w -",
            "9/9/9/9/9/9/9/9/8 b -",
            "9/9/9/9/9/9/9/9/99999999999999999999 b -",
            "9/9/9/9/9/9/9/9/8XX b -",
            "9/9/9/9/9/9/9/9/9 b",
            "9/9/9/9/9/9/9/9/9 b K",
            "9/9/9/9/9/9/9/9/9 b 金",
        ] {
            assert!(Diagram::parse(text).is_err(), "{text}");
        }
    }
}
