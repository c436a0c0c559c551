//! Disturbing sets: which further units can make a clean node unsound or change its value.

use super::board::{GEOMETRY, squares};
use super::codeset::CodeSet;
use super::node::{Key, Node};
use super::play::{Check, Reply, Scan, any_check};
use super::soundness::{Soundness, same_step};
use super::touch::{Proofs, STATES};
use super::unit::{KINDS, Unit};
use crate::shogi::Color;

impl<K: Key> Soundness<'_, K> {
    /// States of which at least one is among any `slots` or fewer units with which a clean node of value `n`
    /// is not clean or has another value.
    pub fn disturb(&mut self, p: &Node, n: u8, slots: usize) -> CodeSet {
        let (checks, replies) = self.clean_line(p, n);
        let proofs = Proofs::for_slots(slots);
        let mut set = CodeSet::EMPTY;
        for ((p, main), value) in checks.iter().zip((1..=n).rev()) {
            set |= &self.solver.touch_check(p, main, value - 1, proofs);
            set |= &self.solver.help_attacker(p, value - 1, slots);
            if value > 1 {
                self.second_solutions(p, main, slots, &mut set);
            }
        }
        for reply in replies {
            if let Reply::King { to, .. } = reply {
                set |= &STATES.covering[to];
            }
        }
        // What stays in hand is left over.
        for kind in 0..KINDS.len() {
            set.insert(Unit::in_hand(kind));
        }
        set
    }

    /// Adds the states with which another step than that of `main`, which alone wins, can win too.
    fn second_solutions(&mut self, p: &Node, main: &Check, slots: usize, set: &mut CodeSet) {
        let longest = self.longest();
        let scan = Scan::of(p);
        any_check(p, &scan, |check| {
            if !same_step(main, &check) {
                *set |= &self.hasten(p, &check, longest, slots);
            }
            false
        });
        for kind in 0..KINDS.len() {
            for promoted in 0..2 {
                let targets = GEOMETRY.checks_from[kind][promoted][p.king()] & !scan.attackers;
                for to in squares(targets) {
                    let after = Unit::on_board(kind, Color::Black, promoted == 1, to);
                    if slots > 1 || self.wins_with(p, after) {
                        *set |= &STATES.origins[after.code()];
                    }
                }
            }
        }
    }

    /// Whether mate follows when a further unit of the attacker arrives as `after`, which gives check.
    fn wins_with(&mut self, p: &Node, after: Unit) -> bool {
        let longest = self.longest();
        let mut q = *p;
        if let Some(captured) = p.at(after.square()) {
            q.replace(captured, Unit::in_hand(captured.kind()));
        }
        self.solver.defender_within(&q.with(after), after, longest)
    }
}
