//! A solver that looks into kept tables, before it searches and while it does.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::kept::KeptTable;
use shogi::{Color, Move, Position};
use tsume::judge::source::order;
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

    /// A line of best play from a mate of so many plies, if the tables know one in which nothing is interposed: of
    /// what is interposed they do not tell whether it is futile (無駄合).
    fn line(&self, task: &Task, plies: u32) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        let mut here = task.clone();
        for left in (0..plies).rev() {
            let position = &here.position;
            let moves = if here.attacker_to_move() {
                position.checks()
            } else {
                let squares = position.interposing_squares();
                let king = position.king(position.side());
                let is_direct = |mv: &Move| mv.from() == king || !squares.has(mv.to());
                position
                    .legal_moves()
                    .into_iter()
                    .filter(is_direct)
                    .collect()
            };
            let best = |mv: &Move| {
                let after = here.play(*mv);
                let known = self.look_up(&after.position, after.attacker);
                known == Some(LookedUp::Mate { plies: left })
            };
            let next = moves.into_iter().filter(best).min_by_key(|&mv| order(mv))?;
            here = here.play(next);
            line.push(next);
        }
        Some(line)
    }
}

impl Solve for Tabled {
    fn forget(&mut self) {
        self.solver.forget();
    }

    /// Verdicts and traditional lengths are those of the tables; literal lengths are searched for, with the same limits,
    /// and lines, but where a limit cuts that short: then the line is the tables' own, if they know one.
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
                let proved = found.plies_exact && found.best_line().is_some();
                found.verdict = Verdict::Mate;
                found.plies = Some(plies);
                found.plies_exact = true;
                if goal == Goal::Lengths && !proved {
                    found.main_line = self.line(task, plies).unwrap_or_default();
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
