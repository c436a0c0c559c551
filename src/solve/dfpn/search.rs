//! The search: depth-first proof numbers over an explicit stack.
//!
//! * df-pn: Nagai 2002; thresholds 1+ε: Pawlewicz and Lew 2007.
//! * Proof numbers of a defender's node as the largest of its replies plus the number of the others,
//!   which does not count one mate twice: weak proof numbers, Ueda, Hashimoto, Hashimoto and Iida 2008.
//! * Thresholds that grow where the search meets old positions: TCA, Kishimoto 2010.
//! * Disproofs that rest on a repetition are kept for their path only: Kishimoto and Müller 2004.
//! * Proof and disproof hands: Nagai 2002.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::path::Path;
use super::slot::{Recaptures, Slot, Step, alternative, interposing_drops, replies};
use super::table::{INFINITE, Known, Lengths, Number, Table, UNLIMITED};
use crate::shogi::{Bitboard, Color, Hand, Kind, Move, Position};
use crate::solve::{Limits, Reached};

/// What a position is worth when its search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Proof number; 0: mate.
    pub proof: Number,
    /// Disproof number; 0: no mate.
    pub disproof: Number,
    /// If mate.
    pub lengths: Lengths,
    /// If no mate: within so many plies.
    pub plies: u16,
    /// If decided: the proof or disproof hand.
    pub hand: Hand,
    /// If no mate: the depth of the nearest-to-root position whose repetition it rests on.
    pub repeats: u16,
}

impl Value {
    const fn open(proof: Number, disproof: Number) -> Self {
        Self {
            proof,
            disproof,
            lengths: Lengths {
                free: 0,
                literal: 0,
            },
            plies: UNLIMITED,
            hand: Hand::EMPTY,
            repeats: UNLIMITED,
        }
    }

    const fn mate(lengths: Lengths, hand: Hand) -> Self {
        Self {
            lengths,
            hand,
            ..Self::open(0, INFINITE)
        }
    }

    const fn no_mate(plies: u16, hand: Hand, repeats: u16) -> Self {
        Self {
            plies,
            hand,
            repeats,
            ..Self::open(INFINITE, 0)
        }
    }
}

/// A node on the stack.
struct Frame {
    position: Position,
    attack: bool,
    key: u64,
    hand: Hand,
    /// Plies left to mate.
    plies: u16,
    /// Pieces out of play.
    missing: Hand,
    /// Identifies the moves from the root to here.
    path: u64,
    first: usize,
    thresholds: (Number, Number),
    patience: u32,
    nodes: u64,
    /// The slot being searched.
    chosen: usize,
}

/// What a search is told.
#[derive(Clone, Copy)]
pub struct Order {
    /// Who mates.
    pub attacker: Color,
    /// The mate may take this many plies.
    pub plies: u16,
    /// Whether a recapture is for free; otherwise every interposition counts.
    pub free: bool,
    /// Mixed into all keys: of tasks that must not share records.
    pub salt: u64,
}

/// The search with its table; see the module.
pub struct Search {
    /// What is known.
    pub table: Table,
    path: Path,
    stack: Vec<Frame>,
    slots: Vec<Slot>,
    /// Nodes expanded.
    pub nodes: u64,
    /// How many more old positions than new ones were met: while above 0, thresholds grow.
    patience: u32,
    /// The node count at which limits are looked at next.
    look_at: u64,
}

/// The deepest stack, in nodes: beyond it a search is given up.
const DEEPEST: usize = 20_000;

