//! A line played from a setup.

use shogi::{Color, Move, Position, Setup};

/// The positions of a line from a setup to its end; `None` if the setup is no legal position, or a move is not legal or
/// the attacker's is no check. The defender's hand is completed here.
pub(super) fn replay(setup: &Setup, moves: &[Move]) -> Option<Vec<Position>> {
    let positions = replay_moves(setup, moves)?;
    let checks = positions.iter().skip(1).step_by(2);
    checks
        .into_iter()
        .all(Position::is_in_check)
        .then_some(positions)
}

/// The same where the last move, one of the attacker's, need not give check.
pub(super) fn replay_but_last_check(setup: &Setup, moves: &[Move]) -> Option<Vec<Position>> {
    let positions = replay_moves(setup, moves)?;
    let before_last = &positions[..positions.len() - 1];
    let mut checks = before_last.iter().skip(1).step_by(2);
    checks.all(Position::is_in_check).then_some(positions)
}

fn replay_moves(setup: &Setup, moves: &[Move]) -> Option<Vec<Position>> {
    let mut setup = setup.clone().without_hand(Color::White);
    setup.complete_defender_hand(false).ok()?;
    let mut positions = vec![Position::try_from(&setup).ok()?];
    for &mv in moves {
        let next = positions[positions.len() - 1].try_play(mv)?;
        positions.push(next);
    }
    Some(positions)
}

/// The replies to the last check of a line that are no interpositions: none where it may be mate.
pub(super) fn escapes(last: &Position) -> Vec<Move> {
    let between = last.interposing_squares();
    let mut replies = last.legal_moves();
    replies.retain(|mv| !between.has(mv.to()));
    replies
}
