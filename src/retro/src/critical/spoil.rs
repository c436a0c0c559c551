//! Spoil sets: which further units can make an unsound node sound.
//!
//! Let v(q) = n and let `q` be unsound under rule E. A *spoil set* holds a member of every set of further units
//! with which the value is still n and the node is sound. Like the sets of `touch`, it is an over-estimate.

use super::codeset::CodeSet;
use super::soundness::{Soundness, same_step};
use super::touch::{Proofs, STATES, add_captured};
use crate::board::GEOMETRY;
use crate::node::{Key, Node};
use crate::play::{Check, Reply, Scan, any_check, any_reply, escapes_from};
use crate::unit::{STEP_FACES, Unit};
use shogi::{Bitboard, Color, Kind};

/// The narrowest of some sets; or, for a single further unit that has to be in all of them, what they have in
/// common.
pub struct Least {
    set: Option<CodeSet>,
    common: bool,
}

impl Least {
    /// No set yet.
    pub const fn new(slots: usize) -> Self {
        Self {
            set: None,
            common: slots == 1,
        }
    }

    /// One more set.
    pub fn also(&mut self, set: CodeSet) {
        match &mut self.set {
            None => self.set = Some(set),
            Some(least) if self.common => *least &= &set,
            Some(least) => {
                if set.len() < least.len() {
                    *least = set;
                }
            }
        }
    }

    /// Whether no unit can be in it.
    pub fn is_empty(&self) -> bool {
        self.set.as_ref().is_some_and(CodeSet::is_empty)
    }

    /// The set, `None` if there was none.
    pub fn set(self) -> Option<CodeSet> {
        self.set
    }
}

/// The winning checks of one step with the values of the nodes after them.
struct Step {
    choices: Vec<(Check, u8)>,
}

impl<K: Key> Soundness<'_, K> {
    /// The spoil set of an unsound node of value `n` to which at most `slots` units are added.
    pub fn spoil(&mut self, q: &Node, n: u8, slots: usize) -> CodeSet {
        if n == 1 {
            return empty_ends_with(q, slots);
        }
        let steps = self.winning_steps(q);
        if steps.len() == 1 {
            return self.spoil_only_step(q, &steps[0], n, slots);
        }
        let proofs = Proofs::for_slots(slots);
        let mut sets: Vec<CodeSet> = Vec::with_capacity(steps.len());
        for step in &steps {
            let mut least = Least::new(slots);
            for (check, value) in &step.choices {
                least.also(self.solver().touch_check(q, check, *value, proofs));
            }
            sets.extend(least.set());
        }
        if slots == 1 {
            return all_but_one(&sets);
        }
        // Of any two steps one must go.
        sets.sort_by_key(CodeSet::len);
        let mut set = sets[0].clone();
        set |= &sets[1];
        set
    }

    fn winning_steps(&mut self, q: &Node) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let scan = Scan::of(q);
        any_check(q, &scan, |check| {
            if let Some(value) = self.solver().check_value(q, &check) {
                let known = steps
                    .iter_mut()
                    .find(|step| same_step(&step.choices[0].0, &check));
                match known {
                    Some(step) => step.choices.push((check, value)),
                    None => steps.push(Step {
                        choices: vec![(check, value)],
                    }),
                }
            }
            false
        });
        steps
    }

    /// The set of a node whose only winning step goes on to unsound nodes.
    fn spoil_only_step(&mut self, q: &Node, step: &Step, n: u8, slots: usize) -> CodeSet {
        let mut set = CodeSet::EMPTY;
        for (check, value) in &step.choices {
            if *value == n - 1 {
                set |= &self.spoil_after(q, check, n, slots);
            }
        }
        // With the other choice of promotion the step may come to mate as fast.
        let scan = Scan::of(q);
        let main = step.choices[0].0;
        any_check(q, &scan, |check| {
            let shortest = step
                .choices
                .iter()
                .any(|(choice, value)| *choice == check && *value == n - 1);
            if !same_step(&main, &check) || shortest {
                return false;
            }
            set |= &self.hasten(q, &check, n - 1, slots);
            false
        });
        set
    }

    /// States of which one is needed that a check mates in `n` after it, which it does not now.
    pub fn hasten(&mut self, p: &Node, check: &Check, n: u8, slots: usize) -> CodeSet {
        let q = check.apply(p);
        let mut beyond: Vec<Reply> = Vec::new();
        self.solver()
            .replies_beyond(&q, check.after, n, &mut beyond);
        let mut least = Least::new(slots);
        for reply in &beyond {
            least.also(self.solver().help_reply(&q, reply, n, slots));
            if least.is_empty() {
                break;
            }
        }
        // None is beyond where a dropped pawn mates: then a unit must be able to capture it.
        let mut set = least
            .set()
            .unwrap_or_else(|| STATES.defending[check.after.square().index()].clone());
        add_captured(&mut set, check);
        set
    }

    /// The set of a shortest check of the only winning step: what touches its exact proof, in which every
    /// reply keeps its value, and what makes the longest replies sound.
    fn spoil_after(&mut self, p: &Node, check: &Check, n: u8, slots: usize) -> CodeSet {
        let proofs = Proofs::for_slots(slots);
        let q = check.apply(p);
        let scan = Scan::of(&q);
        let to = check.after.square();
        let mut set = STATES.on[to.index()].clone();
        set |= &STATES.defending[to.index()];
        if check.is_pawn_drop() {
            set |= &STATES.pawns[to.index()];
            if !scan.defended.has(to) {
                for escape in scan.escapes(q.king()) {
                    set |= &STATES.covering[escape.index()];
                }
            }
        }
        any_reply(&q, &scan, check.after, |reply| {
            let r = reply.apply(&q);
            if self.solver().attacker_within(&r, n - 2) {
                set |= &self.solver().touch_attacker(&r, n - 2, proofs);
            } else {
                set |= &self.solver().touch_attacker(&r, n - 1, proofs);
                set |= &self.spoil(&r, n - 1, slots);
            }
            false
        });
        set
    }
}

