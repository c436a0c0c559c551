//! The slots of a new node, and what is known of where they lead.

use std::ops::ControlFlow;

use super::bound::{Bound, Repeats};
use super::frame::{Order, follow, missing_after, missing_salt, plies_after, tried};
use super::glance::glance;
use super::hands::{available, hand_before, harmless};
use super::note::note;
use super::search::Search;
use super::slot::{NO_FAILURE, Slot, Step, alternative, replies};
use super::table::{Entry, Number};
use super::value::Value;
use crate::solve::{LookedUp, Oracle};
use shogi::{Kind, Move, Position};

impl Search {
    pub(super) fn expand_attack(&mut self, order: &Order, at: usize) {
        let frame = &self.stack[at];
        let slots = &mut self.slots;
        let _ = frame.node.position.visit_checks(&mut |mv| {
            if let Move::Board {
                from,
                to,
                promote: false,
            } = mv
            {
                let promoting = Step::Move(Move::Board {
                    from,
                    to,
                    promote: true,
                });
                let kind = frame.node.position.piece_at(from).map(|piece| piece.kind);
                if matches!(kind, Some(Kind::Rook | Kind::Bishop | Kind::Pawn))
                    && let Some(slot) = slots[frame.first..]
                        .iter_mut()
                        .find(|slot| slot.step == promoting)
                {
                    slot.group = true;
                    return ControlFlow::<()>::Continue(());
                }
            }
            let mut slot = Slot::new(Step::Move(mv));
            (slot.key, slot.hand) = frame.node.position.keys_after(mv);
            slot.key ^= missing_salt(order, frame.node.missing);
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

    pub(super) fn expand_defence(&mut self, order: &Order, at: usize) {
        let first = self.stack[at].first;
        let node = &self.stack[at].node;
        replies(&node.position, tried(order, node), &mut self.slots);
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
    pub(super) fn aim(&mut self, order: &Order, at: usize, index: usize) {
        let node = &self.stack[at].node;
        let slot = &mut self.slots[index];
        match slot.step {
            Step::Move(mv) => {
                slot.key = node.position.keys_after(mv).0 ^ missing_salt(order, node.missing);
                slot.hand = node.hand;
            }
            Step::Recapture { .. } => match follow(&node.position, slot.step) {
                Some(next) => {
                    slot.key =
                        next.board_key() ^ missing_salt(order, missing_after(node, slot.step));
                    slot.hand = node.hand;
                }
                None => slot.no_mate(
                    Bound::UNLIMITED,
                    available(&node.position),
                    Repeats::NOTHING,
                ),
            },
        }
        self.table.prefetch(slot.key);
    }

    /// Notes what is known of where a slot leads: from the path, the table, or a glance.
    pub(super) fn inform(&mut self, order: &Order, at: usize, index: usize) {
        let frame = &self.stack[at];
        let node = &frame.node;
        let slot = &mut self.slots[index];
        if slot.is_no_mate() {
            return;
        }
        let to_attacker = !node.attack && !slot.is_recapture();
        if to_attacker && node.plies == Bound::NOW {
            let hand = hand_before(node, slot.step, available(&node.position));
            slot.no_mate(Bound::NOW, hand, Repeats::NOTHING);
            return;
        }
        if order.guided && to_attacker {
            // The path decides before the table does: a repetition is no mate here.
            if let Some(depth) = self.path.repeats(slot.key, slot.hand) {
                slot.no_mate(Bound::UNLIMITED, node.hand, Repeats::at(depth));
                return;
            }
        }
        if order.guided {
            (self.path).prefetch_repetition(frame.path, slot.key, slot.hand);
        }
        let plies = plies_after(node, slot);
        let label = order.label(plies);
        let known = self.table.look(slot.key, slot.hand, plies, label);
        match known {
            Some(Entry::Mate { hand, lengths }) => {
                note(node, slot, &Value::mate(lengths, hand));
                return;
            }
            Some(Entry::NoMate { hand, plies }) => {
                let value = Value::no_mate(plies, hand, Repeats::NOTHING);
                note(node, slot, &value);
                return;
            }
            Some(Entry::Open {
                proof,
                disproof,
                met,
            }) => {
                slot.open(proof, disproof);
                slot.fresh = met.is_none();
                // What other searches met, from other roots, says nothing of this one's ways.
                let met = met.filter(|met| met.run == self.number);
                slot.old = order.guided && met.is_some_and(|met| usize::from(met.depth) <= at);
            }
            None => {
                // What an oracle says of literal lengths depends on the plies left: it is asked each time.
                let asks = to_attacker && !order.free && self.oracle.is_some();
                let kept = self.first.get(slot.key, slot.hand).filter(|_| !asks);
                let value = match kept {
                    Some(checks) if to_attacker => Value::open(1, checks),
                    Some(replies) => Value::open(replies, 1),
                    None => {
                        let next = follow(&node.position, slot.step);
                        let next = next.expect("what cannot be followed is no mate");
                        let value = if to_attacker {
                            count_checks(self.oracle.as_deref(), order, &next, plies)
                        } else {
                            glance(&next, order.free)
                        };
                        if value.proof > 0 && value.disproof > 0 {
                            // The other one is 1.
                            let number = value.proof.max(value.disproof);
                            self.first.keep(slot.key, slot.hand, number);
                        }
                        value
                    }
                };
                note(node, slot, &value);
                if !to_attacker || value.disproof == 0 {
                    return;
                }
            }
        }
        if order.guided
            && let Some(depth) = self.path.known_repetition(frame.path, slot.key, slot.hand)
        {
            // It may be no mate for want of plies, too.
            slot.no_mate(node.plies, node.hand, Repeats::at(depth));
        }
    }

    /// Moves a check on that promotes and is no mate to the same move without promotion.
    pub(super) fn turn_back(&mut self, order: &Order, at: usize, index: usize) {
        let slot = &mut self.slots[index];
        if !slot.group || !slot.is_no_mate() {
            return;
        }
        let node = &self.stack[at].node;
        if let (0, Step::Move(Move::Board { from, to, .. })) = (slot.turn, slot.step) {
            let mv = Move::Board {
                from,
                to,
                promote: false,
            };
            let mut plain = Slot {
                group: true,
                turn: 1,
                failures_before: slot.failures(),
                ..Slot::new(Step::Move(mv))
            };
            (plain.key, plain.hand) = node.position.keys_after(mv);
            plain.key ^= missing_salt(order, node.missing);
            *slot = plain;
            self.inform(order, at, index);
        }
        let slot = &mut self.slots[index];
        if slot.is_no_mate() {
            (slot.plies, slot.decided, slot.repeats) = slot.failures();
        }
    }

    /// Moves an interposition slot on while its present alternative is decided and another is left.
    pub(super) fn take_turns(&mut self, order: &Order, at: usize, index: usize) {
        loop {
            let slot = &mut self.slots[index];
            let glimpse = matches!(slot.step, Step::Recapture { glimpse: true, .. });
            let decided = slot.is_mate() || slot.is_no_mate();
            if !slot.group || !decided && !glimpse {
                return;
            }
            // A recapture that mates answers all alternatives of the slot.
            if slot.is_recapture() && slot.is_mate() {
                return;
            }
            let interposition = slot.step.interposition();
            let answered = slot.is_mate();
            let mut mates = slot.mates_before;
            let mut failures = slot.failures_before;
            if answered {
                mates.0 = mates.0.greatest(slot.lengths);
                mates.1 = mates.1.union(slot.decided);
                failures = NO_FAILURE;
            } else if !glimpse {
                failures = slot.failures();
            }
            let node = &self.stack[at].node;
            let next = |turn: u8| {
                let tried = tried(order, node);
                alternative(&node.position, interposition, tried, turn.into())
            };
            let mut turn = slot.turn + 1;
            let mut step = next(turn);
            // What is left of the interposition that was answered is skipped.
            while answered && step.is_some_and(|step| step.interposition() == interposition) {
                turn += 1;
                step = next(turn);
            }
            // One interposition without an answer is enough.
            let failed = !answered && !glimpse;
            let step = step.filter(|step| !failed || step.interposition() == interposition);
            let Some(step) = step else {
                if answered {
                    (slot.lengths, slot.decided) = mates;
                } else {
                    (slot.plies, slot.decided, slot.repeats) = failures;
                }
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
}

/// What an attacker's node with `plies` left is worth at first sight: no mate, as far as that shows, else how many checks.
fn count_checks(
    oracle: Option<&dyn Oracle>,
    order: &Order,
    position: &Position,
    plies: Bound,
) -> Value {
    let mut checks: Number = 0;
    let _ = position.visit_checks(&mut |_| {
        checks += 1;
        ControlFlow::<()>::Continue(())
    });
    if checks == 0 {
        let hand = harmless(position, available(position));
        return Value::no_mate(Bound::UNLIMITED, hand, Repeats::NOTHING);
    }
    let failure = oracle.and_then(|oracle| failure_known(oracle, order, position, plies));
    failure.unwrap_or(Value::open(1, checks))
}

/// The failure that follows from what an oracle knows of an attacker's position with `plies` left. A mate that it knows
/// does not end the search, which needs the line and the lengths that it searches for; but the literal length is no less
/// than the traditional one, which is known.
fn failure_known(
    oracle: &dyn Oracle,
    order: &Order,
    position: &Position,
    plies: Bound,
) -> Option<Value> {
    let bound = match oracle.look_up(position, order.attacker)? {
        LookedUp::NoMate => Bound::UNLIMITED,
        LookedUp::Mate { plies: shortest } => {
            let shortest = u16::try_from(shortest).ok()?;
            if order.free || plies.allows(shortest) {
                return None;
            }
            Bound::within(u32::from(shortest.saturating_sub(2)))
        }
    };
    let hand = position.hand(order.attacker);
    Some(Value::no_mate(bound, hand, Repeats::NOTHING))
}
