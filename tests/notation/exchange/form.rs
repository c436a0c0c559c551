//! The form in which records are compared that went through other programs, as `tests/referees/normal.mjs` has it.

use std::fmt;

use notation::record::{Ending, Record, RecordLine};
use shogi::{Move, Position, Setup};

/// The start and the tree of what follows, a line to its end, then what leaves it, the last to leave first.
#[derive(Clone, PartialEq, Eq)]
pub struct Form {
    /// The first position.
    pub start: Position,
    /// The start itself, then moves and endings.
    pub nodes: Vec<Node>,
}

/// The start, a move or an ending.
#[derive(Clone, PartialEq, Eq)]
pub struct Node {
    /// Its number; 0 for the start.
    pub ply: usize,
    /// What it is.
    pub step: Step,
    /// The lines of its comment, those at the end left out that are empty.
    pub comment: String,
    /// How long it took; 0 also where nothing is said of it, as some programs cannot tell.
    pub ms: u64,
}

/// What a node is.
#[derive(Clone, PartialEq, Eq)]
pub enum Step {
    /// The start.
    Start,
    /// A move, perhaps a foul.
    Move(Move),
    /// An ending.
    End(Ending),
}

impl Form {
    /// The form of a record in which no variation has a comment before its first move.
    pub fn of(record: &Record) -> Self {
        let mut form = Self {
            start: record.start.clone(),
            nodes: vec![node(&record.main, 0, Step::Start)],
        };
        form.visit(record, None, 1);
        form
    }

    /// What a line has at `ply` and after it, then what leaves it there.
    fn visit(&mut self, record: &Record, index: Option<usize>, ply: usize) {
        let line = match index {
            None => &record.main,
            Some(index) => &record.variations[index].line,
        };
        if let Some(step) = step(line, ply) {
            self.nodes.push(node(line, ply, step));
            self.visit(record, index, ply + 1);
        }
        for (other, variation) in record.variations.iter().enumerate() {
            if variation.parent == index && variation.line.first_ply == ply {
                self.visit(record, Some(other), ply);
            }
        }
    }
}

fn step(line: &RecordLine, ply: usize) -> Option<Step> {
    let moves = line.moves.iter().chain(&line.foul).copied();
    let ending = line.ending.iter().cloned().map(Step::End);
    let mut steps = moves.map(Step::Move).chain(ending);
    steps.nth(ply - line.first_ply)
}

fn node(line: &RecordLine, ply: usize, step: Step) -> Node {
    let comments = line.comments.iter().filter(|comment| comment.ply == ply);
    let texts: Vec<&str> = comments.map(|comment| comment.text.as_str()).collect();
    Node {
        ply,
        step,
        comment: texts.join("\n").trim_end_matches('\n').to_owned(),
        ms: line.time(ply).unwrap_or(0),
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match &self.step {
            Step::Start => "start".to_owned(),
            Step::Move(mv) => mv.to_string(),
            Step::End(ending) => ending.word().to_owned(),
        };
        let Self {
            ply, comment, ms, ..
        } = self;
        write!(f, "{ply} {what} {ms} ms {comment:?}")
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Setup::from(&self.start))?;
        self.nodes.iter().try_for_each(|node| writeln!(f, "{node}"))
    }
}
