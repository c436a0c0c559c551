//! Measuring a solver on a set of problems.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cpu_time::ProcessTime;

use super::sets::{Length, Problem, Set};
use tsume::solve::{Goal, Limits, Solve, Verdict};
use words::say;

/// What came out of one run over a set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    pub problems: usize,
    /// Mate or no mate.
    pub decided: usize,
    /// No mate, or the shortest one proved.
    pub proved: usize,
    /// Problems whose length somebody stated.
    pub stated: usize,
    /// Of these, those that came out so.
    pub right: usize,
    /// Those that came out otherwise: name, stated, found.
    pub differing: Vec<String>,
    /// Those of which only a longer mate than the stated one was found, the shortest not proved.
    pub unproved: Vec<String>,
    /// CPU time of the process.
    pub cpu: Duration,
    pub nodes: u64,
}

impl Figures {
    /// Nodes per second of CPU time.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.seconds()
    }

    /// Problems per second of CPU time.
    pub fn problems_per_second(&self) -> f64 {
        self.problems as f64 / self.seconds()
    }

    /// CPU time in seconds, too short ones rounded up to a microsecond.
    pub fn seconds(&self) -> f64 {
        self.cpu.as_secs_f64().max(1e-6)
    }
}

/// How a set is worked on.
#[derive(Clone, Copy)]
pub struct Manner {
    pub limits: Limits,
    /// Every n-th problem.
    pub step: usize,
}

/// Solves the problems of a set, one after the other, each with an empty table; `tick` is called after each.
pub fn measure(
    solver: &mut dyn Solve,
    set: &Set,
    manner: Manner,
    mut tick: impl FnMut(),
) -> Figures {
    let mut figures = Figures::default();
    let begun = ProcessTime::now();
    for problem in set.problems.iter().step_by(manner.step) {
        solve(solver, problem, &manner.limits, &mut figures);
        tick();
    }
    figures.cpu = begun.elapsed();
    figures
}

fn solve(solver: &mut dyn Solve, problem: &Problem, limits: &Limits, figures: &mut Figures) {
    let never = AtomicBool::new(false);
    solver.forget();
    let outcome = solver.solve(&problem.task, Goal::Lengths, limits, &never);
    let decided = outcome.verdict != Verdict::Unknown;
    let proved = match outcome.verdict {
        Verdict::Mate => outcome.plies_exact && outcome.raw_plies.is_some(),
        Verdict::NoMate => true,
        Verdict::Unknown => false,
    };
    figures.problems += 1;
    figures.decided += usize::from(decided);
    figures.proved += usize::from(proved);
    figures.stated += usize::from(problem.length != Length::Unstated);
    figures.nodes += outcome.nodes;
    match problem.length.agrees(&outcome) {
        None => {}
        Some(true) => figures.right += 1,
        Some(false) => {
            let found = match outcome.plies {
                None => say!("no mate"),
                Some(plies) if outcome.plies_exact => plies.to_string(),
                Some(plies) => say!("at most {plies}", plies),
            };
            let line = say!(
                "{name}: {stated} stated, {found} found",
                name = &problem.name,
                stated = problem.length.to_string(),
                found
            );
            if problem.length.is_within(&outcome) {
                figures.unproved.push(line);
            } else {
                figures.differing.push(line);
            }
        }
    }
}

/// The run with the median CPU time; of two in the middle the faster.
///
/// # Panics
/// If there is no run.
pub fn median(mut runs: Vec<Figures>) -> Figures {
    runs.sort_by_key(|figures| figures.cpu);
    runs.swap_remove((runs.len() - 1) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_run() {
        let run = |seconds| Figures {
            cpu: Duration::from_secs(seconds),
            ..Figures::default()
        };
        for (runs, middle) in [
            (vec![3], 3),
            (vec![3, 1], 1),
            (vec![9, 1, 3], 3),
            (vec![4, 9, 1, 3], 3),
        ] {
            assert_eq!(median(runs.into_iter().map(run).collect()), run(middle));
        }
    }
}
