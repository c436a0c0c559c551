//! The rules of shogi, knowing nothing of tsume-shogi.
//!
//! ```
//! use shogi::{Move, Position};
//!
//! let position: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
//! let gold: Move = "G*5b".parse()?;
//! assert!(position.checks().contains(&gold));
//! assert!(position.play(gold).is_checkmate());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod attacks;
pub mod bitboard;
pub mod defender_hand;
pub mod foul;
mod generate;
pub mod hand;
pub mod handicap;
mod men;
pub mod moves;
pub mod names;
pub mod packed;
pub mod piece;
pub mod position;
pub mod retract;
pub mod setup;
pub mod sfen;
pub mod square;
mod zobrist;

pub use bitboard::Bitboard;
pub use defender_hand::HandReading;
pub use foul::Foul;
pub use generate::Threat;
pub use hand::{Hand, Hands};
pub use handicap::Handicap;
pub use moves::{Move, usi_line};
pub use piece::{Color, Kind, Piece};
pub use position::{Position, PositionError};
pub use retract::Retraction;
pub use setup::Setup;
pub use sfen::{ReadError, SfenError};
pub use square::Square;
