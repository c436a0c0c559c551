//! Every right answer at each of the attacker's moves of a line: for whoever plays against people who solve a problem,
//! and must not call an answer wrong that mates.

use std::sync::atomic::AtomicBool;

use crate::solve::{Goal, Limits, Solve, Task, Verdict};
use shogi::Move;

/// A check that mates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The check.
    pub check: Move,
    /// The exact length of its mate in plies by the policy `traditional`, itself included; `None` where a limit left
    /// that open.
    pub plies: Option<u32>,
    /// Best play after it; empty where that is not known, or the check mates at once.
    pub rest: Vec<Move>,
}

/// The answers at a move of the attacker's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The ply, counted from 1.
    pub ply: u32,
    /// The checks that mate, that of the line first, then in the order of [`Move`].
    pub answers: Vec<Answer>,
    /// Checks of which a limit left open whether they mate.
    pub undecided: Vec<Move>,
}

/// The answers along a line that mates; `None` if it is no such line. The limits are those of each question, and there
/// is one for every check beside the line.
pub fn answers(
    task: &Task,
    line: &[Move],
    solver: &mut dyn Solve,
    limits: &Limits,
    stop: &AtomicBool,
) -> Option<Vec<Step>> {
    // Which problem came before must not show.
    solver.forget();
    let mut here = task.clone();
    let mut steps = Vec::new();
    for (at, &mv) in line.iter().enumerate() {
        let next = here.position.try_play(mv)?;
        if here.attacker_to_move() {
            if !next.is_in_check() {
                return None;
            }
            steps.push(step(
                &here,
                &line[at..],
                at as u32 + 1,
                solver,
                limits,
                stop,
            ));
        }
        here.position = next;
    }
    if here.attacker_to_move() {
        return None;
    }
    // Futile interpositions may be left.
    let end = solver.solve(&here, Goal::Lengths, limits, stop);
    (end.plies == Some(0)).then_some(steps)
}

fn step(
    here: &Task,
    line: &[Move],
    ply: u32,
    solver: &mut dyn Solve,
    limits: &Limits,
    stop: &AtomicBool,
) -> Step {
    let mut answers = vec![Answer {
        check: line[0],
        plies: Some(line.len() as u32),
        rest: line[1..].to_vec(),
    }];
    let mut undecided = Vec::new();
    let mut checks = here.position.checks();
    checks.sort_unstable();
    for check in checks.into_iter().filter(|&check| check != line[0]) {
        let outcome = solver.solve(&here.play(check), Goal::Lengths, limits, stop);
        match outcome.verdict {
            Verdict::Mate => answers.push(Answer {
                check,
                plies: outcome
                    .plies
                    .filter(|_| outcome.plies_exact)
                    .map(|is| is + 1),
                rest: outcome.best_line().unwrap_or_default().to_vec(),
            }),
            Verdict::NoMate => {}
            Verdict::Unknown => undecided.push(check),
        }
    }
    Step {
        ply,
        answers,
        undecided,
    }
}
