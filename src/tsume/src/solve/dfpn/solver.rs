//! From the question to the answer: the verdict first, then the exact lengths, then the main line.
//!
//! The verdict needs no limit of length. The first proof gives an upper bound, which searches within
//! fewer plies lower until one fails: that failure is the proof that the length is the shortest. A bound that the
//! caller or an oracle knows takes its place. The game with free recaptures comes first, because its lengths bound
//! the others from below.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::line::{exact_line, known_line, winning_check};
use super::record::Lengths;
use super::shorten::shortest;
use super::together::Together;
use super::traditional::Traditional;
use super::work::{LONG_MATE, LONGEST, Within, Work};
use crate::clock::Instant;
use crate::solve::{
    Answered, FreeMate, Goal, Limits, LookedUp, Oracle, Outcome, Progress, Reached, Solve, Task,
    Verdict, WinningCheck,
};
use shogi::{Color, Move, Position};

/// A df-pn solver with its table.
pub struct Solver {
    together: Together,
}

impl Solver {
    /// A solver whose table takes at most `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        Self::with_threads(bytes, 1)
    }

    /// A solver that works with so many threads at one problem; its table takes at most `bytes` bytes in
    /// all. On WebAssembly, which has no threads to start, it works alone, if it was not built with the feature `pool`:
    /// with it the threads are those of rayon's global pool, which is then the program's to fill.
    pub fn with_threads(bytes: usize, threads: usize) -> Self {
        let threads = if cfg!(all(target_family = "wasm", not(feature = "pool"))) {
            1
        } else {
            threads
        };
        Self {
            together: Together::new(bytes, threads),
        }
    }

    /// Begins to work on a question.
    pub(super) fn begin<'a>(&'a mut self, limits: &Limits, stop: &'a AtomicBool) -> Work<'a> {
        self.together.first.nodes = 0;
        Work {
            together: &mut self.together,
            limits: *limits,
            started: Instant::now(),
            stop,
            least: 0,
            phase_limit: None,
        }
    }
}

impl Solve for Solver {
    fn forget(&mut self) {
        self.together.forget();
    }

    fn solve(&mut self, task: &Task, goal: Goal, limits: &Limits, stop: &AtomicBool) -> Outcome {
        self.together.first.progress.reset();
        let mut work = self.begin(limits, stop);
        let mut outcome = Outcome {
            verdict: Verdict::Unknown,
            plies: None,
            plies_exact: false,
            raw_plies: None,
            main_line: Vec::new(),
            nodes: 0,
            reached: None,
        };
        if let Err(reached) = answer(&mut work, task, goal, &mut outcome) {
            // Within, its own limits are limits of nodes like any other.
            let is_own = reached == Reached::Nodes && !work.is_over();
            outcome.reached = Some(if is_own { Reached::Solver } else { reached });
        }
        outcome.nodes = self.together.first.nodes;
        outcome
    }

