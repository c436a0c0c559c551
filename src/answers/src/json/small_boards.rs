//! What is known of games on small boards.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::seconds;
use small::rules::Rules;
use small::search::Reached;
use small::solve::Value;
use small::study::{Outcome, Studied};
use small::table::Answer;
use small::text::{Position, line_in_japanese, write_japanese, write_move, write_position};
use store::{SmallMate, SmallStart};

/// Who wins from a position of a small board.
#[derive(Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SmallSolved {
    /// The name of the game.
    pub game: String,
    /// The army of the first player from left to right; only for the starts of a study.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub army: Option<String>,
    /// How many ranks promote.
    pub zone: u8,
    /// The position.
    pub position: String,
    /// Who wins; null while it is open.
    pub winner: Option<SmallWinner>,
    /// The length of the win in plies, or an upper limit; null without a winner.
    pub plies: Option<u16>,
    /// Whether the win takes exactly so many plies under best play.
    pub plies_exact: bool,
    /// One of the longest lines of the proof, or best play where a table was asked, in USI; null where there is none.
    pub line: Option<Vec<String>>,
    /// The same in Japanese.
    pub japanese: Option<String>,
    /// Nodes of both searches; 0 where no search was needed.
    pub nodes: u64,
    /// Positions for which the proof has a move; null without a proof.
    pub proof_positions: Option<u64>,
    /// Whether it is proved that the side to move cannot force a win.
    pub first_cannot: bool,
    /// The same of the other side.
    pub second_cannot: bool,
    /// The limit that stopped the search; null if none did.
    pub reached: Option<SmallReached>,
    /// The time it took; not for the starts of a study.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SmallWinner {
    /// The side to move.
    First,
    /// The other side.
    Second,
    /// Neither side can force a win.
    Draw,
}

/// A limit that stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SmallReached {
    /// Of nodes.
    Nodes,
    /// Of time.
    Time,
    /// It was interrupted.
    Stop,
}

impl From<Reached> for SmallReached {
    fn from(reached: Reached) -> Self {
        match reached {
            Reached::Nodes => Self::Nodes,
            Reached::Time => Self::Time,
            Reached::Stop => Self::Stop,
        }
    }
}

impl SmallSolved {
    /// What a search found, which took so long.
    pub fn new(rules: &Rules, root: &Position, studied: &Studied, time: Duration) -> Self {
        let (winner, plies) = match studied.outcome {
            Outcome::First(plies) => (Some(SmallWinner::First), Some(plies)),
            Outcome::Second(plies) => (Some(SmallWinner::Second), Some(plies)),
            Outcome::Draw => (Some(SmallWinner::Draw), None),
            Outcome::Open(_) => (None, None),
        };
        let line = studied.proof.as_ref().map(|proof| proof.line.clone());
        Self {
            game: rules.game().name.clone(),
            army: None,
            zone: rules.game().zone,
            position: write_position(rules, root),
            winner,
            plies,
            plies_exact: studied.is_over,
            japanese: line
                .as_ref()
                .map(|line| line_in_japanese(rules, root, line)),
            line,
            nodes: studied.nodes,
            proof_positions: studied.proof.as_ref().map(|proof| proof.moves.len() as u64),
            first_cannot: studied.cannot[0],
            second_cannot: studied.cannot[1],
            reached: match studied.outcome {
                Outcome::Open(reached) => Some(reached.into()),
                _ => None,
            },
            seconds: Some(seconds(time)),
        }
    }

    /// What a database has of a start. Of an open one the nodes were the limit.
    pub fn of_start(rules: &Rules, start: &SmallStart) -> Self {
        let root = Position::start(rules);
        let winner = match start.winner.as_deref() {
            Some("first") => Some(SmallWinner::First),
            Some("second") => Some(SmallWinner::Second),
            Some(_) => Some(SmallWinner::Draw),
            None => None,
        };
        let words = |line: &String| line.split_whitespace().map(str::to_owned).collect();
        let line: Option<Vec<String>> = start.line.as_ref().map(words);
        Self {
            game: start.game.clone(),
            army: Some(start.army.clone()),
            zone: start.zone,
            position: write_position(rules, &root),
            winner,
            plies: start.plies,
            plies_exact: start.plies.is_some() && start.is_exact(),
            japanese: line
                .as_ref()
                .map(|line| line_in_japanese(rules, &root, line)),
            line,
            nodes: start.nodes,
            proof_positions: start.proof_positions,
            first_cannot: start.cannot[0],
            second_cannot: start.cannot[1],
            reached: winner.is_none().then_some(SmallReached::Nodes),
            seconds: None,
        }
    }

