//! Sweeps: small TOML files that describe a set of positions, every one of which is solved and judged forwards.
//!
//! ```toml
//! name_ja = "1八裸玉"                 # may be left out
//! name_en = "bare king on 1h"
//!
//! [king]                              # where the defender's king stands; anywhere if left out
//! files = [1, 1]
//! ranks = ["h", "h"]
//!
//! [attacker_king]                     # where the attacker's king stands; there is none if left out
//! files = [9, 9]
//!
//! [pieces]                            # besides the king, on the board and in the attacker's hand together
//! total = [1, 8]                      # in all: a number, or the least and the most
//! majors = [0, 1]                     # rooks and bishops together
//! G = [0, 4]                          # of a kind; where kinds are named, no others take part
//!
//! [board]
//! pieces = 0                          # how many of them stand on the board
//! region = { files = [1, 5], ranks = ["a", "e"] }   # where they stand
//! block = [3, 3]                      # or: they and the king fill a block of this width and height
//! side = "both"                       # whose they are: "attacker", "defender", "both"
//! promoted = true                     # true: all that can be; false: none; left out: either
//!
//! [hand]
//! pieces = [0, 8]                     # how many of them the attacker has in hand
//! kinds = 3                           # of at most so many kinds
//!
//! [options]
//! shortest = 3                        # judge no shorter mates
//! longest = 9                         # nor longer ones
//! ```
//!
//! `board` and `hand` may have numbers of a kind of their own: `board.G = 1`.

use std::path::PathBuf;

use super::{Expected, Region};

/// A description of a set of positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The file's name without `.toml`.
    pub id: String,
    /// Where it was read.
    pub path: PathBuf,
    /// The file's text, kept in the manifest of a run.
    pub text: String,
    /// Its Japanese name.
    pub name_ja: String,
    /// Its English name.
    pub name_en: String,
    /// Where the defender's king stands.
    pub king: Region,
    /// Where the attacker's king stands, if there is one (双玉).
    pub attacker_king: Option<Region>,
    /// How many pieces take part besides the king.
    pub total: Range,
    /// How many rooks and bishops together (大駒).
    pub majors: Range,
    /// How many of each kind: of gold, silver, knight, pawn, lance, bishop and rook.
    pub kinds: [Range; 7],
    /// Those on the board.
    pub board: OnBoard,
    /// Those in the attacker's hand.
    pub hand: InHand,
    /// Shorter mates are counted and not judged.
    pub shortest: Option<u16>,
    /// Longer mates are counted and not judged.
    pub longest: Option<u16>,
    /// What a run costs, if known.
    pub expected: Option<Expected>,
}

/// The least and the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub least: u8,
    /// The most.
    pub most: u8,
}

/// Which pieces stand on the board, where, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnBoard {
    /// How many.
    pub pieces: Range,
    /// How many of each kind, in the order of [`Sweep::kinds`].
    pub kinds: [Range; 7],
    /// Where; a block stands there, king and all.
    pub region: Region,
    /// They and the king fill a block of this width and height.
    pub block: Option<(u8, u8)>,
    /// Whether the attacker may have some.
    pub attacker: bool,
    /// Whether the defender may have some.
    pub defender: bool,
    /// Whether those that can be are promoted; `None`: either.
    pub promoted: Option<bool>,
}

/// Which pieces the attacker has in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InHand {
    /// How many.
    pub pieces: Range,
    /// How many of each kind, in the order of [`Sweep::kinds`].
    pub kinds: [Range; 7],
    /// Of at most so many kinds.
    pub most_kinds: u8,
}

impl Range {
    /// Whether a number is in it.
    pub const fn has(self, number: u8) -> bool {
        self.least <= number && number <= self.most
    }
}

impl Sweep {
    /// Whether a mate of so many plies is judged.
    pub fn judges(&self, plies: u16) -> bool {
        self.shortest.is_none_or(|shortest| plies >= shortest)
            && self.longest.is_none_or(|longest| plies <= longest)
    }
}
