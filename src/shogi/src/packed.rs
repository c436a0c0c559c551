//! Positions as short keys: the king's square, and a number for each other piece in play, on the board or in
//! the attacker's (Black's) hand. What is not in play is in the defender's hand.
//!
//! The number of a piece: bits 0 to 6 are its square, [`HAND`] in hand; bit 7 is promotion, bit 8 the
//! defender's side; the bits from 9 on are the place of its kind in [`KINDS`].

use std::fmt;

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

/// The kinds beside the king in the order in which material is written: `R1G2`.
pub const WRITTEN: [Kind; 7] = [
    Kind::Rook,
    Kind::Bishop,
    Kind::Lance,
    Kind::Gold,
    Kind::Silver,
    Kind::Knight,
    Kind::Pawn,
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

/// The places of the kinds in [`KINDS`], in the order of [`Kind`].
const PLACES: [usize; KINDS.len()] = {
    let mut places = [0; KINDS.len()];
    let mut place = 0;
    while place < KINDS.len() {
        places[KINDS[place] as usize] = place;
        place += 1;
    }
    places
};

/// The place of a kind in [`KINDS`].
#[inline]
pub const fn place(kind: Kind) -> usize {
    PLACES[kind as usize]
}

/// Writes how many there are of each kind, which stand in the order of [`KINDS`], as `R1G2`.
///
/// # Errors
/// If `out` takes no more.
pub fn write_material(out: &mut impl fmt::Write, counts: [u8; 7]) -> fmt::Result {
    for kind in WRITTEN {
        match counts[place(kind)] {
            0 => {}
            count => write!(out, "{}{count}", kind.letter())?,
        }
    }
    Ok(())
}

/// The kind of the piece with a number.
#[inline]
pub const fn kind(number: u16) -> Kind {
    KINDS[(number >> KIND_SHIFT) as usize % KINDS.len()]
}

/// The square of the piece with a number, `None` in hand.
#[inline]
pub const fn square(number: u16) -> Option<Square> {
    let square = number & SQUARE;
    if square < HAND {
        Some(Square::of_bit(square as u32))
    } else {
        None
    }
}

/// The number of a piece on the board.
#[inline]
pub const fn on_board(piece: Piece, square: Square) -> u16 {
    let side = match piece.color {
        Color::Black => 0,
        Color::White => DEFENDER,
    };
    let promoted = if piece.promoted { PROMOTED } else { 0 };
    kind_bits(piece.kind) | side | promoted | square.index() as u16
}

/// The number of a piece in the attacker's hand.
#[inline]
pub const fn in_hand(kind: Kind) -> u16 {
    kind_bits(kind) | HAND
}

#[inline]
const fn kind_bits(kind: Kind) -> u16 {
    (place(kind) as u16) << KIND_SHIFT
}

/// Appends a key: the king's square, then the other pieces in the order of their numbers, two bytes each.
pub fn write_key(king: Square, pieces: impl IntoIterator<Item = u16>, key: &mut Vec<u8>) {
    key.push(king.index() as u8);
    for piece in pieces {
        key.extend_from_slice(&piece.to_be_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_tells_kind_and_square() {
        for piece in KINDS.map(|kind| Piece::plain(Color::White, kind)) {
            assert_eq!(KINDS[place(piece.kind)], piece.kind);
            assert_eq!(kind(in_hand(piece.kind)), piece.kind);
            assert_eq!(square(in_hand(piece.kind)), None);
            for on in Square::all() {
                assert_eq!(kind(on_board(piece, on)), piece.kind);
                assert_eq!(square(on_board(piece, on)), Some(on));
            }
        }
    }
}
