//! The diagram of a position as text (盤面図), for a terminal.

use super::names::{hand_words, numeral, piece_char};
use shogi::{Color, Setup, Square};

/// The diagram as it is printed in Japan, White's pieces marked `v`, White's hand above and Black's
/// below; whose they are follows from who attacks. Who is to move (手番) is said where it is not a
/// Black attacker. No line break stands at its end.
pub fn draw(setup: &Setup, attacker: Color) -> String {
    let who = |color: Color| {
        if color == attacker {
            "攻方"
        } else {
            "玉方"
        }
    };
    let mut text = format!(
        "{}の持駒：{}\n{}\n{}の持駒：{}",
        who(Color::White),
        hand_words(setup.hands.white),
        board_rows(setup),
        who(Color::Black),
        hand_words(setup.hands.black)
    );
    if (setup.side, attacker) != (Color::Black, Color::Black) {
        let sign = match setup.side {
            Color::Black => "☗",
            Color::White => "☖",
        };
        text.push_str(&format!("\n手番：{}（{sign}）", who(setup.side)));
    }
    text
}

/// The board alone, from the numbers of the files to its lower edge, without a line break at the end.
pub fn board_rows(setup: &Setup) -> String {
    let mut text = String::from("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for rank in 1..=9 {
        text.push('|');
        for file in (1..=9).rev() {
            let piece = Square::new(file, rank).and_then(|square| setup.board[square.index()]);
            let (mark, sign) = match piece {
                None => (' ', '・'),
                Some(piece) => {
                    let white = piece.color == Color::White;
                    let mark = if white { 'v' } else { ' ' };
                    (mark, piece_char(piece.kind, piece.promoted))
                }
            };
            text.extend([mark, sign]);
        }
        text.push('|');
        text.extend(numeral(rank));
        text.push('\n');
    }
    text.push_str("+---------------------------+");
    text
}

/// The diagram for a terminal that has no Japanese characters: pieces in the letters of SFEN,
/// lower case for White's, `+` before promoted ones; hands and the side to move as in [`draw`]. No
/// line break stands at its end.
pub fn draw_ascii(setup: &Setup, attacker: Color) -> String {
    let who = |color: Color| {
        if color == attacker {
            "attacker"
        } else {
            "defender"
        }
    };
    let hand = |color: Color| {
        let words: Vec<String> = setup.hands[color]
            .iter()
            .map(|(kind, count)| match (kind.letter_of(color), count) {
                (letter, 1) => letter.to_string(),
                (letter, count) => format!("{letter}{count}"),
            })
            .collect();
        match words.is_empty() {
            true => "-".to_owned(),
            false => words.join(" "),
        }
    };
    let mut text = format!("{}'s hand: {}\n", who(Color::White), hand(Color::White));
    text.push_str("   9  8  7  6  5  4  3  2  1\n+---------------------------+\n");
    for rank in 1..=9_u8 {
        text.push('|');
        for file in (1..=9).rev() {
            let square = Square::new(file, rank as i8);
            let piece = square.and_then(|square| setup.board[square.index()]);
            match piece {
                None => text.push_str("  ."),
                Some(piece) => {
                    let mark = if piece.promoted { '+' } else { ' ' };
                    text.extend([' ', mark, piece.kind.letter_of(piece.color)]);
                }
            }
        }
        text.extend(['|', (b'a' + rank - 1) as char, '\n']);
    }
    text.push_str(&format!(
        "+---------------------------+\n{}'s hand: {}",
        who(Color::Black),
        hand(Color::Black)
    ));
    if (setup.side, attacker) != (Color::Black, Color::Black) {
        let case = match setup.side {
            Color::Black => "upper case",
            Color::White => "lower case",
        };
        text.push_str(&format!("\nto move: {} ({case})", who(setup.side)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::Kind;

    #[test]
    fn a_position_is_drawn_as_in_japan() {
        let sfen = "8k/9/7g+P/9/9/9/9/9/9 b G2N2r2b2g4s2n4l17p 1";
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
        assert_eq!(draw(&sfen.parse().unwrap(), Color::Black), expected);
    }

    #[test]
    fn hands_are_called_after_the_attacker() {
        let ends = |side, attacker| {
            let mut setup = Setup::empty(side);
            setup.hands.white = setup.hands.white.plus(Kind::Gold);
            let [text, ascii] = [draw(&setup, attacker), draw_ascii(&setup, attacker)];
            let end = |text: &str| {
                let lines: Vec<&str> = text.lines().collect();
                format!("{} {}", lines[0], lines[13..].join(" "))
            };
            [end(&text), end(&ascii)]
        };
        let [black, white] = [Color::Black, Color::White];
        for (side, attacker, japanese, ascii) in [
            (
                white,
                black,
                "玉方の持駒：金 攻方の持駒：なし 手番：玉方（☖）",
                "defender's hand: g attacker's hand: - to move: defender (lower case)",
            ),
            (
                white,
                white,
                "攻方の持駒：金 玉方の持駒：なし 手番：攻方（☖）",
                "attacker's hand: g defender's hand: - to move: attacker (lower case)",
            ),
            (
                black,
                white,
                "攻方の持駒：金 玉方の持駒：なし 手番：玉方（☗）",
                "attacker's hand: g defender's hand: - to move: defender (upper case)",
            ),
        ] {
            assert_eq!(ends(side, attacker), [japanese, ascii]);
        }
    }

    #[test]
    fn a_position_is_drawn_in_letters() {
        let sfen = "8k/9/7g+P/9/9/9/9/9/9 b G2N2r2b2g4s2n4l17p 1";
        let expected = "\
defender's hand: r2 b2 g2 s4 n2 l4 p17
   9  8  7  6  5  4  3  2  1
+---------------------------+
|  .  .  .  .  .  .  .  .  k|a
|  .  .  .  .  .  .  .  .  .|b
|  .  .  .  .  .  .  .  g +P|c
|  .  .  .  .  .  .  .  .  .|d
|  .  .  .  .  .  .  .  .  .|e
|  .  .  .  .  .  .  .  .  .|f
|  .  .  .  .  .  .  .  .  .|g
|  .  .  .  .  .  .  .  .  .|h
|  .  .  .  .  .  .  .  .  .|i
+---------------------------+
attacker's hand: G N2";
        assert_eq!(draw_ascii(&sfen.parse().unwrap(), Color::Black), expected);
        let empty = Setup::empty(Color::Black);
        assert!(draw_ascii(&empty, Color::Black).ends_with("hand: -"));
    }
}
