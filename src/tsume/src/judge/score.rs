//! The flaws of a tree, counted: what rules A to D are made of.
//!
//! Where the main step mates equally fast with and without promotion, either choice makes a tree, and each
//! flaw is counted along the choice that shows least of it.

use std::cmp::Ordering;

use super::source::{Memo, Played, Source, step};
use super::tree::{Judge, count_steps, same};
use crate::length::{AttackerLength, DefenderLength};
use shogi::{Kind, Move};

/// What the tree below a node shows, each part along the choice of promotions that shows least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Other steps before the last move that mate in as many plies.
    pub equal_before_last: u16,
    /// Other steps before the last move that mate in more plies.
    pub longer_before_last: u16,
    /// Other checks before the last move that mate; whether in more plies is undecided.
    pub unmeasured_before_last: u16,
    /// Main steps before the last move that mate as fast with and without promotion.
    pub promotion_duals: u16,
    /// Winning drops of the main drop's kind on other squares, before the last move.
    pub drop_duals: u16,
    /// Other mating last steps.
    pub equal_at_last: u16,
    /// Checks in place of the last move that mate in more plies.
    pub longer_at_last: u16,
    /// Whether the last move mates with and without promotion.
    pub promotion_choice: bool,
    /// Whether several drops of one kind mate at the last move.
    pub drop_choice: bool,
    /// Whether the final position has a piece that the mate does not need.
    pub final_superfluous: bool,
    /// Checks before the last move of which it is undecided whether they mate as fast.
    pub undecided_equal: u16,
    /// Checks before the last move of which it is undecided whether they mate at all.
    pub undecided_before_last: u16,
    /// Checks in place of the last move of which it is undecided whether they mate.
    pub undecided_at_last: u16,
    /// Replies of which it is undecided whether they belong to the tree.
    pub undecided_replies: u16,
}

impl Score {
    fn zip(
        self,
        other: Self,
        count: impl Fn(u16, u16) -> u16,
        there: impl Fn(bool, bool) -> bool,
    ) -> Self {
        Self {
            equal_before_last: count(self.equal_before_last, other.equal_before_last),
            longer_before_last: count(self.longer_before_last, other.longer_before_last),
            unmeasured_before_last: count(
                self.unmeasured_before_last,
                other.unmeasured_before_last,
            ),
            promotion_duals: count(self.promotion_duals, other.promotion_duals),
            drop_duals: count(self.drop_duals, other.drop_duals),
            equal_at_last: count(self.equal_at_last, other.equal_at_last),
            longer_at_last: count(self.longer_at_last, other.longer_at_last),
            promotion_choice: there(self.promotion_choice, other.promotion_choice),
            drop_choice: there(self.drop_choice, other.drop_choice),
            final_superfluous: there(self.final_superfluous, other.final_superfluous),
            undecided_equal: count(self.undecided_equal, other.undecided_equal),
            undecided_before_last: count(self.undecided_before_last, other.undecided_before_last),
            undecided_at_last: count(self.undecided_at_last, other.undecided_at_last),
            undecided_replies: count(self.undecided_replies, other.undecided_replies),
        }
    }

    /// Both of two parts of a tree.
    fn and(self, other: Self) -> Self {
        self.zip(other, u16::saturating_add, |a, b| a || b)
    }

    /// What is left to say against the better of two trees: a tree with fewer second solutions as short goes
    /// before, else the less is taken part by part.
    fn or(self, other: Self) -> Self {
        match self.equal_before_last.cmp(&other.equal_before_last) {
            Ordering::Less => self,
            Ordering::Greater => other,
            Ordering::Equal => self.zip(other, u16::min, |a, b| a && b),
        }
    }
}

impl<S: Source> Judge<S> {
    /// What the tree below an attacker node shows.
    pub fn score(&mut self, node: &S::Attacker, length: AttackerLength) -> Score {
        if let Some(&score) = self.scores.get(node) {
            return score;
        }
        let score = if length == AttackerLength::ONE {
            self.score_last(node)
        } else {
            self.score_before_last(node, length)
        };
        self.scores.insert(node, score);
        score
    }

