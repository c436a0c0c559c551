//! Irredundant problems that are not minimal: grown from critical nodes over the complete table.

use hashbrown::HashSet;

use super::board::{GEOMETRY, bit};
use super::codeset::CodeSet;
use super::grow::{Owed, fits};
use super::lenient::Lenient;
use super::monitor::Monitor;
use super::node::{Key, Node};
use super::scope::Scope;
use super::soundness::Soundness;
use super::table::Table;
use super::touch::{Proofs, STATES};

/// Grows the irredundant problems of one value whose king stands on one square.
pub struct Spoiler<'a, K: Key> {
    pub soundness: Soundness<'a, K>,
    scope: &'a Scope,
    monitor: &'a Monitor,
    pub seen: HashSet<K>,
    found: Vec<K>,
    pub lenient: bool,
    pub tight: bool,
    pub stat: [u64; 16],
}

impl<'a, K: Key> Spoiler<'a, K> {
    pub fn new(table: &'a Table<K>, scope: &'a Scope, monitor: &'a Monitor) -> Self {
        Self {
            soundness: Soundness::new(table),
            scope,
            monitor,
            seen: HashSet::new(),
            found: Vec::new(),
            lenient: true,
            tight: false,
            stat: [0; 16],
        }
    }

    /// The problems' keys, canonical, ascending, each once.
    pub fn finish(mut self) -> Vec<K> {
        self.found.sort_unstable();
        self.found.dedup();
        self.found
    }

    /// Grows problems of value `n` from `q`, a critical node of that value or one with further units.
    pub fn grow(&mut self, q: &Node, n: u8, allowed: Option<&CodeSet>, chain: bool) {
        if self.monitor.go_on().is_err() {
            return;
        }
        let material = q.material();
        let slots = self.scope.slots(material);
        let critical = self.soundness.solver.table().critical_value(q) == Some(n);
        if critical && slots == 0 || slots > 0 && !self.seen.insert(K::pack(q)) {
            return;
        }
        self.stat[slots] += 1;
        let mut owed = Owed(None);
        if self.soundness.solver.attacker_within(q, n - 1) {
            if slots > 0 { self.stat[10+slots] += 1; }
            if slots == 0 {
                return;
            }
            let set = self
                .soundness
                .solver
                .touch_attacker(q, n - 1, Proofs::for_slots(slots));
            owed.also(set, slots);
        } else if !self.soundness.solver.attacker_within(q, n) {
            if slots == 0 {
                return;
            }
            self.stat[6+slots] += 1;
            owed.also(self.soundness.solver.help_attacker(q, n, slots), slots);
        } else if self.soundness.clean(q, n) {
            if !critical && self.soundness.is_irredundant(q, n) {
                self.found.push(q.canonical_key());
            }
            if slots >= 2 {
                self.grow_clean(q, n, slots, chain);
            }
            return;
        } else {
            let mut lenient = false;
            if self.lenient {
                let mut f = Lenient::new(&mut self.soundness);
                lenient = f.lenient(q, n);
                if !critical && lenient && f.is_irredundant(q, n) {
                    self.found.push(q.canonical_key());
                }
            }
            if slots == 0 {
                return;
            }
            if self.lenient && !self.tight && !(lenient && slots == 1) {
                owed.also(STATES.all.clone(), slots);
            } else {
                self.stat[4 + slots] += 1;
                let set = self.soundness.spoil(q, n, slots);
                
                owed.also(set, slots);
            }
        }
        if let Some(mut set) = owed.0 {
            if let Some(allowed) = allowed {
                set &= allowed;
            }
            for p in self.further(q, &set) {
                self.grow(&q.with(p), n, None, false);
            }
        }
    }

    /// Grows on from a clean node: of the units to come none can be left out.
    fn grow_clean(&mut self, q: &Node, n: u8, slots: usize, chain: bool) {
        let single = self.soundness.disturb(q, n, 1);
        let mut bad = CodeSet::EMPTY;
        let mut other = CodeSet::EMPTY;
        self.stat[15] += 1;
        for unit in self.further(q, &single) {
            let p = q.with(unit);
            self.stat[14] += 1;
            if !self.soundness.solver.attacker_is(&p, n) {
                bad.insert(unit);
                other.insert(unit);
            } else if !self.soundness.clean(&p, n) {
                bad.insert(unit);
            }
        }
        self.stat[13] += bad.len() as u64;
        for unit in bad.iter() {
            let p = q.with(unit);
            if slots > 2 {
                if !other.contains(unit) {
                    self.grow(&p, n, None, false);
                } else if !chain || slots > 3 {
                    self.grow(&p, n, None, false);
                } else {
                    self.restore(&p, n);
                }
            } else if !other.contains(unit) || !chain {
                self.grow(&p, n, Some(&bad), false);
            }
        }
        if slots == 3 && chain {
            let set = self.soundness.disturb(q, n, slots - 1);
            for unit in self.further(q, &set) {
                if !bad.contains(unit) {
                    self.grow(&q.with(unit), n, None, true);
                }
            }
        } else if slots >= 3 {
            for unit in self.further(q, &STATES.all) {
                if !bad.contains(unit) {
                    self.grow(&q.with(unit), n, None, chain);
                }
            }
        }
    }

    fn restore(&mut self, q: &Node, n: u8) {
        let solver = &mut self.soundness.solver;
        let set = if solver.attacker_within(q, n - 1) {
            solver.touch_attacker(q, n - 1, Proofs::All)
        } else {
            solver.help_attacker(q, n, 1)
        };
        for unit in self.further(q, &set) {
            let p = q.with(unit);
            self.stat[3] += 1;
            if self.soundness.solver.attacker_is(&p, n) {
                self.grow(&p, n, None, false);
            }
        }
    }

    /// The units of a set that can join a node.
    fn further(&self, q: &Node, set: &CodeSet) -> Vec<super::unit::Unit> {
        let material = q.material();
        let king = bit(q.king());
        set.iter()
            .filter(|&unit| {
                let checks = !unit.is_defender() && GEOMETRY.attacks(unit) & king != 0;
                !checks && self.scope.admits(material, unit.kind()) && fits(q, unit)
            })
            .collect()
    }
}
