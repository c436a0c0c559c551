//! How much work a run is, in nodes: what makes it slower without making it wrong.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use compose::conditions::Conditions;
use compose::generate::{Generate, Sample, Uniform};
use compose::pipeline::{Cost, Examiner};
use compose::random::Random;
use compose::works::shipped;
use tsume::solve::{Goal, Limits, Outcome, Solve, Solver, Task};

/// A solver that counts its nodes and the questions.
struct Counting {
    solver: Solver,
    nodes: Arc<AtomicU64>,
    asked: Arc<AtomicU64>,
}

impl Solve for Counting {
    fn forget(&mut self) {
        self.solver.forget();
    }

    fn solve(&mut self, task: &Task, goal: Goal, limits: &Limits, stop: &AtomicBool) -> Outcome {
        let outcome = self.solver.solve(task, goal, limits, stop);
        self.nodes.fetch_add(outcome.nodes, Ordering::Relaxed);
        self.asked.fetch_add(1, Ordering::Relaxed);
        outcome
    }
}

/// Questions and nodes for 300 candidates of each generator, recorded when they were about right: half as much more
/// is a step backwards.
#[test]
fn a_verdict_takes_so_many_nodes() {
    let mut wanted = Conditions::none();
    wanted.board.low = 3;
    wanted.board.high = 7;
    wanted.hand.high = 3;
    wanted.bare_attacker = false;
    let sample = Sample::new(&shipped());
    let generators: [(&dyn Generate, u64, u64); 2] =
        [(&Uniform, 2_480, 81_371), (&sample, 2_823, 128_119)];
    for (generator, most_asked, most_nodes) in generators {
        let (nodes, asked) = (Arc::default(), Arc::default());
        let new_solver = |bytes| -> Box<dyn Solve + Send> {
            Box::new(Counting {
                solver: Solver::new(bytes),
                nodes: Arc::clone(&nodes),
                asked: Arc::clone(&asked),
            })
        };
        let mut examiner = Examiner::with_solver(Cost::default(), &new_solver);
        for number in 0..300 {
            let mut random = Random::new(9, number);
            if let Some(draft) = generator.candidate(&wanted, &mut random, &mut examiner) {
                let _ = examiner.judge(draft.setup, &wanted);
            }
        }
        let is = [&asked, &nodes].map(|is: &Arc<AtomicU64>| is.load(Ordering::Relaxed));
        let most = [most_asked, most_nodes];
        assert!(
            is.iter().zip(&most).all(|(is, most)| *is * 2 <= most * 3),
            "{is:?}"
        );
        assert!(
            is.iter().zip(&most).all(|(is, most)| *is * 3 >= most * 2),
            "record it: {is:?}"
        );
    }
}
