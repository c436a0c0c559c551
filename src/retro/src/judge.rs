//! Judging an attacker node from the table: the soundness of the problem it is.
//!
//! Terms of this file: a *step* is a check with promotion left aside (a unit, from where or from
//! hand, to where). A node *ends empty* when its best play can end with nothing in the attacker's
//! hand (no 駒余り). The *tree* of a problem follows every longest reply that ends empty; where a
//! step mates equally fast with and without promotion, either choice makes a tree, and a problem
//! satisfies a rule when one of its trees does. *Final nodes* are those with a mate in one.

use hashbrown::HashMap;

use super::node::{Key, Node};
use super::play::{Check, Reply, Scan, any_check, any_reply, sole_checker};
use super::value::Solver;
use tsume::judge::record::{Flaws, LineKind};

/// What the judge says of a minimal problem that satisfies rule A.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Every flaw on the tree.
    pub flaws: Flaws,
    /// The main line (作意): checks and replies in turn, ending with a check.
    pub main_line: Vec<Ply>,
    /// Lines that leave the main line: equal variations and other mates.
    pub others: Vec<(LineKind, Vec<Ply>)>,
}

/// One ply of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ply {
    /// The attacker's.
    Check(Check),
    /// The defender's, with the square the king stood on before it.
    Reply(usize, Reply),
}

/// What the tree below a node shows, each part along the choice of promotions that shows least.
#[derive(Clone, Copy)]
struct Score {
    longer_before_last: u16,
    promotion_duals: u16,
    equal_at_last: u16,
    longer_at_last: u16,
    promotion_choice: bool,
    drop_choice: bool,
    superfluous: bool,
}

impl Score {
    const NONE: Self = Self {
        longer_before_last: 0,
        promotion_duals: 0,
        equal_at_last: 0,
        longer_at_last: 0,
        promotion_choice: false,
        drop_choice: false,
        superfluous: false,
    };

    /// Both of two parts of a tree.
    const fn and(self, other: Self) -> Self {
        Self {
            longer_before_last: self
                .longer_before_last
                .saturating_add(other.longer_before_last),
            promotion_duals: self.promotion_duals.saturating_add(other.promotion_duals),
            equal_at_last: self.equal_at_last.saturating_add(other.equal_at_last),
            longer_at_last: self.longer_at_last.saturating_add(other.longer_at_last),
            promotion_choice: self.promotion_choice || other.promotion_choice,
            drop_choice: self.drop_choice || other.drop_choice,
            superfluous: self.superfluous || other.superfluous,
        }
    }

    /// The less of two trees, part by part.
    fn or(self, other: Self) -> Self {
        Self {
            longer_before_last: self.longer_before_last.min(other.longer_before_last),
            promotion_duals: self.promotion_duals.min(other.promotion_duals),
            equal_at_last: self.equal_at_last.min(other.equal_at_last),
            longer_at_last: self.longer_at_last.min(other.longer_at_last),
            promotion_choice: self.promotion_choice && other.promotion_choice,
            drop_choice: self.drop_choice && other.drop_choice,
            superfluous: self.superfluous && other.superfluous,
        }
    }
}

/// Whether two checks are the same step.
fn same_step(a: &Check, b: &Check) -> bool {
    a.before == b.before && a.after.square() == b.after.square()
}

fn empty_hand(node: &Node) -> bool {
    node.units().iter().all(|unit| !unit.is_hand())
}

/// Judges problems over a table that is complete to the fixpoint.
pub struct Judge<'a, K: Key> {
    solver: Solver<'a, K>,
    longest: u8,
    scores: HashMap<K, Option<Score>>,
    /// The shortest and the longer winning checks of the nodes scored.
    won: HashMap<K, (Vec<Check>, Vec<Check>)>,
}

impl<'a, K: Key> Judge<'a, K> {
    /// A judge; the solver's table must be complete to the fixpoint.
    pub fn new(solver: Solver<'a, K>) -> Self {
        let longest = solver.table().levels();
        Self {
            solver,
            longest,
            scores: HashMap::new(),
            won: HashMap::new(),
        }
    }

    /// Judges the attacker node `p` of value `n`; `None` when rule A refuses it: it cannot
    /// end empty, or a second shortest step exists before the last move.
    pub fn judge(&mut self, p: &Node, n: u8) -> Option<Verdict> {
        if !self.ends_empty(p, n) {
            return None;
        }
        self.scores.clear();
        self.won.clear();
        let score = self.score(p, n)?;
        let mut verdict = Verdict {
            flaws: Flaws {
                longer_before_last: Some(score.longer_before_last),
                promotion_duals: Some(score.promotion_duals),
                equal_at_last: Some(score.equal_at_last),
                longer_at_last: Some(score.longer_at_last),
                final_promotion_choice: Some(score.promotion_choice),
                final_drop_choice: Some(score.drop_choice),
                final_superfluous: Some(score.superfluous),
                equal_before_last: Some(0),
                equal_variations: Some(0),
                leftover: Some(0),
                ..Flaws::default()
            },
            main_line: Vec::with_capacity(2 * usize::from(n) - 1),
            others: Vec::new(),
        };
        self.follow(p, n, &mut verdict);
        Some(verdict)
    }

