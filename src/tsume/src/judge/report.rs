//! What a check says: every field of soundness apart.
//!
//! The names of the fields are those of the JSON output, described one by one in `docs/check.md`.

use serde::{Serialize, Serializer};

use super::effort::Limit;
use super::policy::Policy;
use super::record::{Flaws, LineKind, OtherLine, Soundness};
use super::removal::{Spot, side};
use shogi::{Color, Move, usi_line};

/// Whether there is a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The attacker can force mate.
    Mate,
    /// It cannot (不詰).
    NoMate,
    /// A limit was reached first.
    Unknown,
}

/// The length of a line compared with the line it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// It is shorter (早詰).
    Shorter,
    /// It is as long.
    Equal,
    /// It is longer.
    Longer,
}

/// A line that shows something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// What it shows.
    pub kind: LineKind,
    /// What else it is an instance of.
    pub also: Vec<LineKind>,
    /// At which ply, counted from 1, it leaves the line.
    pub ply: u32,
    /// Its length compared with the line it leaves; `None` if undecided or not asked for.
    pub relation: Option<Relation>,
    /// Its length in plies from the start, by the policy; `None` if undecided or not asked for.
    pub plies: Option<u32>,
    /// Its moves from the start; where its length is `None`, up to the move in question.
    #[serde(serialize_with = "usi")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub moves: Vec<Move>,
}

/// A superfluous piece (余剰駒).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Superfluous {
    /// The piece.
    #[serde(flatten)]
    pub spot: Spot,
    /// Whether the main line stays best play without it; `None` where a limit was reached.
    pub same_line: Option<bool>,
}

/// The flaws, each counted apart. A count is a lower bound if something is left open, and `None`
/// where none was found and a limit left open whether there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Flaws")
)]
pub struct Counts {
    /// Those that the store keeps, too.
    #[serde(flatten)]
    pub flaws: Flaws,
    /// 余詰: other moves before the last that mate, whether in more plies is undecided.
    pub unmeasured_before_last: Option<u16>,
    /// 早詰: moves by which the attacker mates sooner than the given line.
    pub shorter_than_given: Option<u16>,
    /// 打点非限定: of the second solutions, those that drop the same kind on another square.
    pub drop_duals: Option<u16>,
    /// 合駒非限定: kinds that could have been interposed as well, on the main line.
    pub interposition_choices: Option<u16>,
    /// 変長: replies that last longer than the given line.
    pub longer_variations: Option<u16>,
    /// 変別: second solutions inside variations of the main line.
    pub variation_duals: Option<u16>,
    /// Of the superfluous pieces, those without which the main line stays best play.
    pub superfluous_same_line: Option<u8>,
}

impl Finding {
    /// Whether it leaves this line itself, not a variation of it.
    pub fn leaves(&self, line: &[Move]) -> bool {
        let before = self.ply.saturating_sub(1) as usize;
        line.starts_with(&self.moves[..before])
    }
}

impl From<&Finding> for OtherLine {
    fn from(finding: &Finding) -> Self {
        Self {
            kind: finding.kind,
            moves: usi_line(&finding.moves),
        }
    }
}

impl Counts {
    /// Nothing is to be held against the problem.
    pub const NONE: Self = Self {
        flaws: Flaws::NONE,
        unmeasured_before_last: Some(0),
        shorter_than_given: Some(0),
        drop_duals: Some(0),
        interposition_choices: Some(0),
        longer_variations: Some(0),
        variation_duals: Some(0),
        superfluous_same_line: Some(0),
    };
}

/// How many questions a limit left open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Undecided")
)]
pub struct Open {
    /// Whether the exact length is open; then nothing else was asked.
    pub length: bool,
    /// Whether the number of leftover pieces is open.
    pub leftover: bool,
    /// Checks before the last move of the main line that may mate (余詰).
    pub cooks: u16,
    /// Cooks for which the verdict of rule F is open.
    pub cook_kinds: u16,
    /// Checks before the last move that may mate as fast as the main line.
    pub equal_before_last: u16,
    /// Checks before the last move that may mate, if so in more plies.
    pub before_last: u16,
    /// Checks in place of the last move that may mate.
    pub at_last: u16,
    /// Replies that may belong to the tree.
    pub replies: u16,
    /// Checks inside variations.
    pub variations: u16,
    /// Moves along the given line.
    pub given_line: u16,
    /// Pieces that may be superfluous.
    pub superfluous: Vec<Spot>,
}

impl Open {
    /// Whether nothing was left open.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The verdict by each rule; `None` where an open question could change it. Rules A to D apply to minimal
/// problems only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rules {
    /// A minimal problem (極小) without leftover, and no second solution as short before the last move of any
    /// longest line.
    pub a: Option<bool>,
    /// A, and no longer mate by another check in place of the last move.
    pub b: Option<bool>,
    /// D, no longer mate in place of the last move, and no promotion dual.
    pub c: Option<bool>,
    /// A, and no second solution of any length before the last move.
    pub d: Option<bool>,
    /// 完全作: some longest line that leaves nothing over has no second solution before its last move.
    pub e: Option<bool>,
    /// E, where exchanges, changes of order and detours are no second solutions.
    pub f: Option<bool>,
}

