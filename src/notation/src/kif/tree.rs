//! The main line and its variations, as a file tells them one move after the other.

use super::{KifReason, moves};
use crate::record::{Comment, Ending, Header, Line, Record, Variation};
use shogi::{Move, Position, Square};
use words::mark;

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
    lines: Vec<Line>,
    /// The line that each line leaves; the main line none.
    parents: Vec<Option<usize>>,
    /// The positions from the start to the move read last; never empty.
    path: Vec<Node>,
    /// Where in the file the line in work begins.
    begun: usize,
    /// Whether the line in work has come to its end.
    ended: bool,
    /// Whether the main line has.
    main_ended: bool,
}

impl Tree {
    /// Nothing but a start; the comments stand before the first move.
    pub fn new(headers: Vec<Header>, start: Position, comments: Vec<Comment>) -> Self {
        Self {
            headers,
            lines: vec![Line {
                comments,
                ..Line::main(Vec::new())
            }],
            parents: vec![None],
            path: vec![Node {
                position: start,
                last: None,
                line: 0,
            }],
            begun: 0,
            ended: false,
            main_ended: false,
        }
    }

    /// Whether no move and no variation was read.
    pub fn is_bare(&self) -> bool {
        self.lines.len() == 1 && self.path.len() == 1
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
    fn line(&mut self) -> &mut Line {
        let current = self.lines.len() - 1;
        &mut self.lines[current]
    }

    /// A comment on the move read last.
    pub fn comment(&mut self, text: &str) {
        let comment = Comment {
            ply: self.path.len() - 1,
            text: text.to_owned(),
        };
        self.line().comments.push(comment);
    }

    /// Asks whether a move or an ending with this number may come.
    pub fn expect(&self, found: usize) -> Result<(), KifReason> {
        self.expect_move()?;
        let expected = self.path.len();
        if found == expected {
            return Ok(());
        }
        Err(KifReason::MoveNumber { expected, found })
    }

    /// Asks whether a move may come.
    pub fn expect_move(&self) -> Result<(), KifReason> {
        if self.ended {
            return Err(KifReason::AfterTheEnd);
        }
        Ok(())
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

    /// Ends the line in work, saying how.
    pub fn end(&mut self, ending: Ending) {
        self.line().ending = Some(ending);
        self.close();
    }

    /// Ends the line in work.
    pub fn close(&mut self) {
        self.ended = true;
        self.main_ended |= self.lines.len() == 1;
    }

    /// Goes back to where the variation `n手` leaves: the last line read, as far as it goes, and
    /// those that it has left itself before. `number` is the line of the file that says so.
    pub fn begin_variation(&mut self, number: usize, text: &str) -> Result<(), KifReason> {
        self.check_variation()?;
        self.begun = number;
        let expected = mark!("the number of the variation's first move");
        let (ply, behind) = moves::number(text.trim_start())
            .filter(|&(ply, _)| ply > 0)
            .ok_or_else(|| KifReason::unexpected(expected, text))?;
        if !matches!(behind.trim(), "" | "手") {
            return Err(KifReason::unexpected(
                mark!("手 or the end of the line"),
                behind,
            ));
        }
        if ply > self.path.len() {
            let plies = self.path.len() - 1;
            return Err(KifReason::VariationTooLate { ply, plies });
        }
        self.path.truncate(ply);
        self.parents.push(Some(self.path[ply - 1].line));
        self.lines.push(Line {
            first_ply: ply,
            ..Line::main(Vec::new())
        });
        self.ended = false;
        Ok(())
    }

    /// A variation that is left again must have had something to say.
    fn check_variation(&self) -> Result<(), KifReason> {
        match self.lines.last() {
            Some(line)
                if self.lines.len() > 1 && line.moves.is_empty() && line.ending.is_none() =>
            {
                Err(KifReason::EmptyVariation)
            }
            _ => Ok(()),
        }
    }

    /// All that was read.
    pub fn finish(mut self) -> Result<Record, (usize, KifReason)> {
        self.check_variation()
            .map_err(|reason| (self.begun, reason))?;
        let start = self.path.swap_remove(0).position;
        let mut lines = self.lines.into_iter();
        let main = lines.next().unwrap_or_else(|| Line::main(Vec::new()));
        let parents = self.parents.into_iter().skip(1);
        // Line 0 is the main line, line n the variation n - 1.
        let variations = parents
            .zip(lines)
            .map(|(parent, line)| Variation {
                parent: parent.and_then(|line| line.checked_sub(1)),
                line,
            })
            .collect();
        Ok(Record {
            headers: self.headers,
            start,
            main,
            variations,
        })
    }
}
