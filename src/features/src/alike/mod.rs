//! 同一作・類作: how like two problems are, and why.
//!
//! Positions are compared as they stand around the defender's king, Black attacking: mirrored, moved elsewhere on
//! the board, with other hands, or with one piece on the board different. Lines are compared by their signatures
//! ([`signature`](crate::measures::signature), [`idea`](crate::measures::idea)).

mod arrangement;
mod gathered;
mod relation;

pub use arrangement::Arrangement;
pub use gathered::{Gathered, Met};
pub use relation::{Difference, DifferenceKind, Placed, Relation};

use crate::key::key;
use crate::measures::idea::idea;
use crate::measures::signature::signature;
use crate::solution::{Solution, attacked_by_black};
use shogi::Move;
use std::fmt;
use tsume::solve::Task;

/// In what way a problem is like another, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Likeness {
    /// The same position (同一作).
    Same,
    /// Its image: mirrored, or the sides exchanged.
    Image,
    /// The same pieces and hands, all moved by as much, mirrored or not.
    Shifted,
    /// The same board, mirrored or not, with other pieces in hand.
    OtherHand,
    /// The same board, moved by as much, mirrored or not, with other pieces in hand.
    ShiftedOtherHand,
    /// One piece on the board is different (一枚違い), mirrored and moved or not; at least three pieces stand alike, and
    /// of the attacker's hand at most one piece is different, too.
    OnePiece,
    /// Another position with the same line (同手順).
    SameLine,
    /// Another line with the same idea (同じ筋).
    SameIdea,
}

impl Likeness {
    /// All, the nearest first.
    pub const ALL: [Self; 8] = [
        Self::Same,
        Self::Image,
        Self::Shifted,
        Self::OtherHand,
        Self::ShiftedOtherHand,
        Self::OnePiece,
        Self::SameLine,
        Self::SameIdea,
    ];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Image => "image",
            Self::Shifted => "shifted",
            Self::OtherHand => "other_hand",
            Self::ShiftedOtherHand => "shifted_other_hand",
            Self::OnePiece => "one_piece",
            Self::SameLine => "same_line",
            Self::SameIdea => "same_idea",
        }
    }
}

impl fmt::Display for Likeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Same => "the same position 同一",
            Self::Image => "its image: mirrored or turned 左右反転・先後反転",
            Self::Shifted => "the same position elsewhere on the board 平行移動",
            Self::OtherHand => "the same board, other pieces in hand 持駒違い",
            Self::ShiftedOtherHand => {
                "the same board elsewhere, other pieces in hand 平行移動・持駒違い"
            }
            Self::OnePiece => "one piece different 一枚違い",
            Self::SameLine => "another position with the same line 同手順",
            Self::SameIdea => "another line with the same idea 同じ筋",
        })
    }
}

/// Signatures of a line, by which others are found that are the same or of the same idea.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineSigns {
    /// [`signature`].
    pub signature: i64,
    /// [`idea`].
    pub idea: i64,
}

impl LineSigns {
    /// Those of a line; `None` if it has no move or cannot be played.
    pub fn of(task: &Task, line: &[Move]) -> Option<Self> {
        let solution = Solution::new(task, line, None)?;
        (!solution.moves.is_empty()).then(|| Self {
            signature: signature(&solution),
            idea: idea(&solution),
        })
    }
}

/// What the lines of two problems have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// One is the same.
    pub line: bool,
    /// One has the same idea.
    pub idea: bool,
}

/// A problem that others are compared with.
#[derive(Clone, Debug)]
pub struct ComparedProblem {
    task: Task,
    key: Vec<u8>,
    /// As it stands, and mirrored.
    images: [Arrangement; 2],
    lines: Vec<LineSigns>,
}

impl ComparedProblem {
    /// A problem, with the lines that are known of it: that of a file may be another than the solver's.
    pub fn new(task: &Task, mut lines: Vec<LineSigns>) -> Self {
        lines.sort_unstable();
        lines.dedup();
        let (position, _) = attacked_by_black(task);
        let here = Arrangement::new(&position);
        Self {
            task: task.clone(),
            key: key(task),
            images: [here.clone(), here.mirror()],
            lines,
        }
    }

    /// The problem.
    pub const fn task(&self) -> &Task {
        &self.task
    }

    /// Its key.
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    /// Its arrangement.
    pub const fn arrangement(&self) -> &Arrangement {
        &self.images[0]
    }

    /// What its lines are found by.
    pub fn lines(&self) -> &[LineSigns] {
        &self.lines
    }

    /// How the position of another problem stands to it, in the nearest way.
    pub fn relation(&self, other: &Arrangement) -> Option<Relation> {
        Relation::nearest(&self.images, other)
    }

    /// How like a problem is, of which the key is known and what its lines share with those of this one. `None` if it
    /// is not.
    pub fn near(&self, other: &[u8], shared: Shared) -> Option<Near> {
        let by_line = match shared {
            Shared { line: true, .. } => Some(Likeness::SameLine),
            Shared { idea: true, .. } => Some(Likeness::SameIdea),
            Shared { .. } => None,
        };
        let relation = Arrangement::of_key(other).and_then(|other| self.relation(&other));
        let by_position = match &relation {
            // Whether it is the very same, keys do not tell.
            _ if other == self.key => Some(Likeness::Image),
            Some(relation) => relation.likeness(),
            None => None,
        };
        Some(Near {
            likeness: by_position.or(by_line)?,
            other_line: !shared.line,
            other_idea: !shared.idea,
            difference: relation.as_ref().and_then(|is| Some(is.difference?.kind)),
            apart: relation.as_ref().map_or(u32::MAX, Relation::apart),
            elsewhere: relation.is_none_or(|is| is.shift != (0, 0)),
        })
    }

    /// How the position of another problem stands to it, in words that fit both as they stand.
    pub fn compare(&self, other: &Task) -> Option<Relation> {
        let (position, _) = attacked_by_black(other);
        let relation = self.relation(&Arrangement::new(&position))?;
        Some(relation.told_as_it_stands(&self.task, other))
    }
}

/// How near a problem is: the order in which those that are like another are told. What is less is nearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Near {
    /// In what way it is like it; [`Likeness::Image`] may be the same.
    pub likeness: Likeness,
    /// Whether none of the lines is the same.
    pub other_line: bool,
    /// Whether none of the ideas is the same.
    pub other_idea: bool,
    /// What kind of difference there is on the board, where it is one piece.
    pub difference: Option<DifferenceKind>,
    /// How many pieces are different, on the board and in the hand.
    pub apart: u32,
    /// Whether it stands elsewhere on the board.
    pub elsewhere: bool,
}

impl Near {
    /// The same where it is known whether the positions are equal as they stand.
    #[must_use]
    pub fn told(self, equal: bool) -> Self {
        let likeness = match equal {
            true => Likeness::Same,
            false => self.likeness,
        };
        Self { likeness, ..self }
    }
}
