//! All starts of a board: the king and others on the own first rank, against the same army turned by 180 degrees.

use std::ops::RangeInclusive;
use std::time::Instant;

use system::monitor::Monitor;

use crate::error::GameError;
use crate::game::Game;
use crate::phase::Phase;
use crate::rules::Rules;
use crate::search::{Limits, Proof, Reached, Solver, Verdict};
use crate::text::Position;

/// How many pieces of a kind an army has at most: half of those of a set, by their letters.
const SET: [(char, usize); 7] = [
    ('R', 1),
    ('B', 1),
    ('G', 2),
    ('S', 2),
    ('N', 2),
    ('L', 2),
    ('P', 9),
];

/// A start.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Start {
    /// The army from left to right.
    pub army: String,
    /// How many ranks promote.
    pub zone: u8,
}

impl Start {
    /// The game that begins with it.
    ///
    /// # Errors
    /// If the army does not fit.
    pub fn game(&self, board: &Game) -> Result<Game, GameError> {
        Ok(board.clone().with_army(&self.army)?.with_zone(self.zone))
    }
}

/// The zones that a study is about, unless it is asked for another one.
pub const ZONES: RangeInclusive<u8> = 1..=3;

/// All armies of a king and as many others as there are files, one of two mirror images, for some zones: in the order of the
/// zones, the king's places and the pieces.
pub fn starts(board: &Game, zones: RangeInclusive<u8>) -> Vec<Start> {
    let width = usize::from(board.width);
    let mut starts = Vec::new();
    for zone in zones {
        for place in 0..width.div_ceil(2) {
            for others in choices(width - 1) {
                let mut army: Vec<char> = others;
                army.insert(place, 'K');
                let mirrored: Vec<char> = army.iter().rev().copied().collect();
                // With the king in the middle both images have it there.
                if 2 * place + 1 == width && order(&mirrored) < order(&army) {
                    continue;
                }
                starts.push(Start {
                    army: army.into_iter().collect(),
                    zone,
                });
            }
        }
    }
    starts
}

fn order(army: &[char]) -> Vec<Option<usize>> {
    let place = |sign: &char| SET.iter().position(|(letter, _)| letter == sign);
    army.iter().map(place).collect()
}

/// All rows of so many pieces that a set has twice.
fn choices(count: usize) -> Vec<Vec<char>> {
    let mut rows = vec![Vec::new()];
    for _ in 0..count {
        rows = rows
            .into_iter()
            .flat_map(|row: Vec<char>| {
                SET.iter().filter_map(move |&(letter, most)| {
                    let has = row.iter().filter(|sign| **sign == letter).count();
                    let mut row = row.clone();
                    row.push(letter);
                    (has < most).then_some(row)
                })
            })
            .collect();
    }
    rows
}

/// What comes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move wins, after so many plies at the latest.
    First(u16),
    /// The other side wins.
    Second(u16),
    /// Neither can force a win.
    Draw,
    /// Not decided within the limits.
    Open(Reached),
}

/// A position that was searched.
#[derive(Clone, Debug)]
pub struct Studied {
    /// What comes of it.
    pub outcome: Outcome,
    /// Nodes of both searches.
    pub nodes: u64,
    /// The proof of a win, if it could be written down. A king that can be taken at once needs none.
    pub proof: Option<Proof>,
    /// Whether the win is there before the first move: the king can be taken.
    pub is_over: bool,
    /// Whether it is proved that the first, and the second, cannot force a win.
    pub cannot: [bool; 2],
}

/// What a search may cost.
#[derive(Clone, Copy, Debug)]
pub struct Purse {
    /// Nodes of both searches together.
    pub nodes: u64,
    /// When it has to end.
    pub until: Option<Instant>,
    /// Bytes of memory for both.
    pub memory: u64,
}

/// Nodes of the first try; each further one has twice as many.
const FIRST_TRY: u64 = 1 << 13;
/// Who moves second is tried with so much fewer.
const SECOND: u64 = 4;
/// The part of the nodes that each side may spend on a guide at most.
const GUIDED: u64 = 4;
/// Bytes of memory that a node needs at most.
const NODE: u64 = 64;

/// Whether one of the sides wins: both are tried in turns, with more nodes each time. If there is a guide, the positions of a line
/// from the root on, those are tried first, the last one first: what they prove is remembered when the root is searched.
pub fn study(
    rules: &Rules,
    root: &Position,
    guide: &[Position],
    purse: Purse,
    monitor: &Monitor,
) -> Studied {
    let stop = monitor.stop_flag();
    monitor.begin(Phase::Search, purse.nodes);
    let mut studied = Studied {
        outcome: Outcome::Open(Reached::Nodes),
        nodes: 0,
        proof: None,
        is_over: rules.is_over(&root.state),
        cannot: [false; 2],
    };
    if studied.is_over {
        studied.outcome = Outcome::First(1);
        return studied;
    }
    let memory = (purse.memory / 2)
        .min(purse.nodes.saturating_mul(NODE))
        .max(1 << 20);
    let mut solvers = [
        Solver::new(rules, memory, stop),
        Solver::new(rules, memory, stop),
    ];
    for position in guide.iter().rev() {
        for (side, solver) in solvers.iter_mut().enumerate() {
            let left = purse.nodes.saturating_sub(studied.nodes);
            let limits = Limits {
                nodes: Some((purse.nodes / GUIDED / guide.len() as u64).min(left)),
                until: purse.until,
            };
            let is_attackers = (position.side == root.side) == (side == 0);
            let (_, effort) = solver.prove(&position.state, is_attackers, limits);
            studied.nodes += effort.nodes;
            monitor.advance(effort.nodes);
        }
    }
    let mut given_up = [false; 2];
    let mut share = FIRST_TRY;
    loop {
        for (side, solver) in solvers.iter_mut().enumerate() {
            if given_up[side] {
                continue;
            }
            let left = purse.nodes.saturating_sub(studied.nodes);
            if left == 0 {
                return studied;
            }
            // Who moves first wins nearly always.
            let share = if side == 0 { share } else { share / SECOND };
            let limits = Limits {
                nodes: Some(share.min(left)),
                until: purse.until,
            };
            let is_first = side == 0;
            let (verdict, effort) = solver.prove(&root.state, is_first, limits);
            studied.nodes += effort.nodes;
            monitor.advance(effort.nodes);
            match verdict {
                Verdict::Wins(_) => {
                    let limits = Limits {
                        nodes: Some(purse.nodes),
                        until: purse.until,
                    };
                    studied.proof = solver.proof(rules, root, is_first, limits).ok();
                    let plies = match (&studied.proof, verdict) {
                        (Some(proof), _) => proof.plies,
                        (None, Verdict::Wins(plies)) => plies,
                        _ => 0,
                    };
                    studied.outcome = match is_first {
                        true => Outcome::First(plies),
                        false => Outcome::Second(plies),
                    };
                    return studied;
                }
                Verdict::NoWin { certain } => {
                    given_up[side] = true;
                    studied.cannot[side] = certain;
                }
                Verdict::Open(Reached::Nodes) => {}
                Verdict::Open(reached) => {
                    studied.outcome = Outcome::Open(reached);
                    return studied;
                }
            }
        }
        if given_up == [true; 2] {
            if studied.cannot == [true; 2] {
                studied.outcome = Outcome::Draw;
            }
            return studied;
        }
        share = share.saturating_mul(2);
    }
}