    /// How many units of an attacker node of value `n` could each go to the defender's hand and
    /// leave a mate of the same length; 0 for a critical node.
    pub fn superfluous(&mut self, p: &Node, n: u8) -> u8 {
        let table = self.solver.table();
        if table.critical_value(p).is_some() {
            return 0;
        }
        let without = p.units().iter().map(|&unit| p.without(unit));
        without
            .filter(|rest| self.solver.attacker_is(rest, n))
            .count() as u8
    }

    /// Whether best play from an attacker node of value `n` can end with an empty hand.
    fn ends_empty(&mut self, p: &Node, n: u8) -> bool {
        let scan = Scan::of(p);
        any_check(p, &scan, |check| self.check_ends_empty(p, &scan, &check, n))
    }

    /// Whether `check` is a shortest one of a node of value `n` and can end with an empty hand.
    fn check_ends_empty(&mut self, p: &Node, scan: &Scan, check: &Check, n: u8) -> bool {
        if n == 1 {
            return check.mates(p.king(), scan)
                && !check.is_pawn_drop()
                && empty_hand(&check.apply(p));
        }
        self.solver.check_within(p, check, n - 1)
            && self.any_tree_reply(&check.apply(p), n - 1, |_, _, _| true)
    }

    /// Calls `visit` with every longest reply that can end with an empty hand, at a defender node
    /// of value `n`, until it returns true; says whether it did.
    fn any_tree_reply(
        &mut self,
        q: &Node,
        n: u8,
        mut visit: impl FnMut(&mut Self, &Reply, &Node) -> bool,
    ) -> bool {
        let checker = sole_checker(q).expect("a check was played");
        let scan = Scan::of(q);
        any_reply(q, &scan, checker, |reply| {
            let r = reply.apply(q);
            !self.solver.attacker_within(&r, n - 1)
                && self.ends_empty(&r, n)
                && visit(self, &reply, &r)
        })
    }

    /// Scores the tree below a node of value `n`; `None` when rule A refuses it.
    fn score(&mut self, p: &Node, n: u8) -> Option<Score> {
        let key = K::pack(p);
        if let Some(&score) = self.scores.get(&key) {
            return score;
        }
        let score = if n == 1 {
            Some(self.score_final(p))
        } else {
            self.score_inner(p, n)
        };
        self.scores.insert(key, score);
        score
    }

    fn score_inner(&mut self, p: &Node, n: u8) -> Option<Score> {
        let (shortest, longer) = self.winning_checks(p, n)?;
        let mut best: Option<Score> = None;
        for check in &shortest {
            let mut tree = Some(Score::NONE);
            let mut any = false;
            self.any_tree_reply(&check.apply(p), n - 1, |judge, _, r| {
                any = true;
                tree = tree
                    .zip(judge.score(r, n - 1))
                    .map(|(tree, below)| tree.and(below));
                tree.is_none()
            });
            if let Some(tree) = tree.filter(|_| any) {
                best = Some(best.map_or(tree, |best| best.or(tree)));
            }
        }
        let mut steps: Vec<&Check> = Vec::new();
        for check in &longer {
            let counted = std::iter::once(&shortest[0])
                .chain(steps.iter().copied())
                .any(|step| same_step(step, check));
            if !counted {
                steps.push(check);
            }
        }
        let own = Score {
            longer_before_last: steps.len() as u16,
            promotion_duals: u16::from(shortest.len() > 1),
            ..Score::NONE
        };
        self.won.insert(K::pack(p), (shortest, longer));
        Some(best?.and(own))
    }

    /// The shortest winning checks and the longer ones of a node of value `n`; `None` when there
    /// are two shortest steps before the last move.
    fn winning_checks(&mut self, p: &Node, n: u8) -> Option<(Vec<Check>, Vec<Check>)> {
        let scan = Scan::of(p);
        let mut shortest: Vec<Check> = Vec::new();
        let mut longer: Vec<Check> = Vec::new();
        let refused = any_check(p, &scan, |check| {
            if self.solver.check_within(p, &check, n - 1) {
                if n > 1
                    && shortest
                        .first()
                        .is_some_and(|first| !same_step(first, &check))
                {
                    return true;
                }
                shortest.push(check);
            } else {
                longer.push(check);
            }
            false
        });
        if refused {
            return None;
        }
        longer.retain(|check| self.solver.check_within(p, check, self.longest));
        Some((shortest, longer))
    }

