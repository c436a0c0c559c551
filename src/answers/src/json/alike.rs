//! What is like a problem.

use std::collections::BTreeMap;

use serde::Serialize;

use features::alike::{self, Near, Relation};
use shogi::Hand;

/// A problem that is like the one asked for; for a problem of a database every column of it stands before.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Alike<'a> {
    /// Only for an earlier problem of the input, which no database has: its position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sfen: Option<String>,
    /// In what way it is like it: `same`, `image`, `shifted`, `other_hand`, `shifted_other_hand`, `one_piece`, `same_line`,
    /// `same_idea`.
    pub likeness: &'static str,
    /// The same in words, with what is different.
    pub why: String,
    /// Whether a line is known to be the same.
    pub same_line: bool,
    /// Whether the idea of a line is known to be the same.
    pub same_idea: bool,
    /// How the boards stand to each other; null if not the same side is to move.
    pub position: Option<Placement>,
    /// The file of the database; null for an earlier problem of the input.
    pub database: Option<String>,
    /// Where it comes from; null for an earlier problem of the input.
    pub sources: Option<Vec<Source>>,
    /// The problem asked for, only where there may be several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<&'a str>,
    /// Only for an earlier problem of the input: its file and line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<&'a str>,
}

/// Where a problem of a database comes from.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Source {
    /// The file that was imported.
    pub file: String,
    /// The number of the problem in it, from 1.
    pub number: u32,
    /// 作品名.
    pub title: Option<String>,
    /// 作者.
    pub author: Option<String>,
    /// 発表誌.
    pub publication: Option<String>,
    /// 発表年月.
    pub published: Option<String>,
}

/// How the board of one problem stands to that of another.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Placement {
    /// Whether left and right are exchanged.
    pub mirrored: bool,
    /// Whether the sides are exchanged.
    pub turned: bool,
    /// Files and ranks by which the board asked for, mirrored if need be, is moved.
    pub shift: (i8, i8),
    /// How many pieces are different.
    pub different_on_board: u32,
    /// What is different, where that is one piece.
    pub difference: Option<Difference>,
    /// What the attacker has in hand besides: letters with counts.
    pub more_in_hand: BTreeMap<char, u8>,
    /// What the attacker does not have in hand: letters with counts.
    pub fewer_in_hand: BTreeMap<char, u8>,
}

/// A piece that is different.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// In what way: `side`, `piece`, `removed`, `added`, `moved`, `king`, `exchanged`.
    pub kind: &'static str,
    /// What stands on the board asked for, for nothing on the other.
    pub here: Option<PlacedPiece>,
    /// What stands on the other board.
    pub there: Option<PlacedPiece>,
}

/// A piece on a square.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlacedPiece {
    /// As in SFEN.
    pub piece: String,
    /// As in USI.
    pub square: String,
}

impl Alike<'_> {
    /// A problem that is as near as this; `why` says so in words.
    pub fn new(near: &Near, relation: Option<&Relation>, why: String) -> Self {
        Self {
            sfen: None,
            likeness: near.likeness.name(),
            why,
            same_line: !near.other_line,
            same_idea: !near.other_idea,
            position: relation.map(Placement::from),
            database: None,
            sources: None,
            of: None,
            place: None,
        }
    }
}

impl From<&Relation> for Placement {
    fn from(relation: &Relation) -> Self {
        let placed = |is: alike::Placed| PlacedPiece {
            piece: is.piece.to_string(),
            square: is.square.to_string(),
        };
        Self {
            mirrored: relation.mirrored,
            turned: relation.turned,
            shift: relation.shift,
            different_on_board: relation.on_board,
            difference: relation.difference.map(|is| Difference {
                kind: is.kind.name(),
                here: is.here.map(placed),
                there: is.there.map(placed),
            }),
            more_in_hand: letters(relation.more),
            fewer_in_hand: letters(relation.fewer),
        }
    }
}

fn letters(hand: Hand) -> BTreeMap<char, u8> {
    let pieces = hand.iter().filter(|&(_, count)| count > 0);
    pieces.map(|(kind, count)| (kind.letter(), count)).collect()
}
