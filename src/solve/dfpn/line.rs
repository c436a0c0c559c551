//! The main line 作意: the best play of both sides, read from what the searches left in the table.

use super::glance::glance;
use super::slot::recaptures;
use super::solver::{Within, Work, salt};
use super::table::Lengths;
use crate::shogi::{Move, Square};
use crate::solve::{Reached, Task};

/// A main line from a position that is a mate within `plies`, recaptures for free. At each node of
/// the attacker a move that keeps to the length; at each of the defender a reply that lasts longest,
/// futile interpositions left aside.
///
/// What the table does not tell is searched, as long as the limits allow; when they are reached, what
/// the table does not tell is left aside. The line is empty if it does not come to the mate.
pub(super) fn main_line(work: &mut Work, task: &Task, plies: u16) -> Vec<Move> {
    let mut line = Vec::new();
    let mut task = task.clone();
    let mut plies = plies;
    loop {
        let attack = task.attacker_to_move();
        let step = if attack {
            check(work, &task, plies)
        } else {
            reply(work, &task, plies)
        };
        match step {
            Some((mv, left)) => {
                line.push(mv);
                task = task.play(mv);
                plies = left;
            }
            None if attack => return Vec::new(),
            None => return line,
        }
    }
}

/// The shortest mate that the table knows of.
fn known(work: &Work, task: &Task) -> Option<Lengths> {
    let key = task.position.board_key() ^ salt(task, true);
    let hand = task.position.hand(task.attacker);
    work.search.table.shortest(key, hand)
}

/// The mate that the table or a glance shows, the defender to move.
fn seen(work: &Work, task: &Task) -> Option<Lengths> {
    known(work, task).or_else(|| {
        let value = glance(&task.position, true);
        (value.proof == 0).then_some(value.lengths)
    })
}

/// A check that mates, by the shortest proof that counts every interposition: so each check is
/// nearer to the mate than the one before.
pub(super) fn winning_check(work: &mut Work, task: &Task) -> Result<Option<Move>, Reached> {
    let mut checks = task.position.checks();
    checks.sort_unstable();
    // What the table threw out is searched again.
    for searched in [false, true] {
        if searched && !matches!(work.ever(task)?, Within::Mate(_)) {
            return Ok(None);
        }
        let best = checks
            .iter()
            .filter_map(|&mv| Some((seen(work, &task.play(mv))?.literal, mv)))
            .min();
        if let Some((_, mv)) = best {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}

/// What is known of a task, or found out: its length, within `plies`.
fn length(work: &mut Work, task: &Task, plies: u16) -> Option<u16> {
    let shown = if task.attacker_to_move() {
        known(work, task)
    } else {
        seen(work, task)
    };
    if let Some(lengths) = shown.filter(|lengths| lengths.free <= plies) {
        return Some(lengths.free);
    }
    match work.within(task, plies.into(), true) {
        Ok(Within::Mate(lengths)) => Some(lengths.free),
        _ => None,
    }
}

/// A check that mates within `plies`, with the plies left after it.
fn check(work: &mut Work, task: &Task, plies: u16) -> Option<(Move, u16)> {
    let mut checks = task.position.checks();
    checks.sort_unstable();
    let mut best: Option<(Move, u16)> = None;
    for &mv in &checks {
        let after = task.play(mv);
        let left = seen(work, &after).map(|lengths| lengths.free);
        if let Some(left) = left.filter(|&left| left < plies) {
            if best.is_none_or(|(_, least)| left < least) {
                best = Some((mv, left));
            }
        }
    }
    if best.is_some() || plies == 0 {
        return best;
    }
    // What the table had was thrown out.
    for &mv in &checks {
        if let Some(left) = length(work, &task.play(mv), plies - 1) {
            return Some((mv, left));
        }
    }
    None
}

/// The reply that lasts longest, with the plies left after it; `None` at the end of the line, where
/// there is at most a futile interposition.
fn reply(work: &mut Work, task: &Task, plies: u16) -> Option<(Move, u16)> {
    if plies == 0 {
        return None;
    }
    let king = task.position.king(task.position.side());
    let mut replies = task.position.legal_moves();
    // Nearer interpositions come first: the farther ones are measured by them.
    replies.sort_unstable_by_key(|mv| (distance(task, king, *mv), *mv));
    let mut longest: Option<(Move, u16)> = None;
    for mv in replies {
        let most = longest.map_or(0, |(_, left)| left + 1);
        if distance(task, king, mv) > 0 && is_futile(work, task, mv, most) {
            continue;
        }
        // A reply that is not mate in time is answered by a recapture without use of the piece.
        if let Some(left) = length(work, &task.play(mv), plies - 1) {
            if longest.is_none() || left + 1 > most {
                longest = Some((mv, left));
            }
        }
    }
    longest
}

/// How far from the king a reply interposes; 0 if it is no interposition.
fn distance(task: &Task, king: Option<Square>, mv: Move) -> u8 {
    match king {
        Some(king)
            if mv.from() != Some(king) && task.position.interposing_squares().has(mv.to()) =>
        {
            let to = mv.to();
            let (files, ranks) = (to.file() - king.file(), to.rank() - king.rank());
            files.unsigned_abs().max(ranks.unsigned_abs())
        }
        _ => 0,
    }
}

/// Whether an interposition is futile (無駄合): the checker captures it and mates, without use of the
/// piece, within the `plies` that other replies last.
fn is_futile(work: &mut Work, task: &Task, mv: Move, plies: u16) -> bool {
    for aside in [false, true] {
        for (checker, promote) in recaptures(&task.position, mv.to()) {
            if let Some(position) = task.position.recaptured(mv, checker, promote, aside) {
                let attacker = task.attacker;
                if length(work, &Task { position, attacker }, plies).is_some() {
                    return true;
                }
            }
        }
    }
    false
}
