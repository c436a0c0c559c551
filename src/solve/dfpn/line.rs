//! The main line 作意: the best play of both sides, read from what the searches left in the table.

use super::slot::recaptures;
use super::solver::{Within, Work, salt};
use super::table::Lengths;
use crate::shogi::{Move, Square};
use crate::solve::{Reached, Task};

/// A main line from a position that is a mate within `plies`, recaptures for free. At each node of
/// the attacker a move that keeps to the length; at each of the defender a reply that lasts longest,
/// futile interpositions left aside.
pub(super) fn main_line(work: &mut Work, task: &Task, plies: u16) -> Result<Vec<Move>, Reached> {
    let mut line = Vec::new();
    let mut task = task.clone();
    let mut plies = plies;
    loop {
        let step = if task.attacker_to_move() {
            check(work, &task, plies)?
        } else {
            reply(work, &task, plies)?
        };
        let Some((mv, left)) = step else {
            return Ok(line);
        };
        line.push(mv);
        task = task.play(mv);
        plies = left;
    }
}

/// The shortest mate that the table knows of.
fn known(work: &Work, task: &Task) -> Option<Lengths> {
    let key = task.position.board_key() ^ salt(task, true);
    let hand = task.position.hand(task.attacker);
    work.search.table.shortest(key, hand)
}

/// What is known of a task, or found out: its length, within `plies`.
fn length(work: &mut Work, task: &Task, plies: u16) -> Result<Option<u16>, Reached> {
    if !task.attacker_to_move() && task.position.is_checkmate() {
        return Ok(Some(0));
    }
    if let Some(lengths) = known(work, task).filter(|lengths| lengths.free <= plies) {
        return Ok(Some(lengths.free));
    }
    Ok(match work.within(task, plies.into(), true)? {
        Within::Mate(lengths) => Some(lengths.free),
        _ => None,
    })
}

/// A check that mates within `plies`, with the plies left after it.
fn check(work: &mut Work, task: &Task, plies: u16) -> Result<Option<(Move, u16)>, Reached> {
    let mut checks = task.position.checks();
    checks.sort_unstable();
    let mut best: Option<(Move, u16)> = None;
    for &mv in &checks {
        let after = task.play(mv);
        let left = if after.position.is_checkmate() {
            Some(0)
        } else {
            known(work, &after).map(|lengths| lengths.free)
        };
        if let Some(left) = left.filter(|&left| left < plies) {
            if best.is_none_or(|(_, least)| left < least) {
                best = Some((mv, left));
            }
        }
    }
    if best.is_some() || plies == 0 {
        return Ok(best);
    }
    // What the table had was thrown out.
    for &mv in &checks {
        if let Some(left) = length(work, &task.play(mv), plies - 1)? {
            return Ok(Some((mv, left)));
        }
    }
    Ok(None)
}

/// The reply that lasts longest, with the plies left after it; `None` at the end of the line, where
/// there is at most a futile interposition.
fn reply(work: &mut Work, task: &Task, plies: u16) -> Result<Option<(Move, u16)>, Reached> {
    if plies == 0 {
        return Ok(None);
    }
    let king = task.position.king(task.position.side());
    let mut replies = task.position.legal_moves();
    // Nearer interpositions come first: the farther ones are measured by them.
    replies.sort_unstable_by_key(|mv| (distance(task, king, *mv), *mv));
    let mut longest: Option<(Move, u16)> = None;
    for mv in replies {
        let most = longest.map_or(0, |(_, left)| left + 1);
        if distance(task, king, mv) > 0 && is_futile(work, task, mv, most)? {
            continue;
        }
        // A reply that is not mate in time is answered by a recapture without use of the piece.
        if let Some(left) = length(work, &task.play(mv), plies - 1)? {
            if longest.is_none() || left + 1 > most {
                longest = Some((mv, left));
            }
        }
    }
    Ok(longest)
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
fn is_futile(work: &mut Work, task: &Task, mv: Move, plies: u16) -> Result<bool, Reached> {
    for aside in [false, true] {
        for (checker, promote) in recaptures(&task.position, mv.to()) {
            if let Some(position) = task.position.recaptured(mv, checker, promote, aside) {
                let attacker = task.attacker;
                if length(work, &Task { position, attacker }, plies)?.is_some() {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}
