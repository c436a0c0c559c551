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
//! UTF-8 (`.kifu`, with or without a byte order mark) and Shift_JIS (`.kif`) are told apart by the
//! content, not by the name. A header's colon may be full-width or ASCII. Elapsed times, bookmarks
//! (`&`) and remarks for the machine (`#`) are skipped.
//!
//! The start is the diagram, whatever 手合割 says; the defender's hand is completed as
//! [`shogi::Setup::complete_hand_against`] does. Without a diagram only 平手 is a start: nothing is ever
//! read as the start position because something else was not understood. Every move must be legal;
//! whether the attacker's moves give check is not asked here.

pub(super) mod board;
mod error;
pub(super) mod moves;
pub(super) mod read;
pub(crate) mod shift_jis;
pub(super) mod text;
pub(super) mod tree;
pub(super) mod write;

use super::record::Record;

pub use error::{KifError, KifReason};
pub use text::{Encoding, Unencodable, encoding_of};

/// Where the main line of a file ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MainEnd {
    /// The line of the file, counted from 1, that has its last move or says that it ends; where there
    /// is neither, the one behind the board.
    pub line: usize,
    /// Whether the file says that it ends: by a numbered word, 詰み or another, or by まで; or has a diagram alone,
    /// without the title of the moves.
    pub is_said: bool,
}

impl Record {
    /// Reads the bytes of a file; `name` is what errors call it. `short_set` allows a defender's hand in
    /// which pieces are missing (駒不足).
    ///
    /// # Errors
    /// If they are no KIF file.
    pub fn from_bytes(name: &str, bytes: &[u8], short_set: bool) -> Result<Self, KifError> {
        Ok(from_bytes(name, bytes, short_set)?.0)
    }

    /// The text of a KIF file, its lines ending with `\n`. A header that KIF files cannot have, or
    /// comments of several lines, are written so that they come as near as can be; a move that is not
    /// legal, and all after it, are left out.
    pub fn to_kif(&self, encoding: Encoding) -> String {
        write::write(self, &encoding.to_string())
    }
}

/// Reads the bytes of a file like [`Record::from_bytes`], and tells where its main line ends: for who wants
/// to know whether it was cut off.
pub(super) fn from_bytes(
    name: &str,
    bytes: &[u8],
    short_set: bool,
) -> Result<(Record, MainEnd), KifError> {
    text::decode(bytes)
        .and_then(|(text, _)| read::read(&text, short_set))
        .map_err(|(line, reason)| KifError::Wrong {
            file: name.to_owned(),
            line,
            reason,
        })
}
