//! The search: depth-first proof numbers over an explicit stack.
//!
//! * df-pn: Nagai 2002; thresholds 1+ε: Pawlewicz and Lew 2007.
//! * Proof numbers of a defender's node as the largest of its replies plus the number of the others,
//!   which does not count one mate twice: weak proof numbers, Ueda, Hashimoto, Hashimoto and Iida 2008.
//! * Thresholds that grow where the search meets old positions: TCA, Kishimoto 2010.
//! * Disproofs that rest on a repetition are kept for their path only: Kishimoto and Müller 2004.
//! * Proof and disproof hands: Nagai 2002.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::busy::Busy;
use super::combine::{Best, combine_attack, combine_defence};
use super::first::FirstNumbers;
use super::frame::{Frame, Node, Order, follow, missing_after, plies_after};
use super::hands::mixed;
use super::memory::Memory;
use super::note::note;
use super::path::Path;
use super::record::Met;
use super::slot::{Slot, Step};
use super::table::{INFINITE, Number};
use super::value::Value;
use crate::clock::Instant;
use crate::solve::{Limits, LookedUp, Oracle, Progress, Reached};
use shogi::{Color, Hand, Move, Position};

/// The search with its table; see the module.
pub struct Search {
    /// What is known.
    pub table: Memory,
    pub(super) first: FirstNumbers,
    pub(super) path: Path,
    pub(super) stack: Vec<Frame>,
    pub(super) slots: Vec<Slot>,
    /// Who is asked about an attacker's position of which the table has no record.
    pub(super) oracle: Option<Arc<dyn Oracle>>,
    /// Nodes expanded.
    pub nodes: u64,
    /// Where others can read how far it is.
    pub progress: Arc<Progress>,
    /// How many more old positions than new ones were met: while above 0, thresholds grow (TCA).
    old_met: u32,
    /// The node count at which limits are looked at next.
    look_at: u64,
    /// Of a thread that stays away: how many of its nodes others can read.
    told: u64,
    /// Which search of those with one table it is, from 1 on and round again: threads have the same.
    pub(super) number: u8,
    /// Where the threads are, if there are several.
    busy: Option<Busy>,
    /// Whether it stays away from where others are; one of several threads does not.
    pub(super) stays_away: bool,
}

/// The deepest stack, in nodes: beyond it a search is given up.
const DEEPEST: usize = 20_000;

