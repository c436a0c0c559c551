//! What all generators do to a board.

use crate::compose::conditions::Conditions;
use crate::compose::random::Random;
use crate::shogi::{Color, Kind, Piece, Setup, Square};

/// A board with nothing but the pieces that the conditions fix.
pub fn start(wanted: &Conditions) -> Setup {
    let mut setup = Setup::empty(Color::Black);
    for &(square, _) in &wanted.contains {
        setup.board[square.index()] = wanted.fixed(square).flatten();
    }
    setup
}

/// Where the defender's king stands.
pub fn king(setup: &Setup) -> Option<Square> {
    let king = Piece::plain(Color::White, Kind::King);
    setup
        .pieces()
        .find(|&(_, piece)| piece == king)
        .map(|(square, _)| square)
}

/// The pieces on the board.
pub fn count(setup: &Setup) -> u32 {
    setup.pieces().count() as u32
}

/// Whether one more piece of the kind is allowed.
pub fn has_room(setup: &Setup, wanted: &Conditions, kind: Kind) -> bool {
    let used = setup.count_on_board(kind) + u32::from(setup.hands.black.count(kind));
    used < u32::from(wanted.most[kind as usize]).min(u32::from(kind.total()))
}

/// Puts a piece there if the place is free, allowed and not fixed.
pub fn put(setup: &mut Setup, wanted: &Conditions, piece: Piece, square: Square) -> bool {
    let free = setup.board[square.index()].is_none()
        && wanted.fixed(square).is_none()
        && wanted.in_region(square)
        && piece.may_stand(square)
        && has_room(setup, wanted, piece.kind);
    let nifu = piece.kind == Kind::Pawn
        && !piece.promoted
        && setup
            .pieces()
            .any(|(at, other)| other == piece && at.file() == square.file());
    if free && !nifu {
        setup.board[square.index()] = Some(piece);
    }
    free && !nifu
}

/// Whether the attacker has a piece on the board.
pub fn has_attacker(setup: &Setup) -> bool {
    setup.pieces().any(|(_, piece)| piece.color == Color::Black)
}

/// Whether a piece has to wait: where 無仕掛 is not allowed the attacker's first piece comes before the
/// defender's.
pub fn has_to_wait(setup: &Setup, wanted: &Conditions, piece: Piece) -> bool {
    piece.color == Color::White && !wanted.bare_attacker && !has_attacker(setup)
}

/// How many pieces are to be on the board: within the conditions, and not fewer than there are.
pub fn board_size(setup: &Setup, wanted: &Conditions, random: &mut Random) -> u32 {
    let missing = u32::from(!wanted.bare_attacker && !has_attacker(setup));
    let low = wanted.board.low.max(count(setup) + missing);
    random.between(low, wanted.board.high.min(40).max(low))
}

/// How many pieces are to be in hand.
pub fn hand_size(wanted: &Conditions, random: &mut Random) -> u32 {
    random.between(wanted.hand.low, wanted.hand.high.min(38))
}

/// Any kind that is allowed, kings aside, rare and common alike.
pub fn any_kind(wanted: &Conditions, random: &mut Random) -> Option<Kind> {
    let kinds: Vec<Kind> = Kind::HAND
        .into_iter()
        .filter(|&kind| wanted.most[kind as usize] > 0)
        .collect();
    random.of(&kinds).copied()
}

/// Gives a piece to the attacker's hand if one is left.
pub fn give(setup: &mut Setup, wanted: &Conditions, kind: Kind) -> bool {
    let room = has_room(setup, wanted, kind);
    if room {
        setup.hands.black = setup.hands.black.plus(kind);
    }
    room
}
