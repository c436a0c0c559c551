//! What was grown, as a file: one problem a line, which every reader of problems can read. Its last line is a checksum.

use std::fmt;
use std::io::{self, Write};

use sha2::{Digest, Sha256};

use super::Options;
use super::growth::Growth;
use shogi::{Kind, Move, Position, usi_line};

/// How a file begins.
const TITLE: &str = "# gyakusan smoke 1";

/// What stands before the checksum.
const CHECKSUM: &str = "# sha256 ";

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
    /// The checksum is another, or is not there.
    #[error("was changed since it was written; remove it to begin anew")]
    Changed,
}

/// The last line of a file: the checksum of all lines before.
fn seal(lines: &str) -> String {
    format!("{CHECKSUM}{:x}", Sha256::digest(lines))
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
        let text = text.replace("\r\n", "\n");
        let (lines, last) = text.split_at(text.rfind(CHECKSUM).unwrap_or(text.len()));
        let is_whole = last.trim_end() == seal(lines);
        let mut lines = (1..).zip(lines.lines());
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
        // Last: a line that is wrong tells more.
        match is_whole {
            true => Ok(Self { options, stages }),
            false => Err(BadRecord::Changed),
        }
    }

    /// Writes it.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = format!("{TITLE}\n# {}\n", self.options);
        for growth in self.stages.iter().flatten() {
            let line = usi_line(&growth.line);
            lines += &format!("{}\t{}\t{line}\n", growth.position, growth.pieces());
        }
        writeln!(out, "{lines}{}", seal(&lines))
    }
}
