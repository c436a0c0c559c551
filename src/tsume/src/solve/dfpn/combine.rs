//! The value of a node by those of its slots, and which of them to search next.

use super::bound::{Bound, Repeats};
use super::busy::Busy;
use super::frame::Frame;
use super::hands::{available, harmless, with_locked};
use super::record::Lengths;
use super::slot::{Slot, Step};
use super::table::{INFINITE, Number};
use super::value::Value;
use shogi::Hand;

/// Where to go on from a node.
pub(super) struct Best {
    /// The slot, counted from the node's first.
    pub slot: usize,
    /// The proof number (attack) or disproof number (defence) of the second best slot.
    pub second: Number,
    /// What the other slots add to the other number.
    pub others: Number,
}

pub(super) fn combine_attack(frame: &Frame, slots: &[Slot], avoid: Option<&Busy>) -> (Value, Best) {
    let mut best = Best {
        slot: 0,
        second: INFINITE,
        others: 0,
    };
    let mut least = (INFINITE, INFINITE);
    let mut sum: u64 = 0;
    let mut greatest: u64 = 0;
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
        let numbers = (slot.proof, slot.disproof);
        if numbers < least {
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
        let mut hand = available(&frame.node.position);
        let (mut plies, mut repeats) = (Bound::UNLIMITED, Repeats::NOTHING);
        for slot in slots {
            hand = hand.intersection(slot.decided);
            plies = plies.min(slot.plies);
            repeats = repeats.min(slot.repeats);
        }
        let hand = harmless(&frame.node.position, hand);
        return (Value::no_mate(plies, hand, repeats), best);
    }
    // Checks that lead to the same defence are common: a sum would count it again and again, the
    // greatest alone would call many checks one. Between them, a quarter of the way, is best by test.
    let disproof = greatest + (sum - greatest) / 4;
    let disproof = disproof.min(u64::from(INFINITE) - 1) as Number;
    if let Some(busy) = avoid {
        let most = u64::from(least.0);
        stay_away(slots, &mut best, busy, |slot| slot.proof, most);
        least.1 = slots[best.slot].disproof;
    }
    best.others = disproof.saturating_sub(least.1);
    (Value::open(least.0, disproof), best)
}

pub(super) fn combine_defence(
    frame: &Frame,
    slots: &[Slot],
    avoid: Option<&Busy>,
) -> (Value, Best) {
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
        if numbers < least {
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
        let mut lengths = Lengths::MATED;
        let mut hand = Hand::EMPTY;
        let mut unanswered = frame.node.position.interposing_squares();
        for slot in slots {
            lengths = lengths.greatest(slot.lengths);
            hand = hand.union(slot.decided);
            if let Step::Recapture { interposition, .. } = slot.step
                && interposition.is_drop()
            {
                unanswered = unanswered.without(interposition.to());
            }
        }
        let hand = with_locked(&frame.node.position, frame.node.hand, hand, unanswered);
        return (Value::mate(lengths, hand), best);
    }
    best.others = open - 1;
    if let Some(busy) = avoid {
        // A reply with a greater number than this node's limit would send its search back at once.
        let limit = u64::from(frame.thresholds.1).saturating_sub(1);
        let most = (u64::from(least.0) * WORSE).min(limit);
        stay_away(slots, &mut best, busy, |slot| slot.disproof, most);
    }
    (Value::open(greatest + open - 1, least.0), best)
}

/// How many times the disproof number of the best reply another one may have to be searched in its stead:
/// of a mate all replies have to be searched some day.
const WORSE: u64 = 9;

/// Takes the best way on where no other thread is, if its number is at most `most`.
fn stay_away(
    slots: &[Slot],
    best: &mut Best,
    busy: &Busy,
    number: impl Fn(&Slot) -> Number,
    most: u64,
) {
    let first = &slots[best.slot];
    if !busy.is_at(first.key, first.hand) {
        return;
    }
    let free = slots
        .iter()
        .enumerate()
        .filter(|(_, slot)| !slot.is_mate() && !slot.is_no_mate())
        .filter(|(_, slot)| u64::from(number(slot)) <= most)
        .filter(|(_, slot)| !busy.is_at(slot.key, slot.hand))
        .min_by_key(|(_, slot)| (number(slot), slot.proof, slot.disproof));
    if let Some((index, slot)) = free {
        best.slot = index;
        // Its search must not end before it begins.
        best.second = best.second.max(number(slot));
    }
}