    fn free_mate_within(
        &mut self,
        task: &Task,
        plies: u32,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Option<Answered<FreeMate>> {
        let position = &task.position;
        position.king(task.attacker.flip())?;
        if !task.attacker_to_move() && !position.is_in_check() {
            return None;
        }
        self.together.first.progress.reset();
        let mut work = self.begin(limits, stop);
        let found = work.within(task, plies.min(LONGEST), true);
        let answer = found.map(|within| match within {
            Within::Mate(lengths) => FreeMate::Mate {
                literal: u32::from(lengths.literal),
            },
            Within::Longer => FreeMate::Longer,
            Within::Never => FreeMate::Never,
        });
        Some(Answered {
            answer,
            nodes: self.together.first.nodes,
        })
    }

    fn winning_check(
        &mut self,
        task: &Task,
        within: Option<u32>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Answered<Option<WinningCheck>> {
        let mut work = self.begin(limits, stop);
        let answer = winning_check(&mut work, task, within);
        Answered {
            answer,
            nodes: self.together.first.nodes,
        }
    }

    fn look_up(&self, position: &Position, attacker: Color) -> Option<LookedUp> {
        self.together.first.look_up(position, attacker)
    }

    fn set_oracle(&mut self, oracle: Arc<dyn Oracle>) {
        self.together.set_oracle(&oracle);
    }

    fn progress(&self) -> Option<Arc<Progress>> {
        Some(Arc::clone(&self.together.first.progress))
    }
}

/// Works through the phases; what is known when a limit is reached is in the outcome by then.
fn answer(work: &mut Work, task: &Task, goal: Goal, outcome: &mut Outcome) -> Result<(), Reached> {
    let defender = task.attacker.flip();
    let position = &task.position;
    work.take_up(task);
    if position.king(defender).is_none() {
        outcome.verdict = Verdict::NoMate;
        return Ok(());
    }
    if !task.attacker_to_move() && !position.is_in_check() {
        return any_reply(work, task, goal, outcome);
    }
    let limit = work.limits.plies;
    let first = match limit {
        None => work.ever(task)?,
        Some(plies) => work.within(task, plies.min(LONGEST), false)?,
    };
    match first {
        Within::Never => {
            outcome.verdict = Verdict::NoMate;
            Ok(())
        }
        Within::Longer => Err(Reached::Plies),
        Within::Mate(lengths) => {
            outcome.verdict = Verdict::Mate;
            outcome.plies = Some(u32::from(lengths.free));
            // No mate of the side to move takes less than a ply.
            outcome.plies_exact = lengths.literal <= u16::from(task.attacker_to_move());
            if goal == Goal::Verdict {
                return Ok(());
            }
            lengths_and_line(work, task, goal, lengths, outcome)
        }
    }
}

/// The lengths of a mate of which a proof is known, and its main line. A limit that ends one of these
/// steps does not keep the next from its own share; the last one reached is told.
fn lengths_and_line(
    work: &mut Work,
    task: &Task,
    goal: Goal,
    first: Lengths,
    outcome: &mut Outcome,
) -> Result<(), Reached> {
    let free = shortest(work, task, goal, first, outcome);
    if goal == Goal::Raw {
        outcome.plies_exact = free.is_ok_and(|free| free.free == free.literal);
        if !outcome.plies_exact {
            // Nobody asked for the traditional length, and that with free recaptures may be shorter.
            outcome.plies = None;
        }
        outcome.raw_plies = Some(counted(work, task, free?)?);
        return Ok(());
    }
    let is_long = outcome
        .plies
        .is_none_or(|plies| plies >= u32::from(LONG_MATE));
    let mut lengths = Traditional::new();
    let mut raw = None;
    let traditional = free.and_then(|free| {
        if free.free == free.literal {
            return Ok(free.free);
        }
        if is_long {
            // Where the interpositions make no difference, the futile ones make none: `free.free` is the free length,
            // or no more than what the traditional one is known to be at least, which lies below the literal one.
            let plies = counted(work, task, free);
            raw = Some(plies);
            if plies? == u32::from(free.free) {
                return Ok(free.free);
            }
            if !work.limits.until_shortest {
                return Err(Reached::Nodes);
            }
        }
        work.phase_limit = work.shortening_limit(free.free);
        let length = lengths.length(work, task, free.literal)?;
        Ok(length.unwrap_or(free.literal))
    });
    if let Ok(plies) = traditional {
        outcome.plies = Some(plies.into());
        outcome.plies_exact = true;
    }
    let line = main_line_of(work, &mut lengths, task, traditional.is_ok(), outcome);
    let raw = match raw {
        Some(raw) => raw,
        None => counted(work, task, free?),
    };
    outcome.raw_plies = Some(raw?);
    traditional?;
    line
}

/// Puts the main line into the outcome: one of best play if the length is `exact`, else the one that the
/// table tells. Where a limit cuts the search for best play short, there is none: the table knows no futile
/// interpositions, and bounds of lengths only.
fn main_line_of(
    work: &mut Work,
    lengths: &mut Traditional,
    task: &Task,
    exact: bool,
    outcome: &mut Outcome,
) -> Result<(), Reached> {
    let plies = outcome.plies.unwrap_or(LONGEST) as u16;
    work.phase_limit = work.shortening_limit(plies);
    if exact && plies < LONG_MATE {
        outcome.main_line.clear();
        outcome.main_line = exact_line(work, lengths, task, plies)?;
        if !outcome.main_line.is_empty() {
            return Ok(());
        }
    }
    let line = known_line(work, task, plies);
    // One of this length that was found on the way is better than one that a limit cut short.
    if line.len() == usize::from(plies) || outcome.best_line().is_none() {
        outcome.main_line = line;
    }
    Ok(())
}

/// The shortest mate that counts every interposition: no shorter than the traditional one is known to be, and no
/// longer than a proof is.
fn counted(work: &mut Work, task: &Task, lengths: Lengths) -> Result<u32, Reached> {
    let mut raw = lengths.free.max(work.least);
    while raw < lengths.literal {
        work.phase_limit = work.shortening_limit(raw);
        if let Within::Mate(_) = work.within(task, u32::from(raw), false)? {
            break;
        }
        raw += 2;
    }
    Ok(u32::from(raw))
}

/// The mate of a defender's start that is not in check: every move is a reply.
fn any_reply(
    work: &mut Work,
    task: &Task,
    goal: Goal,
    outcome: &mut Outcome,
) -> Result<(), Reached> {
    let mut replies = task.position.legal_moves();
    replies.sort_unstable();
    // The reply is a ply of the mate.
    work.limits.plies = work.limits.plies.map(|plies| plies.saturating_sub(1));
    // Only the longest of the mates after them is known to take so many.
    work.limits.at_least = None;
    let mut longest: Option<(Rank, Vec<Move>)> = None;
    let (mut raw, mut exact, mut told) = (Some(0), true, true);
    let (mut undecided, mut limit) = (false, Ok(()));
    for &reply in &replies {
        let after = task.play(reply);
        let mut mate = outcome.clone();
        // Each reply is a question of its own.
        work.phase_limit = None;
        if let Err(reached) = answer(work, &after, goal, &mut mate) {
            limit = Err(reached);
        }
        match mate.verdict {
            Verdict::NoMate => {
                outcome.verdict = Verdict::NoMate;
                return Ok(());
            }
            Verdict::Unknown => undecided = true,
            Verdict::Mate => {}
        }
        raw = raw
            .zip(mate.raw_plies)
            .map(|(longest, plies): (u32, u32)| longest.max(plies + 1));
        exact &= mate.plies_exact;
        told &= mate.plies.is_some();
        // A limit may have left it without a line.
        let has_line = mate.plies == Some(0) || !mate.main_line.is_empty();
        let end = (mate.main_line.iter()).fold(after, |task, &mv| task.play(mv));
        let rank = Rank {
            plies: mate.plies.map_or(0, |plies| plies + 1),
            has_line,
            leaves_nothing: has_line && end.position.hand(task.attacker).is_empty(),
        };
        if longest.as_ref().is_none_or(|(longest, _)| rank > *longest) {
            if has_line {
                mate.main_line.insert(0, reply);
            }
            longest = Some((rank, mate.main_line));
        }
    }
    let Some((Rank { plies, .. }, line)) = longest else {
        // Not in check and without a move: that is no mate.
        outcome.verdict = Verdict::NoMate;
        return Ok(());
    };
    if undecided {
        return limit;
    }
    outcome.verdict = Verdict::Mate;
    outcome.plies = told.then_some(plies);
    outcome.plies_exact = exact;
    outcome.raw_plies = raw;
    if goal == Goal::Lengths {
        outcome.main_line = line;
    }
    limit
}

/// What makes a reply the one of the main line.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// The reply counted.
    plies: u32,
    has_line: bool,
    leaves_nothing: bool,
}
