//! Seeded random positions for the tests.

use crate::Rng;

use shogi::{Color, Kind, Piece, Position, Setup, Square};

/// How crowded a random position is.
pub struct Crowd {
    /// At most this many pieces on the board besides the kings.
    pub board: usize,
    /// At most this many pieces in Black's hand.
    pub black_hand: usize,
    /// Black has a king once in this many positions (双玉).
    pub two_kings_one_in: usize,
    /// The defender's hand holds the rest of the set; otherwise a few random pieces.
    pub full_set: bool,
    /// Black is always to move.
    pub black_to_move: bool,
}

/// A random legal position: a White king, pieces of both sides mostly near it, hands.
pub fn random_position(rng: &mut Rng, crowd: &Crowd) -> Position {
    loop {
        let side = if crowd.black_to_move || rng.one_in(2) {
            Color::Black
        } else {
            Color::White
        };
        let mut setup = Setup::empty(side);
        // In the corner mates are more frequent.
        let king = if rng.one_in(2) {
            Square::from_index(9 * rng.below(2) + rng.below(2))
        } else {
            Square::from_index(rng.below(81))
        };
        setup.board[king.index()] = Some(Piece::plain(Color::White, Kind::King));
        if rng.one_in(crowd.two_kings_one_in) {
            let other = rng.below(81);
            if setup.board[other].is_none() {
                setup.board[other] = Some(Piece::plain(Color::Black, Kind::King));
            }
        }
        if rng.one_in(4) {
            add_battery(rng, &mut setup, king);
        }
        for _ in 0..rng.below(crowd.board + 1) {
            let square = if rng.one_in(3) {
                Some(Square::from_index(rng.below(81)))
            } else {
                king.offset(rng.below(7) as i8 - 3, rng.below(7) as i8 - 3)
            };
            let kind = Kind::HAND[rng.below(7)];
            let piece = Piece {
                color: if rng.one_in(3) {
                    Color::White
                } else {
                    Color::Black
                },
                kind,
                promoted: kind.promotes() && rng.one_in(3),
            };
            if let Some(square) = square
                && setup.board[square.index()].is_none()
            {
                setup.board[square.index()] = Some(piece);
            }
        }
        add_to_hand(rng, &mut setup, Color::Black, crowd.black_hand);
        if crowd.full_set {
            if setup.complete_defender_hand(false).is_err() {
                continue;
            }
        } else {
            add_to_hand(rng, &mut setup, Color::White, 3);
        }
        if let Ok(position) = Position::try_from(&setup) {
            return position;
        }
    }
}

/// A Black sliding piece that looks through another Black piece at the king, for discovered and
/// double checks.
fn add_battery(rng: &mut Rng, setup: &mut Setup, king: Square) {
    let (files, ranks) = [(0, 1), (1, 0), (0, -1), (1, 1), (-1, -1)][rng.below(5)];
    let near = 1 + rng.below(2) as i8;
    let far = near + 1 + rng.below(3) as i8;
    let kind = if files == 0 || ranks == 0 {
        Kind::Rook
    } else {
        Kind::Bishop
    };
    for (distance, kind) in [(near, Kind::HAND[rng.below(7)]), (far, kind)] {
        let square = king.offset(distance * files, distance * ranks);
        if let Some(square) = square
            && setup.board[square.index()].is_none()
        {
            setup.board[square.index()] = Some(Piece::plain(Color::Black, kind));
        }
    }
}

fn add_to_hand(rng: &mut Rng, setup: &mut Setup, color: Color, at_most: usize) {
    for _ in 0..rng.below(at_most + 1) {
        let kind = Kind::HAND[rng.below(7)];
        let hand = &mut setup.hands[color];
        // A hand too full for the kind stays as it is.
        let _ = hand.set(kind, u32::from(hand.count(kind)) + 1);
    }
}
