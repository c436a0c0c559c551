//! The flaws of a tree, counted.
//!
//! A *step* is a check with promotion left aside. The *tree* of a problem follows, after the main
//! step of each attacker node, every longest reply that leaves as little over as can be (nothing,
//! in a sound problem). Where the main step mates equally fast with and without promotion, either
//! choice makes a tree, and each flaw is counted along the choice that shows least of it. The main
//! step is that of the first shortest check, in the order of [`Move`], that leaves as little over;
//! where somebody gave a line that is best play, it is that line's.

use std::rc::Rc;

use hashbrown::HashMap;

use super::play::{Play, step};
use super::removal;
use shogi::{Kind, Move, Position};

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

    /// The less of two trees, part by part.
    fn or(self, other: Self) -> Self {
        self.zip(other, u16::min, |a, b| a && b)
    }

    /// What decides between two choices of promotion: the gravest flaws first.
    pub fn gravity(&self) -> [u16; 9] {
        [
            self.equal_before_last,
            self.unmeasured_before_last,
            self.longer_before_last,
            self.undecided_equal,
            self.undecided_before_last,
            self.undecided_replies,
            self.promotion_duals,
            self.longer_at_last,
            self.equal_at_last,
        ]
    }
}

/// The checks of an attacker node of the tree that are not its main check.
#[derive(Clone, Debug, Default)]
pub struct Others {
    /// Shortest checks of other steps than the main one.
    pub equal: Vec<(Move, Position)>,
    /// Checks that mate in more plies.
    pub longer: Vec<(Move, Position)>,
    /// Checks that mate; whether in more plies is undecided.
    pub unmeasured: Vec<(Move, Position)>,
    /// Checks of which it is undecided whether they mate; if so, in more plies.
    pub undecided: Vec<Move>,
    /// Checks of which it is undecided whether they mate, and in how many plies.
    pub undecided_equal: Vec<Move>,
}

/// Scores trees, each position once.
pub struct Scorer<'a> {
    /// Best play.
    pub play: Play<'a>,
    scores: HashMap<Position, Score>,
    others: HashMap<Position, Rc<Others>>,
}

/// How many different steps there are among some checks.
fn steps<'m>(moves: impl Iterator<Item = &'m (Move, Position)>) -> u16 {
    let mut steps: Vec<_> = moves.map(|&(mv, _)| step(mv)).collect();
    steps.sort_unstable();
    steps.dedup();
    steps.len() as u16
}

impl<'a> Scorer<'a> {
    /// Scores by best play.
    pub fn new(play: Play<'a>) -> Self {
        Self {
            play,
            scores: HashMap::new(),
            others: HashMap::new(),
        }
    }

    /// Forgets all scores, for questions that are to be asked again.
    pub fn reset(&mut self) {
        self.scores.clear();
        self.others.clear();
    }

    /// What the tree below a node of length `plies` shows.
    pub fn score(&mut self, position: &Position, plies: u32) -> Score {
        if let Some(&score) = self.scores.get(position) {
            return score;
        }
        let score = if !self.play.attacks(position) {
            self.score_replies(position, plies)
        } else if plies == 1 {
            self.score_final(position)
        } else {
            self.score_inner(position, plies)
        };
        self.scores.insert(position.clone(), score);
        score
    }

    /// The choices at an attacker node of the tree: the main step, with and without promotion if
    /// both keep to the tree, the one that shows least first.
    pub fn choices(&mut self, position: &Position, plies: u32) -> Vec<(Move, Position)> {
        let mut choices = self.play.tree_moves(position, plies);
        if let Some(&(main, _)) = choices.first() {
            choices.retain(|&(mv, _)| step(mv) == step(main));
        }
        let given = |&(mv, _): &(Move, Position)| self.play.is_preferred(position, mv);
        if plies > 1 && !choices.first().is_some_and(given) {
            choices.sort_by_key(|(_, next)| self.score(next, plies - 1).gravity());
        }
        choices
    }

