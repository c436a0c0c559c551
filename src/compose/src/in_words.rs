//! Squares and pieces in the language of the run.

use notation::names::{move_name, piece_char, square_name};
use shogi::{Color, Kind, Piece, Square};
use words::{Language, language};

/// A square: `1a`, １一.
pub fn square_in_words(square: Square) -> String {
    match language() {
        Language::English => square.to_string(),
        Language::Japanese => square_name(square),
    }
}

/// A kind: its letter, or 金.
pub fn kind_in_words(kind: Kind) -> char {
    match language() {
        Language::English => kind.letter(),
        Language::Japanese => piece_char(kind, false),
    }
}

/// A piece: `+R`, ☗龍.
pub fn piece_in_words(piece: Piece) -> String {
    let side = match (language(), piece.color) {
        (Language::English, _) => return piece.to_string(),
        (Language::Japanese, Color::Black) => '☗',
        (Language::Japanese, Color::White) => '☖',
    };
    format!("{side}{}", move_name(piece.kind, piece.promoted))
}

/// A piece in hand: `G*`, 持駒の金.
pub fn hand_piece_in_words(kind: Kind) -> String {
    match language() {
        Language::English => format!("{}*", kind.letter()),
        Language::Japanese => format!("持駒の{}", move_name(kind, false)),
    }
}
