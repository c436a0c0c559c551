//! The rules of shogi, knowing nothing of tsume-shogi.

pub mod attacks;
pub mod bitboard;
mod generate;
pub mod hand;
pub mod moves;
pub mod piece;
pub mod position;
pub mod retract;
pub mod setup;
pub mod sfen;
pub mod square;
mod zobrist;

pub use bitboard::Bitboard;
pub use hand::{Hand, Hands};
pub use moves::Move;
pub use piece::{Color, Kind, Piece};
pub use position::{Position, PositionError};
pub use retract::Retraction;
pub use setup::Setup;
pub use sfen::{ReadError, SfenError};
pub use square::Square;
