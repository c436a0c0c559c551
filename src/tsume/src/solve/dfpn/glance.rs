//! The value of a new defender's node at first sight: mated or not, else how many replies.

use std::ops::ControlFlow;

use super::frame::follow;
use super::hands::with_locked;
use super::record::Lengths;
use super::slot::{Recaptures, alternative, interposing_drops};
use super::table::Number;
use super::value::Value;
use shogi::{Bitboard, Hand, Kind, Move, Position, Threat};

/// What a defender's node is worth at first sight.
pub(super) fn glance(position: &Position, free: bool) -> Value {
    let threat = position.threat();
    let squares = threat.interposing_squares();
    let king = position.king(position.side());
    let mut replies: Number = 0;
    let mut interpositions: Number = 0;
    let _ = threat.visit_board_moves(&mut |mv| {
        replies += 1;
        if mv.from() != king && squares.has(mv.to()) {
            interpositions += 1;
        }
        ControlFlow::<()>::Continue(())
    });
    let drops = interposing_drops(position, squares);
    if replies == interpositions {
        if replies == 0 && drops.is_empty() {
            let attacker = position.hand(position.side().flip());
            let hand = with_locked(position, attacker, Hand::EMPTY, squares);
            return Value::mate(Lengths::MATED, hand);
        }
        if free && let Some(value) = mated_through(position, &threat, drops) {
            return value;
        }
    }
    let interposes = interpositions > 0 || !drops.is_empty();
    Value::open(replies - interpositions + u32::from(interposes), 1)
}

/// The mate of a defender's node that has nothing but interpositions, if the checker mates wherever
/// it recaptures.
fn mated_through(position: &Position, threat: &Threat, drops: Bitboard) -> Option<Value> {
    let mut interpositions: Vec<Move> = drops
        .into_iter()
        .map(|to| Move::Drop {
            kind: Kind::Pawn,
            to,
        })
        .collect();
    let _ = threat.visit_board_moves(&mut |mv| {
        interpositions.push(mv);
        ControlFlow::<()>::Continue(())
    });
    let mut lengths = Lengths::MATED;
    let mut hand = Hand::EMPTY;
    for mv in interpositions {
        let next = follow(
            position,
            alternative(position, mv, Recaptures::Glimpsed, 0)?,
        )?;
        let value = glance(&next, true);
        if value.proof > 0 {
            return None;
        }
        lengths = lengths.greatest(Lengths {
            free: 0,
            literal: value.lengths.literal + 2,
        });
        hand = hand.union(value.hand);
    }
    let attacker = position.hand(position.side().flip());
    let unanswered = drops
        .into_iter()
        .fold(threat.interposing_squares(), Bitboard::without);
    Some(Value::mate(
        lengths,
        with_locked(position, attacker, hand, unanswered),
    ))
}
