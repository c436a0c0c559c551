//! What was counted so far, and what is still open: the counts and verdicts of a report are made of both.

use super::clean::MainLine;
use super::cook_list::Cooks;
use super::record::{Flaws, Soundness};
use super::report::{Counts, Open, Rules, Superfluous};
use super::score::Score;
use super::source::both;

/// What was found so far, each thing counted apart.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The main line, and what it decides.
    pub main: MainLine,
    /// Over the whole tree.
    pub tree: Score,
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
    pub leftover: Option<u32>,
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

    /// What is recorded.
    pub fn flaws(&self, open: &Open) -> Flaws {
        let tree = &self.tree;
        let Cooks {
            count,
            exchanges,
            move_orders,
            detours,
            unknown,
            open: open_cooks,
            shown: _,
        } = self.main.cooks;
        let cooks = open_cooks > 0;
        let kinds = cooks || unknown > 0;
        let replies = open.replies > 0;
        let equal = open.equal_before_last > 0 || tree.unmeasured_before_last > 0 || replies;
        let before = equal || open.before_last > 0;
        let at_last = replies || open.at_last > 0;
        let leftover = self.leftover.map(|left| left.try_into().unwrap_or(u8::MAX));
        Flaws {
            cooks: counted(count, cooks),
            exchange_duals: counted(exchanges, kinds),
            move_order_duals: counted(move_orders, kinds),
            detours: counted(detours, kinds),
            equal_before_last: counted(tree.equal_before_last, equal),
            longer_before_last: counted(tree.longer_before_last, before),
            equal_at_last: counted(tree.equal_at_last, replies),
            longer_at_last: counted(tree.longer_at_last, at_last),
            promotion_duals: counted(tree.promotion_duals, replies),
            final_promotion_choice: (tree.promotion_choice || !replies)
                .then_some(tree.promotion_choice),
            final_drop_choice: (tree.drop_choice || !replies).then_some(tree.drop_choice),
            equal_variations: counted(self.equal_variations, replies),
            leftover,
            superfluous: counted(self.superfluous, !open.superfluous.is_empty()),
            final_superfluous: (!replies).then_some(tree.final_superfluous),
        }
    }

    /// All that is counted.
    pub fn counts(&self, open: &Open) -> Counts {
        let tree = &self.tree;
        let replies = open.replies > 0;
        let before = open.equal_before_last > 0 || open.before_last > 0 || replies;
        let given = open.given_line > 0;
        Counts {
            flaws: self.flaws(open),
            unmeasured_before_last: counted(tree.unmeasured_before_last, before),
            shorter_than_given: counted(self.shorter_than_given, given),
            drop_duals: counted(tree.drop_duals, before),
            interposition_choices: counted(self.interposition_choices, replies),
            longer_variations: counted(self.longer_variations, given),
            variation_duals: counted(self.variation_duals, open.variations > 0),
            superfluous_same_line: counted(
                self.superfluous_same_line,
                !open.superfluous.is_empty(),
            ),
        }
    }

    /// The verdicts on a problem that has a mate of known length.
    pub fn rules(&self, open: &Open, minimal: Option<bool>) -> Rules {
        let tree = &self.tree;
        let leftover = self.leftover.map(|left| left == 0);
        // Another reply in the tree can bring any flaw with it.
        let no_equal = Against {
            broken: tree.equal_before_last > 0,
            undecided: open.equal_before_last > 0
                || tree.unmeasured_before_last > 0
                || open.replies > 0,
        };
        let a = both(leftover, no_equal.holds());
        let a = both(a, minimal);
        let no_longer_last = Against {
            broken: tree.longer_at_last > 0,
            undecided: open.at_last > 0,
        };
        let no_longer_last = no_longer_last.holds();
        let no_longer = Against {
            broken: tree.longer_before_last > 0 || tree.unmeasured_before_last > 0,
            undecided: open.before_last > 0 || open.equal_before_last > 0,
        };
        let no_promotion = Against {
            broken: tree.promotion_duals > 0,
            undecided: open.replies > 0,
        };
        let d = both(a, no_longer.holds());
        Rules {
            a,
            b: both(a, no_longer_last),
            c: both(both(d, no_longer_last), no_promotion.holds()),
            d,
            e: self.main.complete,
            f: self.main.complete_lenient,
        }
    }
}

/// What speaks against a rule.
struct Against {
    /// Something that breaks it.
    broken: bool,
    /// Something of which it is open whether it does.
    undecided: bool,
}

impl Against {
    /// Whether the rule holds all the same.
    const fn holds(self) -> Option<bool> {
        match self {
            Self { broken: true, .. } => Some(false),
            Self {
                undecided: true, ..
            } => None,
            _ => Some(true),
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

/// What a problem is without one of its pieces.
#[derive(Clone, Copy, Debug)]
pub struct Without {
    /// Whether there is a mate of the same length.
    pub same_length: Option<bool>,
    /// Whether it is one, and sound by rule E.
    pub complete: Option<bool>,
    /// Whether it is one, and sound by rule F.
    pub complete_lenient: Option<bool>,
}

impl Without {
    /// There is no mate of the same length.
    pub const NOTHING: Self = Self {
        same_length: Some(false),
        complete: Some(false),
        complete_lenient: Some(false),
    };
}

impl Soundness {
    /// The verdicts on a problem of which rules E and F say this, and what is left without each of its pieces.
    pub fn weigh(
        complete: Option<bool>,
        complete_lenient: Option<bool>,
        without: impl IntoIterator<Item = Without>,
    ) -> Self {
        let not = |is: Option<bool>| is.map(|is| !is);
        let mut soundness = Self {
            complete,
            complete_lenient,
            minimal: Some(true),
            irredundant: complete,
            irredundant_lenient: complete_lenient,
        };
        for without in without {
            soundness.minimal = both(soundness.minimal, not(without.same_length));
            soundness.irredundant = both(soundness.irredundant, not(without.complete));
            soundness.irredundant_lenient =
                both(soundness.irredundant_lenient, not(without.complete_lenient));
        }
        soundness
    }
}
