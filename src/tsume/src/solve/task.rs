//! What a solver is asked, and what it answers.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{LookedUp, Oracle, Progress};
use shogi::{Color, Move, Position};

/// A position and who is to mate whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The position; either side may be to move.
    pub position: Position,
    /// The attacker (攻方): the side that gives mate.
    pub attacker: Color,
}

impl Task {
    /// The task of a tsume problem: where only one side has a king, the other one attacks. Where
    /// both have one (双玉), or none, the side to move attacks.
    pub fn new(position: Position) -> Self {
        let black = position.king(Color::Black).is_some();
        let white = position.king(Color::White).is_some();
        let attacker = match (black, white) {
            (true, false) => Color::White,
            (false, true) => Color::Black,
            _ => position.side(),
        };
        Self { position, attacker }
    }

    /// Whether the attacker is to move.
    pub fn attacker_to_move(&self) -> bool {
        self.position.side() == self.attacker
    }

    /// The task after a legal move of the side to move.
    pub fn play(&self, mv: Move) -> Self {
        Self {
            position: self.position.play(mv),
            attacker: self.attacker,
        }
    }
}

/// How far a solver is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Goal {
    /// Whether there is a mate; its length is whatever the first proof has.
    Verdict,
    /// The exact length under the policy `literal`, too.
    Raw,
    /// The exact lengths under the policies `literal` and `traditional`, and the main line.
    Lengths,
}

/// When a solver gives up, and what it need not find out. What is `None` does not limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Nodes expanded.
    pub nodes: Option<u64>,
    /// Longer mates, in plies by the policy `literal`, are not looked for.
    pub plies: Option<u32>,
    /// The caller knows that no mate of the task is shorter than this, in plies by the policy `traditional`. A mate of
    /// that length is taken for the shortest without a proof; a wrong bound gives wrong lengths. It is true of one task:
    /// limits that are kept for others go without it.
    pub at_least: Option<u32>,
    /// Whether the proof that a mate is the shortest may take all that the other limits leave. Otherwise the solver
    /// has a limit of its own on it ([`Reached::Solver`]).
    pub until_shortest: bool,
}

/// What stopped a solver before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reached {
    /// The time ([`Limits::time`]).
    Time,
    /// The nodes ([`Limits::nodes`]).
    Nodes,
    /// The solver's own limit: as many nodes as it spends on the proof that a mate is the shortest.
    Solver,
    /// The length ([`Limits::plies`]): there is no mate within so many plies.
    Plies,
    /// The memory is full: that of a proof's writer, for what the solver stores can be spared.
    Memory,
    /// A line of the search is too long for the solver, in nodes.
    Depth,
    /// Somebody asked for it.
    Stop,
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "the time limit was reached",
            Self::Nodes => "the node limit was reached",
            Self::Solver => "the solver's own limit was reached",
            Self::Plies => "no mate within the ply limit",
            Self::Memory => "the memory limit was reached",
            Self::Depth => "a line of the search is too long",
            Self::Stop => "stopped",
        })
    }
}

impl Reached {
    /// The name in JSON, and wherever programs read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Nodes => "nodes",
            Self::Solver => "solver",
            Self::Plies => "plies",
            Self::Memory => "memory",
            Self::Depth => "depth",
            Self::Stop => "stop",
        }
    }
}

/// Whether the attacker can force mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It can.
    Mate,
    /// It cannot (不詰).
    NoMate,
    /// Nobody knows: a limit was reached first.
    Unknown,
}

impl Verdict {
    /// The name in JSON, and wherever programs read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::NoMate => "no_mate",
            Self::Unknown => "unknown",
        }
    }
}

/// What a solver found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Whether there is a mate.
    pub verdict: Verdict,
    /// The length of the mate in plies: if `plies_exact`, of the shortest under the policy `traditional`,
    /// as [`crate::judge::futile`] defines it; else of the shortest found, every recapture without
    /// use of the piece taken for free, or nothing where [`Goal::Raw`] was asked.
    pub plies: Option<u32>,
    /// Whether `plies` was proved to be the shortest.
    pub plies_exact: bool,
    /// The length of the shortest mate in plies under the policy `literal`; only where proved.
    pub raw_plies: Option<u32>,
    /// A line to the mate, futile interpositions left out: the main line 作意, where it is
    /// [`Outcome::best_line`]. Empty where there is no mate, where nobody asked, and where a limit left none.
    pub main_line: Vec<Move>,
    /// The nodes expanded.
    pub nodes: u64,
    /// The limit that was reached, where one kept the solver from its goal.
    pub reached: Option<Reached>,
}

impl Outcome {
    /// The main line 作意, best play of both sides as far as the mate that was found is the shortest; `None`
    /// where it is not known. A line that is shorter than the mate takes is none of best play: a limit kept
    /// the solver from the defender's best replies.
    pub fn best_line(&self) -> Option<&[Move]> {
        let is_best = self.plies == Some(self.main_line.len() as u32);
        is_best.then_some(&self.main_line)
    }
}

/// What there is within some plies in the game with free recaptures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeMate {
    /// A mate; counting every interposition it takes at most `literal` plies.
    Mate {
        /// Plies by the policy `literal`.
        literal: u32,
    },
    /// None within so many plies.
    Longer,
    /// None at all.
    Never,
}

/// A check that mates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinningCheck {
    /// The check.
    pub check: Move,
    /// The plies that the mate takes at most, the check and every interposition counted.
    pub plies: u32,
}

/// What came of a question about one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered<T> {
    /// The answer, or the limit that was reached first.
    pub answer: Result<T, Reached>,
    /// The nodes expanded.
    pub nodes: u64,
}

/// A solver: one search, or a table that knows.
pub trait Solve {
    /// Forgets all earlier tasks.
    fn forget(&mut self);

    /// Works on `task` until `goal` is reached, a limit is, or `stop` is set. What it knows of
    /// earlier tasks makes it faster, and changes no answer but `Unknown`.
    fn solve(&mut self, task: &Task, goal: Goal, limits: &Limits, stop: &AtomicBool) -> Outcome;

    /// Whether there is a mate within `plies` when interposing and being recaptured by the checker
    /// costs nothing: no mate is shorter than that by any policy. `None` from a solver that does not play
    /// this game, or not from such a position.
    fn free_mate_within(
        &mut self,
        _task: &Task,
        _plies: u32,
        _limits: &Limits,
        _stop: &AtomicBool,
    ) -> Option<Answered<FreeMate>> {
        None
    }

    /// A check of the attacker, who is to move, that mates within `within`, if given. `None` if there is
    /// none, or from a solver that does not tell.
    fn winning_check(
        &mut self,
        _task: &Task,
        _within: Option<u32>,
        _limits: &Limits,
        _stop: &AtomicBool,
    ) -> Answered<Option<WinningCheck>> {
        Answered {
            answer: Ok(None),
            nodes: 0,
        }
    }

    /// Gives the solver an oracle, in place of the one before, to ask about positions that it meets. Does nothing in a
    /// solver that cannot ask.
    fn set_oracle(&mut self, _oracle: Arc<dyn Oracle>) {}

    /// What is known, without a search, of a position in which `attacker` is to give mate; either side may be to
    /// move. `None` where nothing is.
    fn look_up(&self, _position: &Position, _attacker: Color) -> Option<LookedUp> {
        None
    }

    /// Where the solver counts what it does; nowhere, if it does not tell.
    fn progress(&self) -> Option<Arc<Progress>> {
        None
    }
}
