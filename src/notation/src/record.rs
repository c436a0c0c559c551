//! A problem or game with its lines and headers: what every file format is read into and written
//! from.

use std::fmt;

use crate::names::leading_number;

pub use crate::ending::Ending;
use crate::phrases::because;
use shogi::{Color, Foul, Move, Position};

/// A problem (or a game) as a file tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The headers in the order of the file, but hands, board and side to move.
    pub headers: Vec<Header>,
    /// The position before the first move.
    pub start: Position,
    /// The main line (本譜); for a tsume problem, the solution 作意.
    pub main: RecordLine,
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
pub struct RecordLine {
    /// The number of the first move, in plies from the start of the main line, counted from 1.
    pub first_ply: usize,
    /// The moves.
    pub moves: Vec<Move>,
    /// A move against the rules (反則の手) with which the line ended, behind the moves.
    pub foul: Option<Move>,
    /// The comments, in the order of the file.
    pub comments: Vec<Comment>,
    /// How long moves took, in the order of the moves.
    pub times: Vec<Time>,
    /// How the line ended, if the file says so.
    pub ending: Option<Ending>,
}

/// How long a move took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// The number of the move; that behind the last one for the ending.
    pub ply: usize,
    /// The time, in milliseconds.
    pub ms: u64,
}

/// A line of comment (`*`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The number of the move it stands behind, or of the ending; 0 at the start of the main line.
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
    pub line: RecordLine,
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
    /// Those that only problems have.
    pub const OF_A_PROBLEM: [&str; 5] = [TITLE, AUTHOR, SOURCE, DATE, SOUNDNESS];
}

/// Why the lines of a record are none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// A move that is not legal where it stands.
    #[error("move {ply} of {of}, {mv}, is not legal{}", because(*.why))]
    Illegal {
        /// The number of the move.
        ply: usize,
        /// The move.
        mv: Move,
        /// Whose move it is, in words.
        of: LineName,
        /// What is against the rules.
        why: Option<Foul>,
    },
    /// A variation that does not leave its parent behind the parent's own first move and before the
    /// ply after its last.
    #[error("variation {number} does not branch off the line it names", number = .0 + 1)]
    Misplaced(usize),
    /// A variation with neither moves nor ending.
    #[error("variation {number} has no moves", number = .0 + 1)]
    Empty(usize),
    /// A comment behind a move that its line does not have.
    #[error("a comment follows move {ply} of {of}, which does not exist")]
    Comment {
        /// The number of the move.
        ply: usize,
        /// Whose comment it is, in words.
        of: LineName,
    },
    /// A foul that is none: the move is legal, or the line does not end with one.
    #[error(
        "move {ply} of {of}, {mv}, cannot be a foul: it is legal, or the ending is neither 反則勝ち nor 反則負け"
    )]
    NoFoul {
        /// The number of the move.
        ply: usize,
        /// The move.
        mv: Move,
        /// Whose move it is, in words.
        of: LineName,
    },
    /// Times out of order, or of moves that their line does not have.
    #[error("the times of {0} are out of order, or belong to moves that do not exist")]
    Times(LineName),
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
            Self::Main => f.write_str("the main line"),
            Self::Variation(index) => write!(f, "variation {}", index + 1),
        }
    }
}

impl RecordLine {
    /// Moves from the start, without comments and ending.
    pub const fn main(moves: Vec<Move>) -> Self {
        Self {
            first_ply: 1,
            moves,
            foul: None,
            comments: Vec::new(),
            times: Vec::new(),
            ending: None,
        }
    }

    /// The number of the last thing of the line: of its ending, else of its last move, a foul among them.
    pub fn end_ply(&self) -> usize {
        self.last_ply() + usize::from(self.foul.is_some()) + usize::from(self.ending.is_some())
    }

    /// Who is to move at the end of the line, where it is `side_to_move` behind its moves: behind a foul it is the other side.
    pub const fn side_at_end(&self, side_to_move: Color) -> Color {
        match self.foul {
            Some(_) => side_to_move.flip(),
            None => side_to_move,
        }
    }

