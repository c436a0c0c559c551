//! Proof and disproof hands (証明駒・反証駒; Nagai 2002).

use super::frame::Node;
use super::slot::Step;
use shogi::{Bitboard, Hand, Kind, Move, Position};

/// A disproof hand of the side to move that lacks the kinds it has none of, where a drop of one would
/// be another check.
pub(super) fn harmless(position: &Position, mut hand: Hand) -> Hand {
    for kind in Kind::HAND {
        if !position.hand(position.side()).has(kind) && !position.checking_drops(kind).is_empty() {
            hand = hand.with_count_of(kind, Hand::EMPTY);
        }
    }
    hand
}

/// A proof hand `hand` of a defender's node, with all that the attacker has of each kind that the defender lacks and
/// could drop on one of `squares`: had the attacker less of it, the defender could interpose it.
pub(super) fn with_locked(
    position: &Position,
    attacker: Hand,
    mut hand: Hand,
    squares: Bitboard,
) -> Hand {
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

/// The disproof hand before a step, by that after it.
pub(super) fn hand_before(node: &Node, step: Step, hand: Hand) -> Hand {
    match step {
        Step::Move(mv) if node.attack => hand_before_check(&node.position, mv, hand),
        // What the defender drops it must have; what it captures the attacker cannot hold.
        Step::Move(Move::Drop { kind, .. }) => {
            hand.intersection(available(&node.position).minus(kind))
        }
        _ => hand.intersection(available(&node.position)),
    }
}

/// The attacker's hand before its move, by that after it.
pub(super) fn hand_before_check(position: &Position, mv: Move, hand: Hand) -> Hand {
    match mv {
        Move::Drop { kind, .. } => hand.plus(kind),
        Move::Board { to, .. } => match position.piece_at(to) {
            Some(captured) => hand.minus(captured.kind),
            None => hand,
        },
    }
}

/// All pieces that are not on the board.
pub(super) fn available(position: &Position) -> Hand {
    position.hands().black.joined(position.hands().white)
}

/// The key of a board mixed with the attacker's hand: one number for both.
pub(super) fn mixed(key: u64, hand: Hand) -> u64 {
    key ^ u64::from(hand.bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
