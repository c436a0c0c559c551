//! Positions as short keys: the king's square, and a number for each other piece in play, on the board or in
//! the attacker's (Black's) hand. What is not in play is in the defender's hand.
//!
//! The number of a piece: bits 0 to 6 are its square, [`HAND`] in hand; bit 7 is promotion, bit 8 the
//! defender's side; the bits from 9 on are the place of its kind in [`KINDS`].

use super::{Color, Kind, Piece, Square};

/// The kinds in the order of their numbers; the first four neither slide nor are kings.
pub const KINDS: [Kind; 8] = [
    Kind::Gold,
    Kind::Silver,
    Kind::Knight,
    Kind::Pawn,
    Kind::Lance,
    Kind::Bishop,
    Kind::Rook,
    Kind::King,
];

/// In the place of a square: in the attacker's hand.
pub const HAND: u16 = 81;

/// The bits of the square.
pub const SQUARE: u16 = 0x7F;

/// The bit of a promoted piece.
pub const PROMOTED: u16 = 1 << 7;

/// The bit of a piece of the defender's (White's).
pub const DEFENDER: u16 = 1 << 8;

/// Where the bits of the kind begin.
pub const KIND_SHIFT: u32 = 9;

/// The number of a piece on the board.
pub fn on_board(piece: Piece, square: Square) -> u16 {
    let side = match piece.color {
        Color::Black => 0,
        Color::White => DEFENDER,
    };
    let promoted = if piece.promoted { PROMOTED } else { 0 };
    kind(piece.kind) | side | promoted | square.index() as u16
}

/// The number of a piece in the attacker's hand.
pub fn in_hand(of_kind: Kind) -> u16 {
    kind(of_kind) | HAND
}

fn kind(kind: Kind) -> u16 {
    let place = KINDS.iter().position(|&is| is == kind);
    (place.expect("every kind has a number") as u16) << KIND_SHIFT
}

/// Appends a key: the king's square, then the other pieces in the order of their numbers, two bytes each.
pub fn write_key(king: Square, pieces: impl IntoIterator<Item = u16>, key: &mut Vec<u8>) {
    key.push(king.index() as u8);
    for piece in pieces {
        key.extend_from_slice(&piece.to_be_bytes());
    }
}
