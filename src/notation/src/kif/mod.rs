//! KIF files (柿木形式), read and written: header, diagram, moves, variations, comments.
//!
//! The format is that of 柿木将棋 and Kifu for Windows, as its author describes it (棋譜ファイル KIF
//! 形式) and as programs write it:
//!
//! ```text
//! 作品名：例題
//! 手合割：詰将棋
//! 後手の持駒：飛二　角二　金三　銀四　桂四　香四　歩十七
//!   ９ ８ ７ ６ ５ ４ ３ ２ １
//! +---------------------------+
//! | ・ ・ ・ ・ ・ ・ ・v玉v金|一
//! …
//! +---------------------------+
//! 先手の持駒：金
//! 手数----指手---------消費時間--
//!    1 １二金打   ( 0:00/00:00:00)
//!    2 同　金(11)
//!    3 同　と(13)
//!    4 詰み
//! 変化：2手
//!    2 ３一玉(21)
//! ```
//!
//! UTF-8 (`.kifu`, with or without a byte order mark), Shift_JIS (`.kif`) and other encodings are told apart by the
//! content, not by the name. A header's colon may be full-width or ASCII. Bookmarks
//! (`&`) and remarks for the machine (`#`) are skipped. Programs differ in blanks, widths of digits, a second column of
//! time and the words for an ending; all of these are read, and what no KIF file has is left aside with a [`Notice`], unless
//! it may be a move that was damaged.
//!
//! The start is the diagram, whatever 手合割 says. Hands that are written are what they are; only a problem whose file does
//! not say what the defender holds gets the rest of the set ([`HandReading`]). Without a diagram the start is that of
//! 手合割 (平手, 香落ち …), and without that the start of the game. Every move must be legal, but for the last one of a line
//! that the file calls a foul; whether the attacker's moves give check is not asked here.

pub(super) mod board;
mod error;
mod fold;
pub(super) mod handicaps;
pub(super) mod line;
pub(super) mod moves;
pub(super) mod preamble;
pub(super) mod read;
pub(super) mod sides;
pub(super) mod tree;
pub(super) mod words;
pub(super) mod write;

use super::encoding::{self, Encoding};
use super::notice::Notice;
use super::record::Record;
use shogi::HandReading;

pub use error::{Expected, KifError, KifReason, Repeated};

impl Record {
    /// Reads the bytes of a file; `name` is what errors call it.
    ///
    /// # Errors
    /// If they are no KIF file.
    pub fn from_bytes(name: &str, bytes: &[u8], hands: HandReading) -> Result<Self, KifError> {
        Ok(from_bytes(name, bytes, hands)?.0)
    }

    /// The text of a KIF file, its lines ending with `\n`. A header that KIF files cannot have, or
    /// comments of several lines, are written so that they come as near as can be; a move that is not
    /// legal, and all after it, are left out.
    pub fn to_kif(&self, encoding: Encoding) -> String {
        write::write(self, &encoding.to_string())
    }
}

/// Reads the bytes of a file like [`Record::from_bytes`], with what is to be said of it.
pub(super) fn from_bytes(
    name: &str,
    bytes: &[u8],
    hands: HandReading,
) -> Result<(Record, Vec<Notice>), KifError> {
    read_bytes(name, bytes, |text| read::read(text, hands))
}

/// Reads bytes by their text; what is wrong is told with the name of the file.
pub(super) fn read_bytes(
    name: &str,
    bytes: &[u8],
    read: impl Fn(&str) -> read::Read,
) -> Result<(Record, Vec<Notice>), KifError> {
    encoding::decode(bytes)
        .map_err(|(line, reason)| (line, reason.into()))
        .and_then(|(text, _)| read(&fold::folded_lines(&text)))
        .map_err(|(line, reason)| KifError::Wrong {
            file: name.to_owned(),
            line,
            reason,
        })
}