    /// The other checks of an attacker node of the tree.
    pub fn others(&mut self, position: &Position, plies: u32) -> Rc<Others> {
        if let Some(others) = self.others.get(position) {
            return Rc::clone(others);
        }
        let checks = self.play.checks(position, plies);
        let main = self.play.tree_moves(position, plies);
        let main = main.first().or(checks.shortest.first());
        let main = main.map(|&(mv, _)| step(mv));
        let mut others = Others {
            equal: checks.shortest.clone(),
            ..Others::default()
        };
        others.equal.retain(|&(mv, _)| Some(step(mv)) != main);
        for (mv, next) in &checks.rest {
            match self.play.ask.mates(next) {
                Some(true) => others.longer.push((*mv, next.clone())),
                Some(false) => {}
                None => others.undecided.push(*mv),
            }
        }
        for (mv, next) in &checks.unsure {
            match self.play.ask.mates(next) {
                Some(true) => others.unmeasured.push((*mv, next.clone())),
                Some(false) => {}
                None => others.undecided_equal.push(*mv),
            }
        }
        let others = Rc::new(others);
        self.others.insert(position.clone(), Rc::clone(&others));
        others
    }

    fn score_replies(&mut self, position: &Position, plies: u32) -> Score {
        if plies == 0 {
            return Score::default();
        }
        let unsure = self.play.replies(position, plies).unsure.len() as u16;
        let mut score = Score {
            undecided_replies: unsure,
            ..Score::default()
        };
        for (_, next) in self.play.tree_moves(position, plies) {
            score = score.and(self.score(&next, plies - 1));
        }
        score
    }

    fn score_inner(&mut self, position: &Position, plies: u32) -> Score {
        let checks = self.play.checks(position, plies);
        let others = self.others(position, plies);
        let shortest: Vec<_> = checks.shortest.iter().map(|&(mv, _)| step(mv)).collect();
        let is_longer = |(mv, _): &&(Move, Position)| !shortest.contains(&step(*mv));
        let choices = self.choices(position, plies);
        let main = choices.first().map(|&(mv, _)| mv);
        let is_main = |mv: Move| main.is_some_and(|main| step(main) == step(mv));
        let longer = others.longer.iter().filter(is_longer);
        let drops = |moves: &[(Move, Position)]| {
            let same = moves
                .iter()
                .filter(|(mv, _)| main.is_some_and(|main| is_other_drop(main, *mv)));
            same.count() as u16
        };
        let own = Score {
            equal_before_last: steps(others.equal.iter()),
            longer_before_last: steps(longer),
            unmeasured_before_last: others.unmeasured.len() as u16,
            promotion_duals: u16::from(
                checks
                    .shortest
                    .iter()
                    .filter(|(mv, _)| is_main(*mv))
                    .count()
                    > 1,
            ),
            drop_duals: drops(&others.equal) + drops(&others.longer) + drops(&others.unmeasured),
            undecided_equal: others.undecided_equal.len() as u16,
            undecided_before_last: others.undecided.len() as u16,
            ..Score::default()
        };
        let mut best: Option<Score> = None;
        for (_, next) in choices {
            let tree = self.score(&next, plies - 1);
            best = Some(best.map_or(tree, |best| best.or(tree)));
        }
        // No play to follow: a limit was reached among the replies.
        let best = best.unwrap_or(Score {
            undecided_replies: 1,
            ..Score::default()
        });
        own.and(best)
    }

    fn score_final(&mut self, position: &Position) -> Score {
        let checks = self.play.checks(position, 1);
        let others = self.others(position, 1);
        let ends = self.play.tree_moves(position, 1);
        let promotion_choice = ends.len() > usize::from(steps(ends.iter()));
        let drop_choice = Kind::HAND.iter().any(|&kind| {
            let drops = ends
                .iter()
                .filter(|(mv, _)| matches!(mv, Move::Drop { kind: k, .. } if *k == kind));
            drops.count() > 1
        });
        let mut final_superfluous = !ends.is_empty();
        for (_, mated) in &ends {
            final_superfluous &= removal::removals(mated, self.play.ask.attacker())
                .filter(|(spot, _)| spot.square.is_some())
                .any(|(_, without)| self.play.ask.is_mated(&without));
        }
        Score {
            equal_at_last: steps(checks.shortest.iter()).saturating_sub(1),
            longer_at_last: others.longer.len() as u16,
            promotion_choice,
            drop_choice,
            final_superfluous,
            undecided_at_last: others.undecided.len() as u16,
            ..Score::default()
        }
    }
}

/// Whether `mv` drops the kind that `main` drops on another square.
pub fn is_other_drop(main: Move, mv: Move) -> bool {
    match (main, mv) {
        (Move::Drop { kind, to }, Move::Drop { kind: k, to: t }) => kind == k && to != t,
        _ => false,
    }
}
