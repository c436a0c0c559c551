//! An oracle for tests.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use shogi::{Color, Position};
use tsume::solve::{Goal, Limits, LookedUp, Oracle, Solve, Solver, Task, Verdict};

/// Knows every other position that a solver of its own decides quickly.
pub struct HalfKnown(Mutex<Solver>);

/// What its solver may spend on a position, in nodes.
const NODES: u64 = 20;

impl HalfKnown {
    pub fn new() -> Self {
        Self(Mutex::new(Solver::new(1 << 20)))
    }
}

impl Oracle for HalfKnown {
    fn look_up(&self, position: &Position, attacker: Color) -> Option<LookedUp> {
        if position.board_key().count_ones() % 2 == 0 {
            return None;
        }
        let mut solver = self.0.lock().unwrap();
        // What it knows may not depend on what it was asked before.
        solver.forget();
        let limits = Limits {
            nodes: Some(NODES),
            ..Limits::default()
        };
        let task = Task {
            position: position.clone(),
            attacker,
        };
        let found = solver.solve(&task, Goal::Lengths, &limits, &AtomicBool::new(false));
        match found.verdict {
            Verdict::NoMate => Some(LookedUp::NoMate),
            Verdict::Mate if found.plies_exact => found.plies.map(|plies| LookedUp::Mate { plies }),
            Verdict::Mate | Verdict::Unknown => None,
        }
    }
}
