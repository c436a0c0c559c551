//! What is wanted on squares of a board.

use super::asked::square;
use shogi::{Piece, Square};

/// What a square must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// This piece.
    Piece(Piece),
    /// A king, whichever side's.
    King,
    /// Nothing.
    Empty,
}

impl std::str::FromStr for Pattern {
    type Err = String;

    /// A piece as in SFEN (`p` the defender's pawn, `+R` the attacker's dragon), `K` a king, `-` nothing.
    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "K" => Self::King,
            "-" => Self::Empty,
            _ => Self::Piece(
                Piece::from_sfen(text)
                    .ok_or_else(|| format!("{text:?} is no piece as in SFEN, K or -"))?,
            ),
        })
    }
}

/// What stands where.
#[derive(Clone, Debug)]
pub struct Contains(pub Vec<(Square, Pattern)>);

impl std::str::FromStr for Contains {
    type Err = String;

    /// Squares and patterns such as `1a:l`, with spaces or commas between them.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split([' ', ',']).filter(|part| !part.is_empty());
        let read = |part: &str| {
            let bad = || format!("{part:?}: a square and a piece such as 1a:l are wanted");
            let (at, piece) = part.split_once(':').ok_or_else(bad)?;
            Ok((square(at).ok_or_else(bad)?, piece.parse()?))
        };
        let parts: Vec<_> = parts.map(read).collect::<Result<_, String>>()?;
        match parts.is_empty() {
            true => Err("a square and a piece such as 1a:l are wanted".to_owned()),
            false => Ok(Self(parts)),
        }
    }
}

#[cfg(test)]
mod tests {
    use shogi::{Color, Kind};

    use super::*;

    #[test]
    fn patterns_are_read_as_in_sfen() {
        let piece = |color, kind, promoted| {
            Ok(Pattern::Piece(Piece {
                color,
                kind,
                promoted,
            }))
        };
        assert_eq!("p".parse(), piece(Color::White, Kind::Pawn, false));
        assert_eq!("+R".parse(), piece(Color::Black, Kind::Rook, true));
        assert_eq!("k".parse(), piece(Color::White, Kind::King, false));
        assert_eq!("K".parse(), Ok(Pattern::King));
        assert_eq!("-".parse(), Ok(Pattern::Empty));
        for text in ["", "+", "+G", "+K", "+-", "x", "pp", "歩"] {
            assert!(text.parse::<Pattern>().is_err(), "{text}");
        }
    }
}
