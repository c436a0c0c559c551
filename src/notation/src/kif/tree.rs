//! The main line and its variations, as a file tells them one move after the other.

use super::{Expected, KifReason};
use crate::names::leading_number;
use crate::notice::{Notice, Oddity};
use crate::phrases::cut;
use crate::record::{Comment, Ending, Header, Record, RecordLine, Time, Variation, is_foul};
use shogi::{Color, Move, Position, Square};

/// A position on the way from the start to the move read last.
struct Node {
    position: Position,
    /// The square that the move before it went to.
    last: Option<Square>,
    /// The line that the move before it belongs to; the main line at the start.
    line: usize,
}

/// The main line and its variations as far as they were read.
pub struct Tree {
    headers: Vec<Header>,
    /// The main line first.
    lines: Vec<RecordLine>,
    /// The line that each line leaves; the main line none.
    parents: Vec<Option<usize>>,
    /// The positions from the start to the move read last; never empty.
    path: Vec<Node>,
    /// How many moves the file counts before the first one.
    moves_before: usize,
    /// Where in the file the line in work begins.
    begun: usize,
    /// Whether the line in work has come to its end.
    ended: bool,
    /// Whether the main line has.
    main_ended: bool,
    /// A move against the rules that no ending has called a foul yet: its line in the file, and what is wrong with it.
    unjudged: Option<(usize, KifReason)>,
    /// What is to be said of the file.
    notices: Vec<Notice>,
}

impl Tree {
    /// Nothing but a start; the comments stand before the first move.
    pub fn new(headers: Vec<Header>, start: Position, comments: Vec<Comment>) -> Self {
        Self {
            headers,
            lines: vec![RecordLine {
                comments,
                ..RecordLine::main(Vec::new())
            }],
            parents: vec![None],
            path: vec![Node {
                position: start,
                last: None,
                line: 0,
            }],
            moves_before: 0,
            begun: 0,
            ended: false,
            main_ended: false,
            unjudged: None,
            notices: Vec::new(),
        }
    }

    /// Takes note of how many moves the file counts before the first one. All its numbers are then larger by that.
    pub const fn count_from(&mut self, moves_before: usize) {
        self.moves_before = moves_before;
    }

    /// Takes note of what is to be said of line `line` of the file.
    pub fn notice(&mut self, line: usize, what: Oddity) {
        self.notices.push(Notice { line, what });
    }

    /// How many moves of the main line were read, and whether it has come to its end.
    pub fn main_line(&self) -> (usize, bool) {
        (self.lines[0].moves.len(), self.main_ended)
    }

    /// The position after the move read last, and the square it went to.
    pub fn now(&self) -> (&Position, Option<Square>) {
        let node = &self.path[self.path.len() - 1];
        (&node.position, node.last)
    }

    /// The line in work.
    fn line(&mut self) -> &mut RecordLine {
        let current = self.lines.len() - 1;
        &mut self.lines[current]
    }

    /// A comment on the move read last, or on the ending.
    pub fn comment(&mut self, text: &str) {
        let text = text.to_owned();
        let line = self.line();
        let ply = line.end_ply();
        line.comments.push(Comment { ply, text });
    }

    /// How long the move read last, or the ending, took, in milliseconds.
    pub fn time(&mut self, ms: u64) {
        let line = self.line();
        let ply = line.end_ply();
        if ply >= line.first_ply && line.time(ply).is_none() {
            line.times.push(Time { ply, ms });
        }
    }

    /// Whether the line in work has come to its end.
    pub const fn has_ended(&self) -> bool {
        self.ended
    }

    /// The number that is due, as the file counts.
    pub fn due(&self) -> usize {
        self.moves_before + self.path.len() + usize::from(self.unjudged.is_some())
    }

    /// The number of the last thing that was said of the line in work: a move, or its ending.
    pub fn last_said(&self) -> usize {
        self.moves_before + self.lines.last().map_or(0, RecordLine::end_ply)
    }

    /// The position before the move with this number, and the square that the move before it went to.
    pub fn before(&self, ply: usize) -> Option<(&Position, Option<Square>)> {
        let node = self.path.get(ply.checked_sub(self.moves_before + 1)?)?;
        Some((&node.position, node.last))
    }

    /// Asks whether a move or an ending with this number may come.
    pub fn expect(&self, found: usize) -> Result<(), KifReason> {
        if self.ended {
            return Err(KifReason::AfterTheEnd);
        }
        let expected = self.due();
        if found == expected {
            return Ok(());
        }
        Err(KifReason::MoveNumber { expected, found })
    }

