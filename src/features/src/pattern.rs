//! What is wanted on squares of a board.

use notation::typed;
use shogi::{Kind, Piece, Square};

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

/// Why a text does not say what stands where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// Not a piece.
    #[error("{0:?} is not a piece as in SFEN, K or -")]
    Piece(String),
    /// Not a square and a piece.
    #[error("{0:?}: expected a square and a piece such as 1a:l")]
    Part(String),
    /// Nothing at all.
    #[error("expected a square and a piece such as 1a:l")]
    Nothing,
}

impl std::str::FromStr for Pattern {
    type Err = PatternError;

    /// A piece as in SFEN (`p` the defender's pawn, `+R` the attacker's dragon), `K` a king, `-` nothing.
    fn from_str(text: &str) -> Result<Self, PatternError> {
        Ok(match text {
            "K" => Self::King,
            "-" => Self::Empty,
            _ => Self::Piece(
                Piece::from_sfen(text).ok_or_else(|| PatternError::Piece(text.to_owned()))?,
            ),
        })
    }
}

/// What stands where.
#[derive(Clone, Debug)]
pub struct Contains(pub Vec<(Square, Pattern)>);

impl std::str::FromStr for Contains {
    type Err = PatternError;

    /// Squares and patterns such as `1a:l`, with spaces or commas between them.
    fn from_str(text: &str) -> Result<Self, PatternError> {
        let parts = typed::words(text);
        let read = |part: &str| {
            let bad = || PatternError::Part(part.to_owned());
            let (square, piece) = part.split_once([':', '：']).ok_or_else(bad)?;
            Ok((typed::square(square).ok_or_else(bad)?, pattern(piece)?))
        };
        let parts: Vec<_> = parts.map(read).collect::<Result<_, PatternError>>()?;
        match parts.is_empty() {
            true => Err(PatternError::Nothing),
            false => Ok(Self(parts)),
        }
    }
}

/// What stands on a square, by its letter in SFEN or by its name; a king is any king.
fn pattern(text: &str) -> Result<Pattern, PatternError> {
    text.parse()
        .or_else(|why: PatternError| match typed::piece(text) {
            Some(piece) if piece.kind == Kind::King => Ok(Pattern::King),
            Some(piece) => Ok(Pattern::Piece(piece)),
            None => Err(why),
        })
}

#[cfg(test)]
mod tests {
    use shogi::Color;

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
