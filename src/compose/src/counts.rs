//! What became of the candidates, in the categories of the published yardstick.

use serde::{Deserialize, Serialize};
use words::mark;

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
    /// 完全作 with the features, but its line is known.
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

    /// The rows of the table: what, and how many. Those of five or more plies are counted together first,
    /// then apart.
    pub fn rows(&self) -> [(&'static str, u64); 16] {
        let of = |category| self.of(category);
        [
            (mark!("misplaced"), of(Category::Misplaced)),
            (mark!("outside the conditions"), of(Category::Outside)),
            (mark!("points out of the band"), of(Category::OutOfBand)),
            (mark!("out of nodes"), of(Category::OutOfNodes)),
            (mark!("no mate"), of(Category::NoMate)),
            (mark!("leftover"), of(Category::Leftover)),
            (mark!("three plies or less"), of(Category::Short)),
            (mark!("five plies or more"), self.five_or_more()),
            (mark!("  cooked"), of(Category::Cooked)),
            (mark!("  undecided"), of(Category::Undecided)),
            (mark!("  copies, not judged"), of(Category::Copy)),
            (mark!("  complete"), self.complete()),
            (mark!("    conditions missed"), of(Category::Unwanted)),
            (mark!("    line known"), of(Category::Known)),
            (mark!("    idea known"), of(Category::Near)),
            (mark!("    kept"), of(Category::Kept)),
        ]
    }
}