impl Search {
    /// A search with a table of at most `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            table: Table::new(bytes),
            path: Path::new(),
            stack: Vec::new(),
            slots: Vec::new(),
            nodes: 0,
            patience: 0,
            look_at: 0,
        }
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
        stop: &AtomicBool,
    ) -> Result<Value, Reached> {
        self.stack.clear();
        self.slots.clear();
        self.path.clear();
        self.patience = 0;
        self.look_at = 0;
        let attack = root.side() == order.attacker;
        let key = root.board_key() ^ order.salt;
        let hand = root.hand(order.attacker);
        self.push(
            order,
            root.clone(),
            attack,
            key,
            hand,
            order.plies,
            Hand::EMPTY,
            (INFINITE, INFINITE),
        );
        loop {
            if self.nodes >= self.look_at {
                self.check_limits(limits, started, stop)?;
            }
            let top = self.stack.len() - 1;
            let (value, best) = self.combine(top);
            let frame = &self.stack[top];
            let (mut proof_limit, mut disproof_limit) = frame.thresholds;
            if self.patience > 0 && value.proof > 0 && value.disproof > 0 {
                proof_limit = proof_limit.max(value.proof + 1).min(INFINITE);
                disproof_limit = disproof_limit.max(value.disproof + 1).min(INFINITE);
            }
            if value.proof == 0
                || value.disproof == 0
                || value.proof >= proof_limit
                || value.disproof >= disproof_limit
            {
                self.keep(top, &value);
                self.patience = self.patience.min(self.stack[top].patience);
                let frame = self.stack.pop().expect("the top is there");
                self.slots.truncate(frame.first);
                if frame.attack {
                    self.path.leave(frame.key);
                }
                if self.stack.is_empty() {
                    return Ok(value);
                }
                self.come_back(order, &value);
                continue;
            }
            if self.stack.len() >= DEEPEST {
                return Err(Reached::Memory);
            }
            self.go_down(order, &best, (proof_limit, disproof_limit));
        }
    }

    fn check_limits(
        &mut self,
        limits: &Limits,
        started: Instant,
        stop: &AtomicBool,
    ) -> Result<(), Reached> {
        if stop.load(Ordering::Relaxed) {
            return Err(Reached::Stop);
        }
        if limits.time.is_some_and(|time| started.elapsed() >= time) {
            if env(7) > 0 {
                self.dump();
            }
            return Err(Reached::Time);
        }
        self.look_at = self.nodes + 512;
        if let Some(nodes) = limits.nodes {
            if self.nodes >= nodes {
                return Err(Reached::Nodes);
            }
            self.look_at = self.look_at.min(nodes);
        }
        Ok(())
    }

    fn dump(&self) {
        for (at, frame) in self.stack.iter().enumerate() {
            let (v, b) = self.combine(at);
            let s = &self.slots[frame.chosen.min(self.slots.len() - 1)];
            let end = self.stack.get(at + 1).map_or(self.slots.len(), |f| f.first);
            println!(
                "{at} {} {} {}/{} limit {:?} slots {} nodes {} -> {:?} {}/{}",
                frame.position,
                if frame.attack { "A" } else { "D" },
                v.proof,
                v.disproof,
                frame.thresholds,
                end - frame.first,
                self.nodes - frame.nodes,
                s.step,
                s.proof,
                s.disproof
            );
            let _ = b;
            if at < 3 {
                for s in &self.slots[frame.first..end] {
                    println!(
                        "    {:?} {}/{} old {} fresh {} rep {}",
                        s.step, s.proof, s.disproof, s.old, s.fresh, s.repeats
                    );
                }
            }
        }
    }
    /// Puts a node on the stack and expands it.
    #[allow(clippy::too_many_arguments)]
    fn push(
        &mut self,
        order: &Order,
        position: Position,
        attack: bool,
        key: u64,
        hand: Hand,
        plies: u16,
        missing: Hand,
        thresholds: (Number, Number),
    ) {
        let depth = self.stack.len();
        let above = self.stack.last().map_or(0, |frame| frame.path);
        let here = key ^ u64::from(hand.bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let path = (above ^ here)
            .wrapping_mul(0xBF58_476D_1CE4_E5B9)
            .rotate_left(29)
            .wrapping_add(depth as u64);
        if attack {
            self.path.enter(key, hand, depth as u16);
        }
        self.stack.push(Frame {
            position,
            attack,
            key,
            hand,
            plies,
            missing,
            path,
            first: self.slots.len(),
            thresholds,
            patience: self.patience,
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
        if env(2) == 0 && self.slots[first..].iter().any(|slot| slot.old)
            || env(2) == 2 && self.patience == 0 && self.slots[first..].iter().any(|slot| slot.old)
        {
            self.patience += 1;
        }
    }

    fn expand_attack(&mut self, order: &Order, at: usize) {
        let frame = &self.stack[at];
        let slots = &mut self.slots;
        let _ = frame.position.visit_checks(&mut |mv| {
            {
                if let Move::Board { from, to, promote: false } = mv {
                    let promoting = Step::Move(Move::Board { from, to, promote: true });
                    let kind = frame.position.piece_at(from).map(|piece| piece.kind);
                    if matches!(kind, Some(Kind::Rook | Kind::Bishop | Kind::Pawn)) {
                        if let Some(slot) = slots[frame.first..].iter_mut().find(|slot| slot.step == promoting) {
                            slot.group = true;
                            return ControlFlow::<()>::Continue(());
                        }
                    }
                }
            }
            let mut slot = Slot::new(Step::Move(mv));
            (slot.key, slot.hand) = frame.position.keys_after(mv);
            slot.key ^= salt(order, frame.missing);
            self.table.prefetch(slot.key);
            slots.push(slot);
            ControlFlow::<()>::Continue(())
        });
        for index in self.stack[at].first..self.slots.len() {
            self.inform(order, at, index);
            self.turn_back(order, at, index);
            if self.slots[index].proof == 0 {
                break;
            }
        }
    }

    fn expand_defence(&mut self, order: &Order, at: usize) {
        let first = self.stack[at].first;
        let frame = &self.stack[at];
        replies(&frame.position, tried(order, frame), &mut self.slots);
        for index in first..self.slots.len() {
            self.aim(order, at, index);
        }
        for index in first..self.slots.len() {
            self.inform(order, at, index);
            self.take_turns(order, at, index);
            if self.slots[index].disproof == 0 {
                break;
            }
        }
    }

    /// Notes where the step of a defender's slot leads.
    fn aim(&mut self, order: &Order, at: usize, index: usize) {
        let frame = &self.stack[at];
        let slot = &mut self.slots[index];
        match slot.step {
            Step::Move(mv) => {
                slot.key = frame.position.keys_after(mv).0 ^ salt(order, frame.missing);
                slot.hand = frame.hand;
            }
            Step::Recapture { .. } => match follow(&frame.position, slot.step) {
                Some(next) => {
                    slot.key = next.board_key() ^ salt(order, missing_after(frame, slot.step));
                    slot.hand = frame.hand;
                }
                None => slot.no_mate(UNLIMITED, available(&frame.position), UNLIMITED),
            },
        }
        self.table.prefetch(slot.key);
    }

    /// Notes what is known of where a slot leads: from the path, the table, or a glance.
    fn inform(&mut self, order: &Order, at: usize, index: usize) {
        let frame = &self.stack[at];
        let slot = &mut self.slots[index];
        if slot.is_no_mate() {
            return;
        }
        let to_attacker = !frame.attack && !slot.is_recapture();
        if to_attacker && frame.plies == 0 {
            let hand = hand_before(frame, slot.step, available(&frame.position));
            slot.no_mate(0, hand, UNLIMITED);
            return;
        }
        let unlimited = frame.plies == UNLIMITED;
        if unlimited && to_attacker {
            // The path decides before the table does: a repetition is no mate here.
            if let Some(depth) = self.path.repeats(slot.key, slot.hand) {
                slot.no_mate(UNLIMITED, frame.hand, depth);
                return;
            }
        }
        let plies = plies_after(frame, slot);
        let known = self.table.look(slot.key, slot.hand, plies);
        match known {
            Some(Known::Mate { hand, lengths }) => {
                note(frame, slot, &Value::mate(lengths, hand));
                return;
            }
            Some(Known::NoMate { hand, plies }) => {
                note(frame, slot, &Value::no_mate(plies, hand, UNLIMITED));
                return;
            }
            Some(Known::Open {
                proof,
                disproof,
                depth,
            }) => {
                slot.open(proof, disproof);
                slot.fresh = depth == UNLIMITED;
                slot.old = unlimited && usize::from(depth) <= at;
            }
            None => {
                if to_attacker {
                    if let Some(next) = follow(&frame.position, slot.step) {
                        let mut count: Number = 0;
                        let _ = next.visit_checks(&mut |_| {
                            count += 1;
                            ControlFlow::<()>::Continue(())
                        });
                        if count == 0 {
                            let hand = harmless(&next, available(&next));
                            note(frame, slot, &Value::no_mate(UNLIMITED, hand, UNLIMITED));
                            return;
                        }
                        slot.open(1, count);
                    }
                }
                if !to_attacker {
                    match follow(&frame.position, slot.step) {
                        Some(next) => note(frame, slot, &glance(&next, order.free)),
                        None => slot.no_mate(UNLIMITED, available(&frame.position), UNLIMITED),
                    }
                    return;
                }
            }
        }
        if unlimited {
            if let Some(depth) = self.path.known_repetition(frame.path, slot.key, slot.hand) {
                slot.no_mate(UNLIMITED, frame.hand, depth);
            }
        }
    }

    /// Moves a check on that promotes and is no mate to the same move without promotion.
    fn turn_back(&mut self, order: &Order, at: usize, index: usize) {
        let slot = &mut self.slots[index];
        if !slot.group || !slot.is_no_mate() {
            return;
        }
        let frame = &self.stack[at];
        if let (0, Step::Move(Move::Board { from, to, .. })) = (slot.turn, slot.step) {
            let mv = Move::Board {
                from,
                to,
                promote: false,
            };
            let mut plain = Slot::new(Step::Move(mv));
            (plain.key, plain.hand) = frame.position.keys_after(mv);
            plain.key ^= salt(order, frame.missing);
            plain.group = true;
            plain.turn = 1;
            plain.failures_before = (slot.plies, slot.decided);
            plain.repeats_before = slot.repeats;
            *slot = plain;
            self.inform(order, at, index);
        }
        let slot = &mut self.slots[index];
        if slot.is_no_mate() && slot.turn == 1 {
            slot.turn = 2;
            slot.plies = slot.plies.min(slot.failures_before.0);
            slot.decided = slot.decided.intersection(slot.failures_before.1);
            slot.repeats = slot.repeats.min(slot.repeats_before);
        }
    }

    /// Moves an interposition slot on while its present alternative is decided and another is left.
    fn take_turns(&mut self, order: &Order, at: usize, index: usize) {
        loop {
            let limited = self.stack[at].plies != UNLIMITED;
            let slot = &mut self.slots[index];
            let quick = !limited && slot.is_recapture();
            if !slot.group || !slot.is_mate() && !slot.is_no_mate() && !quick {
                return;
            }
            let mut mates = slot.mates_before;
            let mut failures = slot.failures_before;
            let interposition = match slot.step {
                Step::Recapture {
                    interposition,
                    aside,
                    ..
                } => {
                    // With the piece out of play this kind of drop is answered; with the piece
                    // handed back, every kind.
                    if slot.is_mate() && !(aside && interposition.is_drop()) {
                        return;
                    }
                    if slot.is_mate() {
                        mates.0 = longest(mates.0, slot.lengths);
                        mates.1 = mates.1.union(slot.decided);
                    } else if aside {
                        failures.0 = failures.0.min(slot.plies);
                        failures.1 = failures.1.intersection(slot.decided);
                    }
                    interposition
                }
                Step::Move(mv) => {
                    if slot.is_no_mate() {
                        // The mate that takes no plies more has failed, too; without a limit it
                        // is enough that the longer one does.
                        if limited {
                            slot.plies = slot.plies.min(failures.0);
                            slot.decided = slot.decided.intersection(failures.1);
                        }
                        return;
                    }
                    mates.0 = longest(mates.0, slot.lengths);
                    mates.1 = mates.1.union(slot.decided);
                    mv
                }
            };
            let answered = slot.is_mate();
            if answered {
                failures = (UNLIMITED, Hand::FULL_SET);
            }
            let mut turn = slot.turn + 1;
            let frame = &self.stack[at];
            let next = |turn: u8| {
                let tried = tried(order, frame);
                alternative(&frame.position, interposition, tried, turn.into())
            };
            let mut step = next(turn);
            // What is left of the kind that was answered is skipped.
            while answered && step.is_some_and(|step| step.interposition() == interposition) {
                turn += 1;
                step = next(turn);
            }
            let Some(step) = step else {
                slot.lengths = mates.0;
                slot.decided = mates.1;
                return;
            };
            *slot = Slot {
                group: true,
                turn,
                mates_before: mates,
                failures_before: failures,
                ..Slot::new(step)
            };
            self.aim(order, at, index);
            self.inform(order, at, index);
        }
    }

    /// The value of a node by its slots, and where to go on.
    fn combine(&self, at: usize) -> (Value, Best) {
        let frame = &self.stack[at];
        let end = self.stack.get(at + 1).map_or(self.slots.len(), |f| f.first);
        let slots = &self.slots[frame.first..end];
        if frame.attack {
            combine_attack(frame, slots)
        } else {
            combine_defence(frame, slots)
        }
    }

    /// Keeps what the search of a node has found.
    fn keep(&mut self, at: usize, value: &Value) {
        let frame = &self.stack[at];
        let work = self.nodes - frame.nodes;
        if value.proof == 0 {
            self.table
                .keep_mate(frame.key, value.hand, value.lengths, work);
        } else if value.disproof == 0 {
            if usize::from(value.repeats) < at {
                let above = self.stack[at - 1].path;
                self.path
                    .keep_repetition(above, frame.key, frame.hand, value.repeats);
            } else {
                self.table
                    .keep_no_mate(frame.key, value.hand, value.plies, work);
            }
        } else {
            self.table.keep_open(
                frame.key,
                frame.hand,
                frame.plies,
                (value.proof, value.disproof),
                at as u16,
                work,
            );
        }
    }

    /// Brings the value of a searched node to the slot above it.
    fn come_back(&mut self, order: &Order, value: &Value) {
        let at = self.stack.len() - 1;
        let index = self.stack[at].chosen;
        let mut value = *value;
        if value.disproof == 0 && usize::from(value.repeats) > at {
            // It rests on a repetition of itself: true on every path.
            value.repeats = UNLIMITED;
        }
        let slot = &mut self.slots[index];
        slot.fresh = false;
        note(&self.stack[at], slot, &value);
        if self.stack[at].attack {
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
        let ease = |second: Number| {
            second
                .saturating_add(match env(1) {
                    0 => second / 4 + 1,
                    1 => second / 8 + 1,
                    2 => second / 2 + 1,
                    3 => second / 16 + 1,
                    _ => 1,
                })
                .min(INFINITE)
        };
        let thresholds = if frame.attack {
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
        if slot.fresh && self.patience > 0 {
            self.patience -= 1;
        }
        let attack = !frame.attack && !slot.is_recapture();
        let next = follow(&frame.position, slot.step).expect("what cannot be followed is no mate");
        let (key, hand) = (slot.key, slot.hand);
        let plies = plies_after(frame, slot);
        let missing = missing_after(frame, slot.step);
        self.push(order, next, attack, key, hand, plies, missing, thresholds);
    }
}

/// Where to go on from a node.
struct Best {
    /// The slot, counted from the node's first.
    slot: usize,
    /// The proof number (attack) or disproof number (defence) of the second best slot.
    second: Number,
    /// What the other slots add to the other number.
    others: Number,
}

fn combine_attack(frame: &Frame, slots: &[Slot]) -> (Value, Best) {
    let mut best = Best {
        slot: 0,
        second: INFINITE,
        others: 0,
    };
    let mut least = (INFINITE, INFINITE);
    let mut sum: u64 = 0;
    let mut greatest: u64 = 0;
    let mut open: u64 = 0;
    let mut mate: Option<&Slot> = None;
    for (index, slot) in slots.iter().enumerate() {
        if slot.is_mate() {
            let length = |slot: &Slot| (slot.lengths.free, slot.lengths.literal);
            if mate.is_none_or(|mate| length(slot) < length(mate)) {
                mate = Some(slot);
            }
            continue;
        }
        if slot.is_no_mate() {
            continue;
        }
        sum += u64::from(slot.disproof);
        greatest = greatest.max(u64::from(slot.disproof));
        open += 1;
        let numbers = (slot.proof, slot.disproof);
        let better = match env(5) {
            0 => numbers < least,
            1 => slot.proof < least.0,
            _ => slot.proof < least.0 || slot.proof == least.0 && slot.disproof > least.1,
        };
        if better {
            best.second = least.0;
            least = numbers;
            best.slot = index;
        } else {
            best.second = best.second.min(slot.proof);
        }
    }
    if let Some(slot) = mate {
        return (Value::mate(slot.lengths, slot.decided), best);
    }
    if sum == 0 {
        let mut hand = available(&frame.position);
        let (mut plies, mut repeats) = (UNLIMITED, UNLIMITED);
        for slot in slots {
            hand = hand.intersection(slot.decided);
            plies = plies.min(slot.plies);
            repeats = repeats.min(slot.repeats);
        }
        let hand = harmless(&frame.position, hand);
        return (Value::no_mate(plies, hand, repeats), best);
    }
    if env(0) == 1 {
        sum = greatest + open - 1;
        best.others = (open - 1) as Number;
        return (Value::open(least.0, sum as u32), best);
    }
    if env(0) == 2 {
        // half-way
        let s = greatest + (sum - greatest) / 4;
        best.others = (s.saturating_sub(u64::from(least.1))).min(u64::from(INFINITE)) as Number;
        return (
            Value::open(least.0, s.min(u64::from(INFINITE) - 1) as u32),
            best,
        );
    }
    best.others = (sum - u64::from(least.1)).min(u64::from(INFINITE)) as Number;
    let disproof = sum.min(u64::from(INFINITE) - 1) as Number;
    (Value::open(least.0, disproof), best)
}

fn combine_defence(frame: &Frame, slots: &[Slot]) -> (Value, Best) {
    let mut best = Best {
        slot: 0,
        second: INFINITE,
        others: 0,
    };
    let mut least = (INFINITE, INFINITE);
    let mut greatest = 0;
    let mut open = 0;
    let mut groups = 0;
    let mut refuted: Option<&Slot> = None;
    for (index, slot) in slots.iter().enumerate() {
        if slot.is_mate() {
            continue;
        }
        if slot.is_no_mate() {
            // Best one that holds on every path.
            if refuted.is_none_or(|refuted| slot.repeats > refuted.repeats) {
                refuted = Some(slot);
            }
            continue;
        }
        if slot.group {
            groups = 1;
        } else {
            open += 1;
        }
        greatest = greatest.max(slot.proof);
        let numbers = (slot.disproof, slot.proof);
        let better = match env(6) {
            0 => numbers < least,
            1 => slot.disproof < least.0,
            _ => slot.disproof < least.0 || slot.disproof == least.0 && slot.proof > least.1,
        };
        if better {
            best.second = least.0;
            least = numbers;
            best.slot = index;
        } else {
            best.second = best.second.min(slot.disproof);
        }
    }
    if let Some(slot) = refuted {
        return (Value::no_mate(slot.plies, slot.decided, slot.repeats), best);
    }
    open += groups;
    if open == 0 {
        let mut lengths = Lengths {
            free: 0,
            literal: 0,
        };
        let mut hand = Hand::EMPTY;
        let mut unanswered = frame.position.interposing_squares();
        for slot in slots {
            lengths = longest(lengths, slot.lengths);
            hand = hand.union(slot.decided);
            if let Step::Recapture {
                interposition,
                aside: false,
                ..
            } = slot.step
            {
                if interposition.is_drop() {
                    unanswered = unanswered.without(interposition.to());
                }
            }
        }
        let hand = locked(frame, hand, unanswered);
        return (Value::mate(lengths, hand), best);
    }
    best.others = open - 1;
    (Value::open(greatest + open - 1, least.0), best)
}

/// A disproof hand of the side to move that lacks the kinds it has none of, where a drop of one would
/// be another check.
fn harmless(position: &Position, mut hand: Hand) -> Hand {
    for kind in Kind::HAND {
        if !position.hand(position.side()).has(kind) && !position.checking_drops(kind).is_empty() {
            hand = hand.with_count_of(kind, Hand::EMPTY);
        }
    }
    hand
}

/// A proof hand that keeps from the defender the kinds it has none of, where one would be another
/// interposition.
fn locked(frame: &Frame, hand: Hand, squares: Bitboard) -> Hand {
    lock(&frame.position, frame.hand, hand, squares)
}

fn lock(position: &Position, attacker: Hand, mut hand: Hand, squares: Bitboard) -> Hand {
    if squares.is_empty() {
        return hand;
    }
    let defender = position.side();
    for kind in Kind::HAND {
        if !position.hand(defender).has(kind)
            && !position.droppable(defender, kind, squares).is_empty()
        {
            hand = hand.with_count_of(kind, attacker);
        }
    }
    hand
}

/// What a defender's node is worth at first sight.
fn glance(position: &Position, free: bool) -> Value {
    let squares = position.interposing_squares();
    let king = position.king(position.side());
    let mut replies: Number = 0;
    let mut interpositions: Number = 0;
    let _ = position.visit_board_moves(&mut |mv| {
        replies += 1;
        if mv.from() != king && squares.has(mv.to()) {
            interpositions += 1;
        }
        ControlFlow::<()>::Continue(())
    });
    let drops = interposing_drops(position, squares);
    if replies == interpositions {
        if replies == 0 && drops.is_empty() {
            let none = Lengths {
                free: 0,
                literal: 0,
            };
            let attacker = position.hand(position.side().flip());
            return Value::mate(none, lock(position, attacker, Hand::EMPTY, squares));
        }
        if free {
            if let Some(value) = mated_through(position, drops) {
                return value;
            }
        }
    }
    let interposes = interpositions > 0 || !drops.is_empty();
    Value::open(replies - interpositions + u32::from(interposes), 1)
}

/// The mate of a defender's node that has nothing but interpositions, if the checker mates wherever
/// it recaptures.
fn mated_through(position: &Position, drops: Bitboard) -> Option<Value> {
    let mut interpositions: Vec<Move> = drops
        .into_iter()
        .map(|to| Move::Drop {
            kind: Kind::Pawn,
            to,
        })
        .collect();
    let _ = position.visit_board_moves(&mut |mv| {
        interpositions.push(mv);
        ControlFlow::<()>::Continue(())
    });
    let mut lengths = Lengths {
        free: 0,
        literal: 0,
    };
    let mut hand = Hand::EMPTY;
    for mv in interpositions {
        let next = follow(
            position,
            alternative(position, mv, Recaptures::HandedBack, 0)?,
        )?;
        let value = glance(&next, true);
        if value.proof > 0 {
            return None;
        }
        lengths = longest(
            lengths,
            Lengths {
                free: 0,
                literal: value.lengths.literal + 2,
            },
        );
        hand = hand.union(value.hand);
    }
    let attacker = position.hand(position.side().flip());
    let unanswered = drops
        .into_iter()
        .fold(position.interposing_squares(), Bitboard::without);
    Some(Value::mate(
        lengths,
        lock(position, attacker, hand, unanswered),
    ))
}

/// Which recaptures are tried at a defender's node.
fn tried(order: &Order, frame: &Frame) -> Recaptures {
    match (order.free, frame.plies) {
        (false, _) => Recaptures::None,
        (true, UNLIMITED) => Recaptures::HandedBack,
        (true, _) => Recaptures::All,
    }
}

/// The pieces out of play after a step.
fn missing_after(frame: &Frame, step: Step) -> Hand {
    match step {
        Step::Recapture {
            interposition,
            aside: true,
            ..
        } => match interposition {
            Move::Drop { kind, .. } => frame.missing.plus(kind),
            Move::Board { from, .. } => match frame.position.piece_at(from) {
                Some(piece) => frame.missing.plus(piece.kind),
                None => frame.missing,
            },
        },
        _ => frame.missing,
    }
}

/// What the keys of positions with these pieces out of play are mixed with: they must not share
/// records, because the defender's hand is not what board and attacker's hand leave.
fn salt(order: &Order, missing: Hand) -> u64 {
    order.salt
        ^ u64::from(missing.bits())
            .wrapping_mul(0xD6E8_FEB8_6659_FD93)
            .rotate_left(20)
}

/// The position after a step; `None` if the recapture would expose the attacker's own king.
fn follow(position: &Position, step: Step) -> Option<Position> {
    match step {
        Step::Move(mv) => Some(position.play(mv)),
        Step::Recapture {
            interposition,
            checker,
            promote,
            aside,
        } => position.recaptured(interposition, checker, promote, aside),
    }
}

/// The plies left after the step of a slot.
fn plies_after(frame: &Frame, slot: &Slot) -> u16 {
    if frame.plies == UNLIMITED || slot.is_recapture() {
        frame.plies
    } else {
        frame.plies - 1
    }
}

/// Notes in a slot what the position after its step is worth.
fn note(frame: &Frame, slot: &mut Slot, value: &Value) {
    if value.proof == 0 {
        let more = if slot.is_recapture() { (0, 2) } else { (1, 1) };
        let lengths = Lengths {
            free: value.lengths.free.saturating_add(more.0),
            literal: value.lengths.literal.saturating_add(more.1),
        };
        let hand = match slot.step {
            Step::Move(mv) if frame.attack => hand_before_check(&frame.position, mv, value.hand),
            _ => value.hand,
        };
        slot.mate(lengths, hand);
    } else if value.disproof == 0 {
        let plies = match value.plies {
            UNLIMITED => UNLIMITED,
            plies if slot.is_recapture() => plies,
            plies => plies + 1,
        };
        let hand = hand_before(frame, slot.step, value.hand);
        slot.no_mate(plies, hand, value.repeats);
    } else {
        slot.open(value.proof, value.disproof);
    }
}

/// The disproof hand before a step, by that after it.
fn hand_before(frame: &Frame, step: Step, hand: Hand) -> Hand {
    match step {
        Step::Move(mv) if frame.attack => hand_before_check(&frame.position, mv, hand),
        // What the defender drops it must have; what it captures the attacker cannot hold.
        Step::Move(Move::Drop { kind, .. }) => {
            hand.intersection(available(&frame.position).minus(kind))
        }
        _ => hand.intersection(available(&frame.position)),
    }
}

/// The attacker's hand before its move, by that after it.
fn hand_before_check(position: &Position, mv: Move, hand: Hand) -> Hand {
    match mv {
        Move::Drop { kind, .. } => hand.plus(kind),
        Move::Board { to, .. } => match position.piece_at(to) {
            Some(captured) => hand.minus(captured.kind),
            None => hand,
        },
    }
}

/// All pieces that are not on the board.
fn available(position: &Position) -> Hand {
    position.hands().black.joined(position.hands().white)
}

fn longest(a: Lengths, b: Lengths) -> Lengths {
    Lengths {
        free: a.free.max(b.free),
        literal: a.literal.max(b.literal),
    }
}

pub static ENV: [std::sync::atomic::AtomicU32; 8] =
    [const { std::sync::atomic::AtomicU32::new(0) }; 8];
pub fn env(i: usize) -> u32 {
    ENV[i].load(Ordering::Relaxed)
}
