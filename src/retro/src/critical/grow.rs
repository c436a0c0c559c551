//! Growing candidates: a node that was un-moved to, and the further units that make it a node of
//! the wanted value.
//!
//! At every step an *obligation* names a set of states of which at least one further unit must be
//! a member (a reply that must be answered, a shorter mate that must be spoilt); growing branches
//! over that set only. When nothing is owed the node is a candidate.

use crate::node::fits;
use hashbrown::HashSet;

use super::codeset::CodeSet;
use super::scope::Scope;
use super::table::Table;
use super::touch::{Proofs, STATES, add_captured};
use super::value::Solver;
use crate::board::GEOMETRY;
use crate::node::{Key, Material, Node};
use crate::play::{Check, Reply, Scan, sole_checker};
use crate::unit::Unit;
use shogi::Kind;
use system::monitor::Monitor;

/// Grows the candidates of one level whose king stands on one square. Once the monitor asks to
/// stop it grows no more, and what it has is worth nothing.
pub struct Grower<'a, K: Key> {
    /// The lengths of nodes.
    pub solver: Solver<'a, K>,
    /// What may be in play.
    pub scope: &'a Scope,
    monitor: &'a Monitor,
    /// Full nodes whose value is decided.
    decided: HashSet<K>,
    /// Nodes with free slots that were grown, by their main move or reply.
    grown: HashSet<(K, u32)>,
    candidates: Vec<K>,
    /// What was left of earlier candidates.
    sifted: Vec<K>,
    /// How many they were when they were last sifted together.
    settled: usize,
    /// Above so many nodes it is sifted.
    most: usize,
    sift: Option<Sift<'a, K>>,
}

/// What leaves some of candidates out, which are ascending, each once.
pub type Sift<'a, K> = &'a dyn Fn(&[K]) -> Vec<K>;

/// So many nodes are held at the least before they are sifted. What was grown is forgotten then, and grown again where
/// it is met again.
const FEWEST: u64 = 1 << 8;

/// A number for a reply, given the node it is played in.
fn reply_id(reply: &Reply) -> u32 {
    match *reply {
        Reply::King { to, .. } => to.index() as u32 + 1,
        Reply::Capture { before, after, .. } => u32::from(before.0) << 16 | u32::from(after.0),
    }
}

/// What is owed before a node is a candidate: states of which a further unit must be one.
pub struct Owed(pub Option<CodeSet>);

impl Owed {
    /// Adds an obligation; the last unit has to meet all, an earlier one only one, best the
    /// narrowest.
    pub fn also(&mut self, set: CodeSet, slots: usize) {
        match &mut self.0 {
            None => self.0 = Some(set),
            Some(owed) if slots == 1 => *owed &= &set,
            Some(owed) => {
                if set.len() < owed.len() {
                    *owed = set;
                }
            }
        }
    }
}

impl<'a, K: Key> Grower<'a, K> {
    /// A grower without candidates.
    pub fn new(table: &'a Table<K>, scope: &'a Scope, monitor: &'a Monitor) -> Self {
        Self {
            solver: Solver::new(table),
            scope,
            monitor,
            decided: HashSet::new(),
            grown: HashSet::new(),
            candidates: Vec::new(),
            sifted: Vec::new(),
            settled: 0,
            most: usize::MAX,
            sift: None,
        }
    }

    /// Has candidates sifted before all are there, so that they take about so many bytes at the most. `sift` leaves
    /// out candidates that it would also leave out if it saw more of them.
    pub fn within(mut self, bytes: u64, sift: Sift<'a, K>) -> Self {
        // In a set, with the move it was reached by and the room that sets leave free.
        let of_node = 2 * size_of::<(K, u32)>() as u64 + 2;
        self.most = usize::try_from((bytes / of_node).max(FEWEST)).unwrap_or(usize::MAX);
        self.sift = Some(sift);
        self
    }

    /// The candidates' keys, canonical, ascending, each once; without those that were sifted out.
    pub fn finish(mut self) -> Vec<K> {
        self.candidates.append(&mut self.sifted);
        self.candidates.sort_unstable();
        self.candidates.dedup();
        self.candidates
    }

    fn found(&mut self, node: &Node) {
        self.candidates.push(node.canonical_key());
    }

    /// Sifts what is there if it is too much.
    fn make_room(&mut self) {
        let held = self.candidates.len() + self.decided.len() + self.grown.len();
        if held <= self.most {
            return;
        }
        if let Some(sift) = self.sift {
            self.decided = HashSet::new();
            self.grown = HashSet::new();
            // What is left of some is met again, and left out only together with others.
            let together = self.sifted.len() > 2 * self.settled + self.most;
            if together {
                self.candidates.append(&mut self.sifted);
            }
            self.candidates.sort_unstable();
            self.candidates.dedup();
            self.sifted.append(&mut sift(&self.candidates));
            if together {
                self.settled = self.sifted.len();
            }
            self.candidates = Vec::new();
        }
    }

