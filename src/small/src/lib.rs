//! Small boards, solved: games of 3×3 to 5×6 squares as data, and what comes of best play.

pub mod build;
mod bytes;
pub mod checkpoint;
pub mod dense;
pub mod error;
pub mod exact;
pub mod game;
mod material;
pub mod mates;
pub mod moves;
pub mod neighbours;
pub mod phase;
pub mod plain;
pub mod rank;
pub mod reach;
mod ready;
pub mod rules;
pub mod search;
pub mod solve;
pub mod state;
pub mod study;
pub mod table;
pub mod text;
mod unmoves;
pub mod verify;
