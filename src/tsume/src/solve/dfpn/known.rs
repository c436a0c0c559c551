//! What the table knows of the lengths of positions.

use super::glance::glance;
use super::record::Lengths;
use super::work::{Work, task_salt};
use crate::solve::Task;
use shogi::{Move, Square};

/// The shortest mate that the table knows of, recaptures for free.
pub(super) fn known(work: &Work, task: &Task) -> Option<Lengths> {
    known_in(work, task, true)
}

/// The shortest mate that the table knows of in the game with recaptures for free, or in the literal one.
pub(super) fn known_in(work: &Work, task: &Task, free: bool) -> Option<Lengths> {
    let key = task.position.board_key() ^ task_salt(task, free);
    let hand = task.position.hand(task.attacker);
    work.search().table.shortest(key, hand)
}

/// The mate that the table or a glance shows, the defender to move.
pub(super) fn seen(work: &Work, task: &Task) -> Option<Lengths> {
    known(work, task).or_else(|| {
        let value = glance(&task.position, true);
        (value.proof == 0).then_some(value.lengths)
    })
}

/// What the table shows of a position, and a glance where the defender is to move.
pub(super) fn shown(work: &Work, task: &Task) -> Option<Lengths> {
    if task.attacker_to_move() {
        known(work, task)
    } else {
        seen(work, task)
    }
}

/// How far from the king a reply interposes; 0 if it is no interposition.
pub(super) fn distance(task: &Task, king: Option<Square>, mv: Move) -> u8 {
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