    /// Grows defender nodes of value `n` from `q`, in which `main` (`None` for mates) leads to an
    /// attacker node of value `n`; `grown` says whether units were added that could change that.
    pub fn defender(&mut self, q: &Node, main: Option<&Reply>, n: u8, grown: bool) {
        if self.monitor.go_on().is_err() {
            return;
        }
        self.make_room();
        let material = q.material();
        let slots = self.scope.slots(material);
        let checker = match sole_checker(q) {
            Ok(checker) => checker,
            Err(0) if slots > 0 => {
                for unit in STATES.attacking[q.king().index()].iter() {
                    self.add_to_defender(q, material, unit, main, n);
                }
                return;
            }
            Err(_) => return,
        };
        let scan = Scan::of(q);
        if let Some(Reply::King { to, captured }) = main {
            let held = captured.is_none() && scan.attackers.has(*to);
            if held || (scan.attacked | scan.defenders).has(*to) {
                return;
            }
        }
        // At a full node the decision is final; before, it depends on the main reply too.
        let first = if slots == 0 {
            self.decided.insert(K::pack(q))
        } else {
            !grown || self.grown.insert((K::pack(q), main.map_or(0, reply_id)))
        };
        if !first {
            return;
        }
        let after_main = main.map(|main| main.apply(q));
        let mut owed = Owed(None);
        if grown
            && n > 1
            && let Some(r) = &after_main
            && self.solver.attacker_within(r, n - 1)
        {
            if slots == 0 {
                // Another reply may still last n.
                if !self.solver.defender_is(q, checker, n) {
                    return;
                }
                return self.found(q);
            }
            owed.also(
                self.solver
                    .touch_attacker(r, n - 1, Proofs::for_slots(slots)),
                slots,
            );
        }
        let mut beyond = Vec::new();
        self.solver.replies_beyond(q, checker, n, &mut beyond);
        if slots == 0 && !beyond.is_empty() {
            return;
        }
        for reply in &beyond {
            owed.also(self.solver.help_reply(q, reply, n, slots), slots);
        }
        match owed.0 {
            Some(set) => {
                for unit in set.iter() {
                    self.add_to_defender(q, material, unit, main, n);
                }
            }
            None => {
                self.found(q);
                if slots >= 2
                    && n > 0
                    && let Some(r) = &after_main
                {
                    let mut set = self.solver.touch_defender(q, checker, n, Proofs::One);
                    set |= &STATES.defending[checker.square().index()];
                    set |= &self.solver.help_attacker(r, n - 1, slots - 1);
                    for unit in set.iter() {
                        self.add_to_defender(q, material, unit, main, n);
                    }
                }
            }
        }
    }

    fn add_to_defender(
        &mut self,
        q: &Node,
        material: Material,
        unit: Unit,
        main: Option<&Reply>,
        n: u8,
    ) {
        if self.scope.admits(material, unit.kind()) && fits(q, unit) {
            self.defender(&q.with(unit), main, n, true);
        }
    }

    /// Grows attacker nodes of value `n + 1` from `p`, in which the move `before` → `after` (any
    /// capture follows from `p`) leads to a defender node of value `n`; `grown` says whether units
    /// were added that could change that.
    pub fn attacker(&mut self, p: &Node, before: Unit, after: Unit, n: u8, grown: bool) {
        if self.monitor.go_on().is_err() {
            return;
        }
        self.make_room();
        let material = p.material();
        let slots = self.scope.slots(material);
        let again = if slots == 0 {
            self.decided.contains(&K::pack(p))
        } else {
            grown
                && !self
                    .grown
                    .insert((K::pack(p), u32::from(before.0) << 16 | u32::from(after.0)))
        };
        if again {
            return;
        }
        let check = Check {
            before,
            after,
            captured: p.at(after.square()),
        };
        let mut owed = Owed(None);
        if n > 0 && self.solver.attacker_within(p, n) {
            if slots == 0 {
                self.decided.insert(K::pack(p));
                return;
            }
            owed.also(
                self.solver.touch_attacker(p, n, Proofs::for_slots(slots)),
                slots,
            );
        }
        let q = check.apply(p);
        if grown {
            if check.is_pawn_drop() && check.mates(p.king(), &Scan::of(p)) {
                // Only a defender that can take the pawn makes the drop legal again.
                if slots == 0 {
                    return;
                }
                owed.also(STATES.defending[after.square().index()].clone(), slots);
            }
            let mut beyond = Vec::new();
            self.solver.replies_beyond(&q, after, n, &mut beyond);
            if slots == 0 && !beyond.is_empty() {
                return;
            }
            for reply in &beyond {
                let mut set = self.solver.help_reply(&q, reply, n, slots);
                add_captured(&mut set, &check);
                owed.also(set, slots);
            }
        }
        match owed.0 {
            Some(set) => {
                for unit in set.iter() {
                    self.add_to_attacker(p, material, unit, before, after, n);
                }
            }
            None => {
                if slots == 0 {
                    self.decided.insert(K::pack(p));
                }
                self.found(p);
                if slots >= 2 && n > 0 {
                    let mut set = self.solver.touch_check(p, &check, n, Proofs::One);
                    set |= &self.solver.help_attacker(p, n, slots - 1);
                    for unit in set.iter() {
                        self.add_to_attacker(p, material, unit, before, after, n);
                    }
                }
            }
        }
    }

    fn add_to_attacker(
        &mut self,
        p: &Node,
        material: Material,
        unit: Unit,
        before: Unit,
        after: Unit,
        n: u8,
    ) {
        if !self.scope.admits(material, unit.kind()) || !fits(p, unit) {
            return;
        }
        if GEOMETRY.attacks(unit).has(p.king()) && !unit.is_defender() {
            return;
        }
        // The move must stay legal.
        let to = after.square();
        if unit.is_on(to) && (!unit.is_defender() || before.is_hand()) {
            return;
        }
        let drops_pawn = before.is_hand() && before.kind() == Kind::Pawn;
        if drops_pawn && unit.is_attacker_pawn() && unit.square().file() == to.file() {
            return;
        }
        self.attacker(&p.with(unit), before, after, n, true);
    }
}
