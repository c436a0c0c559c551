//! What a setting is to be: the line, and what is known of board and hand.

use crate::conditions::Span;
use features::Pattern;
use notation::open_line::OpenLine;
use shogi::{Color, Kind, Piece, Setup, Square};

/// A line, and what its setting is to have. Kings count as pieces on the board.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The line.
    pub line: OpenLine,
    /// Where the defender's king is; anywhere if that is open.
    pub king: Option<Square>,
    /// What stands where.
    pub with: Vec<(Square, Pattern)>,
    /// Pieces on the board.
    pub board: Span,
    /// Pieces in the attacker's hand.
    pub hand: Span,
}

/// Why nothing can be what is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Contradictory {
    /// Two things are wanted on a square.
    #[error("two things are wanted on {0}")]
    Twice(Square),
    /// The defender's king is wanted on two squares.
    #[error("the king is wanted on {0} and on {1}")]
    TwoKings(Square, Square),
    /// A piece cannot be on its square.
    #[error("{piece} cannot stand on {square}")]
    NoPlace {
        /// The piece.
        piece: Piece,
        /// The square.
        square: Square,
    },
}

impl Wanted {
    /// A line alone.
    pub const fn new(line: OpenLine) -> Self {
        let any = Span {
            low: 0,
            high: u32::MAX,
        };
        Self {
            line,
            king: None,
            with: Vec::new(),
            board: any,
            hand: any,
        }
    }

    /// The square of the king, if it is known.
    ///
    /// # Errors
    /// What contradicts itself.
    pub fn king_square(&self) -> Result<Option<Square>, Contradictory> {
        let mut king = self.king;
        for (place, &(square, pattern)) in self.with.iter().enumerate() {
            if self.with[..place].iter().any(|&(other, _)| other == square) {
                return Err(Contradictory::Twice(square));
            }
            match pattern {
                _ if is_king(pattern) => match king {
                    Some(other) if other != square => {
                        return Err(Contradictory::TwoKings(other, square));
                    }
                    _ => king = Some(square),
                },
                Pattern::Piece(piece) if !piece.may_stand(square) => {
                    return Err(Contradictory::NoPlace { piece, square });
                }
                _ => {}
            }
        }
        let is_taken = |king: Square| {
            let mut with = self.with.iter();
            with.any(|&(square, pattern)| square == king && !is_king(pattern))
        };
        match king.filter(|&king| is_taken(king)) {
            Some(king) => Err(Contradictory::Twice(king)),
            None => Ok(king),
        }
    }

    /// The squares of which it is known what they hold.
    pub(super) fn known(&self) -> impl Iterator<Item = Square> + '_ {
        self.with.iter().map(|&(square, _)| square)
    }

    /// The pieces that are wanted on the board, and the king.
    pub(super) fn given(&self, king: Square) -> Setup {
        let mut setup = Setup::empty(Color::Black);
        for &(square, pattern) in &self.with {
            if let Pattern::Piece(piece) = pattern
                && !is_king(pattern)
            {
                setup.board[square.index()] = Some(piece);
            }
        }
        setup.board[king.index()] = Some(Piece::plain(Color::White, Kind::King));
        setup
    }
}

/// Whether a pattern is a king; the attacker has none.
fn is_king(pattern: Pattern) -> bool {
    match pattern {
        Pattern::King => true,
        Pattern::Piece(piece) => piece.kind == Kind::King,
        Pattern::Empty => false,
    }
}

/// How many pieces a setting has on the board and in the attacker's hand (使用駒), the king left aside.
pub fn pieces(setup: &Setup) -> u32 {
    let on_board = setup.pieces().filter(|(_, is)| is.kind != Kind::King);
    on_board.count() as u32 + setup.hands.black.len()
}

/// How many of so many pieces are on the board, and the king with them.
pub(super) const fn on_board(pieces: u32, in_hand: u32) -> u32 {
    pieces - in_hand + 1
}
