//! Disturbing sets: which further units can make a clean node unsound or change its value; and which can give
//! a node its value back.

use super::codeset::CodeSet;
use super::soundness::{Soundness, same_step};
use super::touch::{Proofs, STATES};
use crate::board::GEOMETRY;
use crate::node::{Key, Node};
use crate::play::{Check, Scan, any_check};
use crate::unit::{STEP_FACES, STEP_KINDS, Unit};
use shogi::Color;

impl<K: Key> Soundness<'_, K> {
    /// States of which at least one is among any `slots` or fewer units with which a clean node of value `n`
    /// is not clean or has another value.
    pub fn disturb(&mut self, p: &Node, n: u8, slots: usize) -> CodeSet {
        let line = self.clean_line(p, n);
        let proofs = Proofs::for_slots(slots);
        let longest = self.longest();
        let mut set = CodeSet::EMPTY;
        for ((p, main), value) in line.checks.iter().zip((1..=n).rev()) {
            set |= &self.solver().touch_check(p, main, value - 1, proofs);
            set |= &self.solver().help_attacker(p, value - 1, slots);
            if value > 1 {
                self.other_checks(p, Some(main), longest, slots, &mut set);
            }
        }
        for to in line.king_moves {
            set |= &STATES.covering[to.index()];
        }
        // What stays in hand is left over.
        for kind in STEP_KINDS {
            set.insert(Unit::in_hand(kind));
        }
        set
    }

    /// States of which a single further unit must be one so that a node with v > n has v ≤ n.
    ///
    /// Where the node holds a critical subset that something hinders, the table says nothing; then one move
    /// is looked at forwards.
    pub fn restore(&mut self, p: &Node, n: u8) -> CodeSet {
        let within = (2u64 << n) - 4;
        if n < 2 || self.solver().table().subset_values(p) & within == 0 {
            return self.solver().help_attacker(p, n, 1);
        }
        let mut set = CodeSet::EMPTY;
        self.other_checks(p, None, n - 1, 1, &mut set);
        set
    }

    /// Adds the states of which one is needed that a check mates in at most `n` moves after it that does not
    /// now; checks of the step of `main` are left aside.
    fn other_checks(
        &mut self,
        p: &Node,
        main: Option<&Check>,
        n: u8,
        slots: usize,
        set: &mut CodeSet,
    ) {
        let scan = Scan::of(p);
        any_check(p, &scan, |check| {
            if !main.is_some_and(|main| same_step(main, &check)) {
                *set |= &self.hasten(p, &check, n, slots);
            }
            false
        });
        for (kind, promoted) in STEP_FACES {
            for to in GEOMETRY.checks_from(kind, promoted, p.king()) - scan.attackers {
                let after = Unit::on_board(kind, Color::Black, promoted, to);
                if slots > 1 || self.mates_after(p, after, n) {
                    *set |= &STATES.origins[after.code()];
                }
            }
        }
    }

    /// Whether mate in at most `n` moves follows when a further unit of the attacker arrives as `after`,
    /// which gives check.
    fn mates_after(&mut self, p: &Node, after: Unit, n: u8) -> bool {
        let mut q = *p;
        if let Some(captured) = p.at(after.square()) {
            q.replace(captured, Unit::in_hand(captured.kind()));
        }
        self.solver().defender_within(&q.with(after), after, n)
    }
}
