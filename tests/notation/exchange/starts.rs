//! Random starts of games and problems.

use shogi::{Color, Handicap, Kind, Piece, Position, Setup, Square};

use super::random::CROWD;
use testkit::{Crowd, Rng, random_position};

/// A random start: the even game, one with a handicap, a problem of one king or two, a position of a game, or one with
/// pieces that are hard to tell apart; of what has no name often the image with the sides exchanged.
pub fn random_start(rng: &mut Rng) -> Position {
    let never = usize::MAX;
    let crowd = match rng.below(9) {
        0 | 1 => return named(Handicap::Even),
        2 | 3 => return named(Handicap::ALL[rng.below(Handicap::ALL.len())]),
        4 => (never, true),
        5 => (1, true),
        6 => (1, false),
        7 => (2, false),
        _ => {
            let start = like_pieces(rng);
            return turned(rng, start);
        }
    };
    let (two_kings_one_in, full_set) = crowd;
    let crowd = Crowd {
        two_kings_one_in,
        full_set,
        ..CROWD
    };
    let start = random_position(rng, &crowd);
    turned(rng, start)
}

fn named(handicap: Handicap) -> Position {
    Position::try_from(&handicap.setup()).unwrap()
}

fn turned(rng: &mut Rng, start: Position) -> Position {
    match rng.one_in(2) {
        true => start.rotate(),
        false => start,
    }
}

/// The pieces of which several can go to one square.
const LIKE: [(Kind, bool); 13] = [
    (Kind::Gold, false),
    (Kind::Silver, false),
    (Kind::Silver, true),
    (Kind::Knight, false),
    (Kind::Knight, true),
    (Kind::Lance, true),
    (Kind::Bishop, false),
    (Kind::Bishop, true),
    (Kind::Rook, false),
    (Kind::Rook, true),
    (Kind::Pawn, true),
    (Kind::Pawn, true),
    (Kind::Pawn, true),
];

/// A position in which up to five like pieces of the side to move can go to one square.
fn like_pieces(rng: &mut Rng) -> Position {
    loop {
        let (kind, promoted) = LIKE[rng.below(LIKE.len())];
        let piece = Piece {
            color: Color::Black,
            kind,
            promoted,
        };
        let to = Square::from_index(rng.below(81));
        let mut setup = Setup::empty(Color::Black);
        setup.board[rng.below(81)] = Some(Piece::plain(Color::White, Kind::King));
        if rng.one_in(2) && setup.board[to.index()].is_none() {
            setup.board[to.index()] = Some(Piece::plain(Color::White, Kind::Gold));
        }
        let wanted = 2 + rng.below(4);
        let mut near = Vec::new();
        for _ in 0..200 {
            // Far away are only pieces that slide.
            let (file, rank) = (rng.below(5) as i8 - 2, rng.below(5) as i8 - 2);
            let from = match to.offset(file, rank) {
                Some(from) if !rng.one_in(4) => from,
                _ => Square::from_index(rng.below(81)),
            };
            if near.len() == wanted || setup.board[from.index()].is_some() {
                continue;
            }
            setup.board[from.index()] = Some(piece);
            near.push(from);
            let can_all_go = |position: Position| {
                let moves = position.legal_moves();
                let goes = |from: &Square| moves.iter().any(|mv| goes(*mv, *from, to));
                near.iter().all(goes)
            };
            if !Position::try_from(&setup).is_ok_and(can_all_go) {
                setup.board[from.index()] = None;
                near.pop();
            }
        }
        if let Ok(position) = Position::try_from(&setup)
            && near.len() > 1
        {
            return position;
        }
    }
}

fn goes(mv: shogi::Move, from: Square, to: Square) -> bool {
    mv.from() == Some(from) && mv.to() == to
}
