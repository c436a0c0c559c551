//! The checker of certificates: it knows only the rules of shogi.

use super::duties::{Duties, twin};
use super::file::{Problem, read};
use crate::proof::check::Walk;
use crate::proof::ends::Ends;
use crate::proof::no_mate;
use crate::proof::numbers::Numbers;
use crate::proof::rejected::{Reason, Rejected};
use crate::solve::Task;
use shogi::{Move, Position};

/// A problem that is proved to be complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complete {
    /// The problem.
    pub root: Task,
    /// Its main line 作意: as many moves as it has plies.
    pub line: Vec<Move>,
    /// Nodes walked, the attacker's and the defender's.
    pub nodes: u64,
}

/// Checks the bytes of a certificate.
///
/// # Errors
/// The first reason found why it does not prove what it says.
pub fn check_certificate(bytes: &[u8]) -> Result<Vec<Complete>, Rejected> {
    read(bytes)?.iter().map(check_problem).collect()
}

fn check_problem(problem: &Problem<'_>) -> Result<Complete, Rejected> {
    let root = &problem.root;
    let (stream, at) = problem.line;
    let mut numbers = Numbers::new(stream);
    let played = play(root, &mut numbers);
    let (line, choices) = after_walk(at, &numbers, played)?;
    let duties = duties(root, &line, &choices);
    let (stream, at) = problem.mates;
    let mut walk = Walk::new(stream, Ends::WithoutUse);
    let proved = duties.mates.iter().try_for_each(|(task, most)| {
        let (most, proved) = (*most, walk.run(task)?);
        match proved <= most {
            true => Ok(()),
            false => Err(Reason::TooLong { most, proved }),
        }
    });
    after_walk(at, &walk.numbers, proved)?;
    let (stream, at) = problem.no_mates;
    let mut none = no_mate::check::Walk::new(stream, Ends::WithoutUse);
    let mut no_mates = duties.no_mates.iter();
    let proved = no_mates.try_for_each(|(task, within)| none.run(task, *within));
    after_walk(at, &none.numbers, proved)?;
    Ok(Complete {
        root: root.clone(),
        nodes: walk.nodes + none.nodes,
        line,
    })
}

/// What a walk came to, if it has read its stream to the end.
fn after_walk<T>(
    stream_at: usize,
    numbers: &Numbers<'_>,
    result: Result<T, Reason>,
) -> Result<T, Rejected> {
    let result = match result {
        Ok(_) if !numbers.is_over() => Err(Reason::Surplus),
        result => result,
    };
    result.map_err(|reason| Rejected {
        at: stream_at + numbers.at,
        reason,
    })
}

/// Reads the line: its moves, and for each of the attacker's whether the other choice of promotion may mate.
fn play(root: &Task, numbers: &mut Numbers<'_>) -> Result<(Vec<Move>, Vec<bool>), Reason> {
    let mut here = root.position.clone();
    let (mut line, mut choices) = (Vec::new(), Vec::new());
    loop {
        let mut checks = here.checks();
        checks.sort_unstable();
        let (number, next) = numbers.peek(&here)?;
        let check = number.checked_sub(1).and_then(|place| checks.get(place));
        let Some(&check) = check else {
            return Err(Reason::NoSuchCheck {
                number,
                checks: checks.len(),
                sfen: here.to_string(),
            });
        };
        numbers.at = next;
        let after = here.play(check);
        line.push(check);
        let mut replies = Ends::WithoutUse.replies(&after);
        if replies.is_empty() {
            ends_well(&after)?;
            choices.push(false);
            return Ok((line, choices));
        }
        let has_twin = twin(check).is_some_and(|twin| checks.contains(&twin));
        choices.push(has_twin && marked(&after, numbers)?);
        replies.sort_unstable();
        let (number, next) = numbers.peek(&after)?;
        let reply = number.checked_sub(1).and_then(|place| replies.get(place));
        let Some(&reply) = reply else {
            return Err(Reason::NoSuchReply {
                number,
                replies: replies.len(),
                sfen: after.to_string(),
            });
        };
        numbers.at = next;
        line.push(reply);
        here = after.play(reply);
    }
}

/// Whether the defender, who has no reply, is in check and nothing is left in the attacker's hand.
fn ends_well(after: &Position) -> Result<(), Reason> {
    if !after.is_in_check() {
        return Err(Reason::NoMate);
    }
    match after.hand(after.side().flip()).len() {
        0 => Ok(()),
        pieces => Err(Reason::Leftover(pieces)),
    }
}

/// Whether the other choice of promotion is marked as one that may mate.
fn marked(after: &Position, numbers: &mut Numbers<'_>) -> Result<bool, Reason> {
    let (mark, next) = numbers.peek(after)?;
    if mark > 1 {
        return Err(Reason::Mark(mark));
    }
    numbers.at = next;
    Ok(mark == 1)
}

/// What has to be proved of a line.
fn duties(root: &Task, line: &[Move], choices: &[bool]) -> Duties {
    let plies = line.len() as u32;
    let mut duties = Duties::of(root, plies);
    let mut here = root.clone();
    for (ply, (moves, &may_mate)) in (0..).step_by(2).zip(line.chunks(2).zip(choices)) {
        let mut checks = here.position.checks();
        checks.sort_unstable();
        duties.add(&here, &checks, moves[0], plies - ply, may_mate);
        here = moves.iter().fold(here, |here, &mv| here.play(mv));
    }
    duties
}
