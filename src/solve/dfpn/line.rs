//! The main line 作意: the best play of both sides, read from what the searches left in the table.

use hashbrown::HashSet;

use super::glance::glance;
use super::slot::recaptures;
use super::solver::{LONGEST, Within, Work, salt};
use super::table::Lengths;
use crate::shogi::{Move, Position, Square};
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

/// A check that mates, with the plies it takes at most, itself and every interposition counted:
/// within `within`, if given. What the table does not tell is searched.
///
/// A table of two games, from which records are thrown out, does not lead to the mate by itself: it
/// is the promise of so many plies, kept from check to check, that does.
pub(super) fn winning_check(
    work: &mut Work,
    task: &Task,
    within: Option<u32>,
) -> Result<Option<(Move, u32)>, Reached> {
    let most = within.unwrap_or(LONGEST);
    let shown = shortest_check(work, task).filter(|&(_, plies)| plies <= most);
    if shown.is_some() {
        return Ok(shown);
    }
    let found = match within {
        Some(plies) => work.within(task, plies, false)?,
        None => work.ever(task)?,
    };
    if !matches!(found, Within::Mate(_)) {
        return Ok(None);
    }
    Ok(shortest_check(work, task).filter(|&(_, plies)| plies <= most))
}

/// The check with the shortest mate that the table or a glance shows, in either game.
fn shortest_check(work: &Work, task: &Task) -> Option<(Move, u32)> {
    let mut checks = task.position.checks();
    checks.sort_unstable();
    let literal = |mv: Move| {
        let after = task.play(mv);
        let hand = after.position.hand(task.attacker);
        let key = after.position.board_key() ^ salt(&after, false);
        let counted = work.search.table.shortest(key, hand);
        let lengths = seen(work, &after).into_iter().chain(counted);
        let plies = lengths.map(|lengths| lengths.literal).min()?;
        Some((u32::from(plies) + 1, mv))
    };
    let best = checks.iter().filter_map(|&mv| literal(mv)).min();
    best.map(|(plies, mv)| (mv, plies))
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
        if let Some(left) = left.filter(|&left| left < plies)
            && best.is_none_or(|(_, least)| left < least)
        {
            best = Some((mv, left));
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
        if let Some(left) = length(work, &task.play(mv), plies - 1)
            && (longest.is_none() || left + 1 > most)
        {
            longest = Some((mv, left));
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
    recaptures(&task.position, mv.to()).any(|(checker, promote)| {
        let aside = !mv.is_drop();
        let after = task.position.recaptured(mv, checker, promote, aside);
        after.is_some_and(|position| {
            let attacker = task.attacker;
            length(work, &Task { position, attacker }, plies).is_some()
        })
    })
}

/// The exact length of a task that is a mate within `plies`.
fn exact(work: &mut Work, task: &Task, plies: u16) -> Option<u16> {
    let mut length = length(work, task, plies)?;
    while length >= 2 {
        match work.within(task, u32::from(length) - 2, true) {
            Ok(Within::Mate(lengths)) => length = lengths.free,
            Ok(_) => break,
            Err(_) => return None,
        }
    }
    Some(length)
}

/// All replies that last longest, at a node of exactly `plies`.
fn longest_replies(work: &mut Work, task: &Task, plies: u16) -> Option<Vec<Move>> {
    let king = task.position.king(task.position.side());
    let mut replies = task.position.legal_moves();
    replies.sort_unstable_by_key(|mv| (distance(task, king, *mv), *mv));
    let mut longest = Vec::new();
    let (mut most, mut nearer, mut at) = (0, 0, 0);
    for mv in replies {
        let here = distance(task, king, mv);
        if here > at {
            (nearer, at) = (most, here);
        }
        if here > 0 && is_futile(work, task, mv, nearer) {
            continue;
        }
        // What is answered by a recapture alone lasts longer than it should.
        let lasts = match exact(work, &task.play(mv), plies.checked_sub(1)?) {
            Some(left) => left + 1,
            None => plies,
        };
        if lasts > most {
            most = lasts;
            longest.clear();
        }
        if lasts == most {
            longest.push(mv);
        }
    }
    longest.sort_unstable();
    Some(longest)
}

/// A search among the lines of best play for one that leaves nothing in the attacker's hand.
pub(super) struct Emptying {
    /// The first line found, whatever it leaves.
    first: Option<Vec<Move>>,
    /// From here nothing ends with an empty hand.
    hopeless: HashSet<Position>,
}

/// The positions after which that search is content with what it has.
const PATIENCE: usize = 2_000;

/// The main line of a task whose length is exactly `plies`; if the limits are reached before that, a
/// line as of [`main_line`].
pub(super) fn exact_line(work: &mut Work, task: &Task, plies: u16) -> Vec<Move> {
    let mut search = Emptying {
        first: None,
        hopeless: HashSet::new(),
    };
    let mut line = Vec::new();
    if search.from(work, task, plies, &mut line) {
        return line;
    }
    match search.first {
        Some(line) => line,
        None => main_line(work, task, plies),
    }
}

impl Emptying {
    /// Whether a line of best play from here, a node of exactly `plies`, leaves nothing; then `line`
    /// has it.
    fn from(&mut self, work: &mut Work, task: &Task, plies: u16, line: &mut Vec<Move>) -> bool {
        if plies == 0 {
            if self.first.is_none() {
                self.first = Some(line.clone());
            }
            return task.position.hand(task.attacker).is_empty();
        }
        if self.hopeless.len() > PATIENCE || self.hopeless.contains(&task.position) {
            return false;
        }
        let moves = if task.attacker_to_move() {
            let mut checks = task.position.checks();
            checks.sort_unstable();
            // What the table knows comes first; often nothing else is needed.
            let mut shown = Vec::new();
            let mut others = Vec::new();
            for mv in checks {
                let after = seen(work, &task.play(mv));
                if after.is_some_and(|lengths| lengths.free < plies) {
                    shown.push(mv);
                } else {
                    others.push(mv);
                }
            }
            shown.extend(others);
            shown
        } else {
            longest_replies(work, task, plies).unwrap_or_default()
        };
        for mv in moves {
            let after = task.play(mv);
            if task.attacker_to_move() && length(work, &after, plies - 1).is_none() {
                continue;
            }
            line.push(mv);
            if self.from(work, &after, plies - 1, line) {
                return true;
            }
            line.pop();
        }
        self.hopeless.insert(task.position.clone());
        false
    }
}
