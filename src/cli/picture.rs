//! The diagram of a position in the terminal, and moves in Japanese notation.

use std::fmt::Write;

use crate::shogi::{Color, Hand, Kind, Move, Piece, Setup, Square};

const NUMERALS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
const FILES: [&str; 10] = ["", "１", "２", "３", "４", "５", "６", "７", "８", "９"];

/// The diagram as it is printed in Japan, the defender's pieces marked `v`.
pub fn draw(setup: &Setup) -> String {
    let mut text = format!("玉方の持駒：{}\n", hand_words(setup.hands.white));
    text.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for rank in 1..=9 {
        text.push('|');
        for file in (1..=9).rev() {
            let piece = Square::new(file, rank).and_then(|square| setup.board[square.index()]);
            text.push_str(&match piece {
                None => " ・".to_owned(),
                Some(piece) if piece.color == Color::White => format!("v{}", piece_char(piece)),
                Some(piece) => format!(" {}", piece_char(piece)),
            });
        }
        let _ = writeln!(text, "|{}", NUMERALS[rank as usize]);
    }
    text.push_str("+---------------------------+\n");
    let _ = write!(text, "攻方の持駒：{}", hand_words(setup.hands.black));
    text
}

/// The moves of a line in Japanese: `▲２二桂成(14) △同　玉(11)`. A move that does not fit the
/// position, and all after it, are left in USI.
pub fn japanese(start: &Setup, line: &str) -> String {
    let mut board = start.board;
    let mut color = start.side;
    let mut last = None;
    let mut words = Vec::new();
    let mut moves = line.split_whitespace();
    for usi in moves.by_ref() {
        let Some((word, to)) = play(&mut board, color, last, usi) else {
            words.push(usi.to_owned());
            break;
        };
        words.push(word);
        last = Some(to);
        color = color.flip();
    }
    words.extend(moves.map(str::to_owned));
    words.join(" ")
}

/// Makes a move on the board and says it in Japanese, with the square it goes to.
fn play(
    board: &mut [Option<Piece>; Square::COUNT],
    color: Color,
    last: Option<Square>,
    usi: &str,
) -> Option<(String, Square)> {
    let mv: Move = usi.parse().ok()?;
    let to = mv.to();
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
    let piece = match mv {
        Move::Drop { kind, .. } => {
            let piece = Piece {
                color,
                kind,
                promoted: false,
            };
            word.push_str(piece_name(piece));
            word.push('打');
            piece
        }
        Move::Board { from, promote, .. } => {
            let piece = board[from.index()]
                .take()
                .filter(|piece| piece.color == color)?;
            word.push_str(piece_name(piece));
            let in_zone = |square: Square| color.relative_rank(square.rank()) <= 3;
            if promote {
                word.push('成');
            } else if piece.kind.promotes() && !piece.promoted && (in_zone(from) || in_zone(to)) {
                word.push_str("不成");
            }
            let _ = write!(word, "({}{})", from.file(), from.rank());
            Piece {
                promoted: piece.promoted || promote,
                ..piece
            }
        }
    };
    board[to.index()] = Some(piece);
    Some((word, to))
}

/// A hand in words, most valuable pieces first: `金二 歩十七`.
fn hand_words(hand: Hand) -> String {
    let words: Vec<String> = hand
        .iter()
        .map(|(kind, count)| {
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
            format!("{}{number}", piece_char(piece))
        })
        .collect();
    if words.is_empty() {
        "なし".to_owned()
    } else {
        words.join(" ")
    }
}

/// The piece as diagrams write it.
pub fn piece_char(piece: Piece) -> &'static str {
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
        _ => piece_char(piece),
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
        assert_eq!(draw(&SFEN.parse().unwrap()), expected);
    }

    #[test]
    fn moves_are_said_in_japanese() {
        let setup = SFEN.parse().unwrap();
        assert_eq!(
            japanese(&setup, "G*1b 2c1b 1c1b"),
            "▲１二金打 △同　金(23) ▲同　と(13)"
        );
        let knights = "8k/9/9/6N1N/9/9/9/9/9 b - 1".parse().unwrap();
        assert_eq!(japanese(&knights, "1d2b+"), "▲２二桂成(14)");
        assert_eq!(japanese(&knights, "3d2b"), "▲２二桂不成(34)");
    }

    #[test]
    fn moves_that_do_not_fit_stay_as_they_are() {
        let setup = SFEN.parse().unwrap();
        for line in ["5e5d", "1a2b 1c1b", "x", "金金金", ""] {
            assert_eq!(japanese(&setup, line), line);
        }
        assert_eq!(japanese(&setup, "G*1b 5e5d 1c1b"), "▲１二金打 5e5d 1c1b");
    }
}