    /// What a database would have of it; `None` if it is no start of a study.
    pub fn to_start(&self) -> Option<SmallStart> {
        let winner = self.winner.map(|winner| match winner {
            SmallWinner::First => "first",
            SmallWinner::Second => "second",
            SmallWinner::Draw => "draw",
        });
        Some(SmallStart {
            game: self.game.clone(),
            army: self.army.clone()?,
            zone: self.zone,
            winner: winner.map(str::to_owned),
            plies: self.plies,
            line: self.line.as_ref().map(|line| line.join(" ")),
            nodes: self.nodes,
            proof_positions: self.proof_positions,
            cannot: [self.first_cannot, self.second_cannot],
        })
    }
}

/// What the table of a small board has of a position.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SmallProbed {
    /// The name of the game.
    pub game: String,
    /// How many ranks promote.
    pub zone: u8,
    /// The position, or the text that is none.
    pub position: String,
    /// What comes of best play, for the side to move.
    pub status: SmallStatus,
    /// The plies to the end; null for a draw, and with the status `error`.
    pub plies: Option<u8>,
    /// All legal moves, best first; null with the status `error`.
    pub moves: Option<Vec<SmallMove>>,
    /// What is wrong; only with the status `error`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A move of a position that was looked up.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SmallMove {
    /// In USI.
    #[serde(rename = "move")]
    pub mv: String,
    /// In Japanese.
    pub japanese: String,
    /// What it leads to, for the side that makes it.
    pub status: SmallStatus,
    /// The plies to the end, this move included; null for a draw.
    pub plies: Option<u8>,
}

/// What comes of best play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SmallStatus {
    /// A win.
    Win,
    /// A loss.
    Loss,
    /// Neither.
    Draw,
    /// The table does not have it, or it is no position: see `error`.
    #[default]
    Error,
}

/// The status and the plies of a value.
const fn of_value(value: Value) -> (SmallStatus, Option<u8>) {
    match value {
        Value::Won(plies) => (SmallStatus::Win, Some(plies)),
        Value::Lost(plies) => (SmallStatus::Loss, Some(plies)),
        Value::Draw => (SmallStatus::Draw, None),
    }
}

impl SmallProbed {
    /// What a table answers.
    pub fn new(rules: &Rules, at: &Position, answer: &Answer) -> Self {
        let (status, plies) = of_value(answer.value);
        let moves = answer.moves.iter().map(|&(mv, after)| {
            let (status, plies) = of_value(after);
            SmallMove {
                mv: write_move(rules, at.side, mv),
                japanese: write_japanese(rules, at, mv),
                status,
                plies,
            }
        });
        Self {
            status,
            plies,
            moves: Some(moves.collect()),
            ..Self::at(rules, write_position(rules, at))
        }
    }

    /// The answer about a text that is no position, or none that the table has.
    pub fn error(rules: &Rules, text: &str, error: String) -> Self {
        Self {
            error: Some(error),
            ..Self::at(rules, text.to_owned())
        }
    }

    fn at(rules: &Rules, position: String) -> Self {
        Self {
            game: rules.game().name.clone(),
            zone: rules.game().zone,
            position,
            ..Self::default()
        }
    }
}

/// A problem (詰将棋) of a small board.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SmallProblem<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The position, the attacker to move.
    pub position: &'a str,
    /// Its length.
    pub plies: u8,
    /// The main line 作意 in USI.
    pub line: Vec<&'a str>,
    /// The same in Japanese.
    pub japanese: &'a str,
    /// How many pieces stand on the board.
    pub board: u32,
    /// How many pieces the attacker has in hand.
    pub hand: u32,
    /// Checks of the line whose piece is taken at once (捨駒).
    pub sacrifices: u8,
    /// Checks of the line that are drops.
    pub drops: u8,
    /// Replies off the line (変化).
    pub variations: u16,
    /// Checks off the line that do not mate (紛れ).
    pub tries: u16,
}

impl<'a> SmallProblem<'a> {
    /// A problem of a game.
    pub fn new(game: &'a str, mate: &'a SmallMate) -> Self {
        Self {
            game,
            position: &mate.position,
            plies: mate.plies,
            line: mate.line.split_whitespace().collect(),
            japanese: &mate.japanese,
            board: mate.board,
            hand: mate.hand,
            sacrifices: mate.sacrifices,
            drops: mate.drops,
            variations: mate.variations,
            tries: mate.tries,
        }
    }
}
