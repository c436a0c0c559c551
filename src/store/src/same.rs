//! 同一作・類作: problems like a given one.

use rusqlite::OptionalExtension;
use words::word;

use super::error::At;
use super::{Entry, Store, StoreError};
use features::key;
use features::signature::shape;
use features::solution::{attacked_by_black, king};
use shogi::{Color, Position};
use tsume::solve::Task;

/// In what way a problem is like another, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// The same position (同一作).
    Same,
    /// Its image: mirrored, or the sides exchanged.
    Image,
    /// The same pieces and hands, all moved by as much, mirrored or not.
    Shifted,
    /// The same board, mirrored or not, with other pieces in the attacker's hand.
    OtherHand,
    /// The same board, moved by as much, mirrored or not, with other pieces in the attacker's hand.
    ShiftedOtherHand,
    /// Another position with the same line (類作).
    SameLine,
}

impl Likeness {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Image => "image",
            Self::Shifted => "shifted",
            Self::OtherHand => "other_hand",
            Self::ShiftedOtherHand => "shifted_other_hand",
            Self::SameLine => "same_line",
        }
    }

    /// In words, in the language of the run.
    pub fn words(self) -> &'static str {
        match self {
            Self::Same => word!("the same position 同一"),
            Self::Image => word!("its image: mirrored or turned 左右反転・先後反転"),
            Self::Shifted => word!("the same position elsewhere on the board 平行移動"),
            Self::OtherHand => word!("the same board, other pieces in hand 持駒違い"),
            Self::ShiftedOtherHand => {
                word!("the same board elsewhere, other pieces in hand 平行移動・持駒違い")
            }
            Self::SameLine => word!("another position with the same line 同手順"),
        }
    }
}

/// A problem like the one asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Like {
    /// How it is like it.
    pub likeness: Likeness,
    /// The problem.
    pub entry: Entry,
}

impl Store {
    /// The problems like `task`, the nearest first, then by number. Those with the same line only
    /// where its signature is given, and at most `most` of these.
    pub fn same(
        &self,
        task: &Task,
        line: Option<i64>,
        most: usize,
    ) -> Result<Vec<Like>, StoreError> {
        let (asked, _) = attacked_by_black(task);
        let mut found = Vec::new();
        for entry in self.entries_with("shape", shape(&asked), usize::MAX)? {
            let likeness = entry.task().map(|other| liken(task, &asked, &other));
            if let Some(Some(likeness)) = likeness {
                found.push(Like { likeness, entry });
            }
        }
        // Exchanged sides have the same shape, so every image is among these.
        if let Some(line) = line {
            let known: Vec<i64> = found.iter().map(|like| like.entry.id()).collect();
            let room = most.saturating_add(known.len());
            let same_line = self.entries_with("signature", line, room)?;
            let others = same_line
                .into_iter()
                .filter(|entry| !known.contains(&entry.id()))
                .take(most);
            found.extend(others.map(|entry| Like {
                likeness: Likeness::SameLine,
                entry,
            }));
        }
        found.sort_by_key(|like| (like.likeness, like.entry.id()));
        Ok(found)
    }

    /// The signature of the main line of the problem that `task` is, or is an image of: images have
    /// one. `None` if it is not there, or its line is not known.
    pub fn line_of(&self, task: &Task) -> Result<Option<i64>, StoreError> {
        let line = || {
            self.conn
                .prepare_cached("SELECT signature FROM problems WHERE key = ?")?
                .query_row([key::key(task)], |row| row.get(0))
                .optional()
        };
        Ok(line().at(&self.path)?.flatten())
    }

    fn entries_with(&self, column: &str, hash: i64, most: usize) -> Result<Vec<Entry>, StoreError> {
        let sql = format!(
            "SELECT {} FROM problems p WHERE p.{column} = ? ORDER BY p.id LIMIT ?",
            super::entry::select()
        );
        let limit = i64::try_from(most).unwrap_or(i64::MAX);
        let read = || {
            self.conn
                .prepare_cached(&sql)?
                .query_map([hash, limit], super::entry::read)?
                .collect::<rusqlite::Result<_>>()
        };
        read().at(&self.path)
    }
}

/// How a problem of the same shape is like the one asked for, which is `asked` with Black attacking;
/// `None` if only the hashes are equal.
fn liken(task: &Task, asked: &Position, other: &Task) -> Option<Likeness> {
    if other == task {
        return Some(Likeness::Same);
    }
    if key::key(other) == key::key(task) {
        return Some(Likeness::Image);
    }
    let (other, _) = attacked_by_black(other);
    let shift = shift(asked, &other).or_else(|| shift(&asked.mirror(), &other))?;
    let same_hand = asked.hand(Color::Black) == other.hand(Color::Black);
    let moved = shift != (0, 0);
    match (moved, same_hand) {
        (true, true) => Some(Likeness::Shifted),
        (true, false) => Some(Likeness::ShiftedOtherHand),
        // With equal hands of the attacker's the sets differ: the defender lacks pieces.
        (false, _) => Some(Likeness::OtherHand),
    }
}

/// By how much, in files and ranks, all of one board moved becomes the other.
fn shift(one: &Position, other: &Position) -> Option<(i8, i8)> {
    let (from, to) = (king(one), king(other));
    let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
    let equal = one.side() == other.side()
        && one.occupied().count() == other.occupied().count()
        && one.occupied().into_iter().all(|square| {
            let image = square.offset(files, ranks);
            image.is_some_and(|image| one.piece_at(square) == other.piece_at(image))
        });
    equal.then_some((files, ranks))
}
