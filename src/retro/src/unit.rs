//! A unit (one piece in play besides the king) and the states it can be in, as an 11-bit code.

use shogi::packed::{self, DEFENDER, HAND, KIND_SHIFT, PROMOTED, SQUARE};
use shogi::{Color, Kind, Piece, Square};

/// The four non-sliding kinds this engine enumerates, in the order families are written.
pub const KINDS: [Kind; 4] = {
    let [gold, silver, knight, pawn, ..] = packed::KINDS;
    [gold, silver, knight, pawn]
};

/// The index of the pawn in [`KINDS`].
pub const PAWN: usize = 3;

/// How many codes there are; not all of them name a state that can occur.
pub const CODES: usize = 2048;

/// One piece in play: its kind and its state, that is a square with side and promotion, or the
/// attacker's hand. A piece in the defender's hand is spare, inert, and never a unit.
///
/// The code is the number that [`packed`] gives the piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unit(pub u16);

impl Unit {
    /// A unit on the board.
    pub const fn on_board(kind: usize, side: Color, promoted: bool, square: usize) -> Self {
        let side = match side {
            Color::Black => 0,
            Color::White => DEFENDER,
        };
        let promoted = if promoted { PROMOTED } else { 0 };
        Self((kind as u16) << KIND_SHIFT | side | promoted | square as u16)
    }

    /// A unit in the attacker's hand.
    pub const fn in_hand(kind: usize) -> Self {
        Self((kind as u16) << KIND_SHIFT | HAND)
    }

    /// The index of its kind in [`KINDS`].
    pub const fn kind(self) -> usize {
        (self.0 >> KIND_SHIFT) as usize
    }

    /// Whether it is in the attacker's hand.
    pub const fn is_hand(self) -> bool {
        self.0 & SQUARE == HAND
    }

    /// Whether it is the defender's.
    pub const fn is_defender(self) -> bool {
        self.0 & DEFENDER != 0
    }

    /// Whether it is promoted.
    pub const fn is_promoted(self) -> bool {
        self.0 & PROMOTED != 0
    }

    /// The index of its square; 81 in hand.
    pub const fn square(self) -> usize {
        (self.0 & SQUARE) as usize
    }

    /// The code as an index.
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// The same piece on another square.
    pub const fn at(self, square: usize) -> Self {
        Self(self.0 & !SQUARE | square as u16)
    }

    /// The same piece promoted.
    pub const fn promote(self) -> Self {
        Self(self.0 | PROMOTED)
    }

    /// The same piece unpromoted.
    pub const fn demote(self) -> Self {
        Self(self.0 & !PROMOTED)
    }

    /// The image in the mirror that exchanges left and right.
    pub const fn mirror(self) -> Self {
        if self.is_hand() {
            self
        } else {
            self.at(Square::from_index(self.square()).mirror().index())
        }
    }

    /// Whether this is an unpromoted pawn of the attacker on the board.
    pub const fn is_attacker_pawn(self) -> bool {
        self.0 >> 7 == 3 << 2 && !self.is_hand()
    }

    /// The piece on the board, `None` in hand.
    pub const fn piece(self) -> Option<Piece> {
        if self.is_hand() {
            return None;
        }
        Some(Piece {
            color: if self.is_defender() {
                Color::White
            } else {
                Color::Black
            },
            kind: KINDS[self.kind()],
            promoted: self.is_promoted(),
        })
    }

    /// Whether the code names a state: no promoted gold, no dead end (行き所のない駒).
    pub fn is_state(self) -> bool {
        if self.square() > 81 || self.is_hand() && (self.is_defender() || self.is_promoted()) {
            return false;
        }
        match self.piece() {
            None => true,
            Some(piece) => {
                (piece.kind.promotes() || !piece.promoted)
                    && piece.may_stand(Square::from_index(self.square()))
            }
        }
    }

    /// Every state a unit of the kind with this index can be in: at most 326 less the dead ends.
    pub fn states(kind: usize) -> impl Iterator<Item = Self> {
        (0..1 << KIND_SHIFT)
            .map(move |low| Self((kind as u16) << KIND_SHIFT | low))
            .filter(|unit| unit.is_state())
    }
}
