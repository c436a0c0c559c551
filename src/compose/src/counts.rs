//! What became of the candidates, in the categories of the published yardstick.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What became of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// No legal position, or the generator found no place for its pieces.
    Misplaced,
    /// Legal, but outside the conditions on board and hands.
    Outside,
    /// Its points are outside the band; see `Points`.
    OutOfBand,
    /// The nodes that a search may take were not enough for a verdict.
    OutOfNodes,
    /// 不詰.
    NoMate,
    /// 駒余り.
    Leftover,
    /// Mate in one or three.
    Short,
    /// Mate in five or more without leftover, with a second solution (余詰).
    Cooked,
    /// Mate in five or more without leftover, soundness left open by a limit.
    Undecided,
    /// Mate in five or more without leftover and without a second solution found cheaply, not judged: an
    /// evolution knows its line.
    Copy,
    /// 完全作, but without the features asked for.
    Unwanted,
    /// 完全作 with the features, but its line is known, or the problem is from elsewhere.
    Known,
    /// 完全作 with the features and a new line, but no more beautiful than one with the same idea (筋).
    Near,
    /// 完全作 and kept.
    Kept,
}

/// How many candidates became what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts([u64; 14]);

impl Counts {
    /// Counts a candidate.
    pub fn add(&mut self, category: Category) {
        self.0[category as usize] += 1;
    }

    /// How many became this.
    pub fn of(&self, category: Category) -> u64 {
        self.0[category as usize]
    }

    /// All candidates.
    pub fn all(&self) -> u64 {
        self.0.iter().sum()
    }

    /// 完全作 of five or more plies, known and unwanted ones included.
    pub fn complete(&self) -> u64 {
        let complete = [
            Category::Unwanted,
            Category::Known,
            Category::Near,
            Category::Kept,
        ];
        complete.map(|category| self.of(category)).iter().sum()
    }

    /// Mates of five or more plies without leftover.
    pub fn five_or_more(&self) -> u64 {
        [Category::Cooked, Category::Undecided, Category::Copy]
            .map(|category| self.of(category))
            .iter()
            .sum::<u64>()
            + self.complete()
    }

    /// The rows of the table: what, and how many. Those of five or more plies are counted together first, then
    /// the complete ones.
    pub fn rows(&self) -> [(Row, u64); 16] {
        use Category::{
            Cooked, Copy, Kept, Known, Leftover, Misplaced, Near, NoMate, OutOfBand, OutOfNodes,
            Outside, Short, Undecided, Unwanted,
        };
        let rows = [
            Row::Of(Misplaced),
            Row::Of(Outside),
            Row::Of(OutOfBand),
            Row::Of(OutOfNodes),
            Row::Of(NoMate),
            Row::Of(Leftover),
            Row::Of(Short),
            Row::FiveOrMore,
            Row::Of(Cooked),
            Row::Of(Undecided),
            Row::Of(Copy),
            Row::Complete,
            Row::Of(Unwanted),
            Row::Of(Known),
            Row::Of(Near),
            Row::Of(Kept),
        ];
        rows.map(|row| {
            let count = match row {
                Row::Of(category) => self.of(category),
                Row::FiveOrMore => self.five_or_more(),
                Row::Complete => self.complete(),
            };
            (row, count)
        })
    }
}

/// What a row of the table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// What became this.
    Of(Category),
    /// Mates of five or more plies without leftover.
    FiveOrMore,
    /// 完全作.
    Complete,
}

impl Row {
    /// How many rows it is a part of.
    pub const fn depth(self) -> usize {
        use Category::{Cooked, Copy, Kept, Known, Near, Undecided, Unwanted};
        match self {
            Self::Of(Cooked | Undecided | Copy) | Self::Complete => 1,
            Self::Of(Unwanted | Known | Near | Kept) => 2,
            _ => 0,
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Of(Category::Misplaced) => "misplaced",
            Self::Of(Category::Outside) => "outside the conditions",
            Self::Of(Category::OutOfBand) => "points out of the band",
            Self::Of(Category::OutOfNodes) => "out of nodes",
            Self::Of(Category::NoMate) => "no mate",
            Self::Of(Category::Leftover) => "leftover",
            Self::Of(Category::Short) => "three plies or less",
            Self::FiveOrMore => "five plies or more",
            Self::Of(Category::Cooked) => "cooked",
            Self::Of(Category::Undecided) => "undecided",
            Self::Of(Category::Copy) => "copies, not judged",
            Self::Complete => "complete",
            Self::Of(Category::Unwanted) => "conditions missed",
            Self::Of(Category::Known) => "known",
            Self::Of(Category::Near) => "idea known",
            Self::Of(Category::Kept) => "kept",
        })
    }
}
