//! The flaws of a tree, counted: what rules A to D are made of.
//!
//! Where the main step mates equally fast with and without promotion, either choice makes a tree, and each
//! flaw is counted along the choice that shows least of it.

use super::score::Score;
use super::source::{Memo, Played, Source, count_steps, is_other_drop, same};
use super::tree::Judge;
use crate::length::{AttackerLength, DefenderLength};
use shogi::{Kind, Move};

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

    /// Whether the tree below an attacker node has another step before the last move that mates as fast: its
    /// [score](Self::score) counts some.
    pub(super) fn has_equal(&mut self, node: &S::Attacker, length: AttackerLength) -> bool {
        if length == AttackerLength::ONE {
            return false;
        }
        if let Some(&has) = self.equal.get(node) {
            return has;
        }
        let has = self.has_equal_below(node, length);
        self.equal.insert(node, has);
        has
    }

    fn has_equal_below(&mut self, node: &S::Attacker, length: AttackerLength) -> bool {
        let checks = self.source.checks(node, length);
        if count_steps(checks.shortest.iter().map(|check| check.mv)) > 1 {
            return true;
        }
        let after_check = length.after_check();
        let Some(left) = after_check.after_reply() else {
            return false;
        };
        let choices = self.kept_checks(node, length).moves;
        !choices.is_empty()
            && choices.iter().all(|choice| {
                let replies = self.kept_replies(&choice.next, after_check).moves;
                let mut replies = replies.iter();
                replies.any(|reply| self.has_equal(&reply.next, left))
            })
    }

    /// What the tree below a defender node shows.
    pub fn score_after(&mut self, node: &S::Defender, length: DefenderLength) -> Score {
        let Some(left) = length.after_reply() else {
            return Score::default();
        };
        let unsure = self.source.replies(node, length).unsure.len() as u16;
        let replies = self.kept_replies(node, length);
        let mut score = Score {
            undecided_replies: unsure.saturating_add(replies.open),
            ..Score::default()
        };
        for reply in replies.moves {
            score = score.and(self.score(&reply.next, left));
        }
        score
    }

    fn score_before_last(&mut self, node: &S::Attacker, length: AttackerLength) -> Score {
        let kept = self.kept_checks(node, length);
        let choices = kept.moves;
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
        // Of a step that is as short with one choice of promotion nobody asks what it is with the other.
        let is_further = |mv: &Move| !shortest().any(|short| same(short, *mv));
        let longer = wins.longer.iter().map(|check| check.mv);
        let unmeasured = wins.unmeasured.iter().map(|check| check.mv);
        // Where a limit left open which checks are the shortest, one of these is.
        let may_be_main = u16::from(main.is_none());
        let further = count_steps(unmeasured.clone().filter(is_further));
        let undecided = wins.undecided.iter().filter(|mv| is_further(mv));
        let undecided_equal = wins.undecided_equal.iter().filter(|mv| is_further(mv));
        // But as a shortest check it would make another tree.
        let unsure = unmeasured.chain(wins.undecided_equal.iter().copied());
        let may_be_choices = unsure.filter(|&mv| is_main(mv)).count() as u16;
        let others = equal().chain(wins.mating().map(|check| check.mv));
        let drops = others.filter(|&mv| main.is_some_and(|main| is_other_drop(main, mv)));
        let own = Score {
            equal_before_last: count_steps(equal()),
            longer_before_last: count_steps(longer.filter(is_further)),
            unmeasured_before_last: further.saturating_sub(may_be_main),
            promotion_duals: u16::from(shortest().filter(|&mv| is_main(mv)).count() > 1),
            drop_duals: drops.count() as u16,
            undecided_equal: undecided_equal.count() as u16,
            undecided_before_last: undecided.count() as u16,
            undecided_replies: kept.open.saturating_add(may_be_choices),
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
