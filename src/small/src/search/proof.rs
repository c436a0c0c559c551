//! A proof that a side wins: for each position it can be brought into, a move; as a file.
//!
//! The file is text: `gyakusan small proof 1`, a header in TOML, `[moves]`, then a line for each position with its move, and at last
//! the checksum (SHA-256) of all before.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::dfpn::{Limits, Reached, Solver, Verdict};
use crate::bytes::sum;
use crate::error::GameError;
use crate::game::Game;
use crate::moves::Moves;
use crate::rules::Rules;
use crate::state::{Move, State, StateMap};
use crate::text::{Position, Side, write_move, write_position};

/// A proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The game and its start.
    pub game: Game,
    /// The position from which the win is proved.
    pub root: String,
    /// Who wins.
    pub black_wins: bool,
    /// After how many plies the win is there at the latest.
    pub plies: u16,
    /// One of the longest lines, as moves.
    pub line: Vec<String>,
    /// The move of the winner at each position it is brought into.
    pub moves: BTreeMap<String, String>,
}

/// What stands at the head of the file.
#[derive(Serialize, Deserialize)]
struct Header {
    root: String,
    winner: String,
    plies: u16,
    line: String,
    positions: usize,
    game: Game,
}

const MAGIC: &str = "gyakusan small proof 1\n";
const MOVES: &str = "\n[moves]\n";

/// Why a text is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// It is something else.
    #[error("not a proof of a small board")]
    Foreign,
    /// It is one of another version.
    #[error("a proof of another version of the format, which is unknown here")]
    Version,
    /// The checksum does not fit.
    #[error("damaged or incomplete: the checksum does not match")]
    Damaged,
    /// The game is wrong.
    #[error("{0}")]
    Game(#[from] GameError),
    /// Nothing can be proved from there.
    #[error("{0} is not a position of the game, or is over")]
    Root(String),
    /// A position of the winner without a move.
    #[error("no move is given at {0}")]
    Missing(String),
    /// A move that is not legal.
    #[error("{mv} is not legal at {position}")]
    Illegal {
        /// Where.
        position: String,
        /// Which.
        mv: String,
    },
    /// The other side wins.
    #[error("the winner is mated at {0}")]
    Lost(String),
    /// A way comes back to a position on it.
    #[error("a line comes back to {0}")]
    Repeats(String),
    /// The line that stands at the head is not one of the proof.
    #[error("the line is not one of the proof at {0}")]
    Line(String),
    /// It takes longer than the proof says.
    #[error("the longest line has {found} plies, but the proof states {told}")]
    Longer {
        /// How many there are.
        found: u16,
        /// How many it says.
        told: u16,
    },
}

/// Why a proof could not be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unproved {
    /// What the search had forgotten could not be found again within the limits.
    #[error("a part of the proof was dropped from memory and not found again within the limits")]
    Forgotten,
    /// Somebody stopped it.
    #[error("interrupted")]
    Stopped,
}

impl Solver<'_> {
    /// Writes down why a side wins, after it was [proved](Self::prove).
    ///
    /// # Errors
    /// If a part was forgotten and could not be found again within the limits.
    pub fn proof(
        &mut self,
        rules: &Rules,
        root: &Position,
        attacker_moves: bool,
        limits: Limits,
    ) -> Result<Proof, Unproved> {
        let mut moves = StateMap::new();
        let mut open = vec![(root.state, root.side, attacker_moves)];
        // The same position can stand for the winner and, turned, for the loser.
        let mut seen = [StateMap::new(), StateMap::new()];
        let mut texts = BTreeMap::new();
        while let Some((state, side, attacker)) = open.pop() {
            if seen[usize::from(attacker)].insert(state, ()).is_some() {
                continue;
            }
            if attacker {
                let mv = match rules_try(rules, &state) {
                    Some(mv) => mv,
                    None => self.winning(&state, limits)?,
                };
                let position = Position { state, side };
                texts.insert(
                    write_position(rules, &position),
                    write_move(rules, side, mv),
                );
                moves.insert(state, mv);
                if !rules.tries(mv) {
                    open.push((rules.play(&state, mv), side.other(), false));
                }
            } else {
                let mut replies = Moves::new();
                rules.legal_moves(&state, &mut replies);
                for mv in replies {
                    open.push((rules.play(&state, mv), side.other(), true));
                }
            }
        }
        let black_wins = (root.side == Side::Black) == attacker_moves;
        let (plies, known) = longest(rules, root, attacker_moves, &moves);
        Ok(Proof {
            game: rules.game().clone(),
            root: write_position(rules, root),
            black_wins,
            plies,
            line: line(rules, root, attacker_moves, &moves, &known),
            moves: texts,
        })
    }

    /// The move that wins, the one of the shortest proof at hand: found again where it was forgotten. The proof of what follows was
    /// there before, and shorter; therefore no line comes back.
    fn winning(&mut self, state: &State, limits: Limits) -> Result<Move, Unproved> {
        for _ in 0..2 {
            if let Some(mv) = self.winning_move(state) {
                return Ok(mv);
            }
            match self.prove(state, true, limits).0 {
                Verdict::Wins(_) => {}
                Verdict::Open(Reached::Stop) => return Err(Unproved::Stopped),
                _ => return Err(Unproved::Forgotten),
            }
        }
        Err(Unproved::Forgotten)
    }
}

