//! What counting the flaws of a tree comes to.

use std::cmp::Ordering;

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
    /// Moves of which it is undecided whether they belong to the tree.
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
    pub(super) fn and(self, other: Self) -> Self {
        self.zip(other, u16::saturating_add, |a, b| a || b)
    }

    /// What is left to say against the better of two trees: a tree with fewer second solutions as short goes
    /// before, else the less is taken part by part.
    pub(super) fn or(self, other: Self) -> Self {
        match self.equal_before_last.cmp(&other.equal_before_last) {
            Ordering::Less => self,
            Ordering::Greater => other,
            Ordering::Equal => {
                let best = self.zip(other, u16::min, |a, b| a && b);
                // One is as good in every way, or what is open of either may be what the other lacks.
                if best == self || best == other {
                    return best;
                }
                let open = self.zip(other, u16::max, |a, b| a || b);
                Self {
                    unmeasured_before_last: open.unmeasured_before_last,
                    undecided_equal: open.undecided_equal,
                    undecided_before_last: open.undecided_before_last,
                    undecided_at_last: open.undecided_at_last,
                    undecided_replies: open.undecided_replies,
                    ..best
                }
            }
        }
    }
}
