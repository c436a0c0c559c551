//! A problem or game with its lines and headers: what every file format is read into and written
//! from.

use std::fmt;
use words::{say, word};

use shogi::{Move, Position};

/// A problem (or a game) as a file tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
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

/// Header keys of tsume problems (詰将棋).
pub mod keys {
    /// 作品名, the title.
    pub const TITLE: &str = "作品名";
    /// 作者, the author.
    pub const AUTHOR: &str = "作者";
    /// 発表誌, where it was published.
    pub const SOURCE: &str = "発表誌";
    /// 発表年月, when it was published.
    pub const DATE: &str = "発表年月";
    /// 手数, the length in plies as the file states it.
    pub const PLIES: &str = "手数";
    /// 完全性, soundness as the file states it.
    pub const SOUNDNESS: &str = "完全性";
    /// 手合割, the kind of start position.
    pub const HANDICAP: &str = "手合割";
}

/// Why the lines of a record are none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// A move that is not legal where it stands.
    #[error("{}", say!("move {ply} of {of}, {mv}, is not legal", ply, of, mv))]
    Illegal {
        /// The number of the move.
        ply: usize,
        /// The move.
        mv: Move,
        /// Whose move it is, in words.
        of: LineName,
    },
    /// A variation that does not leave its parent behind the parent's own first move and before the
    /// ply after its last.
    #[error("{}", say!("variation {number} does not leave the line it is said to leave", number = .0 + 1))]
    Misplaced(usize),
    /// A variation with neither moves nor ending.
    #[error("{}", say!("variation {number} has no move", number = .0 + 1))]
    Empty(usize),
    /// A comment behind a move that its line does not have.
    #[error("{}", say!("a comment stands behind move {ply} of {of}, which has none", ply, of))]
    Comment {
        /// The number of the move.
        ply: usize,
        /// Whose comment it is, in words.
        of: LineName,
    },
}

/// The main line, or a variation by its place in [`Record::variations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineName {
    /// The main line.
    Main,
    /// A variation.
    Variation(usize),
}

impl fmt::Display for LineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Main => f.write_str(word!("the main line")),
            Self::Variation(index) => f.write_str(&say!("variation {number}", number = index + 1)),
        }
    }
}

impl Line {
    /// Moves from the start, without comments and ending.
    pub const fn main(moves: Vec<Move>) -> Self {
        Self {
            first_ply: 1,
            moves,
            comments: Vec::new(),
            ending: None,
        }
    }

    /// The number of the last move; of the move before the first one if there is none.
    pub const fn last_ply(&self) -> usize {
        self.first_ply + self.moves.len() - 1
    }
}

impl Record {
    /// A position with a main line and nothing else.
    pub const fn new(start: Position, moves: Vec<Move>) -> Self {
        Self {
            headers: Vec::new(),
            start,
            main: Line::main(moves),
            variations: Vec::new(),
        }
    }

    /// The mirror image. Headers and comments keep their words, the squares that they name included.
    pub fn mirror(&self) -> Self {
        self.image(Position::mirror, Move::mirror)
    }

    /// The sides exchanged and the board turned. Headers and comments keep their words.
    pub fn rotate(&self) -> Self {
        self.image(Position::rotate, Move::rotate)
    }

    fn image(&self, start: fn(&Position) -> Position, mv: fn(Move) -> Move) -> Self {
        let mut image = Self {
            start: start(&self.start),
            ..self.clone()
        };
        let variations = image.variations.iter_mut().map(|is| &mut is.line);
        for line in variations.chain([&mut image.main]) {
            line.moves.iter_mut().for_each(|is| *is = mv(*is));
        }
        image
    }

    /// The texts that somebody wrote: headers, and the comments of all lines.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let headers = self.headers.iter_mut();
        let headers = headers.flat_map(|header| [&mut header.key, &mut header.value]);
        let variations = self.variations.iter_mut().map(|is| &mut is.line);
        let comments = [&mut self.main].into_iter().chain(variations);
        let comments = comments.flat_map(|line| &mut line.comments);
        headers.chain(comments.map(|comment| &mut comment.text))
    }

    /// Adds a header, or gives the first one with this key another value.
    pub fn set_header(&mut self, key: &str, value: &str) {
        let value = value.to_owned();
        match self.headers.iter_mut().find(|header| header.key == key) {
            Some(header) => header.value = value,
            None => self.headers.push(Header {
                key: key.to_owned(),
                value,
            }),
        }
    }

    /// The first header with this key that is not empty.
    pub fn told(&self, key: &str) -> Option<&str> {
        let mut headers = self.headers.iter().filter(|header| header.key == key);
        let header = headers.find(|header| !header.value.is_empty())?;
        Some(&header.value)
    }

    /// The length in plies: that of the main line, or where there is none, as 手数 states it
    /// (`7`, `7手`).
    pub fn plies(&self) -> Option<usize> {
        if !self.main.moves.is_empty() {
            return Some(self.main.moves.len());
        }
        let stated = self.told(keys::PLIES)?;
        stated.strip_suffix('手').unwrap_or(stated).parse().ok()
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

    /// Asks whether all moves are legal and all variations leave their parents where these go, as is
    /// so in every record that was read from a file.
    ///
    /// # Errors
    /// With the first fault.
    pub fn check(&self) -> Result<(), RecordFault> {
        for (index, Variation { parent, line }) in self.variations.iter().enumerate() {
            let left = match parent {
                None => &self.main,
                Some(parent) if *parent < index => &self.variations[*parent].line,
                Some(_) => return Err(RecordFault::Misplaced(index)),
            };
            // At its parent's own first move it would leave the parent's parent.
            let earliest = left.first_ply + usize::from(parent.is_some());
            if line.first_ply < earliest || line.first_ply > left.last_ply() + 1 {
                return Err(RecordFault::Misplaced(index));
            }
            if line.moves.is_empty() && line.ending.is_none() {
                return Err(RecordFault::Empty(index));
            }
        }
        for visit in self.walk() {
            // A line comes behind its parent, which was checked: the way to it is legal.
            let (of, line) = (visit.name, visit.line);
            let Some((mut position, _)) = visit.before else {
                continue;
            };
            let has = |ply: usize| ply + 1 >= line.first_ply && ply <= line.last_ply();
            if let Some(comment) = line.comments.iter().find(|comment| !has(comment.ply)) {
                let ply = comment.ply;
                return Err(RecordFault::Comment { ply, of });
            }
            for (ply, &mv) in (line.first_ply..).zip(&line.moves) {
                let illegal = RecordFault::Illegal { ply, mv, of };
                position = position.try_play(mv).ok_or(illegal)?;
            }
        }
        Ok(())
    }
}
