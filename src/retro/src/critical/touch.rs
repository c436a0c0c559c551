//! Which added units could make a difference: the contents an extended position has to watch.

use std::sync::LazyLock;

use super::codeset::CodeSet;
use super::value::Solver;
use crate::board::GEOMETRY;
use crate::node::{Key, Node};
use crate::play::{Check, Reply, Scan, any_check, any_reply, leaves_no_escape};
use crate::unit::{STEP_CODES, STEP_FACES, STEP_KINDS, Unit};
use shogi::{Color, Square};

/// Sets of unit states by what they do to a square; by its index.
pub struct StateSets {
    /// All states.
    pub all: CodeSet,
    /// States on a square.
    pub on: Vec<CodeSet>,
    /// The defender's states that attack a square.
    pub defending: Vec<CodeSet>,
    /// States that keep the king off a square: the attacker's that attack it, the defender's on it.
    pub covering: Vec<CodeSet>,
    /// The attacker's states that attack a square.
    pub attacking: Vec<CodeSet>,
    /// Unpromoted pawns of the attacker on the file of a square.
    pub pawns: Vec<CodeSet>,
    /// From which states a unit of the attacker can come by one move or drop, by its code.
    pub origins: Vec<CodeSet>,
}

/// The one table of its kind.
pub static STATES: LazyLock<StateSets> = LazyLock::new(|| {
    let states: Vec<Unit> = (0..STEP_CODES as u16)
        .map(Unit)
        .filter(|unit| unit.is_state())
        .collect();
    let by_square = |keep: &dyn Fn(Unit, Square) -> bool| -> Vec<CodeSet> {
        Square::all()
            .map(|square| {
                states
                    .iter()
                    .copied()
                    .filter(|unit| keep(*unit, square))
                    .collect()
            })
            .collect()
    };
    let attacks = |unit: Unit, square: Square| GEOMETRY.attacks(unit).has(square);
    StateSets {
        all: states.iter().copied().collect(),
        on: by_square(&Unit::is_on),
        defending: by_square(&|unit, square| unit.is_defender() && attacks(unit, square)),
        covering: by_square(&|unit, square| {
            if unit.is_defender() {
                unit.is_on(square)
            } else {
                attacks(unit, square)
            }
        }),
        attacking: by_square(&|unit, square| !unit.is_defender() && attacks(unit, square)),
        pawns: by_square(&|unit, square| {
            unit.is_attacker_pawn() && unit.square().file() == square.file()
        }),
        origins: (0..STEP_CODES as u16)
            .map(Unit)
            .map(|after| {
                if !after.is_state() || after.is_hand() || after.is_defender() {
                    return CodeSet::EMPTY;
                }
                let can_come = |before: &Unit| {
                    before.kind() == after.kind()
                        && !before.is_defender()
                        && arrives(*before, after)
                };
                states.iter().copied().filter(can_come).collect()
            })
            .collect(),
    }
});

/// Whether the attacker's `before` can become `after`, of the same kind and on the board, by one move or drop.
fn arrives(before: Unit, after: Unit) -> bool {
    if before.is_hand() {
        return !after.is_promoted();
    }
    let turned = after.is_promoted() && !before.is_promoted();
    let to = after.square();
    GEOMETRY.attacks(before).has(to)
        && (before.is_promoted() == after.is_promoted()
            || turned && GEOMETRY.promoting_to(before).has(to))
}

/// Whether one proof is enough or the states common to all proofs' sets are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Proofs {
    /// Any set of added units that spoils the value has a unit in the set of one proof.
    One,
    /// A single added unit that spoils the value is in the sets of all proofs.
    All,
}

impl Proofs {
    /// What is wanted when at most `slots` units are added.
    pub const fn for_slots(slots: usize) -> Self {
        if slots == 1 { Self::All } else { Self::One }
    }
}

