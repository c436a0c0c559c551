//! Moves and their USI text.

use super::{Kind, Square};
use std::fmt;
use std::str::FromStr;

/// A move (指し手). Whose move it is, and what it captures, the position tells.
///
/// The order (drops first, by kind and square; then moves by origin and target, plain before
/// promoting) is the fixed move order wherever a deterministic choice is needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A drop (打): a piece from the hand is put on an empty square.
    Drop {
        /// The kind dropped, never the king.
        kind: Kind,
        /// Where it is put.
        to: Square,
    },
    /// A move of a piece on the board.
    Board {
        /// Where the piece stood.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Whether it promotes (成) on this move.
        promote: bool,
    },
}

impl Move {
    /// The square the moved or dropped piece ends on.
    pub const fn to(self) -> Square {
        match self {
            Self::Drop { to, .. } | Self::Board { to, .. } => to,
        }
    }

    /// The square the piece leaves, or `None` for a drop.
    pub const fn from(self) -> Option<Square> {
        match self {
            Self::Drop { .. } => None,
            Self::Board { from, .. } => Some(from),
        }
    }

    /// Whether this is a drop.
    pub const fn is_drop(self) -> bool {
        matches!(self, Self::Drop { .. })
    }

    /// Whether the piece promotes on this move.
    pub const fn promotes(self) -> bool {
        matches!(self, Self::Board { promote: true, .. })
    }

    /// The image in the mirror that exchanges left and right.
    pub fn mirror(self) -> Self {
        self.image(Square::mirror)
    }

    /// The move after a half turn of the board.
    pub fn rotate(self) -> Self {
        self.image(Square::rotate)
    }

    /// Writes the move in USI.
    fn write_usi(self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Drop { kind, to } => {
                out.write_char(kind.letter())?;
                out.write_char('*')?;
                to.write_usi(out)
            }
            Self::Board { from, to, promote } => {
                from.write_usi(out)?;
                to.write_usi(out)?;
                if promote { out.write_char('+') } else { Ok(()) }
            }
        }
    }

    fn image(self, image: impl Fn(Square) -> Square) -> Self {
        match self {
            Self::Drop { kind, to } => Self::Drop {
                kind,
                to: image(to),
            },
            Self::Board { from, to, promote } => Self::Board {
                from: image(from),
                to: image(to),
                promote,
            },
        }
    }
}

/// USI: `7g7f`, `8h2b+`, `G*5b`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_usi(f)
    }
}

/// Moves in USI, separated by a space.
pub fn usi_line(moves: &[Move]) -> String {
    // A move takes five characters at the most.
    let mut line = String::with_capacity(6 * moves.len());
    for mv in moves {
        if !line.is_empty() {
            line.push(' ');
        }
        mv.write_usi(&mut line).expect("a string takes all");
    }
    line
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is no USI move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("character {at} of the move {text:?}: expected {expected}")]
pub struct MoveError {
    /// The text as given.
    pub text: String,
    /// The offending character, counted from 1; one past the end if the text is too short.
    pub at: usize,
    /// What should have stood there.
    pub expected: MovePart,
}

/// What a USI move has at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovePart {
    /// A digit.
    File,
    /// A letter.
    Rank,
    /// What a move begins with.
    FileOrPiece,
    /// The letter of a piece that is dropped.
    DroppedPiece,
    /// What stands behind it.
    Star,
    /// A promotion, or nothing.
    PlusOrEnd,
    /// Nothing more.
    End,
}

impl fmt::Display for MovePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::File => "a file from 1 to 9",
            Self::Rank => "a rank from a to i",
            Self::FileOrPiece => "a file from 1 to 9 or one of R B G S N L P",
            Self::DroppedPiece => "a piece that can be dropped",
            Self::Star => "* after the letter of a dropped piece",
            Self::PlusOrEnd => "+ or the end of the move",
            Self::End => "the end of the move",
        })
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let chars: Vec<char> = text.chars().collect();
        let error = |at: usize, expected| MoveError {
            text: text.to_owned(),
            at: at + 1,
            expected,
        };
        let square = |at: usize| {
            let file = chars
                .get(at)
                .and_then(|c| c.to_digit(10))
                .filter(|&d| d > 0)
                .ok_or_else(|| error(at, MovePart::File))?;
            let rank = chars
                .get(at + 1)
                .and_then(|&c| "abcdefghi".find(c))
                .ok_or_else(|| error(at + 1, MovePart::Rank))?;
            Ok(Square::from_index((file as usize - 1) * 9 + rank))
        };
        let end = |at: usize| {
            if chars.len() > at {
                Err(error(at, MovePart::End))
            } else {
                Ok(())
            }
        };
        let letter = chars.first().copied().and_then(Kind::from_letter);
        if let Some(kind) = letter {
            if kind == Kind::King {
                return Err(error(0, MovePart::DroppedPiece));
            }
            if chars.get(1) != Some(&'*') {
                return Err(error(1, MovePart::Star));
            }
            let to = square(2)?;
            end(4)?;
            return Ok(Self::Drop { kind, to });
        }
        if !chars.first().is_some_and(char::is_ascii_digit) {
            return Err(error(0, MovePart::FileOrPiece));
        }
        let (from, to) = (square(0)?, square(2)?);
        let promote = match chars.get(4) {
            None => false,
            Some('+') => true,
            Some(_) => return Err(error(4, MovePart::PlusOrEnd)),
        };
        end(5)?;
        Ok(Self::Board { from, to, promote })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usi_text_survives_a_round_trip() {
        for from in Square::all() {
            for to in Square::all() {
                for promote in [false, true] {
                    let mv = Move::Board { from, to, promote };
                    assert_eq!(mv.to_string().parse(), Ok(mv));
                    assert_eq!(mv.mirror().mirror(), mv);
                }
            }
        }
        for kind in Kind::HAND {
            for to in Square::all() {
                let mv = Move::Drop { kind, to };
                assert_eq!(mv.to_string().parse(), Ok(mv));
            }
        }
    }

    #[test]
    fn errors_name_the_character() {
        for (text, at) in [
            ("", 1),
            ("x", 1),
            ("0g7f", 1),
            ("7j7f", 2),
            ("7g", 3),
            ("7g7", 4),
            ("7g7f-", 5),
            ("7g7f+ ", 6),
            ("K*5b", 1),
            ("G5b", 2),
            ("G*5", 4),
            ("G*5b+", 5),
            ("歩*5b", 1),
        ] {
            let error = text.parse::<Move>().unwrap_err();
            assert_eq!(error.at, at, "{error}");
        }
    }
}
