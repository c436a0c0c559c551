//! What people and other programs write: diagrams, moves in Japanese, KIF files, lists of SFENs.
//!
//! SFEN and USI themselves are in [`crate::shogi`].

pub mod csa;
pub mod diagram;
pub mod exchange;
pub mod japanese;
pub mod ki2;
pub mod kif;
pub mod lines;
pub mod names;
pub mod record;
pub mod sfen_list;

pub use exchange::Format;
pub use japanese::{Japanese, Marks, Style};
pub use kif::KifError;
pub use record::{Ending, Record};
pub use sfen_list::{ListError, SfenList};

/// Why a file cannot be read.
fn in_words(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}
