//! CSA files, read and written: positions and lines as the Computer Shogi Association has them (CSA
//! 標準棋譜ファイル形式, version 2.2, and what version 3 says of comments and of the encoding).
//!
//! ```text
//! 'CSA encoding=UTF-8
//! V2.2
//! '作品名：例題
//! P1 *  *  *  *  *  *  * -OU-KI
//! …
//! P9 *  *  *  *  *  *  *  *  *
//! P+00KI
//! P-00AL
//! +
//! +0012KI
//! -1112KI
//! '*ここが急所
//! +1312TO
//! %TSUMI
//! ```
//!
//! One file can hold several problems, `/` on a line of its own between them. Headers that CSA
//! files have no place for stand in remarks before the position (`'作品名：…`); comments on moves
//! are `'*`. There are no variations: a record loses them here. Hands that are written are what they are; `P-` alone is an
//! empty one. A problem that does not say what the defender holds leaves him the rest of the set, as `00AL` does. An ending
//! for which CSA files have no word is `%CHUDAN` behind a remark (`'終局：封じ手`).

pub(crate) mod names;
mod read;
mod start;
mod write;

use super::notice::Notice;
use super::record::Record;
use crate::names::square_in_words;
use shogi::setup::DefenderHandError;
use shogi::{HandReading, Piece, PositionError, Square};
use words::say;

/// What is wrong with a line of a CSA file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CsaReason {
    /// Something that CSA files do not have there.
    #[error("{}", say!("expected {expected}, found {found:?}", expected = words::of(.expected), found))]
    Unexpected {
        /// What should have stood there.
        expected: &'static str,
        /// What does; long text is cut.
        found: String,
    },
    /// Two pieces in one place.
    #[error("{}", say!("a second piece on {what}", what = square_in_words(*.0)))]
    Occupied(Square),
    /// A piece taken from where it is not.
    #[error("{}", say!("there is no such piece on {what}", what = square_in_words(*.0)))]
    NotThere(Square),
    /// A rank before or behind its turn.
    #[error("{}", say!("rank {found} of the board where rank {expected} is due", found, expected))]
    Rank {
        /// The rank that is due.
        expected: usize,
        /// The rank that stands there.
        found: usize,
    },
    /// More of a kind than a set has, in one hand.
    #[error("{}", say!("too many {what} in one hand", what = .0))]
    TooManyInHand(char),
    /// No position.
    #[error("{}", say!("there is no position and no side to move before this"))]
    NoPosition,
    /// The defender's hand does not fit.
    #[error(transparent)]
    DefenderHand(#[from] DefenderHandError),
    /// The position is illegal.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move of the side whose turn it is not.
    #[error("{}", say!("{what:?} moves out of turn", what = .0))]
    OutOfTurn(String),
    /// Another piece, or none, where the moved one should stand.
    #[error("{}", no_such_piece(.text, *.from, *.stands))]
    NoSuchPiece {
        /// The move.
        text: String,
        /// Where its piece should stand.
        from: Square,
        /// What does.
        stands: Option<Piece>,
    },
    /// A move against the rules.
    #[error("{}", say!("{what:?} is not a legal move here", what = .0))]
    Illegal(String),
    /// A move behind the end.
    #[error("{}", say!("a move after the end of the line"))]
    AfterTheEnd,
}

impl CsaReason {
    /// [`CsaReason::Unexpected`] with at most thirty characters of what was found.
    fn unexpected(expected: &'static str, found: &str) -> Self {
        let found = crate::notice::cut(found);
        Self::Unexpected { expected, found }
    }
}

/// Says that the piece of a move is not where it should be; what is there is told in CSA's words.
fn no_such_piece(text: &str, from: Square, stands: Option<Piece>) -> String {
    let from = square_in_words(from);
    match stands.map(names::piece_text) {
        Some(stands) => say!("{text:?}: on {from} stands {stands}", text, from, stands),
        None => say!("{text:?}: on {from} stands nothing", text, from),
    }
}

/// A record, the line it begins in, and what is to be said of it; or the line that is wrong, counted from 1, and why.
pub type Item = Result<(usize, Record, Vec<Notice>), (usize, CsaReason)>;

/// The records of a file one by one; a wrong one does not keep anybody from reading on.
pub fn read_all(text: &str, hands: HandReading) -> impl Iterator<Item = Item> + use<> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut first = 0;
    for part in lines.split(|line| line.trim_end() == "/") {
        if part.iter().any(|line| says_something(line)) {
            let read = read::read(first + 1, part, hands);
            found.push(read.map(|(record, notices)| (first + 1, record, notices)));
        }
        first += part.len() + 1;
    }
    found.into_iter()
}

/// Whether a line is part of a record, not only of the file.
fn says_something(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with("'CSA")
}

/// The text of one record, its lines ending with `\n`. A move that is not legal, and all after it,
/// are left out, and so are variations.
pub fn to_text(record: &Record) -> String {
    write::write(record)
}

/// What stands between two records of a file.
pub const SEPARATOR: &str = "/\n";
