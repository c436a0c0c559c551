//! What was grown, as a file: one problem a line, which every reader of problems can read.

use std::fmt;
use std::io::{self, Write};

use super::Options;
use super::growth::Growth;
use shogi::{Kind, Move, Position, usi_line};

/// How a file begins.
const TITLE: &str = "# gyakusan smoke 1";

/// The stages of a run, the first one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What was grown.
    pub options: Options,
    /// The stages, each with a piece more than the one before.
    pub stages: Vec<Vec<Growth>>,
}

/// Why a file is no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// It is something else.
    #[error("not a record of smoke problems")]
    Title,
    /// The options cannot be read.
    #[error("line 2: the options cannot be read")]
    Options,
    /// A line is no problem of a stage.
    #[error("line {0}: no problem of a stage")]
    Line(usize),
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: String = self.kinds.iter().map(|kind| kind.letter()).collect();
        let Self {
            hand,
            width,
            tries,
            nodes,
            seed,
            ..
        } = self;
        write!(
            f,
            "kinds {kinds} hand {hand} width {width} tries {tries} nodes {nodes} seed {seed}"
        )
    }
}

fn options(line: &str) -> Option<Options> {
    let words: Vec<&str> = line.strip_prefix("# ")?.split(' ').collect();
    let [
        "kinds",
        kinds,
        "hand",
        hand,
        "width",
        width,
        "tries",
        tries,
        "nodes",
        nodes,
        "seed",
        seed,
    ] = words[..]
    else {
        return None;
    };
    Some(Options {
        kinds: (kinds.chars().map(Kind::from_letter)).collect::<Option<_>>()?,
        hand: hand.parse().ok()?,
        width: width.parse().ok()?,
        tries: tries.parse().ok()?,
        nodes: nodes.parse().ok()?,
        seed: seed.parse().ok()?,
    })
}

/// A line: SFEN, pieces, main line.
fn growth(line: &str) -> Option<(u32, Growth)> {
    let mut cells = line.split('\t');
    let position: Position = cells.next()?.parse().ok()?;
    let pieces = cells.next()?.parse().ok()?;
    let moves = cells.next()?.split(' ').map(str::parse);
    let line: Vec<Move> = moves.collect::<Result<_, _>>().ok()?;
    let mut here = position.clone();
    for &mv in &line {
        here = here.try_play(mv)?;
    }
    let growth = Growth { position, line };
    (growth.pieces() == pieces).then_some((pieces, growth))
}

impl Record {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is none, or a line of it is wrong.
    pub fn parse(text: &str) -> Result<Self, BadRecord> {
        let mut lines = (1..).zip(text.lines());
        let (_, title) = lines.next().unwrap_or_default();
        if title != TITLE {
            return Err(BadRecord::Title);
        }
        let (_, second) = lines.next().unwrap_or_default();
        let options = options(second).ok_or(BadRecord::Options)?;
        let mut stages: Vec<Vec<Growth>> = Vec::new();
        let mut last = None;
        for (number, line) in lines {
            let (pieces, growth) = growth(line).ok_or(BadRecord::Line(number))?;
            match last {
                Some(last) if last == pieces => {}
                Some(last) if last + 1 != pieces => return Err(BadRecord::Line(number)),
                _ => stages.push(Vec::new()),
            }
            last = Some(pieces);
            stages.last_mut().ok_or(BadRecord::Title)?.push(growth);
        }
        Ok(Self { options, stages })
    }

    /// Writes it.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{TITLE}\n# {}", self.options)?;
        for growth in self.stages.iter().flatten() {
            let line = usi_line(&growth.line);
            writeln!(out, "{}\t{}\t{line}", growth.position, growth.pieces())?;
        }
        Ok(())
    }
}