impl Rules {
    /// The verdicts where there is no mate.
    pub const BROKEN: Self = Self {
        a: Some(false),
        b: Some(false),
        c: Some(false),
        d: Some(false),
        e: Some(false),
        f: Some(false),
    };
}

/// Why a move of a given line cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It is not legal.
    Illegal,
    /// The attacker's move gives no check.
    NoCheck,
}

/// How a move leaves best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Departure {
    /// After the attacker's move there is no mate any more.
    LosesMate,
    /// After the attacker's move the mate takes longer than it could.
    Longer,
    /// Other replies of the defender last longer.
    Shorter,
    /// The defender's interposition is futile (無駄合).
    Futile,
}

/// A move of a given line, and what is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "{T}Remark")
)]
pub struct Remark<T> {
    /// The ply, counted from 1.
    pub ply: u32,
    /// The move.
    #[serde(rename = "move", serialize_with = "one_usi")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub mv: Move,
    /// What is wrong.
    pub what: T,
}

/// How a given line compares with best play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GivenLine {
    /// Its moves.
    #[serde(serialize_with = "usi")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub moves: Vec<Move>,
    /// The first move that cannot be played; the moves after it were not examined.
    pub fault: Option<Remark<Fault>>,
    /// Whether it ends in mate.
    pub mates: bool,
    /// Whether it mates and is of the exact length; `None` where that is unknown, or where there is a fault.
    pub exact_length: Option<bool>,
    /// The first move that leaves best play.
    pub leaves: Option<Remark<Departure>>,
}

impl GivenLine {
    /// Whether it stops before the mate, and nothing is the matter with its moves.
    fn stops_short(&self) -> bool {
        !self.mates && self.fault.is_none() && self.leaves.is_none()
    }

    /// Whether it is known to be something else than best play to the mate.
    pub fn is_not_best(&self) -> bool {
        self.fault.is_some() || self.leaves.is_some() || self.exact_length == Some(false)
    }
}

/// All there is to say of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The position, the defender's hand written out.
    pub sfen: String,
    /// The attacker (攻方).
    #[serde(serialize_with = "side")]
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("enum" = ["black", "white"])))]
    pub attacker: Color,
    /// How lengths are counted.
    pub policy: Policy,
    /// Whether there is a mate.
    pub status: Status,
    /// The exact length in plies by the policy, where known.
    pub length: Option<u32>,
    /// The exact length by the policy `traditional`, where known.
    pub plies: Option<u32>,
    /// The exact length by the policy `literal`, where proved.
    pub raw_plies: Option<u32>,
    /// The main line 作意, if it is [`Report::known_line`]; where a limit left the length open no more than
    /// a line that mates. Empty where none is known, or where it has no moves.
    #[serde(skip)]
    pub main_line: Vec<Move>,
    /// Whether it is sound, and whether it needs all its pieces.
    #[serde(flatten)]
    pub soundness: Soundness,
    /// The verdicts by all rules.
    pub rules: Rules,
    /// The flaws, counted; `None` where the length is not known.
    pub flaws: Option<Counts>,
    /// What limits left open.
    pub undecided: Open,
    /// The limits that were reached, where something is left open.
    pub limits_reached: Vec<Limit>,
    /// The superfluous pieces.
    pub superfluous_pieces: Vec<Superfluous>,
    /// The lines that show the flaws.
    pub lines: Vec<Finding>,
    /// The given line.
    pub given_line: Option<GivenLine>,
    /// Nodes that the solver expanded.
    pub nodes: u64,
    /// Questions that the solver was asked.
    pub questions: u64,
    /// The nodes of a share, by which effort about other moves and pieces was measured; the serialized
    /// report does not have it.
    #[serde(skip)]
    pub share: u64,
}

impl Report {
    /// The main line 作意, if it is known: of a problem whose length is 0 it has no moves.
    pub fn known_line(&self) -> Option<&[Move]> {
        let known = self.length == Some(self.main_line.len() as u32);
        known.then_some(&self.main_line)
    }

    /// Whether the line that was given is known to be other than best play, as far as it goes.
    pub fn given_leaves_best_play(&self) -> bool {
        let is_not_best = self.given_line.as_ref().is_some_and(GivenLine::is_not_best);
        is_not_best && !self.given_stops_short()
    }

    /// Whether the line that was given is known to be best play that stops before the mate.
    pub fn given_stops_short(&self) -> bool {
        let is_known = self.status == Status::Mate && self.undecided.given_line == 0;
        is_known && self.given_line.as_ref().is_some_and(GivenLine::stops_short)
    }
}

fn usi<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(Move::to_string))
}

fn one_usi<S: Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(mv)
}