    /// How long the move with this number took, in milliseconds.
    pub fn time(&self, ply: usize) -> Option<u64> {
        let at = self
            .times
            .binary_search_by_key(&ply, |time| time.ply)
            .ok()?;
        Some(self.times[at].ms)
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
            main: RecordLine::main(moves),
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
            let moves = line.moves.iter_mut().chain(&mut line.foul);
            moves.for_each(|is| *is = mv(*is));
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

    /// Adds a header, beside others with this key, unless there is the same.
    pub fn add_header(&mut self, key: &str, value: &str) {
        let (key, value) = (key.to_owned(), value.to_owned());
        let header = Header { key, value };
        if !self.headers.contains(&header) {
            self.headers.push(header);
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
        self.stated_plies()
    }

    /// The length in plies as 手数 states it, where that is a number: `7`, `７手`, `7手詰`.
    pub fn stated_plies(&self) -> Option<usize> {
        let (plies, behind) = leading_number(self.told(keys::PLIES)?)?;
        matches!(behind.trim(), "" | "手" | "手詰" | "手詰め").then_some(plies)
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
            if line.moves.is_empty() && line.foul.is_none() && line.ending.is_none() {
                return Err(RecordFault::Empty(index));
            }
        }
        for visit in self.walk() {
            // A line comes behind its parent, which was checked: the way to it is legal.
            let (of, line) = (visit.name, visit.line);
            let Some((mut position, _)) = visit.before else {
                continue;
            };
            let earliest = line.first_ply.saturating_sub(1);
            let has = |ply: usize| (earliest..=line.end_ply()).contains(&ply);
            if let Some(comment) = line.comments.iter().find(|comment| !has(comment.ply)) {
                let ply = comment.ply;
                return Err(RecordFault::Comment { ply, of });
            }
            for (ply, &mv) in (line.first_ply..).zip(&line.moves) {
                let illegal = || RecordFault::Illegal {
                    ply,
                    mv,
                    of,
                    why: position.foul(mv),
                };
                position = position.try_play(mv).ok_or_else(illegal)?;
            }
            if let Some(mv) = line.foul {
                let ply = line.last_ply() + 1;
                let is_said = line.ending.as_ref().is_some_and(Ending::is_foul);
                if !is_said || !is_foul(&position, mv) {
                    return Err(RecordFault::NoFoul { ply, mv, of });
                }
            }
            let in_order = line.times.is_sorted_by(|one, next| one.ply < next.ply);
            let fits = |time: &Time| (line.first_ply..=line.end_ply()).contains(&time.ply);
            if !in_order || !line.times.iter().all(fits) {
                return Err(RecordFault::Times(of));
            }
        }
        Ok(())
    }
}

/// Whether a move is one against the rules that somebody could make: of a piece of the side to move, or a drop.
pub fn is_foul(position: &Position, mv: Move) -> bool {
    let is_own = match mv {
        Move::Drop { .. } => true,
        Move::Board { from, promote, .. } => position.piece_at(from).is_some_and(|piece| {
            let turns = piece.kind.promotes() && !piece.promoted;
            piece.color == position.side() && (turns || !promote)
        }),
    };
    is_own && !position.is_legal(mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The start, the main line with its foul, and a variation.
    #[test]
    fn an_image_is_that_of_every_line() {
        let start: Position = "7kg/9/8+P/9/9/9/9/9/9 b G2N2r2b2g4s2n4l17p 1"
            .parse()
            .unwrap();
        let moves = |text: &str| text.split(' ').map(|usi| usi.parse().unwrap()).collect();
        let mut record = Record::new(start.clone(), moves("G*1b 1a1b 1c1b"));
        record.main.foul = Some("2a2i".parse().unwrap());
        record.set_header(keys::TITLE, "gold");
        record.variations.push(Variation {
            parent: None,
            line: RecordLine {
                first_ply: 2,
                ..RecordLine::main(moves("2a3a"))
            },
        });
        for (image, wanted, foul, variation) in [
            (record.mirror(), "G*9b 9a9b 9c9b", "8a8i", "8a7a"),
            (record.rotate(), "G*9h 9i9h 9g9h", "8i8a", "8i7i"),
        ] {
            let mut position = image.start.clone();
            assert_eq!(shogi::usi_line(&image.main.moves), wanted);
            for &mv in &image.main.moves {
                assert!(position.is_legal(mv), "{wanted}: {mv}");
                position = position.play(mv);
            }
            assert_eq!(image.main.foul, Some(foul.parse().unwrap()));
            assert_eq!(shogi::usi_line(&image.variations[0].line.moves), variation);
            assert_eq!(image.header(keys::TITLE), Some("gold"));
        }
        assert_eq!(record.mirror().mirror(), record);
        assert_eq!(record.rotate().rotate(), record);
        assert_eq!(record.start, start);
    }
}
