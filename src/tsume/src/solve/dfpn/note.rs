//! What a step is worth, told by the position after it.

use super::frame::Node;
use super::hands::{hand_before, hand_before_check};
use super::record::Lengths;
use super::slot::{Slot, Step};
use super::value::Value;

/// Notes in a slot what the position after its step is worth.
pub(super) fn note(node: &Node, slot: &mut Slot, value: &Value) {
    if value.proof == 0 {
        let more = if slot.is_recapture() { (0, 2) } else { (1, 1) };
        let lengths = Lengths {
            free: value.lengths.free.saturating_add(more.0),
            literal: value.lengths.literal.saturating_add(more.1),
        };
        let hand = match slot.step {
            Step::Move(mv) if node.attack => hand_before_check(&node.position, mv, value.hand),
            _ => value.hand,
        };
        slot.mate(lengths, hand);
    } else if value.disproof == 0 {
        let plies = if slot.is_recapture() {
            value.plies
        } else {
            value.plies.before_ply()
        };
        let hand = hand_before(node, slot.step, value.hand);
        slot.no_mate(plies, hand, value.repeats);
    } else {
        slot.open(value.proof, value.disproof);
    }
}
