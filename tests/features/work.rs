//! How much work the deep search has with fixed problems, in questions and nodes. No clock is looked at.

use std::sync::atomic::AtomicBool;

use crate::counted::{Work, about};
use features::deep::depth;
use features::examples::{GOLDS, KNIGHTS, LANCE, SLIDERS, UNPROMOTED};
use tsume::solve::{Limits, Solve};

#[test]
fn tries_take_so_many_questions() {
    let work = Work::default();
    let mut solver = work.solver(1 << 22);
    for example in [&KNIGHTS, &GOLDS, &LANCE, &SLIDERS, &UNPROMOTED] {
        solver.forget();
        let solution = example.solution().unwrap();
        let stop = AtomicBool::new(false);
        let depth = depth(&solution, &mut solver, &Limits::default(), &stop);
        assert!(depth.failing_tries.is_some(), "{}", example.name);
    }
    about(work.done(), [497, 144_423]);
}
