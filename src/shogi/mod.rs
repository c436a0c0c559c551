//! The rules of shogi, knowing nothing of tsume-shogi.

pub mod piece;
pub mod square;

pub use piece::{Color, Kind, Piece};
pub use square::Square;
