//! What all generators do to a board.

use crate::conditions::Conditions;
use crate::conditions::pieces::Counted;
use crate::random::Random;
use shogi::{Color, Kind, Piece, Setup, Square};

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

/// Puts a piece there if the place is free, allowed and not fixed.
pub fn put(setup: &mut Setup, wanted: &Conditions, piece: Piece, square: Square) -> bool {
    let free = setup.board[square.index()].is_none()
        && wanted.fixed(square).is_none()
        && wanted.in_region(square)
        && piece.may_stand(square)
        && wanted.room_on_board(setup, piece) > 0;
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

/// Gives pieces to the hand, which is to be of a random size within the conditions; `kind` says which.
/// Those of which there are enough are passed over. `None` where there are not enough others.
pub fn fill_hand(
    setup: &mut Setup,
    wanted: &Conditions,
    random: &mut Random,
    kind: &mut dyn FnMut(&Setup, &mut Random) -> Option<Kind>,
) -> Option<()> {
    let low = wanted.hand.low.max(setup.hands.black.len());
    let size = random.between(low, wanted.hand.high.min(38).max(low));
    let mut tries = TRIES;
    while setup.hands.black.len() < size {
        tries = tries.checked_sub(1)?;
        let kind = kind(setup, random)?;
        give(setup, wanted, kind);
    }
    Some(())
}

/// Any kind that is allowed, kings aside, rare and common alike.
pub fn any_kind(setup: &Setup, wanted: &Conditions, random: &mut Random) -> Option<Kind> {
    if let Some(kind) = sole_kind(setup, wanted) {
        return Some(kind);
    }
    let kinds: Vec<Kind> = Kind::HAND
        .into_iter()
        .filter(|&kind| wanted.most[kind as usize] > 0)
        .collect();
    random.of(&kinds).copied()
}

/// The kind that all pieces have to be of, where there is one already.
pub fn sole_kind(setup: &Setup, wanted: &Conditions) -> Option<Kind> {
    let present = |kind: &Kind| Counted::Kind(*kind).count(setup) > 0;
    let mut kinds = Kind::HAND.into_iter();
    kinds.find(|kind| wanted.one_kind && present(kind))
}

/// Any piece but a king.
pub fn any_piece(setup: &Setup, wanted: &Conditions, random: &mut Random) -> Option<Piece> {
    let kind = any_kind(setup, wanted, random)?;
    Some(any_of_kind(kind, random))
}

fn any_of_kind(kind: Kind, random: &mut Random) -> Piece {
    let color = if random.once_in(2) {
        Color::White
    } else {
        Color::Black
    };
    Piece {
        color,
        kind,
        promoted: kind.promotes() && random.once_in(3),
    }
}

/// So many places are looked for before what must be there is given up.
const TRIES: u32 = 400;

/// Puts on the board and into the hand what must be there at least; `place` says where a piece could
/// stand. `None` where it finds no place.
pub fn put_required(
    setup: &mut Setup,
    wanted: &Conditions,
    random: &mut Random,
    place: &mut dyn FnMut(&Setup, Piece, &mut Random) -> Option<Square>,
) -> Option<()> {
    // What is asked for exactly counts for what is asked for loosely, too.
    let order = |what: Counted| match what {
        Counted::OnBoard(_) => 0,
        Counted::InHand(_) => 1,
        Counted::Kind(_) => 2,
        Counted::Side(_) => 3,
    };
    let mut tries = TRIES;
    loop {
        let missing = wanted.missing(setup).into_iter().map(|(what, _)| what);
        let Some(what) = missing.min_by_key(|&what| order(what)) else {
            return Some(());
        };
        tries = tries.checked_sub(1)?;
        let piece = match what {
            Counted::OnBoard(piece) => piece,
            Counted::InHand(kind) => {
                give(setup, wanted, kind);
                continue;
            }
            Counted::Kind(kind) => {
                let hand_full = setup.hands.black.len() >= wanted.hand.high;
                let board_full = count(setup) >= wanted.board.high;
                if !hand_full && (board_full || random.once_in(2)) {
                    give(setup, wanted, kind);
                    continue;
                }
                any_of_kind(kind, random)
            }
            Counted::Side(color) => {
                let piece = any_piece(setup, wanted, random)?;
                Piece { color, ..piece }
            }
        };
        if let Some(square) = place(setup, piece, random) {
            put(setup, wanted, piece, square);
        }
    }
}

/// The candidate, if it satisfies the conditions on board and hand.
pub fn finished(setup: Setup, wanted: &Conditions) -> Option<Setup> {
    wanted.admit_setup(&setup).then_some(setup)
}

/// Gives a piece to the attacker's hand if one is left.
pub fn give(setup: &mut Setup, wanted: &Conditions, kind: Kind) -> bool {
    let room = wanted.room_in_hand(setup, kind) > 0;
    if room {
        setup.hands.black = setup.hands.black.plus(kind);
    }
    room
}
