//! Exact lengths under the policy `traditional`.
//!
//! Whether an interposition is futile (無駄合) depends on exact lengths, so that no proof-number search
//! tells the traditional length T directly. It lies between the literal length L, which counts every
//! interposition, and the free length F, where one that the checker captures at once costs nothing even if
//! it changes the mate: F ≤ T ≤ L. Here the definition ([`crate::judge::futile`]) is walked through, one
//! bound after the other, and the searches for F and L cut the walk short: where F is more than the bound
//! or L is not, nothing is left to look at. What remains is the neighbourhood of lines on which an
//! interposition matters. An [oracle](crate::solve::Oracle) tells traditional lengths as they are.

use std::cmp::Reverse;

use hashbrown::HashMap;

use super::known::{distance, known_in, shown};
use super::slot::recaptures;
use super::work::{Within, Work};
use crate::solve::{LookedUp, Reached, Task};
use shogi::{Move, Position};

/// What is known of a length: from this up to that, in plies.
#[derive(Clone, Copy)]
struct Interval {
    least: u16,
    most: u16,
}

/// Exact traditional lengths, with what has been found out.
pub(super) struct Traditional {
    known: HashMap<Position, Interval>,
}

impl Traditional {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self {
            known: HashMap::new(),
        }
    }

    /// The length of the question in plies, if it is at most `most`.
    ///
    /// # Errors
    /// The limit that was reached first.
    pub fn length(
        &mut self,
        work: &mut Work,
        task: &Task,
        most: u16,
    ) -> Result<Option<u16>, Reached> {
        let mut plies = self.interval(work, task).least.max(work.least);
        while plies <= most {
            if self.at_most(work, task, plies)? {
                return Ok(Some(plies));
            }
            // What failed may have said more than was asked.
            plies = self.interval(work, task).least.max(plies + 2);
        }
        Ok(None)
    }

    /// The replies that last exactly `plies` at a node of that length, futile interpositions left out,
    /// in the order of [`Move`].
    ///
    /// # Errors
    /// The limit that was reached first.
    pub fn longest_replies(
        &mut self,
        work: &mut Work,
        task: &Task,
        plies: u16,
    ) -> Result<Vec<Move>, Reached> {
        let mut longest = Vec::new();
        for mv in self.replies(work, task, plies)?.unwrap_or_default() {
            if self.lasts(work, task, mv, plies)? {
                longest.push(mv);
            }
        }
        longest.sort_unstable();
        Ok(longest)
    }

    /// Whether the mate after a reply takes at least `plies`, the reply counted.
    fn lasts(
        &mut self,
        work: &mut Work,
        task: &Task,
        reply: Move,
        plies: u16,
    ) -> Result<bool, Reached> {
        match plies.checked_sub(3) {
            Some(fewer) => Ok(!self.at_most(work, &task.play(reply), fewer)?),
            None => Ok(true),
        }
    }

    /// What is known of a length so far, from here and from the table.
    fn interval(&self, work: &Work, task: &Task) -> Interval {
        let parity = u16::from(task.attacker_to_move());
        let mut known = match self.known.get(&task.position) {
            Some(&known) => known,
            None => Interval {
                least: parity,
                most: u16::MAX,
            },
        };
        for free in [true, false] {
            if let Some(lengths) = known_in(work, task, free) {
                known.most = known.most.min(lengths.literal);
            }
        }
        known
    }

    /// Whether a task is a mate within `plies`, a number of the parity that its lengths have.
    ///
    /// # Errors
    /// The limit that was reached first.
    pub fn at_most(&mut self, work: &mut Work, task: &Task, plies: u16) -> Result<bool, Reached> {
        let known = self.interval(work, task);
        if plies < known.least || known.most <= plies {
            return Ok(known.most <= plies);
        }
        if let Some(found) = work.looked_up(task) {
            work.may_go_on()?;
            return Ok(
                matches!(found, LookedUp::Mate { plies: shortest } if shortest <= u32::from(plies)),
            );
        }
        let free = match work.within(task, plies.into(), true)? {
            Within::Mate(lengths) => Some(lengths),
            Within::Longer | Within::Never => None,
        };
        let answer = match free {
            None => false,
            Some(lengths) if lengths.literal <= plies => true,
            Some(_) if task.attacker_to_move() => self.some_check(work, task, plies)?,
            Some(_) => self.replies(work, task, plies)?.is_some(),
        };
        let known = self.known.entry(task.position.clone()).or_insert(known);
        if answer {
            known.most = known.most.min(plies);
        } else {
            known.least = known.least.max(plies + 2);
        }
        Ok(answer)
    }

    /// Whether a check mates within `plies`, itself counted.
    fn some_check(&mut self, work: &mut Work, task: &Task, plies: u16) -> Result<bool, Reached> {
        let mut checks: Vec<(u16, Task)> = task
            .position
            .checks()
            .into_iter()
            .map(|mv| {
                let after = task.play(mv);
                // What the table knows as a mate comes first, the shortest of all.
                (shown_free(work, &after), after)
            })
            .collect();
        checks.sort_by_key(|check| check.0);
        for (_, after) in checks {
            if self.at_most(work, &after, plies - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The replies that are not futile, if all of them are mates within `plies`, themselves counted.
    fn replies(
        &mut self,
        work: &mut Work,
        task: &Task,
        plies: u16,
    ) -> Result<Option<Vec<Move>>, Reached> {
        let king = task.position.king(task.position.side());
        let mut all = task.position.legal_moves();
        all.sort_by_key(|&mv| distance(task, king, mv));
        // Of the direct ones the longest come first: they fail soonest.
        let direct = all.partition_point(|&mv| distance(task, king, mv) == 0);
        all[..direct].sort_by_cached_key(|&mv| Reverse(shown_free(work, &task.play(mv))));
        let mut counted: Vec<Move> = Vec::new();
        for nearest in all.chunk_by(|&a, &b| distance(task, king, a) == distance(task, king, b)) {
            let nearer = counted.len();
            let mut drop_is_futile = None;
            for &mv in nearest {
                if distance(task, king, mv) > 0 {
                    // All drops on a square leave the same position without the piece.
                    let futile = match drop_is_futile.filter(|_| mv.is_drop()) {
                        Some(futile) => futile,
                        None => self.is_futile(work, task, mv, plies, &counted[..nearer])?,
                    };
                    if mv.is_drop() {
                        drop_is_futile = Some(futile);
                    }
                    if futile {
                        continue;
                    }
                }
                let Some(rest) = plies.checked_sub(1) else {
                    return Ok(None);
                };
                if !self.at_most(work, &task.play(mv), rest)? {
                    return Ok(None);
                }
                counted.push(mv);
            }
        }
        Ok(Some(counted))
    }

    /// Whether an interposition is futile: the position without the piece is a mate no longer than
    /// what the replies `counted` last, all of them mates within `plies`.
    fn is_futile(
        &mut self,
        work: &mut Work,
        task: &Task,
        mv: Move,
        plies: u16,
        counted: &[Move],
    ) -> Result<bool, Reached> {
        let without: Vec<Task> = recaptures(&task.position, mv.to())
            .filter_map(|(checker, promote)| {
                let position = task.position.recaptured(mv, checker, promote)?;
                Some(Task {
                    position,
                    attacker: task.attacker,
                })
            })
            .collect();
        // Both lengths are somewhere from 0 to `plies`: the first bound that only one of them keeps
        // tells which is the greater.
        let mut bound = plies;
        loop {
            let mut mates = false;
            for task in &without {
                mates = mates || self.at_most(work, task, bound)?;
            }
            if !mates {
                return Ok(false);
            }
            if bound == 0 {
                return Ok(true);
            }
            for &reply in counted {
                if self.lasts(work, task, reply, bound)? {
                    return Ok(true);
                }
            }
            bound -= 2;
        }
    }
}

/// The free length of the shortest mate that the table or a glance shows; the greatest number if none.
fn shown_free(work: &Work, task: &Task) -> u16 {
    shown(work, task).map_or(u16::MAX, |lengths| lengths.free)
}