/// A move that wins at once because the king comes to the far rank.
fn rules_try(rules: &Rules, state: &State) -> Option<Move> {
    let mut moves = Moves::new();
    rules.legal_moves(state, &mut moves);
    moves.into_iter().find(|mv| rules.tries(*mv))
}

/// How long the win takes from the positions of the loser, and of the winner.
type Lengths = [StateMap<u16>; 2];

/// One of the longest lines.
fn line(
    rules: &Rules,
    root: &Position,
    attacker_moves: bool,
    moves: &StateMap<Move>,
    known: &Lengths,
) -> Vec<String> {
    let mut line = Vec::new();
    let (mut position, mut attacker) = (*root, attacker_moves);
    loop {
        let mv = if attacker {
            moves.get(&position.state).copied()
        } else {
            let mut replies = Moves::new();
            rules.legal_moves(&position.state, &mut replies);
            let plies = |mv: &Move| known[1].get(&rules.play(&position.state, *mv)).copied();
            // The first of the longest.
            replies.into_iter().rev().max_by_key(plies)
        };
        let Some(mv) = mv else {
            return line;
        };
        line.push(write_move(rules, position.side, mv));
        if rules.tries(mv) {
            return line;
        }
        position = position.play(rules, mv);
        attacker = !attacker;
    }
}

/// The plies of the longest line of a proof, and those of all its positions.
fn longest(
    rules: &Rules,
    root: &Position,
    attacker: bool,
    moves: &StateMap<Move>,
) -> (u16, Lengths) {
    /// A position whose moves are looked at.
    struct Frame {
        state: State,
        attacker: bool,
        left: Vec<State>,
        longest: u16,
    }
    let open = |state: State, attacker: bool| {
        let mut left = Vec::new();
        let mut longest = 0;
        if attacker {
            if let Some(&mv) = moves.get(&state) {
                match rules.tries(mv) {
                    true => longest = 1,
                    false => left.push(rules.play(&state, mv)),
                }
            }
        } else {
            let mut replies = Moves::new();
            rules.legal_moves(&state, &mut replies);
            if replies.is_empty() {
                longest = u16::from(rules.mated());
            }
            left.extend(replies.iter().map(|mv| rules.play(&state, *mv)));
        }
        Frame {
            state,
            attacker,
            left,
            longest,
        }
    };
    let mut known = [StateMap::new(), StateMap::new()];
    let mut way = vec![open(root.state, attacker)];
    loop {
        let Some(frame) = way.last_mut() else {
            return (0, known);
        };
        if let Some(next) = frame.left.pop() {
            let attacker = !frame.attacker;
            match known[usize::from(attacker)].get(&next) {
                Some(plies) => frame.longest = frame.longest.max(plies + 1),
                None => way.push(open(next, attacker)),
            }
            continue;
        }
        let (state, attacker, longest) = (frame.state, frame.attacker, frame.longest);
        known[usize::from(attacker)].insert(state, longest);
        way.pop();
        match way.last_mut() {
            Some(frame) => frame.longest = frame.longest.max(longest + 1),
            None => return (longest, known),
        }
    }
}

impl Proof {
    /// As text.
    ///
    /// # Errors
    /// If the game cannot be written.
    pub fn write(&self) -> Result<String, ProofError> {
        let header = Header {
            root: self.root.clone(),
            winner: if self.black_wins { "black" } else { "white" }.to_owned(),
            plies: self.plies,
            line: self.line.join(" "),
            positions: self.moves.len(),
            game: self.game.clone(),
        };
        let header =
            toml::to_string(&header).map_err(|error| GameError::File(error.to_string()))?;
        let mut text = format!("{MAGIC}{header}{MOVES}");
        for (position, mv) in &self.moves {
            text.extend([position, "\t", mv, "\n"]);
        }
        let sum = hex(&sum(text.as_bytes()));
        text.extend(["sha256 ", &sum, "\n"]);
        Ok(text)
    }

    /// From text.
    ///
    /// # Errors
    /// If it is no proof.
    pub fn read(text: &str) -> Result<Self, ProofError> {
        let Some(rest) = text.strip_prefix(MAGIC) else {
            return Err(match text.starts_with("gyakusan small proof ") {
                true => ProofError::Version,
                false => ProofError::Foreign,
            });
        };
        let (body, told) = text.rsplit_once("sha256 ").ok_or(ProofError::Damaged)?;
        if hex(&sum(body.as_bytes())) != told.trim_end() {
            return Err(ProofError::Damaged);
        }
        let rest = &rest[..body.len() - MAGIC.len()];
        let (header, lines) = rest.split_once(MOVES).ok_or(ProofError::Damaged)?;
        let header: Header = toml::from_str(header).map_err(|_| ProofError::Damaged)?;
        let moves: Option<BTreeMap<String, String>> = lines
            .lines()
            .map(|line| {
                let (position, mv) = line.split_once('\t')?;
                Some((position.to_owned(), mv.to_owned()))
            })
            .collect();
        Ok(Self {
            game: header.game,
            root: header.root,
            black_wins: header.winner == "black",
            plies: header.plies,
            line: header.line.split_whitespace().map(str::to_owned).collect(),
            moves: moves.ok_or(ProofError::Damaged)?,
        })
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing into a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