    /// Asks whether a move may come in line `number` of the file.
    pub fn expect_move(&self, number: usize) -> Result<(), (usize, KifReason)> {
        match (&self.unjudged, self.ended) {
            (Some(wrong), _) => Err(wrong.clone()),
            (None, true) => Err((number, KifReason::AfterTheEnd)),
            (None, false) => Ok(()),
        }
    }

    /// Compares the mark before a move with the side to move; that they differ is told once.
    pub fn mark(&mut self, number: usize, side: Option<Color>, text: &str) {
        let to_move = self.now().0.side();
        let is_told = |is: &Notice| matches!(is.what, Oddity::OtherSide(_));
        if side.is_some_and(|side| side != to_move) && !self.notices.iter().any(is_told) {
            self.notice(number, Oddity::OtherSide(cut(text)));
        }
    }

    /// Adds a legal move.
    pub fn play(&mut self, mv: Move) {
        let line = self.lines.len() - 1;
        let position = self.now().0.play(mv);
        self.path.push(Node {
            position,
            last: Some(mv.to()),
            line,
        });
        self.line().moves.push(mv);
    }

    /// Adds a move against the rules, which an ending has to call a foul; `line` is where the file has it, `why` what is
    /// wrong with it otherwise.
    pub fn foul(&mut self, line: usize, mv: Move, why: KifReason) -> Result<(), KifReason> {
        if self.unjudged.is_some() || !is_foul(self.now().0, mv) {
            return Err(why);
        }
        self.line().foul = Some(mv);
        self.unjudged = Some((line, why));
        Ok(())
    }

    /// Whether the move read last was against the rules.
    pub const fn is_behind_foul(&self) -> bool {
        self.unjudged.is_some()
    }

    /// Fails if a move against the rules stands there and nothing calls it a foul.
    fn judge(&mut self) -> Result<(), (usize, KifReason)> {
        self.unjudged.take().map_or(Ok(()), Err)
    }

    /// Ends the line in work, saying how, in line `number` of the file.
    pub fn end(&mut self, number: usize, ending: Ending) -> Result<(), (usize, KifReason)> {
        let ending = ending.of_foul_move(self.is_behind_foul());
        if ending.is_foul() {
            self.unjudged = None;
        }
        self.judge()?;
        if let Ending::Other(word) = &ending {
            self.notice(number, Oddity::UnknownEnding(word.clone()));
        }
        self.line().ending = Some(ending);
        self.close();
        Ok(())
    }

    /// Ends the line in work as a line like `まで7手で詰み` says, unless it has ended before.
    pub fn until(&mut self, number: usize, text: &str) -> Result<(), (usize, KifReason)> {
        if self.ended {
            return Ok(());
        }
        // A foul may be counted or not, and the ending, too. A file may count from a position before its start.
        let behind = text.trim_start_matches("まで");
        let told = leading_number(behind.trim_start_matches(['、', ',', ' ', '　']));
        if let Some((told, _)) = told.filter(|_| self.lines.len() == 1) {
            let played = self.lines[0].moves.len();
            let counted = 1 + usize::from(self.unjudged.is_some());
            let fits = |told: usize| (played..=played + counted).contains(&told);
            let is_of_all = told.checked_sub(self.moves_before).is_some_and(fits);
            if played > 0 && !fits(told) && !is_of_all {
                self.notice(number, Oddity::Plies { told, played });
            }
        }
        let side = self.now().0.side();
        let side = self.line().side_at_end(side);
        match Ending::of_until(text, side) {
            Some(ending) => self.end(number, ending),
            None => {
                self.judge()?;
                self.close();
                Ok(())
            }
        }
    }

    /// Ends the line in work.
    fn close(&mut self) {
        self.ended = true;
        self.main_ended |= self.lines.len() == 1;
    }

    /// Goes back to where the variation `n手` leaves: the last line read, as far as it goes, and
    /// those that it has left itself before. `number` is the line of the file that says so.
    pub fn begin_variation(&mut self, number: usize, text: &str) -> Result<(), (usize, KifReason)> {
        self.judge()?;
        self.leave(number, text).map_err(|reason| (number, reason))
    }

