//! Small boards: the part of a board where the pieces stand.

use notation::names::{digit, hand_words, numeral, piece_char};
use shogi::{Color, Setup, Square};

/// The lines of a small board: numerals of the files, then the ranks, the defender's pieces marked
/// `v`. All around the pieces a square is shown more, as far as the board goes.
pub fn small_board(setup: &Setup) -> Vec<String> {
    let squares: Vec<Square> = setup.pieces().map(|(square, _)| square).collect();
    let files = squares.iter().map(|square| square.file());
    let ranks = squares.iter().map(|square| square.rank());
    let left = (files.clone().max().unwrap_or(9) + 1).min(9);
    let right = (files.min().unwrap_or(1) - 1).max(1);
    let top = (ranks.clone().min().unwrap_or(1) - 1).max(1);
    let bottom = (ranks.max().unwrap_or(9) + 1).min(9);
    let mut head = String::from(" ");
    for file in (right..=left).rev() {
        head.push(' ');
        head.extend(digit(file));
    }
    let mut lines = vec![head];
    for rank in top..=bottom {
        let mut line = String::from("|");
        for file in (right..=left).rev() {
            let piece = Square::new(file, rank).and_then(|square| setup.board[square.index()]);
            match piece {
                None => line.push_str(" ・"),
                Some(piece) => {
                    let white = piece.color == Color::White;
                    line.push(if white { 'v' } else { ' ' });
                    line.push(piece_char(piece.kind, piece.promoted));
                }
            }
        }
        line.push('|');
        line.extend(numeral(rank));
        lines.push(line);
    }
    lines
}

/// The attacker's hand in words.
pub fn hand(setup: &Setup, attacker: Color) -> String {
    hand_words(setup.hands[attacker])
}
