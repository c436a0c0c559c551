//! JSON Kifu Format (JKF), read and written: the records of web pages, in files `.jkf` and `.json`.
//!
//! ```json
//! {"header":{"先手":"甲"},"initial":{"preset":"HIRATE"},
//!  "moves":[{},{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},{"special":"TORYO"}]}
//! ```
//!
//! A file holds one record with its variations (`forks`), comments and times in seconds. A header has one value, and an
//! ending one of the words of CSA files; [`Lost`](crate::exchange::Lost) counts what else there is. Moves are read with their
//! origin, and without one as books tell them (`relative`).

mod error;
mod read;
mod shape;
mod write;

use shogi::{Color, HandReading, Handicap};

use crate::exchange::Reason;
use crate::notice::Notice;
use crate::record::Record;

pub use error::JkfReason;
pub(crate) use write::is_too_deep;

/// The presets.
const PRESETS: [(&str, Handicap); 16] = [
    ("HIRATE", Handicap::Even),
    ("KY", Handicap::Lance),
    ("KY_R", Handicap::RightLance),
    ("KA", Handicap::Bishop),
    ("HI", Handicap::Rook),
    ("HIKY", Handicap::RookLance),
    ("2", Handicap::Two),
    ("3", Handicap::Three),
    ("4", Handicap::Four),
    ("5", Handicap::Five),
    ("5_L", Handicap::FiveLeft),
    ("6", Handicap::Six),
    ("7_L", Handicap::SevenLeft),
    ("7_R", Handicap::SevenRight),
    ("8", Handicap::Eight),
    ("10", Handicap::Ten),
];

/// The number of a side.
const fn number(color: Color) -> u8 {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

/// The preset of a position that is given square by square.
const OTHER: &str = "OTHER";

/// Reads the text of a file, with what is to be said of it.
///
/// # Errors
/// If it is no JKF.
pub fn from_text(text: &str, hands: HandReading) -> Result<(Record, Vec<Notice>), Reason> {
    read::read(text, hands)
}

/// The text of a file, in one line with its break. Variations that leave each other more than twenty-four times, and what
/// the format has no place for, are left out.
pub fn to_text(record: &Record) -> String {
    write::write(record)
}
