//! A solver that looks into kept tables, before it searches and while it does.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::kept::KeptTable;
use shogi::{Color, Position};
use tsume::solve::{
    Answered, FreeMate, Goal, Limits, LookedUp, Oracle, Outcome, Progress, Solve, Task, Verdict,
    WinningCheck,
};

/// Kept tables, asked one after the other. Where several of them tell of a position, they tell the same.
struct KeptTables(Arc<[KeptTable]>);

impl Oracle for KeptTables {
    fn look_up(&self, position: &Position, attacker: Color) -> Option<LookedUp> {
        let mut tables = self.0.iter();
        tables.find_map(|table| table.look_up(position, attacker))
    }
}

/// A solver with tables: what they have is not searched for, all else is, with the tables as the search's oracle.
pub struct Tabled {
    tables: Arc<dyn Oracle>,
    solver: Box<dyn Solve + Send>,
}

impl Tabled {
    /// Puts tables before a solver and into its search.
    pub fn new(tables: Arc<[KeptTable]>, mut solver: Box<dyn Solve + Send>) -> Self {
        let tables: Arc<dyn Oracle> = Arc::new(KeptTables(tables));
        solver.set_oracle(Arc::clone(&tables));
        Self { tables, solver }
    }
}

impl Solve for Tabled {
    fn forget(&mut self) {
        self.solver.forget();
    }

    /// Verdicts and traditional lengths are those of the tables; lines and literal lengths are searched for, with
    /// the same limits.
    fn solve(&mut self, task: &Task, goal: Goal, limits: &Limits, stop: &AtomicBool) -> Outcome {
        let known = self.look_up(&task.position, task.attacker);
        let told = Outcome {
            verdict: Verdict::NoMate,
            plies: None,
            plies_exact: false,
            raw_plies: None,
            main_line: Vec::new(),
            nodes: 0,
            reached: None,
        };
        match known {
            Some(LookedUp::NoMate) => told,
            // Whether a mate is so short by the policy `literal` is not in a table.
            Some(LookedUp::Mate { plies }) if limits.plies.is_none() => {
                let mut found = match goal {
                    Goal::Verdict => told,
                    _ => self.solver.solve(task, goal, limits, stop),
                };
                found.verdict = Verdict::Mate;
                if goal != Goal::Raw {
                    found.plies = Some(plies);
                    found.plies_exact = true;
                }
                found
            }
            _ => self.solver.solve(task, goal, limits, stop),
        }
    }

    fn free_mate_within(
        &mut self,
        task: &Task,
        plies: u32,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Option<Answered<FreeMate>> {
        self.solver.free_mate_within(task, plies, limits, stop)
    }

    fn winning_check(
        &mut self,
        task: &Task,
        within: Option<u32>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Answered<Option<WinningCheck>> {
        self.solver.winning_check(task, within, limits, stop)
    }

    fn look_up(&self, position: &Position, attacker: Color) -> Option<LookedUp> {
        self.tables.look_up(position, attacker)
    }

    fn set_oracle(&mut self, oracle: Arc<dyn Oracle>) {
        self.solver.set_oracle(oracle);
    }

    fn progress(&self) -> Option<Arc<Progress>> {
        self.solver.progress()
    }
}
