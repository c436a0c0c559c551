//! Pieces in words: in English, with the Japanese name behind it.

use notation::names::move_name;
use shogi::{Color, Kind, Piece};
use words::{Language, say};

/// A piece with its owner.
pub fn owned(piece: Piece) -> String {
    match piece.color {
        Color::Black => say!("attacker's {piece}", piece = name(piece)),
        Color::White => say!("defender's {piece}", piece = name(piece)),
    }
}

/// A piece.
pub fn name(piece: Piece) -> String {
    let japanese = move_name(piece.kind, piece.promoted);
    if words::language() == Language::Japanese {
        return japanese;
    }
    let english = match (piece.kind, piece.promoted) {
        (Kind::Rook, false) => "rook",
        (Kind::Rook, true) => "dragon",
        (Kind::Bishop, false) => "bishop",
        (Kind::Bishop, true) => "horse",
        (Kind::Gold, _) => "gold",
        (Kind::Silver, false) => "silver",
        (Kind::Silver, true) => "promoted silver",
        (Kind::Knight, false) => "knight",
        (Kind::Knight, true) => "promoted knight",
        (Kind::Lance, false) => "lance",
        (Kind::Lance, true) => "promoted lance",
        (Kind::Pawn, false) => "pawn",
        (Kind::Pawn, true) => "promoted pawn",
        (Kind::King, _) => "king",
    };
    format!("{english} {japanese}")
}