    fn leave(&mut self, number: usize, text: &str) -> Result<(), KifReason> {
        self.drop_empty();
        self.begun = number;
        let expected = Expected::FirstMoveOfVariation;
        let (told, behind) = leading_number(text.trim_start())
            .filter(|&(told, _)| told > 0)
            .ok_or_else(|| KifReason::unexpected(expected, text))?;
        if !matches!(behind.trim(), "" | "手" | "手目" | "手より" | "手から") {
            return Err(KifReason::unexpected(Expected::MoveSignOrEnd, behind));
        }
        let is_first = self.lines.len() == 1 && self.path.len() == 1 && !self.ended;
        if is_first && told != self.moves_before + 1 {
            // Some programs tell there where they stood when the file was written.
            self.notice(self.begun, Oddity::LeftAside(cut(&format!("変化：{text}"))));
            return Ok(());
        }
        let plies = self.moves_before + self.path.len() - 1;
        let too_late = KifReason::VariationTooLate { ply: told, plies };
        let ply = told.checked_sub(self.moves_before).filter(|&ply| ply > 0);
        let Some(ply) = ply else {
            return Err(too_late);
        };
        if ply > self.path.len() {
            // Some programs put the variations in the order of their first moves.
            let reaches = |last: usize| self.lines.iter().rposition(|is| is.last_ply() >= last);
            let earlier = reaches(ply).or_else(|| reaches(ply - 1));
            self.go_to(earlier.ok_or(too_late)?);
            self.notice(self.begun, Oddity::EarlierLine(told));
        }
        self.path.truncate(ply);
        self.parents.push(Some(self.path[ply - 1].line));
        self.lines.push(RecordLine {
            first_ply: ply,
            ..RecordLine::main(Vec::new())
        });
        self.ended = false;
        Ok(())
    }

    /// Goes back to the end of a line, and to the positions on the way there.
    fn go_to(&mut self, line: usize) {
        // The lines on the way, each with the number of the move at which it is left.
        let mut way = vec![(line, usize::MAX)];
        let mut first = line;
        while let Some(parent) = self.parents[first] {
            way.push((parent, self.lines[first].first_ply));
            first = parent;
        }
        self.path.truncate(1);
        for (line, left_at) in way.into_iter().rev() {
            let RecordLine {
                first_ply, moves, ..
            } = &self.lines[line];
            for (_, &mv) in (*first_ply..left_at).zip(moves) {
                let position = self.path[self.path.len() - 1].position.play(mv);
                let last = Some(mv.to());
                self.path.push(Node {
                    position,
                    last,
                    line,
                });
            }
        }
    }

    /// A variation that says nothing is none.
    fn drop_empty(&mut self) {
        let is_empty = |line: &RecordLine| {
            line.moves.is_empty() && line.foul.is_none() && line.ending.is_none()
        };
        if self.lines.len() > 1 && self.lines.last().is_some_and(is_empty) {
            let empty = self.lines.pop();
            let parent = self.parents.pop().flatten();
            // What is said of it is said of the move before it.
            if let (Some(empty), Some(left)) = (empty, parent) {
                let left = &mut self.lines[left];
                left.comments.extend(empty.comments);
            }
            let what = Oddity::LeftAside("変化".to_owned());
            self.notice(self.begun, what);
        }
    }

    /// All that was read.
    pub fn finish(mut self) -> Result<(Record, Vec<Notice>), (usize, KifReason)> {
        self.judge()?;
        self.drop_empty();
        // Those of dropped variations stand behind the others: sorted here, once, they take no time for each variation.
        for line in &mut self.lines {
            line.comments.sort_by_key(|comment| comment.ply);
        }
        let start = self.path.swap_remove(0).position;
        let mut lines = self.lines.into_iter();
        let main = lines.next().unwrap_or_else(|| RecordLine::main(Vec::new()));
        let parents = self.parents.into_iter().skip(1);
        // Line 0 is the main line, line n the variation n - 1.
        let variations = parents
            .zip(lines)
            .map(|(parent, line)| Variation {
                parent: parent.and_then(|line| line.checked_sub(1)),
                line,
            })
            .collect();
        let record = Record {
            headers: self.headers,
            start,
            main,
            variations,
        };
        Ok((record, self.notices))
    }

    /// Whether a header is one of those with which a record begins, and there was one already.
    pub fn has_header_of_a_start(&self, key: &str) -> bool {
        let is_of_a_start = ["手合割", "開始日時", "作品番号", "作品名"].contains(&key);
        is_of_a_start && self.headers.iter().any(|header| header.key == key)
    }

    /// Adds a header that stands among the moves.
    pub fn header(&mut self, header: Header) {
        self.headers.push(header);
    }
}
