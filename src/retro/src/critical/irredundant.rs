//! Irredundant problems that are not minimal: grown from critical nodes over the complete table.
//!
//! A problem with a piece that stops a second solution (余詰消し) need not be critical: without the piece it is a
//! mate of the same length, only not sound. All such problems are reached from their critical cores of the same
//! value by adding units; as in [`super::grow`], every node on the way owes something that names a set of
//! states of which a further unit must be one. `docs/engine.md` proves that none is missed.

use hashbrown::HashMap;

use super::codeset::CodeSet;
use super::scope::Scope;
use super::soundness::Soundness;
use super::step::before_quiet_check;
use super::table::Table;
use super::touch::{Proofs, STATES};
use crate::board::GEOMETRY;
use crate::node::fits;
use crate::node::{Key, Node};
use crate::unit::Unit;
use system::monitor::Monitor;

/// The irredundant mates in one, not critical, that come from a mated critical node; canonical keys.
///
/// The last move of a mate in one that leaves nothing in hand captures nothing, and between a core of the
/// position after it and that position everything is mated: so taking it back from cores reaches all.
pub fn mates_in_one<K: Key>(soundness: &mut Soundness<'_, K>, mated: &Node, found: &mut Vec<K>) {
    if mated.units().iter().any(|unit| unit.is_hand()) {
        return;
    }
    before_quiet_check(mated, 0, |p, _, _| {
        let critical = soundness.solver().table().critical_value(p).is_some();
        if !critical && soundness.is_irredundant(p, 1) {
            found.push(p.canonical_key());
        }
    });
}

/// What is known of the units to come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    /// Some order of adding them keeps the value all the way.
    Kept,
    /// Nothing.
    Any,
}

/// Grows the irredundant problems of one value, more than one, whose king stands on one square.
pub struct Spoiler<'a, K: Key> {
    soundness: Soundness<'a, K>,
    scope: &'a Scope,
    monitor: &'a Monitor,
    /// Nodes with free slots that were grown, and as what.
    grown: HashMap<K, Standing>,
    found: Vec<K>,
}

impl<'a, K: Key> Spoiler<'a, K> {
    /// A spoiler without problems; the table must be complete to the fixpoint and have its index.
    pub fn new(table: &'a Table<K>, scope: &'a Scope, monitor: &'a Monitor) -> Self {
        Self {
            soundness: Soundness::new(table),
            scope,
            monitor,
            grown: HashMap::new(),
            found: Vec::new(),
        }
    }

    /// The problems' keys, canonical, ascending, each once.
    pub fn finish(mut self) -> Vec<K> {
        self.found.sort_unstable();
        self.found.dedup();
        self.found
    }

    /// Grows the problems of value `n` with the critical node `core` of that value inside.
    pub fn grow(&mut self, core: &Node, n: u8) {
        if self.scope.slots(core.material()) > 0 {
            self.visit(core, n, &STATES.all, Standing::Kept);
        }
    }

    /// Grows the problems of value `n` with `q` inside, the units to come being `allowed` where but one
    /// comes.
    fn visit(&mut self, q: &Node, n: u8, allowed: &CodeSet, standing: Standing) {
        let slots = self.scope.slots(q.material());
        if self.monitor.go_on().is_err() || slots > 0 && !self.is_news(q, standing) {
            return;
        }
        let proofs = Proofs::for_slots(slots);
        let mut set;
        if self.soundness.solver().attacker_within(q, n - 1) {
            if slots == 0 {
                return;
            }
            set = self.soundness.solver().touch_attacker(q, n - 1, proofs);
        } else if !self.soundness.solver().attacker_within(q, n) {
            set = match slots {
                0 => return,
                1 => self.soundness.restore(q, n),
                _ => self.soundness.solver().help_attacker(q, n, slots),
            };
        } else if self.soundness.clean(q, n) {
            if !self.is_critical(q, n) && self.soundness.is_irredundant(q, n) {
                self.found.push(q.canonical_key());
            }
            return self.grow_clean(q, n, slots, standing);
        } else {
            let lenient = self.lenient(q, n);
            if slots == 0 {
                return;
            }
            set = self.soundness.spoil(q, n, slots);
            if !lenient {
                set |= &self.soundness.spoil_lenient(q, n, slots);
            }
        }
        if slots == 1 {
            set &= allowed;
        }
        for unit in self.joining(q, &set) {
            self.visit(&q.with(unit), n, &STATES.all, Standing::Any);
        }
    }

    /// Whether a node with free slots was not yet grown, or under a condition that it has no more.
    fn is_news(&mut self, q: &Node, standing: Standing) -> bool {
        self.grown
            .insert(K::pack(q), standing)
            .is_none_or(|known| known < standing)
    }

    fn is_critical(&mut self, q: &Node, n: u8) -> bool {
        self.soundness.solver().table().critical_value(q) == Some(n)
    }

    /// Whether a node of value `n` that is not clean is lenient; found if it is irredundant, too.
    fn lenient(&mut self, q: &Node, n: u8) -> bool {
        let critical = self.is_critical(q, n);
        let is = self.soundness.lenient(q, n);
        if is && !critical && self.soundness.is_irredundant_lenient(q, n) {
            self.found.push(q.canonical_key());
        }
        is
    }

    /// Grows on from a clean node, to which two units at least are to come: without any one of them the problem
    /// is unsound or has another value.
    fn grow_clean(&mut self, q: &Node, n: u8, slots: usize, standing: Standing) {
        if slots < 2 {
            return;
        }
        // What a single further unit makes unsound, and what it gives another value.
        let mut bad = CodeSet::EMPTY;
        let mut other = CodeSet::EMPTY;
        let single = self.soundness.disturb(q, n, 1);
        for unit in self.joining(q, &single) {
            let p = q.with(unit);
            if !self.soundness.solver().attacker_is(&p, n) {
                bad.insert(unit);
                other.insert(unit);
            } else if !self.soundness.clean(&p, n) {
                bad.insert(unit);
            }
        }
        let kept = standing == Standing::Kept;
        for unit in bad.iter() {
            let p = q.with(unit);
            if !other.contains(unit) || !kept {
                self.visit(&p, n, &bad, Standing::Any);
            } else if slots > 2 {
                self.visit_restored(&p, n);
            }
        }
        if slots > 2 {
            // Two together may do what none does alone.
            let set = if slots == 3 && kept {
                self.soundness.disturb(q, n, 2)
            } else {
                STATES.all.clone()
            };
            for unit in self.joining(q, &set) {
                if !bad.contains(unit) {
                    self.visit(&q.with(unit), n, &STATES.all, standing);
                }
            }
        }
    }

    /// Grows on from where one unit more gives a node the value `n`.
    fn visit_restored(&mut self, q: &Node, n: u8) {
        let set = if self.soundness.solver().attacker_within(q, n - 1) {
            self.soundness
                .solver()
                .touch_attacker(q, n - 1, Proofs::All)
        } else {
            self.soundness.restore(q, n)
        };
        for unit in self.joining(q, &set) {
            let p = q.with(unit);
            if self.soundness.solver().attacker_is(&p, n) {
                self.visit(&p, n, &STATES.all, Standing::Any);
            }
        }
    }

    /// The units of a set that can join a node.
    fn joining(&self, q: &Node, set: &CodeSet) -> Vec<Unit> {
        let material = q.material();
        let king = q.king();
        set.iter()
            .filter(|&unit| {
                let checks = !unit.is_defender() && GEOMETRY.attacks(unit).has(king);
                !checks && self.scope.admits(material, unit.kind()) && fits(q, unit)
            })
            .collect()
    }
}