    /// What the tree below a defender node shows.
    pub fn score_after(&mut self, node: &S::Defender, length: DefenderLength) -> Score {
        let Some(left) = length.after_reply() else {
            return Score::default();
        };
        let unsure = self.source.replies(node, length).unsure.len() as u16;
        let mut score = Score {
            undecided_replies: unsure,
            ..Score::default()
        };
        for reply in self.tree_replies(node, length) {
            score = score.and(self.score(&reply.next, left));
        }
        score
    }

    fn score_before_last(&mut self, node: &S::Attacker, length: AttackerLength) -> Score {
        let choices = self.tree_checks(node, length);
        let mut best: Option<Score> = None;
        for choice in &choices {
            let tree = self.score_after(&choice.next, length.after_check());
            best = Some(best.map_or(tree, |best| best.or(tree)));
        }
        // No play to follow: a limit was reached among the replies.
        let best = best.unwrap_or(Score {
            undecided_replies: 1,
            ..Score::default()
        });
        let checks = self.source.checks(node, length);
        let wins = self.wins(node, length);
        let main = choices.first().or(checks.shortest.first());
        let main = main.map(|main| main.mv);
        let is_main = |mv: Move| main.is_some_and(|main| same(main, mv));
        let shortest = || checks.shortest.iter().map(|check| check.mv);
        let equal = || shortest().filter(|&mv| !is_main(mv));
        let longer = wins.longer.iter().map(|check| check.mv);
        let longer = longer.filter(|&mv| !shortest().any(|short| same(short, mv)));
        let others = equal().chain(wins.mating().map(|check| check.mv));
        let drops = others.filter(|&mv| main.is_some_and(|main| is_other_drop(main, mv)));
        let own = Score {
            equal_before_last: count_steps(equal()),
            longer_before_last: count_steps(longer),
            unmeasured_before_last: wins.unmeasured.len() as u16,
            promotion_duals: u16::from(shortest().filter(|&mv| is_main(mv)).count() > 1),
            drop_duals: drops.count() as u16,
            undecided_equal: wins.undecided_equal.len() as u16,
            undecided_before_last: wins.undecided.len() as u16,
            ..Score::default()
        };
        own.and(best)
    }

    fn score_last(&mut self, node: &S::Attacker) -> Score {
        let checks = self.source.checks(node, AttackerLength::ONE);
        let wins = self.wins(node, AttackerLength::ONE);
        let ends = self.tree_checks(node, AttackerLength::ONE);
        let steps = count_steps(ends.iter().map(|end| end.mv));
        let dropped = |kind: Kind| {
            let of_kind = |end: &&Played<S::Defender>| matches!(end.mv, Move::Drop { kind: is, .. } if is == kind);
            ends.iter().filter(of_kind).count()
        };
        let mut final_superfluous = !ends.is_empty();
        for end in &ends {
            final_superfluous = final_superfluous && self.source.could_spare_a_piece(&end.next);
        }
        Score {
            equal_at_last: count_steps(checks.shortest.iter().map(|check| check.mv))
                .saturating_sub(1),
            longer_at_last: wins.longer.len() as u16,
            promotion_choice: ends.len() > usize::from(steps),
            drop_choice: Kind::HAND.iter().any(|&kind| dropped(kind) > 1),
            final_superfluous,
            undecided_at_last: wins.undecided.len() as u16,
            ..Score::default()
        }
    }
}

/// Whether `mv` drops the kind that `main` drops on another square.
pub fn is_other_drop(main: Move, mv: Move) -> bool {
    match (main, mv) {
        (Move::Drop { kind, .. }, Move::Drop { kind: other, .. }) => {
            kind == other && step(main) != step(mv)
        }
        _ => false,
    }
}
