//! From the first mate found to the shortest one.

use super::line::{TableLine, known_line, table_line};
use super::record::Lengths;
use super::work::{LONG_MATE, Within, Work};
use crate::solve::{Goal, Outcome, Reached, Task};

/// The shortest mate with free recaptures, of which a proof gave an upper bound, or one that is no longer than the
/// traditional length is known to be at least; and the literal length of its proof. `outcome.plies` is the shortest found so far, `outcome.main_line` a line of one found on the way, if
/// the `goal` has one.
///
/// # Errors
/// The limit that was reached before the mate was proved to be the shortest.
pub(super) fn shortest(
    work: &mut Work,
    task: &Task,
    goal: Goal,
    first: Lengths,
    outcome: &mut Outcome,
) -> Result<Lengths, Reached> {
    let mut best = first;
    if best.free >= SMOOTHED && best.free > work.least {
        match smooth(work, task, goal, &mut best, outcome) {
            Err(Reached::Nodes) if best.free < LONG_MATE && !work.is_over() => {}
            smoothed => smoothed?,
        }
    }
    while best.free > work.least {
        work.phase_limit = work.shortening_limit(best.free);
        if !shorter(work, task, &mut best)? {
            break;
        }
        outcome.plies = Some(best.free.into());
    }
    Ok(best)
}

/// Whether there is a mate two plies shorter than `best`, or shorter still; then that is `best`.
fn shorter(work: &mut Work, task: &Task, best: &mut Lengths) -> Result<bool, Reached> {
    let Some(plies) = best.free.checked_sub(2) else {
        return Ok(false);
    };
    let Within::Mate(found) = work.within(task, plies.into(), true)? else {
        return Ok(false);
    };
    best.free = found.free;
    best.literal = best.literal.min(found.literal);
    Ok(true)
}

/// Mates of so many plies are smoothed before they are looked at as a whole. (Of the 97 mates of 将棋無双 four
/// more are proved to be the shortest that way, with as many nodes.)
const SMOOTHED: u16 = 20;

/// What a position of a line may cost at first, in nodes.
const LEAST_SHARE: u64 = 3_000;

/// What the line of a mate may cost while a shorter one is looked for, in nodes.
const LINE: u64 = 100_000;

/// How many positions in a row may stay undecided before the work goes back to the end of the line.
const UNDECIDED: usize = 3;

/// Takes the detours (迂回) out of a long mate. The first proof of one is full of them, and a search for
/// something shorter from the root has to find them all in one go. So each position of the main line is
/// searched by itself, from the end to the start: what comes after it is as short as it can be by then,
/// and known to be.
///
/// # Errors
/// The limit that was reached. Unless the limits say that it may take [whatever is left](crate::solve::Limits::until_shortest), no
/// more than one and a half times what the proof took is spent on it, nor more than an eighth of that (from
/// [`LONG_MATE`] on a twenty-fourth) on one position.
fn smooth(
    work: &mut Work,
    task: &Task,
    goal: Goal,
    best: &mut Lengths,
    outcome: &mut Outcome,
) -> Result<(), Reached> {
    let spent = work.search().nodes;
    let part = if best.free < LONG_MATE { 8 } else { 24 };
    let (end, most) = if work.limits.until_shortest {
        (u64::MAX, u64::MAX / 4)
    } else {
        (spent + spent + spent / 2, (spent / part).max(LEAST_SHARE))
    };
    // When a limit ends a proof that may take long it may be too late to look for a line.
    let keeps_line = goal == Goal::Lengths && work.limits.until_shortest;
    let mut share = LEAST_SHARE;
    let mut reached = usize::MAX;
    while work.search().nodes < end && share <= most {
        if keeps_line && outcome.main_line.len() != usize::from(best.free) {
            work.phase_limit = Some(work.search().nodes.saturating_add(LINE));
            outcome.main_line = known_line(work, task, best.free);
        }
        let line = table_line(work, task, best.free);
        let round = from_the_end(work, line, share)?;
        work.phase_limit = Some(work.search().nodes.saturating_add(share));
        while best.free > work.least {
            match shorter(work, task, best) {
                Ok(true) => outcome.plies = Some(best.free.into()),
                Ok(false) | Err(Reached::Nodes) => break,
                Err(reached) => return Err(reached),
            }
        }
        if best.free <= work.least || round.undecided == 0 && !round.shorter {
            return Ok(());
        }
        // Only where it cannot go on it is worth more.
        let goes_on = round.shorter || round.left < reached;
        share = if goes_on {
            LEAST_SHARE
        } else {
            share.saturating_mul(2)
        };
        reached = round.left;
    }
    Err(Reached::Nodes)
}

/// What a way from the end of a line towards its start has come to.
struct Round {
    /// How many positions are left before the last one looked at.
    left: usize,
    /// How many of those looked at could not be decided.
    undecided: usize,
    /// Whether a shorter mate was found.
    shorter: bool,
}

/// Looks for shorter mates of the attacker's positions of a line, from its end on, for `share` nodes each.
fn from_the_end(work: &mut Work, line: TableLine, share: u64) -> Result<Round, Reached> {
    let mut line = line.nodes;
    line.retain(|(here, _)| here.attacker_to_move());
    let mut round = Round {
        left: line.len(),
        undecided: 0,
        shorter: false,
    };
    let mut in_a_row = 0;
    while in_a_row < UNDECIDED
        && let Some((here, plies)) = line.pop()
    {
        let mut lengths = Lengths {
            free: plies,
            literal: u16::MAX,
        };
        work.phase_limit = Some(work.search().nodes.saturating_add(share));
        let decided = loop {
            match shorter(work, &here, &mut lengths) {
                Ok(true) => round.shorter = true,
                Ok(false) => break true,
                Err(Reached::Nodes) if !work.is_over() => break false,
                Err(reached) => return Err(reached),
            }
        };
        in_a_row = if decided { 0 } else { in_a_row + 1 };
        round.undecided += usize::from(!decided);
    }
    round.left = line.len();
    Ok(round)
}
