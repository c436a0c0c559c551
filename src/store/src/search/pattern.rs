//! What stands on squares of a board, asked of the positions of a database.

use features::Pattern;
use shogi::{Color, Kind, Piece, Square};

/// What a pattern says of the defender's king, as a condition that an index knows. Where there are two
/// kings, either may be the attacker's: White attacks in some problems.
pub(crate) fn kings(pattern: &[(Square, Pattern)]) -> Vec<String> {
    let king = Pattern::Piece(Piece::plain(Color::White, Kind::King));
    let kings = pattern
        .iter()
        .filter(|(_, is)| *is == king || *is == Pattern::King);
    let condition = |(square, _): &(Square, Pattern)| {
        format!("(king IN ('{square}', '{}') OR two_kings)", square.mirror())
    };
    kings.map(condition).collect()
}

/// Whether the board of an SFEN, or its mirror image, has everything of a pattern.
pub(crate) fn contains(sfen: &str, pattern: &[(Square, Pattern)]) -> bool {
    let Some(board) = board(sfen) else {
        return false;
    };
    let holds = |image: fn(Square) -> Square| {
        pattern.iter().all(|&(square, wanted)| {
            let is = board[image(square).index()];
            match wanted {
                Pattern::Piece(piece) => is == sign(piece),
                Pattern::King => is.eq_ignore_ascii_case(&b'k'),
                Pattern::Empty => is == 0,
            }
        })
    };
    holds(|square| square) || holds(Square::mirror)
}

/// Marks the letter of a promoted piece.
const PROMOTED: u8 = 0x80;

/// The letter of a piece in SFEN, marked if it is promoted.
pub(crate) fn sign(piece: Piece) -> u8 {
    let letter = piece.kind.letter_of(piece.color) as u8;
    letter | if piece.promoted { PROMOTED } else { 0 }
}

/// A piece as SFEN has it.
pub(crate) fn in_sfen(sign: u8) -> String {
    let plus = if sign & PROMOTED == 0 { "" } else { "+" };
    format!("{plus}{}", char::from(sign & !PROMOTED))
}

/// What stands on each square, 0 for nothing: a reading of SFENs for one question asked a million
/// times. [`shogi::Setup`]'s takes eight times as long (2026-11-22, on a busy machine: 3.7 µs, this one 0.45 µs),
/// most of it for telling what is wrong and where.
pub(crate) fn board(sfen: &str) -> Option<[u8; Square::COUNT]> {
    let mut board = [0; Square::COUNT];
    let (mut file, mut rank, mut promoted) = (9, 1, 0);
    for &byte in sfen.as_bytes() {
        match byte {
            b' ' => break,
            b'/' => (file, rank) = (9, rank + 1),
            b'+' => promoted = PROMOTED,
            b'1'..=b'9' => file -= (byte - b'0') as i8,
            letter => {
                board[Square::new(file, rank)?.index()] = letter | promoted;
                (file, promoted) = (file - 1, 0);
            }
        }
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_found_on_either_side_but_not_on_both() {
        let square = |file, rank| Square::new(file, rank).unwrap();
        let lance: Pattern = "l".parse().unwrap();
        let knight: Pattern = "n".parse().unwrap();
        let pattern = [
            (square(1, 1), lance),
            (square(2, 1), knight),
            (square(3, 1), Pattern::Empty),
        ];
        assert!(contains("7nl/8k/9/9/9/9/9/9/9 b G 1", &pattern));
        assert!(contains("ln7/k8/9/9/9/9/9/9/9 b G 1", &pattern));
        assert!(!contains("l6n1/k8/9/9/9/9/9/9/9 b G 1", &pattern));
        assert!(!contains("lnk6/9/9/9/9/9/9/9/9 b G 1", &pattern));
        assert!(!contains("lnk7/k8/9", &pattern));
    }

    #[test]
    fn boards_are_read_as_setups_are() {
        for sfen in [
            "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1",
        ] {
            let setup: shogi::Setup = sfen.parse().unwrap();
            let plain = setup.board.map(|piece| piece.map_or(0, sign));
            assert_eq!(board(sfen), Some(plain));
        }
        assert_eq!(board("k9k b - 1"), None);
    }
}
