//! A node on the stack, and where its steps lead.

use super::bound::Bound;
use super::slot::{Recaptures, Slot, Step};
use super::table::Number;
use shogi::{Color, Hand, Move, Position};

/// A node as a step leads to it.
pub(super) struct Node {
    pub position: Position,
    pub attack: bool,
    pub key: u64,
    pub hand: Hand,
    /// Plies left to mate.
    pub plies: Bound,
    /// Pieces out of play.
    pub missing: Hand,
}

/// A node on the stack.
pub(super) struct Frame {
    pub node: Node,
    /// Identifies the moves from the root to here.
    pub path: u64,
    pub first: usize,
    pub thresholds: (Number, Number),
    /// [`Search::old_met`](super::search::Search) when it was entered.
    pub old_met: u32,
    pub nodes: u64,
    /// The slot being searched.
    pub chosen: usize,
}

/// What a search is told.
#[derive(Clone, Copy)]
pub struct Order {
    /// Who mates.
    pub attacker: Color,
    /// The mate may take this many plies.
    pub plies: Bound,
    /// Whether a recapture is for free; otherwise every interposition counts.
    pub free: bool,
    /// Whether positions share their numbers whatever plies are left, and repetitions are no mates:
    /// without a limit always; within a long one the numbers of the search without guide it.
    pub guided: bool,
    /// Mixed into all keys: of tasks that must not share records.
    pub salt: u64,
}

impl Order {
    /// Which numbers of undecided positions with so many `plies` left belong together.
    pub(super) fn label(&self, plies: Bound) -> u16 {
        let plies = if self.guided { Bound::UNLIMITED } else { plies };
        !plies.bits()
    }
}

/// Which recaptures are tried at a defender's node.
pub(super) fn tried(order: &Order, node: &Node) -> Recaptures {
    match (order.free, node.plies) {
        (false, _) => Recaptures::None,
        (true, Bound::UNLIMITED) => Recaptures::Glimpsed,
        (true, _) => Recaptures::Searched,
    }
}

/// The pieces out of play after a step.
pub(super) fn missing_after(node: &Node, step: Step) -> Hand {
    match step {
        Step::Recapture {
            interposition: Move::Board { from, .. },
            ..
        } => match node.position.piece_at(from) {
            Some(piece) => node.missing.plus(piece.kind),
            None => node.missing,
        },
        _ => node.missing,
    }
}

/// What the keys of positions with these pieces out of play are mixed with: they must not share
/// records, because the defender's hand is not what board and attacker's hand leave.
pub(super) fn missing_salt(order: &Order, missing: Hand) -> u64 {
    order.salt
        ^ u64::from(missing.bits())
            .wrapping_mul(0xD6E8_FEB8_6659_FD93)
            .rotate_left(20)
}

/// The position after a step; `None` if the recapture would expose the attacker's own king.
pub(super) fn follow(position: &Position, step: Step) -> Option<Position> {
    match step {
        Step::Move(mv) => Some(position.play(mv)),
        Step::Recapture {
            interposition,
            checker,
            promote,
            ..
        } => position.recaptured(interposition, checker, promote),
    }
}

/// The plies left after the step of a slot.
pub(super) fn plies_after(node: &Node, slot: &Slot) -> Bound {
    if slot.is_recapture() {
        node.plies
    } else {
        node.plies.after_ply()
    }
}
