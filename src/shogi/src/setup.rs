//! A board as somebody wrote it down, before anybody asked whether it is legal.

use super::{Color, Hand, Hands, Kind, Piece, Square};

/// Pieces on the board and in hand and a side to move: anything that can be written down.
/// [`super::Position`] is the checked form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// What stands on each square, by [`Square::index`].
    pub board: [Option<Piece>; Square::COUNT],
    /// The pieces in hand.
    pub hands: Hands,
    /// Who is to move.
    pub side: Color,
}

impl Setup {
    /// An empty board with empty hands.
    pub const fn empty(side: Color) -> Self {
        Self {
            board: [None; Square::COUNT],
            hands: Hands {
                black: Hand::EMPTY,
                white: Hand::EMPTY,
            },
            side,
        }
    }

    /// The same with nothing in this side's hand.
    pub fn without_hand(mut self, color: Color) -> Self {
        self.hands[color] = Hand::EMPTY;
        self
    }

    /// The pieces on the board with their squares, in index order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all()
            .zip(&self.board)
            .filter_map(|(square, piece)| piece.map(|piece| (square, piece)))
    }

    /// How many pieces of `kind` there are on the board, either side's, promoted or not.
    pub fn count_on_board(&self, kind: Kind) -> u32 {
        self.counts_on_board()[kind as usize]
    }

    /// How many pieces of each kind there are on the board, by `Kind`, either side's, promoted or not.
    pub(super) fn counts_on_board(&self) -> [u32; 8] {
        let mut counts = [0; 8];
        for piece in self.board.iter().flatten() {
            counts[piece.kind as usize] += 1;
        }
        counts
    }

    /// The image in the mirror that exchanges left and right.
    pub fn mirror(&self) -> Self {
        let mut image = Self::empty(self.side);
        image.hands = self.hands;
        for (square, piece) in self.pieces() {
            image.board[square.mirror().index()] = Some(piece);
        }
        image
    }

    /// Whether there is somebody to mate, and nobody but him: one side has a king, the other has none.
    pub fn has_one_king(&self) -> bool {
        self.has_king(Color::Black) != self.has_king(Color::White)
    }

    /// Whether a side has a king.
    pub fn has_king(&self, color: Color) -> bool {
        let king = Piece::plain(color, Kind::King);
        self.board.contains(&Some(king))
    }

    /// The attacker (攻方) of a tsume problem: where only one side has a king, the other one. Where both
    /// have one (双玉), or none, the side to move.
    pub fn attacker(&self) -> Color {
        match (self.has_king(Color::Black), self.has_king(Color::White)) {
            (true, false) => Color::White,
            (false, true) => Color::Black,
            _ => self.side,
        }
    }
}
