//! A game as data: the file that says what its board, its pieces and its rules are.

use serde::{Deserialize, Serialize};

use crate::error::GameError;

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// By mate (詰み): who has no legal move has lost.
    Mate,
    /// By taking the king: a king may be left in check, and is then taken.
    Capture,
}

/// Whether who may promote has to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Promotion {
    /// 成・不成 as the player likes; a piece that could not move any more has to promote.
    Optional,
    /// Always.
    Compulsory,
}

/// The other side of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromotedSpec {
    /// One character.
    pub japanese: String,
    /// As in [`PieceSpec::moves`].
    pub moves: String,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceSpec {
    /// An upper-case letter, as positions are written.
    pub letter: char,
    /// One character.
    pub japanese: String,
    /// Steps (`N`, `NE` …; N is forwards), slides (`N*`) and jumps (`1,2`: one file, two ranks forwards).
    pub moves: String,
    /// What it promotes to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promoted: Option<PromotedSpec>,
    /// 二歩: of a player's unpromoted ones only one may stand on a file.
    #[serde(default)]
    pub one_a_file: bool,
}

/// A game as its file has it. The first piece is the king.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// A short name.
    pub name: String,
    /// What it is called in Japanese.
    pub japanese: String,
    /// What it is called in English.
    pub english: String,
    /// Files, 3 to 5.
    pub width: u8,
    /// Ranks, 3 to 6.
    pub height: u8,
    /// How many ranks at the far end promote, 0 to 3.
    pub zone: u8,
    /// Whether who may promote has to.
    #[serde(default = "optional")]
    pub promotion: Promotion,
    /// How it ends.
    #[serde(default = "mate")]
    pub goal: Goal,
    /// トライ: a king that comes to the far rank, and cannot be taken there, has won.
    #[serde(default, rename = "try")]
    pub king_may_try: bool,
    /// Whether what was captured can be dropped.
    #[serde(default = "yes")]
    pub drops: bool,
    /// Whether a piece may stand where it could never move (行き所のない駒).
    #[serde(default)]
    pub may_be_stuck: bool,
    /// Whether the drop of a one-a-file piece may mate (打ち歩詰め).
    #[serde(default)]
    pub pawn_drop_mate: bool,
    /// `"shogi"` for the pieces of shogi, instead of a list of pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<String>,
    /// Where the pieces stand at the start; who is below moves first.
    pub start: String,
    /// The kinds of pieces, the king first.
    #[serde(default, rename = "piece")]
    pub kinds: Vec<PieceSpec>,
}

const fn optional() -> Promotion {
    Promotion::Optional
}

const fn mate() -> Goal {
    Goal::Mate
}

const fn yes() -> bool {
    true
}

/// The pieces of shogi.
#[derive(Deserialize)]
struct Kinds {
    piece: Vec<PieceSpec>,
}

/// The games that are known by name, each with its file.
const KNOWN: &[(&str, &str)] = &[
    ("dobutsu", include_str!("../games/dobutsu.toml")),
    (
        "dobutsu-no-drops",
        include_str!("../games/dobutsu-no-drops.toml"),
    ),
    ("3x3", include_str!("../games/3x3.toml")),
    ("9masu", include_str!("../games/9masu.toml")),
    ("3x4", include_str!("../games/3x4.toml")),
    ("4x4", include_str!("../games/4x4.toml")),
    ("gorogoro", include_str!("../games/gorogoro.toml")),
];

const SHOGI_PIECES: &str = include_str!("../games/shogi-pieces.toml");

impl Game {
    /// The names of the games that need no file.
    pub fn names() -> impl Iterator<Item = &'static str> {
        KNOWN.iter().map(|(name, _)| *name)
    }

    /// A game that is known by its name.
    pub fn known(name: &str) -> Option<Self> {
        let (_, text) = KNOWN.iter().find(|(known, _)| *known == name)?;
        Some(Self::read(text).expect("the games that come with the program are right"))
    }

    /// Reads the file of a game.
    ///
    /// # Errors
    /// If it is no such file. What else is wrong with the game [`Rules`](crate::rules::Rules) tell.
    pub fn read(text: &str) -> Result<Self, GameError> {
        let wrong = |error: toml::de::Error| {
            let at = error.span().map_or(0, |span| span.start.min(text.len()));
            GameError::Syntax {
                line: 1 + text[..at].matches('\n').count(),
                why: error.message().replace('\n', " "),
            }
        };
        let mut game: Self = toml::from_str(text).map_err(wrong)?;
        match game.pieces.as_deref() {
            None => {}
            Some("shogi") if game.kinds.is_empty() => {
                let kinds: Kinds = toml::from_str(SHOGI_PIECES).map_err(wrong)?;
                game.kinds = kinds.piece;
                game.pieces = None;
            }
            Some("shogi") => return Err(GameError::PiecesTwice),
            Some(other) => return Err(GameError::PieceSet(other.to_owned())),
        }
        Ok(game)
    }

    /// The same game with another start: this army from left to right on the first rank of who moves first, and turned
    /// by 180 degrees that of the other.
    ///
    /// # Errors
    /// If a letter is no piece of the game, or there are more than the board has files.
    pub fn with_army(mut self, army: &str) -> Result<Self, GameError> {
        let letters: Vec<char> = army.chars().filter(|sign| !sign.is_whitespace()).collect();
        let wrong = || GameError::Army(army.to_owned());
        let known = |letter: &char| self.kinds.iter().any(|kind| kind.letter == *letter);
        let king = self.kinds.first().map(|kind| kind.letter);
        let kings = letters.iter().filter(|letter| Some(**letter) == king);
        if letters.len() != usize::from(self.width)
            || !letters.iter().all(known)
            || kings.count() != 1
        {
            return Err(wrong());
        }
        let first: String = letters.iter().collect();
        let second: String = letters.iter().rev().map(char::to_ascii_lowercase).collect();
        let empty = format!("/{}", self.width).repeat(usize::from(self.height) - 2);
        self.start = format!("{second}{empty}/{first}");
        Ok(self)
    }

    /// The same game with this many ranks that promote.
    pub const fn with_zone(mut self, zone: u8) -> Self {
        self.zone = zone;
        self
    }
}
