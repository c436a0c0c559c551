//! Work in numbers: a solver whose nodes and questions are counted, and numbers beside recorded ones.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tsume::solve::{Goal, Limits, Outcome, Solve, Solver, Task};

/// What solvers were asked, several perhaps.
#[derive(Clone, Default)]
pub struct Work(Arc<[AtomicU64; 2]>);

impl Work {
    /// Questions and nodes.
    pub fn done(&self) -> [u64; 2] {
        [0, 1].map(|of| self.0[of].load(Ordering::Relaxed))
    }

    /// A solver whose work is counted here.
    pub fn solver(&self, bytes: usize) -> Counting {
        Counting {
            solver: Solver::new(bytes),
            work: self.clone(),
        }
    }
}

/// A solver whose work is counted.
pub struct Counting {
    solver: Solver,
    work: Work,
}

impl Solve for Counting {
    fn forget(&mut self) {
        self.solver.forget();
    }

    fn solve(&mut self, task: &Task, goal: Goal, limits: &Limits, stop: &AtomicBool) -> Outcome {
        let outcome = self.solver.solve(task, goal, limits, stop);
        for (count, more) in self.work.0.iter().zip([1, outcome.nodes]) {
            count.fetch_add(more, Ordering::Relaxed);
        }
        outcome
    }
}

/// Numbers beside those recorded when they were about right: half as much again is too much, and what is down to two
/// thirds is to be recorded anew.
pub fn about<const N: usize>(is: [u64; N], recorded: [u64; N]) {
    let mut both = is.iter().zip(&recorded);
    assert!(
        both.all(|(is, recorded)| is * 2 <= recorded * 3 && is * 3 >= recorded * 2),
        "{is:?}, recorded {recorded:?}"
    );
}
