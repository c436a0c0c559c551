//! A solver that is to look for no longer mate than so many plies finds none that is longer, whoever
//! is to move and whatever the number.

use std::sync::atomic::AtomicBool;

use referee::deepening::Deepening;
use referee::literal::task_length;
use tsume::solve::{Goal, Limits, Reached, Solve, Solver, Task, Verdict};

/// An attacker's start, a defender's in check, and one not in check; with the lengths of their mates.
const TASKS: [(&str, u32); 3] = [
    ("6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1", 7),
    ("6k2/5+N1+n1/6+N2/7N1/9/9/9/9/9 w 2r2b4g4s4l18p 1", 6),
    ("8k/9/7GP/9/9/9/9/9/9 w G 1", 2),
];

#[test]
fn no_mate_is_longer_than_the_limit() {
    let mut solvers: [Box<dyn Solve>; 2] = [
        Box::new(Solver::new(16 << 20)),
        Box::new(Deepening::new(16 << 20)),
    ];
    for (sfen, length) in TASKS {
        let task = Task::new(sfen.parse().unwrap());
        assert_eq!(task_length(&task, 9), Some(length), "{sfen}");
        for limit in 0..=9 {
            for (number, solver) in solvers.iter_mut().enumerate() {
                solver.forget();
                let limits = Limits {
                    plies: Some(limit),
                    ..Limits::default()
                };
                let outcome = solver.solve(&task, Goal::Lengths, &limits, &AtomicBool::new(false));
                let found = (outcome.verdict, outcome.raw_plies, outcome.reached);
                let expected = if limit < length {
                    (Verdict::Unknown, None, Some(Reached::Plies))
                } else {
                    (Verdict::Mate, Some(length), None)
                };
                assert_eq!(found, expected, "solver {number}, {sfen} within {limit}");
            }
        }
    }
}
