//! An oracle for tests.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use shogi::{Color, Position};
use tsume::solve::{Goal, Limits, LookedUp, Oracle, Solve, Solver, Task, Verdict};

/// Knows every other position that a solver of its own decides quickly.
pub struct HalfKnown {
    solver: Mutex<Solver>,
    told: Mutex<Told>,
}

/// How often it told what.
#[derive(Clone, Copy, Debug, Default)]
pub struct Told {
    /// No mate.
    pub no_mates: usize,
    /// A mate of three plies or more, the attacker to move.
    pub mates: usize,
    /// The length of a mate by the policy `traditional` that is not the literal one.
    pub futile: usize,
}

/// What its solver may spend on a position, in nodes.
const NODES: u64 = 20;

impl HalfKnown {
    pub fn new() -> Self {
        Self {
            solver: Mutex::new(Solver::new(1 << 20)),
            told: Mutex::default(),
        }
    }

    pub fn told(&self) -> Told {
        *self.told.lock().unwrap()
    }
}

impl Oracle for HalfKnown {
    fn look_up(&self, position: &Position, attacker: Color) -> Option<LookedUp> {
        if position.board_key().count_ones().is_multiple_of(2) {
            return None;
        }
        let mut solver = self.solver.lock().unwrap();
        // What it knows must not depend on what it was asked before.
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
        let mut told = self.told.lock().unwrap();
        match (found.verdict, found.plies) {
            (Verdict::NoMate, _) => {
                told.no_mates += 1;
                Some(LookedUp::NoMate)
            }
            (Verdict::Mate, Some(plies)) if found.plies_exact => {
                told.mates += usize::from(plies >= 3 && position.side() == attacker);
                told.futile += usize::from(found.raw_plies.is_some_and(|raw| raw > plies));
                Some(LookedUp::Mate { plies })
            }
            _ => None,
        }
    }
}