impl Search {
    /// A search with a table of at most `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        Self::with(Memory::own(bytes), FirstNumbers::new(bytes), None)
    }

    /// The same, with a table that others can share.
    pub fn shared(bytes: usize) -> Self {
        Self::with(
            Memory::shared(bytes),
            FirstNumbers::new(bytes),
            Some(Busy::new()),
        )
    }

    /// A search for another thread with the same table, if that can be shared, that stays away from where
    /// somebody is.
    pub fn for_another_thread(&self) -> Option<Self> {
        let busy = self.busy.as_ref().map(Busy::for_another_thread);
        let mut other = Self::with(self.table.for_another_thread()?, self.first.another(), busy);
        other.progress = Arc::clone(&self.progress);
        other.stays_away = true;
        Some(other)
    }

    fn with(table: Memory, first: FirstNumbers, busy: Option<Busy>) -> Self {
        Self {
            table,
            first,
            number: 0,
            busy,
            stays_away: false,
            path: Path::new(),
            stack: Vec::new(),
            slots: Vec::new(),
            oracle: None,
            nodes: 0,
            progress: Arc::default(),
            old_met: 0,
            look_at: 0,
            told: 0,
        }
    }

    /// Asks an oracle from now on. What was counted without it may be a failure that it knows.
    pub fn set_oracle(&mut self, oracle: &Arc<dyn Oracle>) {
        self.oracle = Some(Arc::clone(oracle));
        self.first = self.first.another();
    }

    /// Counts its nodes from 0 on again: those before are counted elsewhere.
    pub(super) fn count_anew(&mut self) {
        (self.nodes, self.told) = (0, 0);
    }

    /// What the oracle knows of a position.
    pub fn look_up(&self, position: &Position, attacker: Color) -> Option<LookedUp> {
        self.oracle.as_ref()?.look_up(position, attacker)
    }

    /// Decides a position.
    ///
    /// # Errors
    /// The limit that was reached first.
    pub fn run(
        &mut self,
        root: &Position,
        order: &Order,
        limits: &Limits,
        started: Instant,
        stops: &[&AtomicBool],
    ) -> Result<Value, Reached> {
        let found = self.search(root, order, limits, started, stops);
        if let Some(busy) = &self.busy {
            for frame in &self.stack {
                busy.leave(frame.node.key, frame.node.hand);
            }
        }
        found
    }

    fn search(
        &mut self,
        root: &Position,
        order: &Order,
        limits: &Limits,
        started: Instant,
        stops: &[&AtomicBool],
    ) -> Result<Value, Reached> {
        self.stack.clear();
        self.slots.clear();
        self.path.clear();
        self.old_met = 0;
        self.look_at = 0;
        // What the table decides at once is asked for again and again.
        check_clock(limits, started, stops)?;
        let node = Node {
            position: root.clone(),
            attack: root.side() == order.attacker,
            key: root.board_key() ^ order.salt,
            hand: root.hand(order.attacker),
            plies: order.plies,
            missing: Hand::EMPTY,
        };
        self.push(order, node, (INFINITE, INFINITE));
        loop {
            let top = self.stack.len() - 1;
            let (value, best) = self.combine(top);
            let frame = &self.stack[top];
            let (mut proof_limit, mut disproof_limit) = frame.thresholds;
            if self.old_met > 0 && value.proof > 0 && value.disproof > 0 {
                proof_limit = proof_limit.max(value.proof + 1).min(INFINITE);
                disproof_limit = disproof_limit.max(value.disproof + 1).min(INFINITE);
            }
            if value.proof == 0
                || value.disproof == 0
                || value.proof >= proof_limit
                || value.disproof >= disproof_limit
            {
                self.keep(order, top, &value);
                self.old_met = self.old_met.min(self.stack[top].old_met);
                let frame = self.stack.pop().expect("the top is there");
                self.slots.truncate(frame.first);
                if frame.node.attack {
                    self.path.leave(frame.node.key);
                }
                if let Some(busy) = &self.busy {
                    busy.leave(frame.node.key, frame.node.hand);
                }
                if self.stack.is_empty() {
                    return Ok(value);
                }
                self.come_back(order, &value);
                continue;
            }
            if self.nodes >= self.look_at {
                self.check_limits(limits, started, stops)?;
            }
            if self.stack.len() >= DEEPEST {
                return Err(Reached::Depth);
            }
            self.go_down(order, &best, (proof_limit, disproof_limit));
        }
    }

    fn check_limits(
        &mut self,
        limits: &Limits,
        started: Instant,
        stops: &[&AtomicBool],
    ) -> Result<(), Reached> {
        if self.stays_away {
            self.progress.add_beside(self.nodes - self.told);
            self.told = self.nodes;
        } else {
            self.progress.set_nodes(self.nodes);
            self.progress.set_plies(self.stack.len() as u32);
        }
        check_clock(limits, started, stops)?;
        self.look_at = self.nodes + 512;
        if let Some(nodes) = limits.nodes {
            if self.nodes >= nodes {
                return Err(Reached::Nodes);
            }
            self.look_at = self.look_at.min(nodes);
        }
        Ok(())
    }

    /// Puts a node on the stack and expands it.
    fn push(&mut self, order: &Order, node: Node, thresholds: (Number, Number)) {
        let (attack, key, hand) = (node.attack, node.key, node.hand);
        let depth = self.stack.len();
        let above = self.stack.last().map_or(0, |frame| frame.path);
        let path = (above ^ mixed(key, hand))
            .wrapping_mul(0xBF58_476D_1CE4_E5B9)
            .rotate_left(29)
            .wrapping_add(depth as u64);
        if attack {
            self.path.enter(key, hand, depth as u16);
        }
        if let Some(busy) = &self.busy {
            busy.enter(key, hand);
        }
        self.stack.push(Frame {
            node,
            path,
            first: self.slots.len(),
            thresholds,
            old_met: self.old_met,
            nodes: self.nodes,
            chosen: 0,
        });
        self.nodes += 1;
        if attack {
            self.expand_attack(order, depth);
        } else {
            self.expand_defence(order, depth);
        }
        let first = self.stack[depth].first;
        if self.slots[first..].iter().any(|slot| slot.old) {
            self.old_met += 1;
        }
    }

    /// The checks of the attacker to move at the root of the last search that are still undecided, the one to
    /// search next first; none of a defender.
    pub fn open_checks(&self) -> Vec<Move> {
        let Some(root) = self.stack.first().filter(|root| root.node.attack) else {
            return Vec::new();
        };
        let end = self
            .stack
            .get(1)
            .map_or(self.slots.len(), |next| next.first);
        let mut open: Vec<&Slot> = (self.slots[root.first..end].iter())
            .filter(|slot| !slot.is_mate() && !slot.is_no_mate())
            .collect();
        open.sort_by_key(|slot| (slot.proof, slot.disproof));
        open.iter()
            .filter_map(|slot| match slot.step {
                Step::Move(check) => Some(check),
                Step::Recapture { .. } => None,
            })
            .collect()
    }

    /// The value of a node by its slots, and where to go on.
    fn combine(&self, at: usize) -> (Value, Best) {
        let frame = &self.stack[at];
        let slots = &self.slots[frame.first..];
        let avoid = self.busy.as_ref().filter(|_| self.stays_away);
        if frame.node.attack {
            combine_attack(frame, slots, avoid)
        } else {
            combine_defence(frame, slots, avoid)
        }
    }

    /// Keeps what the search of a node has found.
    fn keep(&mut self, order: &Order, at: usize, value: &Value) {
        let frame = &self.stack[at];
        let work = self.nodes - frame.nodes;
        if value.proof == 0 {
            self.table
                .keep_mate(frame.node.key, value.hand, value.lengths, work);
        } else if value.disproof == 0 {
            if let Some(repeated) = value.repeats.above(at) {
                let above = self.stack[at - 1].path;
                let Node { key, hand, .. } = frame.node;
                self.path.keep_repetition(above, key, hand, repeated);
            } else {
                self.table
                    .keep_no_mate(frame.node.key, value.hand, value.plies, work);
            }
        } else {
            let label = order.label(frame.node.plies);
            let met = Met {
                run: self.number,
                depth: at as u16,
            };
            self.table.keep_open(
                frame.node.key,
                frame.node.hand,
                label,
                (value.proof, value.disproof),
                met,
                work,
            );
        }
    }

    /// Brings the value of a searched node to the slot above it.
    fn come_back(&mut self, order: &Order, value: &Value) {
        let at = self.stack.len() - 1;
        let index = self.stack[at].chosen;
        let mut value = *value;
        if value.disproof == 0 {
            // What rests on a repetition of the node itself is true on every path.
            value.repeats = value.repeats.seen_above(at + 1);
        }
        let slot = &mut self.slots[index];
        slot.fresh = false;
        note(&self.stack[at].node, slot, &value);
        if self.stack[at].node.attack {
            self.turn_back(order, at, index);
        } else {
            self.take_turns(order, at, index);
        }
    }

    /// Puts the best child on the stack.
    fn go_down(&mut self, order: &Order, best: &Best, limits: (Number, Number)) {
        let at = self.stack.len() - 1;
        let index = self.stack[at].first + best.slot;
        self.stack[at].chosen = index;
        let frame = &self.stack[at];
        let slot = &self.slots[index];
        let ease = |second: Number| second.saturating_add(second / 16 + 1).min(INFINITE);
        let thresholds = if frame.node.attack {
            (
                limits.0.min(ease(best.second)),
                limits.1.saturating_sub(best.others).min(INFINITE),
            )
        } else {
            (
                limits.0.saturating_sub(best.others).min(INFINITE),
                limits.1.min(ease(best.second)),
            )
        };
        if slot.fresh && self.old_met > 0 {
            self.old_met -= 1;
        }
        let next = follow(&frame.node.position, slot.step);
        let node = Node {
            position: next.expect("what cannot be followed is no mate"),
            attack: !frame.node.attack && !slot.is_recapture(),
            key: slot.key,
            hand: slot.hand,
            plies: plies_after(&frame.node, slot),
            missing: missing_after(&frame.node, slot.step),
        };
        self.push(order, node, thresholds);
    }
}

/// Whether somebody asked to stop, or the time is up.
pub(super) fn check_clock(
    limits: &Limits,
    started: Instant,
    stops: &[&AtomicBool],
) -> Result<(), Reached> {
    if stops.iter().any(|stop| stop.load(Ordering::Relaxed)) {
        return Err(Reached::Stop);
    }
    if limits.time.is_some_and(|time| started.elapsed() >= time) {
        return Err(Reached::Time);
    }
    Ok(())
}
