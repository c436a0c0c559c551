//! KIF files (柿木形式), read: header, diagram, moves, variations, comments.
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
//! [`crate::shogi::Setup::complete_defender_hand`] does. Without a diagram only 平手 is a start: nothing is ever
//! read as the start position because something else was not understood. Every move must be legal;
//! whether the attacker's moves give check is not asked here.

mod board;
mod error;
mod moves;
mod read;
mod text;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::in_words;
use crate::shogi::{Move, Position};

pub use error::{KifError, KifReason};
pub use text::Encoding;

/// No KIF file is nearly as large, in bytes.
const LARGEST: u64 = 4 << 20;

/// What a KIF file tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// How the file was written.
    pub encoding: Encoding,
    /// The headers in the order of the file, but hands, board and side to move.
    pub headers: Vec<Header>,
    /// The position before the first move.
    pub start: Position,
    /// The main line (本譜); for a tsume problem, the solution 作意.
    pub main: Line,
    /// The variations (変化) in the order of the file.
    pub variations: Vec<Variation>,
}

/// A header: `作者：…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What stands before the colon.
    pub key: String,
    /// What stands behind it.
    pub value: String,
}

/// Moves in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the first move, in plies from the start of the main line, counted from 1.
    pub first_ply: usize,
    /// The moves.
    pub moves: Vec<Move>,
    /// The comments, in the order of the file.
    pub comments: Vec<Comment>,
    /// How the line ended, if the file says so with a numbered line.
    pub ending: Option<Ending>,
    /// Whether the file says that the line ended: so, or with まで.
    pub ended: bool,
    /// The line of the file, counted from 1, that has its last move or its end; for a line without
    /// either the one before it.
    pub last_line: usize,
}

/// A line of comment (`*`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The number of the move it stands behind; 0 at the start of the main line.
    pub ply: usize,
    /// The text without its `*`.
    pub text: String,
}

/// A line that leaves another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The variation it leaves, by its place in [`Record::variations`]; `None` for the main line.
    /// It stands earlier in the file.
    pub parent: Option<usize>,
    /// Its moves; the first one stands in place of the parent's with the same number.
    pub line: Line,
}

/// How a line ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// 詰み
    Mate,
    /// 不詰
    NoMate,
    /// 投了
    Resigned,
    /// 中断
    Interrupted,
    /// 千日手
    Repetition,
    /// 持将棋
    Impasse,
    /// 入玉勝ち
    EnteringKing,
    /// 切れ負け
    OutOfTime,
    /// 反則勝ち
    WonByFoul,
    /// 反則負け
    LostByFoul,
    /// 不戦勝
    WonByDefault,
    /// 不戦敗
    LostByDefault,
}

impl Ending {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Mate,
        Self::NoMate,
        Self::Resigned,
        Self::Interrupted,
        Self::Repetition,
        Self::Impasse,
        Self::EnteringKing,
        Self::OutOfTime,
        Self::WonByFoul,
        Self::LostByFoul,
        Self::WonByDefault,
        Self::LostByDefault,
    ];

    /// The word that KIF files have for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mate => "詰み",
            Self::NoMate => "不詰",
            Self::Resigned => "投了",
            Self::Interrupted => "中断",
            Self::Repetition => "千日手",
            Self::Impasse => "持将棋",
            Self::EnteringKing => "入玉勝ち",
            Self::OutOfTime => "切れ負け",
            Self::WonByFoul => "反則勝ち",
            Self::LostByFoul => "反則負け",
            Self::WonByDefault => "不戦勝",
            Self::LostByDefault => "不戦敗",
        }
    }
}

impl Record {
    /// Reads a file. `short_set` allows a defender's hand in which pieces are missing (駒不足).
    ///
    /// # Errors
    /// If the file cannot be read or is no KIF file.
    pub fn read(path: &Path, short_set: bool) -> Result<Self, KifError> {
        let name = path.display().to_string();
        let unreadable = |reason: String| KifError::Unreadable {
            file: name.clone(),
            reason,
        };
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
            .map_err(|error| unreadable(in_words(&error)))?;
        if bytes.len() as u64 > LARGEST {
            return Err(unreadable("too large for a KIF file".to_owned()));
        }
        Self::from_bytes(&name, &bytes, short_set)
    }

    /// Reads the bytes of a file; `name` is what errors call it.
    ///
    /// # Errors
    /// If they are no KIF file.
    pub fn from_bytes(name: &str, bytes: &[u8], short_set: bool) -> Result<Self, KifError> {
        text::decode(bytes)
            .and_then(|(text, encoding)| read::read(&text, encoding, short_set))
            .map_err(|(line, reason)| KifError::Wrong {
                file: name.to_owned(),
                line,
                reason,
            })
    }

    /// The first header with this key.
    pub fn header(&self, key: &str) -> Option<&str> {
        let header = self.headers.iter().find(|header| header.key == key)?;
        Some(&header.value)
    }

    /// All moves from the start to the end of a variation, given by its place in
    /// [`Record::variations`]; `None` if there is no such variation.
    pub fn moves_with(&self, variation: usize) -> Option<Vec<Move>> {
        let mut chain = Vec::new();
        let mut next = Some(variation);
        while let Some(index) = next {
            let variation = self.variations.get(index)?;
            chain.push(&variation.line);
            next = variation.parent;
        }
        let mut moves = self.main.moves.clone();
        for line in chain.into_iter().rev() {
            moves.truncate(line.first_ply - 1);
            moves.extend(&line.moves);
        }
        Some(moves)
    }
}