impl<K: Key> Solver<'_, K> {
    /// States of which at least one must be added to an attacker node with v ≤ n so that v > n.
    ///
    /// An added unit leaves a proof alone unless it stands where a check of the proof arrives, is
    /// a defender that could capture a checker, is a pawn on the file of a dropped pawn, or helps to
    /// make a dropped pawn mate. An attacker's unit that the king captures on his way only leaves
    /// the position that the proof has without it.
    pub fn touch_attacker(&mut self, p: &Node, n: u8, proofs: Proofs) -> CodeSet {
        let scan = Scan::of(p);
        let mut best: Option<CodeSet> = None;
        any_check(p, &scan, |check| {
            if !self.check_within(p, &check, n - 1) {
                return false;
            }
            let set = self.touch_check(p, &check, n - 1, proofs);
            match (&mut best, proofs) {
                (None, _) => best = Some(set),
                (Some(best), Proofs::All) => *best &= &set,
                (Some(best), Proofs::One) => {
                    if set.len() < best.len() {
                        *best = set;
                    }
                }
            }
            best.as_ref().is_some_and(CodeSet::is_empty)
        });
        best.expect("the node has a mate")
    }

    /// The same for one check after which w ≤ n.
    pub fn touch_check(&mut self, p: &Node, check: &Check, n: u8, proofs: Proofs) -> CodeSet {
        let states: &StateSets = &STATES;
        let q = check.apply(p);
        let to = check.after.square();
        let mut set = self.touch_defender(&q, check.after, n, proofs);
        set |= &states.on[to.index()];
        set |= &states.defending[to.index()];
        if check.is_pawn_drop() {
            set |= &states.pawns[to.index()];
            let scan = Scan::of(&q);
            if !scan.defended.has(to) {
                for escape in scan.escapes(q.king()) {
                    set |= &states.covering[escape.index()];
                }
            }
        }
        set
    }

    /// The same for a defender node with w ≤ n, new captures of its checker left aside.
    pub fn touch_defender(&mut self, q: &Node, checker: Unit, n: u8, proofs: Proofs) -> CodeSet {
        let mut set = CodeSet::EMPTY;
        if n > 0 {
            let scan = Scan::of(q);
            any_reply(q, &scan, checker, |reply| {
                set |= &self.touch_attacker(&reply.apply(q), n, proofs);
                false
            });
        }
        set
    }

    /// States of which at least one must be added to an attacker node with v > n so that v ≤ n,
    /// when at most `slots` units are added.
    ///
    /// The value after adding is that of a critical subset. Either an added unit is in that subset,
    /// or the node holds it already and something hinders it: then nothing is known. Mates in one
    /// by a single further unit are found directly and need no table.
    pub fn help_attacker(&mut self, p: &Node, n: u8, slots: usize) -> CodeSet {
        if n == 0 {
            return CodeSet::EMPTY;
        }
        let single = slots == 1;
        let lowest = if single { 2 } else { 1 };
        let within = (2u64 << n) - (1 << lowest);
        if n >= lowest && self.table().subset_values(p) & within != 0 {
            return STATES.all.clone();
        }
        let mut set = CodeSet::EMPTY;
        if single {
            mates_in_one_with(p, &mut set);
        }
        if n >= lowest {
            self.table().completions(p, n, slots, &mut set);
        }
        set
    }

    /// States of which at least one must be added to a defender node so that `reply`, whose value
    /// exceeds n, no longer does: by taking the reply away or by helping the attacker after it.
    pub fn help_reply(&mut self, q: &Node, reply: &Reply, n: u8, slots: usize) -> CodeSet {
        let mut set = self.help_attacker(&reply.apply(q), n, slots);
        if let Reply::King { to, .. } = *reply {
            set |= &STATES.covering[to.index()];
        }
        set
    }
}

/// The states of a single further unit that give an attacker node a mate in one: units that cover
/// what escapes a check, and units that give the check themselves.
fn mates_in_one_with(p: &Node, set: &mut CodeSet) {
    let states: &StateSets = &STATES;
    let scan = Scan::of(p);
    let king = p.king();
    any_check(p, &scan, |check| {
        if !check.is_pawn_drop() && !scan.defended.has(check.after.square()) {
            let mut escapes = check.escapes(king, &scan).into_iter();
            if let Some(first) = escapes.next() {
                let mut covering = states.covering[first.index()].clone();
                for escape in escapes {
                    covering &= &states.covering[escape.index()];
                }
                *set |= &covering;
            }
        }
        false
    });
    new_mates_in_one(p, &scan, set);
}

/// Adds the states of a single further unit that gives a check which mates.
pub fn new_mates_in_one(p: &Node, scan: &Scan, set: &mut CodeSet) {
    let states: &StateSets = &STATES;
    let king = p.king();
    let open = GEOMETRY.around(king) - scan.attacked;
    let safe = !(scan.defended | scan.attackers | open);
    for (kind, promoted) in STEP_FACES {
        for to in GEOMETRY.checks_from(kind, promoted, king) & safe {
            let after = Unit::on_board(kind, Color::Black, promoted, to);
            if leaves_no_escape(king, scan, scan.attacked, after) {
                *set |= &states.origins[after.code()];
            }
        }
    }
}

/// A unit in hand after a move may be captured by it.
pub fn add_captured(set: &mut CodeSet, check: &Check) {
    if check.captured.is_some() || check.before.is_hand() {
        return;
    }
    for kind in STEP_KINDS {
        if set.contains(Unit::in_hand(kind)) {
            for unit in STATES.on[check.after.square().index()].iter() {
                if unit.kind() == kind && unit.is_defender() {
                    set.insert(unit);
                }
            }
        }
    }
}
