//! What was counted so far, and what is still open: the counts of a report are made of both.

use super::record::Flaws;
use super::report::{Counts, Open, Rules, Superfluous};
use super::score::Score;

/// What was found so far, each thing counted apart.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Over the whole tree.
    pub tree: Score,
    /// Of the second solutions, those that come to a position of the tree as soon as the main line, or play its
    /// moves in another order.
    pub move_order_duals: u16,
    /// Of the second solutions, those that come back to the tree later.
    pub detours: u16,
    /// Replies of the tree that leave the main line.
    pub equal_variations: u16,
    /// Kinds that could have been interposed as well, on the main line.
    pub interposition_choices: u16,
    /// Moves by which the attacker mates sooner than the given line.
    pub shorter_than_given: u16,
    /// Replies that last longer than the given line.
    pub longer_variations: u16,
    /// Second solutions inside variations of the main line.
    pub variation_duals: u16,
    /// Pieces left in hand at the end, where known.
    pub leftover: Option<u8>,
    /// Superfluous pieces.
    pub superfluous: u8,
    /// Of these, those without which the main line stays best play.
    pub superfluous_same_line: u8,
}

/// A count, if there is something, or nothing is left open.
fn counted<N: Copy + Default + PartialOrd>(count: N, open: bool) -> Option<N> {
    (count > N::default() || !open).then_some(count)
}

impl Tally {
    /// Counts superfluous pieces.
    pub fn count_superfluous(&mut self, pieces: &[Superfluous]) {
        let same_line = pieces.iter().filter(|piece| piece.same_line == Some(true));
        self.superfluous = pieces.len() as u8;
        self.superfluous_same_line = same_line.count() as u8;
    }

    /// The counts of the report.
    pub fn counts(&self, open: &Open) -> Counts {
        let tree = &self.tree;
        let replies = open.replies > 0;
        let equal = open.equal_before_last > 0 || tree.unmeasured_before_last > 0 || replies;
        let before = equal || open.before_last > 0;
        let at_last = replies || open.at_last > 0;
        let superfluous = !open.superfluous.is_empty();
        let given = open.given_line > 0;
        Counts {
            flaws: Flaws {
                cooks: None,
                exchange_duals: None,
                move_order_duals: counted(self.move_order_duals, before),
                detours: counted(self.detours, before),
                equal_before_last: counted(tree.equal_before_last, equal),
                longer_before_last: counted(tree.longer_before_last, before),
                equal_at_last: counted(tree.equal_at_last, replies),
                longer_at_last: counted(tree.longer_at_last, at_last),
                promotion_duals: counted(tree.promotion_duals, replies),
                final_promotion_choice: counted(tree.promotion_choice, replies),
                final_drop_choice: counted(tree.drop_choice, replies),
                equal_variations: counted(self.equal_variations, replies),
                leftover: self.leftover,
                superfluous: counted(self.superfluous, superfluous),
                final_superfluous: (!replies).then_some(tree.final_superfluous),
            },
            unmeasured_before_last: counted(tree.unmeasured_before_last, before),
            shorter_than_given: counted(self.shorter_than_given, given),
            drop_duals: counted(tree.drop_duals, before),
            interposition_choices: counted(self.interposition_choices, replies),
            longer_variations: counted(self.longer_variations, given),
            variation_duals: counted(self.variation_duals, open.variations > 0),
            superfluous_same_line: counted(self.superfluous_same_line, superfluous),
        }
    }

    /// The verdicts on a problem that has a mate of known length.
    pub fn rules(&self, open: &Open) -> Rules {
        let rule = |broken: bool, undecided: bool| {
            if broken {
                Some(false)
            } else if undecided {
                None
            } else {
                Some(true)
            }
        };
        let tree = &self.tree;
        let leftover = self.leftover.is_some_and(|left| left > 0);
        // Another reply in the tree can bring any flaw with it.
        let a = rule(
            tree.equal_before_last > 0 || leftover,
            open.equal_before_last > 0
                || tree.unmeasured_before_last > 0
                || open.replies > 0
                || self.leftover.is_none(),
        );
        let no_longer_last = rule(tree.longer_at_last > 0, open.at_last > 0);
        let no_longer = rule(
            tree.longer_before_last > 0 || tree.unmeasured_before_last > 0,
            open.before_last > 0 || open.equal_before_last > 0,
        );
        let no_promotion = rule(tree.promotion_duals > 0, false);
        let d = both(a, no_longer);
        Rules {
            a,
            b: both(a, no_longer_last),
            c: both(both(d, no_longer_last), no_promotion),
            d,
            e: d,
            f: d,
        }
    }
}

impl Open {
    /// Takes over what the score of the tree says.
    pub(super) fn take(&mut self, score: &Score) {
        self.equal_before_last = score.undecided_equal;
        self.before_last = score.undecided_before_last;
        self.at_last = score.undecided_at_last;
        self.replies = score.undecided_replies;
    }
}

/// Whether both hold.
pub fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}