/// What is in all of the sets but at most one.
fn all_but_one(sets: &[CodeSet]) -> CodeSet {
    let mut union = CodeSet::EMPTY;
    for kept in 0..sets.len() {
        let mut common = STATES.all.clone();
        for (_, set) in sets.iter().enumerate().filter(|(i, _)| *i != kept) {
            common &= set;
        }
        union |= &common;
    }
    union
}

/// The set of a node with mates in one that leave something in hand: what makes a mate that does not.
pub fn empty_ends_with(q: &Node, slots: usize) -> CodeSet {
    let mut set = CodeSet::EMPTY;
    let mut hand = q.units().iter().filter(|unit| unit.is_hand());
    let held = hand.next();
    if hand.next().is_some() || held.is_some_and(|unit| unit.kind() == Kind::Pawn) {
        return set;
    }
    let scan = Scan::of(q);
    let king = q.king();
    let cover = |escapes: Bitboard, set: &mut CodeSet| {
        let escapes = escapes.into_iter();
        let sets = escapes.map(|escape| &STATES.covering[escape.index()]);
        if slots == 1 {
            let common = sets.fold(STATES.all.clone(), |mut common, set| {
                common &= set;
                common
            });
            *set |= &common;
        } else if let Some(least) = sets.min_by_key(|set| set.len()) {
            *set |= least;
        }
    };
    any_check(q, &scan, |check| {
        let last = held.is_none_or(|unit| *unit == check.before);
        if last
            && check.captured.is_none()
            && !check.is_pawn_drop()
            && !scan.defended.has(check.after.square())
        {
            cover(check.escapes(king, &scan), &mut set);
        }
        false
    });
    if held.is_some() {
        return set;
    }
    let free = !(scan.defended | scan.attackers | scan.defenders);
    for (kind, promoted) in STEP_FACES {
        for to in GEOMETRY.checks_from(kind, promoted, king) & free {
            let after = Unit::on_board(kind, Color::Black, promoted, to);
            let escapes = escapes_from(king, &scan, scan.attacked, after);
            if escapes.is_empty() {
                set |= &STATES.origins[after.code()];
            } else if slots > 1 {
                cover(escapes, &mut set);
            }
        }
    }
    set
}
