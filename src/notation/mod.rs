//! What people and other programs write: diagrams, moves in Japanese, KIF files, lists of SFENs.
//!
//! SFEN and USI themselves are in [`crate::shogi`].

pub mod diagram;
pub mod japanese;
mod names;

pub use japanese::{Japanese, Marks, Style};
