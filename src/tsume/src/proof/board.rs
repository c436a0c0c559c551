//! A board in 32 bytes.

use shogi::{Color, Kind, Position, Square};

/// What stands on each square; hands and side to move left aside. Equal exactly if the boards are.
///
/// A prefix code, after the packed SFEN that shogi engines train from: seven bits for the square of
/// each king (81: none), then square by square one bit for an empty one and for a piece four (歩),
/// six (香, 桂, 銀, 金) or eight (角, 飛). With one king on the board a whole set fills 256 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board([u32; 8]);

/// The code of each kind but the king and its length in bits, by `Kind`; the first bit is the
/// lowest, that of an empty square is 0.
const CODES: [(u64, u32); 7] = [
    (0b11_1111, 6),
    (0b01_1111, 6),
    (0b0_1111, 5),
    (0b0111, 4),
    (0b1011, 4),
    (0b0011, 4),
    (0b01, 2),
];

impl Board {
    /// The board of a position with at least one king: two more empty squares would not fit.
    pub(super) fn of(position: &Position) -> Self {
        let mut bits = Bits::default();
        for color in [Color::Black, Color::White] {
            let king = position.king(color);
            bits.push(king.map_or(Square::COUNT, Square::index) as u64, 7);
        }
        let mut coded = 0;
        for square in position.occupied() {
            bits.at += square.index() - coded;
            coded = square.index() + 1;
            let Some(piece) = position.piece_at(square) else {
                continue;
            };
            // A king stands in the code already.
            let Some(&(code, length)) = CODES.get(piece.kind as usize) else {
                continue;
            };
            bits.push(code, length);
            bits.push((piece.color == Color::White).into(), 1);
            if piece.kind != Kind::Gold {
                bits.push(piece.promoted.into(), 1);
            }
        }
        let mut words = [0; 8];
        for (index, word) in bits.words.iter().enumerate() {
            words[2 * index] = *word as u32;
            words[2 * index + 1] = (word >> 32) as u32;
        }
        Self(words)
    }

    /// Spreads the board over a word, for tables that compare whole boards.
    pub(super) fn hash(&self) -> u64 {
        let mut hash: u64 = 0;
        for pair in self.0.chunks_exact(2) {
            hash ^= u64::from(pair[0]) | u64::from(pair[1]) << 32;
            hash = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 32;
        }
        hash.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// Bits that are written one after the other; those skipped are zero.
#[derive(Default)]
struct Bits {
    words: [u64; 4],
    at: usize,
}

impl Bits {
    fn push(&mut self, value: u64, length: u32) {
        let (word, shift) = (self.at / 64, self.at % 64);
        self.words[word] |= value << shift;
        if shift + length as usize > 64 {
            self.words[word + 1] |= value >> (64 - shift);
        }
        self.at += length as usize;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shogi::{Piece, Setup};

    /// The pieces on the board, read back from the code alone.
    fn decode(board: Board) -> Vec<(Square, Piece)> {
        let mut at = 0;
        let mut bit = || {
            let bit = board.0[at / 32] >> (at % 32) & 1;
            at += 1;
            bit == 1
        };
        let mut kings = [0, 0];
        for king in &mut kings {
            for place in 0..7 {
                *king |= usize::from(bit()) << place;
            }
        }
        let mut pieces = Vec::new();
        for square in Square::all() {
            if let Some(king) = kings.iter().position(|&king| king == square.index()) {
                let color = [Color::Black, Color::White][king];
                pieces.push((square, Piece::plain(color, Kind::King)));
                continue;
            }
            if !bit() {
                continue;
            }
            let (mut code, mut length) = (1, 1);
            let kind = loop {
                if let Some(kind) = CODES.iter().position(|&known| known == (code, length)) {
                    break Kind::HAND[kind];
                }
                code |= u64::from(bit()) << length;
                length += 1;
            };
            let color = if bit() { Color::White } else { Color::Black };
            let promoted = kind != Kind::Gold && bit();
            let piece = Piece {
                color,
                kind,
                promoted,
            };
            pieces.push((square, piece));
        }
        pieces
    }

    fn survives(setup: &Setup) {
        if let Ok(position) = Position::try_from(setup) {
            let pieces: Vec<_> = setup.pieces().collect();
            assert_eq!(decode(Board::of(&position)), pieces, "{setup}");
        }
    }

    /// White's pieces, a whole set of them but the kings, promoted where they can be.
    fn men() -> impl Iterator<Item = Piece> {
        Kind::HAND.into_iter().flat_map(|kind| {
            (0..kind.total()).map(move |_| Piece {
                color: Color::White,
                kind,
                promoted: kind.promotes(),
            })
        })
    }

    #[test]
    fn a_whole_set_fits() {
        for black_king in [false, true] {
            let mut setup = Setup::empty(Color::Black);
            for (square, piece) in Square::all().rev().zip(men()) {
                setup.board[square.index()] = Some(piece);
            }
            setup.board[0] = Some(Piece::plain(Color::White, Kind::King));
            if black_king {
                setup.board[18] = Some(Piece::plain(Color::Black, Kind::King));
            }
            assert!(Position::try_from(&setup).is_ok());
            survives(&setup);
        }
    }

    proptest! {
        #[test]
        fn a_board_can_be_read_back(
            squares in Just((0..Square::COUNT).collect::<Vec<_>>()).prop_shuffle(),
            count in 0..=38_usize,
            flags in proptest::collection::vec(any::<(bool, bool, bool)>(), 38),
            order in Just((0..38_usize).collect::<Vec<_>>()).prop_shuffle(),
            kings in 1..=3_u8,
        ) {
            let mut setup = Setup::empty(Color::Black);
            let men: Vec<Piece> = men().collect();
            for ((&square, &man), &(black, promoted, here)) in
                squares.iter().zip(order.iter().take(count)).zip(&flags)
            {
                let piece = Piece {
                    color: if black { Color::Black } else { Color::White },
                    promoted: promoted && men[man].promoted,
                    ..men[man]
                };
                if here && piece.may_stand(Square::from_index(square)) {
                    setup.board[square] = Some(piece);
                }
            }
            for (index, color) in [Color::Black, Color::White].into_iter().enumerate() {
                if kings >> index & 1 == 1 {
                    setup.board[squares[80 - index]] = Some(Piece::plain(color, Kind::King));
                }
            }
            for side in [Color::Black, Color::White] {
                setup.side = side;
                survives(&setup);
            }
        }
    }
}
