//! The diagram of a position as text (盤面図), for a terminal.

use super::names::{hand_words, numeral, piece_char};
use crate::shogi::{Color, Setup, Square};

/// The diagram as it is printed in Japan, the defender's pieces marked `v`, the hands above and
/// below. No line break stands at its end.
pub fn draw(setup: &Setup) -> String {
    let mut text = format!("玉方の持駒：{}\n", hand_words(setup.hands.white));
    text.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
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
    text.push_str("+---------------------------+\n攻方の持駒：");
    text.push_str(&hand_words(setup.hands.black));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(draw(&sfen.parse().unwrap()), expected);
    }
}
