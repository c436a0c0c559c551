//! What stands before the moves of a KIF or KI2 file: headers, diagram, hands, comments.

use super::board::{Board, is_row};
use super::handicaps;
use super::line::{
    Line, comment, header, is_aside, is_dated, is_edge, is_files, is_like_a_move_without_number,
    is_numbered, is_title, variation,
};
use super::sides::{Turn, hand_owner, is_like_a_hand, turn};
use super::tree::Tree;
use super::{Expected, KifReason, Repeated};
use crate::names::{MARKS, leading_number};
use crate::notice::{Notice, Oddity, missing};
use crate::phrases::cut;
use crate::problem::is_said;
use crate::record::{Comment, Header, keys};
use shogi::{HandReading, Setup};

/// What stands before the moves.
pub struct Preamble {
    pub headers: Vec<Header>,
    comments: Vec<Comment>,
    board: Board,
    /// How many moves were made before the diagram, as the file says.
    pub moves_before: Option<usize>,
    /// The first line that may be meant as a hand, and why it is none.
    pub unclear: Option<(usize, KifReason)>,
    notices: Vec<Notice>,
}

impl Preamble {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self {
            headers: Vec::new(),
            comments: Vec::new(),
            board: Board::new(),
            moves_before: None,
            unclear: None,
            notices: Vec::new(),
        }
    }

    /// Reads the lines up to those that `begin_moves`, and returns these, too. An error carries its line.
    pub fn before<'a, 'b>(
        lines: &'a [Line<'b>],
        begin_moves: fn(&[Line<'_>]) -> bool,
    ) -> Result<(Self, &'a [Line<'b>]), (usize, KifReason)> {
        let mut preamble = Self::new();
        let mut rest = lines;
        while let [(number, line), behind @ ..] = rest
            && !begin_moves(rest)
        {
            preamble
                .read(*number, line)
                .map_err(|reason| (*number, reason))?;
            rest = behind;
        }
        Ok((preamble, rest))
    }

    /// Reads a line of it.
    pub fn read(&mut self, number: usize, line: &str) -> Result<(), KifReason> {
        if let Some(text) = comment(line) {
            let text = text.to_owned();
            self.comments.push(Comment { ply: 0, text });
            return Ok(());
        }
        if is_row(line) {
            return self.board.read_rank(number, line);
        }
        if is_files(line) || is_edge(line) || is_title(line) || is_aside(line) {
            let told = line.strip_prefix("手数").unwrap_or_default();
            let told = leading_number(told.trim_start_matches(['＝', '=', ' ', '　']));
            self.moves_before = self.moves_before.or(told.map(|(told, _)| told));
            return Ok(());
        }
        match turn(line) {
            Some(Turn::Of(side)) => {
                self.board.read_side(number, side);
                return Ok(());
            }
            Some(Turn::Unknown(value)) => return Err(KifReason::UnknownSide(cut(value))),
            None => {}
        }
        // Some programs tell there where they stood when the file was written.
        let found = match variation(line) {
            Some(_) => None,
            None => header(line).filter(|_| !is_numbered(line) || is_dated(line)),
        };
        let Some((key, value)) = found else {
            // Half a rank is no line that a program puts between.
            let is_in_a_board = self.board.is_begun() && !self.board.is_whole();
            if is_in_a_board || is_like_a_move_without_number(line) {
                let expected = Expected::HeaderBoardMoveOrComment;
                return Err(KifReason::unexpected(expected, line));
            }
            if ["持駒", "持ち駒"].iter().any(|hand| line.contains(hand)) {
                let words: Vec<&str> = line.split_whitespace().collect();
                let why = KifReason::HandWithoutColon(cut(&words.join(" ")));
                self.unclear.get_or_insert((number, why));
            }
            let what = Oddity::LeftAside(cut(line));
            self.notices.push(Notice { line: number, what });
            return Ok(());
        };
        if let Some(owner) = hand_owner(key) {
            return self.board.read_hand(number, owner, value);
        }
        if is_like_a_hand(key) {
            let why = KifReason::UnknownHand(cut(key));
            self.unclear.get_or_insert((number, why));
        }
        // The marks of the sides may stand before their names.
        let key = match key.trim_start_matches(MARKS).trim_start() {
            "" => key,
            unmarked => unmarked,
        };
        self.headers.push(Header {
            key: key.to_owned(),
            value: value.to_owned(),
        });
        Ok(())
    }

    /// The position, where there is no board: that of 手合割, and without it the start of the game, as the format has it. A
    /// problem is never that, nor a file that says nothing of a game.
    fn named_start(&self, announced: bool) -> Result<Setup, KifReason> {
        let mut names = self.headers.iter().filter(|is| is.key == keys::HANDICAP);
        let Some(first) = names.next() else {
            let is_of_a_game = |is: &Header| handicaps::KEYS.contains(&is.key.as_str());
            let is_of_a_problem = |is: &Header| keys::OF_A_PROBLEM.contains(&is.key.as_str());
            let is_game = announced || self.headers.iter().any(is_of_a_game);
            return match is_game && !self.headers.iter().any(is_of_a_problem) {
                true => Ok(shogi::Handicap::Even.setup()),
                false => Err(KifReason::NoBoard),
            };
        };
        // It may be said twice, but not in two ways.
        let other = names.find(|is| is.value != first.value);
        match (handicaps::of_name(&first.value), other) {
            (Some(handicap), None) => Ok(handicap.setup()),
            (_, None) => Err(KifReason::NoBoardFor(first.value.clone())),
            (_, Some(_)) => Err(KifReason::Twice(Repeated::Handicap)),
        }
    }

    /// The start of the lines; `line` is where the moves begin or the file ends, `announced` whether moves do.
    pub fn finish(
        self,
        line: usize,
        announced: bool,
        hands: HandReading,
    ) -> Result<Tree, (usize, KifReason)> {
        let is_problem = is_said(&self.headers);
        // Beside a diagram it changes what the defender holds, unless both hands are told in other lines.
        let changes = self.board.is_begun() && !self.board.has_both_hands();
        let unclear = self.unclear.as_ref().filter(|_| changes);
        if let Some(unclear) = unclear {
            return Err(unclear.clone());
        }
        let named = match self.board.is_begun() {
            true => None,
            false => Some(
                self.named_start(announced)
                    .map_err(|reason| (line, reason))?,
            ),
        };
        let read = self.board.finish(line, named, is_problem, hands)?;
        let mut tree = Tree::new(self.headers, read.start.clone(), self.comments);
        for Notice { line, what } in self.notices {
            tree.notice(line, what);
        }
        if read.is_odd_if_short
            && let Some(Notice { line, what }) = missing(&read.start, read.line, hands)
        {
            tree.notice(line, what);
        }
        Ok(tree)
    }
}
