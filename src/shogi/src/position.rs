//! A legal position.

use super::{Bitboard, Color, Hand, Hands, Kind, Move, Piece, Setup, Square, zobrist};
use std::hash::{Hash, Hasher};

/// A legal position: board, hands and side to move.
///
/// Each side has one king or none. The side not to move is never in check, there is no 二歩, no
/// piece without a move (行き所のない駒), and no more pieces than a set has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Six sets of squares, cut in two halves as [`Bitboard::of_halves`] takes them, so that what stands on a square
    /// is told by words that lie side by side: the pieces of Black, those of White, three for the bits of
    /// the [`Kind`], and the promoted ones.
    sets: [[u64; 6]; 2],
    hands: Hands,
    side: Color,
    /// See [`Position::board_key`].
    key: u64,
}

/// The first of two sets of a [`Position`], by `Color`: the pieces of a side.
const COLORS: usize = 0;
/// The first of three: the pieces whose kind's number has a bit, the lowest first.
const KINDS: usize = 2;
/// The set of the promoted pieces.
const PROMOTED: usize = 5;

/// Why a [`Setup`] is no legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// More pieces of a kind than a set has.
    #[error("{count} {letter} on the board and in hand, but a set has only {total}", letter = .kind.letter(), total = .kind.total())]
    TooMany {
        /// The kind in question.
        kind: Kind,
        /// How many there are.
        count: u32,
    },
    /// One side has two kings.
    #[error("{color} has two kings")]
    TwoKings {
        /// The side with two kings.
        color: Color,
    },
    /// Two unpromoted pawns of one side on one file (二歩).
    #[error("{color} has two unpromoted pawns on file {file} (nifu)")]
    Nifu {
        /// Whose pawns.
        color: Color,
        /// The file, 1 to 9.
        file: i8,
    },
    /// A piece that could never move again (行き所のない駒).
    #[error("{color}'s {letter} on {square} has nowhere to go", color = .piece.color, letter = .piece.kind.letter())]
    DeadEnd {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// A gold or a king with its promoted side up; neither has one.
    #[error("{letter} on {square} cannot be promoted", letter = .piece.kind.letter())]
    CannotPromote {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// The side that is not to move is in check: its king could be captured.
    #[error("{color} is in check, but it is the other side's move")]
    SideNotToMoveInCheck {
        /// The side in check.
        color: Color,
    },
}

impl TryFrom<&Setup> for Position {
    type Error = PositionError;

    fn try_from(setup: &Setup) -> Result<Self, PositionError> {
        let on_board = setup.counts_on_board();
        for kind in [Kind::King].into_iter().chain(Kind::HAND) {
            let hands = setup.hands.black.count(kind) + setup.hands.white.count(kind);
            let count = on_board[kind as usize] + u32::from(hands);
            if count > u32::from(kind.total()) {
                return Err(PositionError::TooMany { kind, count });
            }
        }
        let mut position = Self {
            sets: [[0; 6]; 2],
            hands: setup.hands,
            side: Color::Black,
            key: 0,
        };
        if setup.side == Color::White {
            position.pass();
        }
        for (square, piece) in setup.pieces() {
            if piece.promoted && !piece.kind.promotes() {
                return Err(PositionError::CannotPromote { piece, square });
            }
            if !piece.may_stand(square) {
                return Err(PositionError::DeadEnd { piece, square });
            }
            if piece.kind == Kind::King && position.king(piece.color).is_some() {
                return Err(PositionError::TwoKings { color: piece.color });
            }
            let pawn = piece.kind == Kind::Pawn && !piece.promoted;
            if pawn && position.pawn_files(piece.color).has(square) {
                return Err(PositionError::Nifu {
                    color: piece.color,
                    file: square.file(),
                });
            }
            position.put(piece, square);
        }
        let waiting = position.side.flip();
        if position.in_check(waiting) {
            return Err(PositionError::SideNotToMoveInCheck { color: waiting });
        }
        Ok(position)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let mut setup = Self::empty(position.side);
        setup.hands = position.hands;
        for square in position.occupied() {
            setup.board[square.index()] = position.piece_at(square);
        }
        setup
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

impl Position {
    /// Who is to move.
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The pieces in hand of both sides.
    pub const fn hands(&self) -> Hands {
        self.hands
    }

    /// The pieces in hand of one side.
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color]
    }

    /// What stands on `square`.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let half = &self.sets[square.index() >> 6];
        let bit = |set: usize| (half[set] >> (square.index() & 63)) as u8 & 1;
        let white = bit(COLORS + 1);
        if bit(COLORS) | white == 0 {
            return None;
        }
        let kind = bit(KINDS) | bit(KINDS + 1) << 1 | bit(KINDS + 2) << 2;
        Some(Piece::of_code(white << 4 | kind << 1 | bit(PROMOTED)))
    }

    const fn set(&self, set: usize) -> Bitboard {
        Bitboard::of_halves([self.sets[0][set], self.sets[1][set]])
    }

    /// The squares of the pieces whose kind has each of the three bits of its number set, the lowest first.
    pub(super) const fn kind_bits(&self) -> [Bitboard; 3] {
        [self.set(KINDS), self.set(KINDS + 1), self.set(KINDS + 2)]
    }

    /// The occupied squares.
    pub fn occupied(&self) -> Bitboard {
        self.of(Color::Black) | self.of(Color::White)
    }

    /// The squares of one side's pieces.
    pub const fn of(&self, color: Color) -> Bitboard {
        self.set(COLORS + color as usize)
    }

    /// The squares of both sides' pieces of a kind, promoted or not.
    fn of_kind(&self, kind: Kind) -> Bitboard {
        let mut found = self.occupied();
        for (bit, set) in self.kind_bits().into_iter().enumerate() {
            if kind as usize >> bit & 1 == 1 {
                found &= set;
            } else {
                found -= set;
            }
        }
        found
    }

    /// The squares of promoted pieces.
    pub(super) const fn promoted(&self) -> Bitboard {
        self.set(PROMOTED)
    }

    /// The squares of the pieces equal to `piece`.
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        let side = if piece.promoted {
            self.promoted()
        } else {
            !self.promoted()
        };
        self.of(piece.color) & self.of_kind(piece.kind) & side
    }

    /// Where the king of `color` stands, if it is on the board.
    pub fn king(&self, color: Color) -> Option<Square> {
        (self.of_kind(Kind::King) & self.of(color)).first()
    }

    /// A hash of board and side to move, hands left aside: equal boards have equal keys.
    pub const fn board_key(&self) -> u64 {
        self.key
    }

    /// A hash of the whole position.
    pub fn key(&self) -> u64 {
        let hands = u64::from(self.hands.black.bits()) << 32 | u64::from(self.hands.white.bits());
        // The numbers of the board are scrambled from small ones: those of hands are kept apart.
        self.key ^ zobrist::scramble(hands | 1 << 63)
    }

    /// All squares of the files on which `color` has an unpromoted pawn: no other may be dropped
    /// there (二歩).
    pub fn pawn_files(&self, color: Color) -> Bitboard {
        self.squares_of(Piece {
            color,
            kind: Kind::Pawn,
            promoted: false,
        })
        .files()
    }

    /// Whether the king of `color` is attacked.
    pub fn in_check(&self, color: Color) -> bool {
        !self.checkers(color).is_empty()
    }

    /// Whether the side to move is in check (王手).
    pub fn is_in_check(&self) -> bool {
        self.in_check(self.side)
    }

    /// Whether a check by `attacker` can ever come from afar, to be interposed: a rook, bishop or lance is
    /// on the board, where it has it or can capture it, or in its hand.
    pub fn can_slide(&self, attacker: Color) -> bool {
        const SLIDERS: [Kind; 3] = [Kind::Rook, Kind::Bishop, Kind::Lance];
        let hand = self.hand(attacker);
        SLIDERS.iter().any(|&kind| hand.has(kind))
            || self
                .occupied()
                .into_iter()
                .filter_map(|square| self.piece_at(square))
                .any(|piece| SLIDERS.contains(&piece.kind))
    }

    /// The position after `mv`, or `None` if it is not legal here: for moves of unknown origin.
    pub fn try_play(&self, mv: Move) -> Option<Self> {
        self.is_legal(mv).then(|| self.play(mv))
    }

    /// The position after `mv`, which must be legal here; for others see [`Position::try_play`].
    pub fn play(&self, mv: Move) -> Self {
        let mut next = self.clone();
        match mv {
            Move::Drop { kind, to } => {
                next.hand_mut(self.side).take(kind);
                next.put(Piece::plain(self.side, kind), to);
            }
            Move::Board { from, to, promote } => {
                if let Some(captured) = self.piece_at(to) {
                    next.remove(captured, to);
                    next.hand_mut(self.side).give(captured.kind);
                }
                if let Some(mut piece) = self.piece_at(from) {
                    next.remove(piece, from);
                    piece.promoted |= promote;
                    next.put(piece, to);
                }
            }
        }
        next.pass();
        next
    }

    /// [`Position::board_key`] and the mover's hand after `mv`, which must be legal here, without
    /// making the position.
    pub fn keys_after(&self, mv: Move) -> (u64, Hand) {
        let mut key = self.key ^ zobrist::WHITE_TO_MOVE;
        let mut hand = self.hands[self.side];
        match mv {
            Move::Drop { kind, to } => {
                hand.take(kind);
                key ^= zobrist::of(Piece::plain(self.side, kind), to);
            }
            Move::Board { from, to, promote } => {
                if let Some(captured) = self.piece_at(to) {
                    hand.give(captured.kind);
                    key ^= zobrist::of(captured, to);
                }
                if let Some(mut piece) = self.piece_at(from) {
                    key ^= zobrist::of(piece, from);
                    piece.promoted |= promote;
                    key ^= zobrist::of(piece, to);
                }
            }
        }
        (key, hand)
    }

    /// The position, the same side still to move, after its interposition (合駒) `mv` and the capture
    /// of the interposed piece by the `checker`, who does not get it: a piece that was dropped goes back to the
    /// hand it came from, one that was moved is out of play. `None` if that would leave the checker's own king
    /// in check.
    ///
    /// Where `mv` is a drop, that is this position with the checker moved to where the drop went.
    pub fn recaptured(&self, mv: Move, checker: Square, promote: bool) -> Option<Self> {
        let mut next = self.clone();
        if let Move::Board { from, .. } = mv {
            next.remove(self.piece_at(from)?, from);
        }
        let mut piece = self.piece_at(checker)?;
        next.remove(piece, checker);
        piece.promoted |= promote;
        next.put(piece, mv.to());
        (!next.in_check(self.side.flip())).then_some(next)
    }

    /// The position with a piece of `kind` less in the hand of `color`, out of play; `None` if it holds
    /// none.
    pub fn set_aside(&self, kind: Kind, color: Color) -> Option<Self> {
        if !self.hand(color).has(kind) {
            return None;
        }
        let mut next = self.clone();
        next.hand_mut(color).take(kind);
        Some(next)
    }

    /// The position with a piece of `kind` gone from the hand of `from` to that of the other side;
    /// `None` if `from` holds none.
    pub fn hand_over(&self, kind: Kind, from: Color) -> Option<Self> {
        let mut next = self.set_aside(kind, from)?;
        next.hand_mut(from.flip()).give(kind);
        Some(next)
    }

    /// The image in the mirror that exchanges left and right.
    pub fn mirror(&self) -> Self {
        self.image(self.side, self.hands, |square, piece| {
            (square.mirror(), piece)
        })
    }

    /// The position after a half turn of the board, the sides exchanged.
    pub fn rotate(&self) -> Self {
        let hands = Hands {
            black: self.hands.white,
            white: self.hands.black,
        };
        self.image(self.side.flip(), hands, |square, piece| {
            let color = piece.color.flip();
            (square.rotate(), Piece { color, ..piece })
        })
    }

    fn image(
        &self,
        side: Color,
        hands: Hands,
        to: impl Fn(Square, Piece) -> (Square, Piece),
    ) -> Self {
        let mut image = Self {
            sets: [[0; 6]; 2],
            hands,
            side: Color::Black,
            key: 0,
        };
        if side == Color::White {
            image.pass();
        }
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                let (square, piece) = to(square, piece);
                image.put(piece, square);
            }
        }
        image
    }

    /// Puts a piece on an empty square. Legality is the caller's business.
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
    }

    /// Takes a piece off the square on which it stands.
    pub(super) fn remove(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let half = &mut self.sets[square.index() >> 6];
        let here = |is: usize| (is as u64) << (square.index() & 63);
        half[COLORS + piece.color as usize] ^= here(1);
        for bit in 0..3 {
            half[KINDS + bit] ^= here(piece.kind as usize >> bit & 1);
        }
        half[PROMOTED] ^= here(usize::from(piece.promoted));
        self.key ^= zobrist::of(piece, square);
    }

    /// Gives the move to the other side.
    pub(super) fn pass(&mut self) {
        self.side = self.side.flip();
        self.key ^= zobrist::WHITE_TO_MOVE;
    }

    /// The hand of `color`, to change.
    pub(super) fn hand_mut(&mut self, color: Color) -> &mut Hand {
        &mut self.hands[color]
    }
}
