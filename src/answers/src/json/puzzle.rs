//! A problem for whoever plays against people who solve it: every right answer.

use serde::Serialize;

use super::usi;
use notation::Japanese;
use shogi::{Color, Move};
use tsume::judge::answers::Step;
use tsume::solve::Task;

/// A problem with every right answer at each of the attacker's moves.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Puzzle {
    /// The number of the problem in its database.
    pub id: i64,
    /// The position, the defender's hand written out.
    pub sfen: String,
    /// The attacker (攻方).
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["black", "white"])))]
    pub attacker: String,
    /// The length in plies, futile interpositions (無駄合) left out.
    pub plies: u32,
    /// The main line 作意 in USI: what to play for the defender as long as the answers follow it.
    pub line: Vec<String>,
    /// The same in Japanese.
    pub line_japanese: String,
    /// The title, if a source has one.
    pub title: Option<String>,
    /// The author, if a source names one.
    pub author: Option<String>,
    /// The attacker's moves along the main line.
    pub moves: Vec<PuzzleMove>,
}

/// A move of the attacker's along the main line.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleMove {
    /// The ply, counted from 1.
    pub ply: u32,
    /// Every check that mates: that of the main line first.
    pub answers: Vec<PuzzleAnswer>,
    /// Checks of which a limit left open whether they mate.
    pub undecided: Vec<String>,
}

/// A check that mates.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleAnswer {
    /// The check in USI.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it mates as soon as the main line does; null where a limit left that open.
    pub as_short: Option<bool>,
    /// The plies that its mate takes, itself included; null where a limit left that open.
    pub plies: Option<u32>,
    /// Best play after it; empty where it mates at once, or where that is not known.
    pub line: Vec<String>,
}

impl Puzzle {
    /// The problem with this number, length and main line, and the answers along that.
    pub fn new(id: i64, task: &Task, line: &[Move], steps: &[Step]) -> Self {
        let moves = steps.iter().map(|step| PuzzleMove::new(step, line));
        Self {
            id,
            sfen: task.position.tsume_sfen(),
            attacker: match task.attacker {
                Color::Black => "black",
                Color::White => "white",
            }
            .to_owned(),
            plies: line.len() as u32,
            line: usi(line),
            line_japanese: Japanese::OFFICIAL.line(&task.position, line),
            title: None,
            author: None,
            moves: moves.collect(),
        }
    }
}

impl PuzzleMove {
    fn new(step: &Step, line: &[Move]) -> Self {
        let left = line.len() as u32 + 1 - step.ply;
        let answers = step.answers.iter().map(|answer| PuzzleAnswer {
            mv: answer.check.to_string(),
            as_short: answer.plies.map(|plies| plies <= left),
            plies: answer.plies,
            line: usi(&answer.rest),
        });
        Self {
            ply: step.ply,
            answers: answers.collect(),
            undecided: usi(&step.undecided),
        }
    }
}