    fn score_final(&mut self, p: &Node) -> Score {
        let (mates, longer) = self.winning_checks(p, 1).expect("last moves are free");
        let steps = mates.iter().enumerate();
        let steps =
            steps.filter(|(i, check)| !mates[..*i].iter().any(|step| same_step(step, check)));
        let steps = steps.count();
        // Mates with something left in hand are no last moves of the problem.
        let ends: Vec<(&Check, Node)> = mates
            .iter()
            .map(|check| (check, check.apply(p)))
            .filter(|(_, mated)| empty_hand(mated))
            .collect();
        let promotion_choice = ends
            .iter()
            .enumerate()
            .any(|(i, (check, _))| ends[..i].iter().any(|(other, _)| same_step(other, check)));
        let superfluous = ends.iter().all(|(check, mated)| {
            mated.units().iter().any(|&unit| {
                unit != check.after
                    && self
                        .solver
                        .defender_within(&mated.without(unit), check.after, 0)
            })
        });
        let score = Score {
            equal_at_last: steps as u16 - 1,
            longer_at_last: longer.len() as u16,
            promotion_choice,
            drop_choice: ends
                .iter()
                .filter(|(check, _)| check.before.is_hand())
                .count()
                > 1,
            superfluous,
            ..Score::NONE
        };
        self.won.insert(K::pack(p), (mates, longer));
        score
    }

    /// Writes the main line from a node of value `n` of a tree that satisfies rule A, and the lines
    /// that leave it.
    fn follow(&mut self, p: &Node, n: u8, verdict: &mut Verdict) {
        let (shortest, longer) = self.won.remove(&K::pack(p)).expect("the node was scored");
        let scan = Scan::of(p);
        let main = *shortest
            .iter()
            .find(|check| self.check_ends_empty(p, &scan, check, n) && self.is_tree(p, check, n))
            .expect("a choice of promotion satisfies rule A");
        for check in shortest
            .iter()
            .filter(|check| **check != main)
            .chain(&longer)
        {
            let kind = if n == 1 {
                LineKind::FinalDual
            } else if same_step(check, &main) {
                LineKind::PromotionDual
            } else {
                LineKind::SecondSolution
            };
            let mut line = verdict.main_line.clone();
            line.push(Ply::Check(*check));
            self.finish_line(&check.apply(p), &mut line);
            verdict.others.push((kind, line));
        }
        verdict.main_line.push(Ply::Check(main));
        if n == 1 {
            return;
        }
        let q = main.apply(p);
        let mut replies = Vec::new();
        self.any_tree_reply(&q, n - 1, |_, reply, r| {
            replies.push((*reply, *r));
            false
        });
        for (reply, r) in &replies[1..] {
            verdict.flaws.equal_variations = verdict.flaws.equal_variations.map(|count| count + 1);
            let mut line = verdict.main_line.clone();
            line.push(Ply::Reply(q.king(), *reply));
            self.finish_mate(r, n - 1, &mut line);
            verdict.others.push((LineKind::EqualVariation, line));
        }
        let (reply, r) = replies[0];
        verdict.main_line.push(Ply::Reply(q.king(), reply));
        self.follow(&r, n - 1, verdict);
    }

    /// Whether the tree after a shortest check satisfies rule A.
    fn is_tree(&mut self, p: &Node, check: &Check, n: u8) -> bool {
        n == 1
            || !self.any_tree_reply(&check.apply(p), n - 1, |judge, _, r| {
                judge.score(r, n - 1).is_none()
            })
    }

    /// Appends best play from a defender node that is lost: the longest defence, best one without
    /// leftover, and the first of equal moves.
    fn finish_line(&mut self, q: &Node, line: &mut Vec<Ply>) {
        let checker = sole_checker(q).expect("a check was played");
        let n = (0..=self.longest).find(|&n| self.solver.defender_within(q, checker, n));
        let Some(n) = n.filter(|&n| n > 0) else {
            return;
        };
        let scan = Scan::of(q);
        let mut longest: Option<(Reply, Node)> = None;
        any_reply(q, &scan, checker, |reply| {
            let r = reply.apply(q);
            if self.solver.attacker_within(&r, n - 1) {
                return false;
            }
            let empty = self.ends_empty(&r, n);
            if empty || longest.is_none() {
                longest = Some((reply, r));
            }
            empty
        });
        let (reply, r) = longest.expect("a reply lasts longest");
        line.push(Ply::Reply(q.king(), reply));
        self.finish_mate(&r, n, line);
    }

    /// Appends best play from an attacker node of value `n`.
    fn finish_mate(&mut self, p: &Node, n: u8, line: &mut Vec<Ply>) {
        let scan = Scan::of(p);
        let mut best: Option<Check> = None;
        any_check(p, &scan, |check| {
            if !self.solver.check_within(p, &check, n - 1) {
                return false;
            }
            let empty = self.check_ends_empty(p, &scan, &check, n);
            if empty || best.is_none() {
                best = Some(check);
            }
            empty
        });
        let check = best.expect("the node is a mate");
        line.push(Ply::Check(check));
        self.finish_line(&check.apply(p), line);
    }
}
