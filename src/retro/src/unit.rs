//! A unit (one piece in play besides the king) and the states it can be in, as an 11-bit code.

use shogi::packed::{self, DEFENDER, HAND, PROMOTED, SQUARE};
use shogi::{Color, Kind, Piece, Square};

/// How many kinds there are beside the king.
pub const KIND_COUNT: usize = 7;

/// The kinds beside the king, in the order of [`packed::KINDS`]: the first [`STEP_KINDS`] do not slide.
pub const KINDS: [Kind; KIND_COUNT] = {
    let [gold, silver, knight, pawn, lance, bishop, rook, _] = packed::KINDS;
    [gold, silver, knight, pawn, lance, bishop, rook]
};

/// How many of each kind are in play, in the order of [`KINDS`].
pub type Pieces = [u8; KIND_COUNT];

/// The kinds that do not slide.
pub const STEP_KINDS: [Kind; 4] = {
    let [gold, silver, knight, pawn, ..] = KINDS;
    [gold, silver, knight, pawn]
};

/// The kinds as they lie on the board: each, and promoted where it has a promoted side.
pub const FACES: [(Kind, bool); 13] = [
    (Kind::Gold, false),
    (Kind::Silver, false),
    (Kind::Silver, true),
    (Kind::Knight, false),
    (Kind::Knight, true),
    (Kind::Pawn, false),
    (Kind::Pawn, true),
    (Kind::Lance, false),
    (Kind::Lance, true),
    (Kind::Bishop, false),
    (Kind::Bishop, true),
    (Kind::Rook, false),
    (Kind::Rook, true),
];

/// Those of the kinds that do not slide.
pub const STEP_FACES: [(Kind, bool); 7] = {
    let [a, b, c, d, e, f, g, ..] = FACES;
    [a, b, c, d, e, f, g]
};

/// How many codes there are; not all of them name a state that can occur.
pub const CODES: usize = 4096;

/// How many codes there are of units that do not slide: the first ones.
pub const STEP_CODES: usize = 2048;

/// One piece in play: its kind and its state, that is a square with side and promotion, or the
/// attacker's hand. A piece in the defender's hand is spare, inert, and never a unit.
///
/// The code is the number that [`packed`] gives the piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unit(pub u16);

impl Unit {
    /// A unit on the board.
    #[inline]
    pub const fn on_board(kind: Kind, side: Color, promoted: bool, square: Square) -> Self {
        let piece = Piece {
            color: side,
            kind,
            promoted,
        };
        Self(packed::on_board(piece, square))
    }

    /// A unit in the attacker's hand.
    #[inline]
    pub const fn in_hand(kind: Kind) -> Self {
        Self(packed::in_hand(kind))
    }

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        packed::kind(self.0)
    }

    /// The place of its kind in [`packed::KINDS`].
    #[inline]
    pub const fn place(self) -> usize {
        (self.0 >> packed::KIND_SHIFT) as usize
    }

    /// Whether it is in the attacker's hand.
    pub const fn is_hand(self) -> bool {
        self.0 & SQUARE == HAND
    }

    /// Whether it is the defender's.
    pub const fn is_defender(self) -> bool {
        self.0 & DEFENDER != 0
    }

    /// A piece out of play: in nobody's hand. Only nodes that ask whether an interposition is futile hold such.
    pub const fn aside(kind: Kind) -> Self {
        Self(packed::in_hand(kind) | DEFENDER)
    }

    /// Whether it is out of play, see [`Unit::aside`].
    pub const fn is_aside(self) -> bool {
        self.is_hand() && self.is_defender()
    }

    /// Whether the code names one of [`KINDS`].
    pub const fn is_known_kind(self) -> bool {
        !matches!(self.kind(), Kind::King)
    }

    /// Whether it is promoted.
    pub const fn is_promoted(self) -> bool {
        self.0 & PROMOTED != 0
    }

    /// Its square, `None` in hand.
    #[inline]
    pub const fn stands_on(self) -> Option<Square> {
        packed::square(self.0)
    }

    /// The square of a unit on the board.
    ///
    /// # Panics
    /// If it is in hand.
    #[inline]
    pub const fn square(self) -> Square {
        self.stands_on().expect("a unit on the board")
    }

    /// Whether it stands on a square.
    #[inline]
    pub const fn is_on(self, square: Square) -> bool {
        (self.0 & SQUARE) as usize == square.index()
    }

    /// Whether this is the same piece as another, on whatever squares they are or in hand.
    #[inline]
    pub const fn is_like(self, other: Self) -> bool {
        (self.0 ^ other.0) & !SQUARE == 0
    }

    /// The code as an index.
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// The same piece on another square, dropped from the hand too.
    #[inline]
    pub const fn at(self, square: Square) -> Self {
        Self(self.0 & !SQUARE | square.index() as u16)
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
            self.at(self.square().mirror())
        }
    }

    /// Whether this is an unpromoted pawn of the attacker on the board.
    pub const fn is_attacker_pawn(self) -> bool {
        self.is_like(Self::in_hand(Kind::Pawn)) && !self.is_hand()
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
            kind: self.kind(),
            promoted: self.is_promoted(),
        })
    }

    /// Whether the code names a state: no promoted gold, no dead end (行き所のない駒).
    pub fn is_state(self) -> bool {
        if self.0 & SQUARE > HAND || self.is_hand() && (self.is_defender() || self.is_promoted()) {
            return false;
        }
        match self.piece() {
            None => true,
            Some(piece) => {
                (piece.kind.promotes() || !piece.promoted) && piece.may_stand(self.square())
            }
        }
    }

    /// Every state a unit of a kind can be in: at most 326 less the dead ends.
    pub fn states(kind: Kind) -> impl Iterator<Item = Self> {
        (0..CODES as u16)
            .map(Self)
            .filter(move |unit| unit.kind() == kind && unit.is_state())
    }
}
