//! From a candidate to a verdict, what costs least first.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::conditions::Conditions;
use super::counts::Category;
use features::Columns;
use features::Weights;
use shogi::{Color, Move, Position, Setup};
use tsume::judge::{self, Effort, Report};
use tsume::solve::{Goal, Limits, Outcome, Reached, Solve, Solver, Task, Verdict};

/// What a candidate may cost, in nodes of df-pn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Finding out whether there is a mate.
    pub verdict: u64,
    /// The same for what is made from known problems: it is worth a longer look.
    pub offspring: u64,
    /// Its length and main line.
    pub length: u64,
    /// Each other check on the main line, before the whole judge is called.
    pub other_check: u64,
    /// The whole judge.
    pub judge: Effort,
}

impl Default for Cost {
    fn default() -> Self {
        Self {
            verdict: 300,
            offspring: 300,
            length: 10_000,
            other_check: 150,
            judge: Effort {
                nodes: Some(100_000),
                // The cost of the whole is limit enough.
                stage: 100_000,
                ..Effort::QUICK
            },
        }
    }
}

impl Cost {
    /// A longer look at each of a few positions: the judge takes the effort of a check. What its limit of nodes
    /// does not suffice for is not asked before, either; what it suffices for is.
    pub fn of_check(effort: Effort) -> Self {
        let nodes = effort.nodes.unwrap_or(u64::MAX);
        Self {
            verdict: nodes,
            offspring: nodes,
            length: nodes,
            judge: effort,
            ..Self::default()
        }
    }

    /// The same with the usual effort, within so many nodes.
    pub fn of_nodes(nodes: u64) -> Self {
        Self::of_check(Effort {
            nodes: Some(nodes),
            ..Effort::default()
        })
    }

    /// The bytes of a table for that.
    fn table(&self) -> usize {
        let bytes = self.length.saturating_mul(ENTRY);
        bytes.clamp(SMALLEST, LARGEST) as usize
    }
}

/// A table of this many bytes at least is emptied for each candidate, so that no verdict depends on
/// another.
const SMALLEST: u64 = 1 << 19;

/// No table has more bytes.
const LARGEST: u64 = 64 << 20;

/// Bytes of a table for each node that a length may cost.
const ENTRY: u64 = 48;

/// Makes a solver whose hash table takes so many bytes.
pub type NewSolver<'a> = dyn Fn(usize) -> Box<dyn Solve + Send> + Sync + 'a;

/// df-pn with nothing before it.
pub fn plain_solver(bytes: usize) -> Box<dyn Solve + Send> {
    Box::new(Solver::new(bytes))
}

/// Examines candidates, on one thread: a solver and what each may cost.
pub struct Examiner {
    solver: Box<dyn Solve + Send>,
    cost: Cost,
    weights: Arc<Weights>,
    stop: Arc<AtomicBool>,
    /// The limit that kept the solver from its last answer.
    reached: Option<Reached>,
}

/// A 完全作 with all that is known of it.
#[derive(Clone, Debug)]
pub struct CompleteProblem {
    /// The problem.
    pub task: Task,
    /// What the judge says.
    pub report: Report,
    /// Its columns.
    pub columns: Columns,
}

impl Examiner {
    /// An examiner whose work costs at most this for each candidate.
    pub fn new(cost: Cost) -> Self {
        Self::with_solver(cost, &plain_solver)
    }

    /// The same with another solver.
    pub fn with_solver(cost: Cost, new_solver: &NewSolver<'_>) -> Self {
        Self {
            solver: new_solver(cost.table()),
            cost,
            weights: Arc::default(),
            stop: Arc::default(),
            reached: None,
        }
    }

    /// The same, problems weighed by these weights.
    pub fn weighing(mut self, weights: Arc<Weights>) -> Self {
        self.weights = weights;
        self
    }

    /// The same, where what is being asked is left open once `stop` is set.
    pub fn stoppable(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// The limit that kept the solver from the answer it was asked for last.
    pub const fn reached(&self) -> Option<Reached> {
        self.reached
    }

    /// Whether it was stopped.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What a candidate may cost.
    pub(super) const fn cost(&self) -> &Cost {
        &self.cost
    }

    pub(super) fn solve(&mut self, task: &Task, goal: Goal, limits: &Limits) -> Outcome {
        let outcome = self.solver.solve(task, goal, limits, &self.stop);
        self.reached = outcome.reached;
        outcome
    }

    pub(super) fn ask(&mut self, task: &Task, goal: Goal, nodes: u64) -> Outcome {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        self.solve(task, goal, &limits)
    }

    /// Judges a setup whose defender's hand is completed here.
    ///
    /// # Errors
    /// The category of one that is no 完全作 of five plies or more, or has another board or hand than the
    /// conditions allow. Its length and features are not compared with them.
    pub fn judge(
        &mut self,
        setup: Setup,
        wanted: &Conditions,
    ) -> Result<CompleteProblem, Category> {
        self.judge_with(setup, wanted, None)
    }

    /// The same, where of several lines that are as good the given one is the main line.
    ///
    /// # Errors
    /// As [`Examiner::judge`].
    pub fn judge_with(
        &mut self,
        mut setup: Setup,
        wanted: &Conditions,
        line: Option<&[Move]>,
    ) -> Result<CompleteProblem, Category> {
        setup
            .complete_defender_hand(false)
            .map_err(|_| Category::Misplaced)?;
        let position = Position::try_from(&setup).map_err(|_| Category::Misplaced)?;
        if !wanted.admit(&position) {
            return Err(Category::Outside);
        }
        self.judge_position_with(position, line)
    }

    /// Judges a position; no conditions are looked at.
    ///
    /// # Errors
    /// As [`Examiner::judge`].
    pub fn judge_position(&mut self, position: Position) -> Result<CompleteProblem, Category> {
        self.judge_position_with(position, None)
    }

    fn judge_position_with(
        &mut self,
        position: Position,
        line: Option<&[Move]>,
    ) -> Result<CompleteProblem, Category> {
        let task = Task {
            position,
            attacker: Color::Black,
        };
        let plies = self.sound_so_far(&task, None)?;
        if plies <= 3 {
            return Err(Category::Short);
        }
        let report = self.report_with(&task, line);
        self.sound(task, report)
    }

    /// The exact length of the mate of a position, whoever is to move.
    ///
    /// # Errors
    /// [`Category::NoMate`], or [`Category::OutOfNodes`] where a limit was reached.
    pub fn length(&mut self, task: &Task) -> Result<u32, Category> {
        self.solver.forget();
        let outcome = self.ask(task, Goal::Lengths, self.cost.length);
        match (outcome.verdict, outcome.plies) {
            (Verdict::NoMate, _) => Err(Category::NoMate),
            (_, Some(plies)) if outcome.plies_exact => Ok(plies),
            _ => Err(Category::OutOfNodes),
        }
    }

    /// Nodes that it takes to find the length of a mate or that there is none; `None` where a limit was
    /// reached.
    pub fn nodes_of(&mut self, task: &Task) -> Option<u64> {
        self.solver.forget();
        let outcome = self.ask(task, Goal::Lengths, self.cost.length);
        let known = outcome.verdict == Verdict::NoMate || outcome.plies_exact;
        known.then_some(outcome.nodes)
    }

    /// What the judge says of a problem, whatever it is.
    pub fn report(&mut self, task: &Task) -> Report {
        self.report_with(task, None)
    }

    /// The same, where of several lines that are as good the given one is the main line.
    pub(super) fn report_with(&mut self, task: &Task, line: Option<&[Move]>) -> Report {
        let options = judge::Options {
            given: line.map(<[Move]>::to_vec),
            effort: self.cost.judge,
            ..judge::Options::default()
        };
        self.solver.forget();
        judge::check(task, &mut *self.solver, &options, &self.stop)
    }

    /// The length of a mate that nothing speaks against that is found cheaply. With `exactly`, other lengths are
    /// not looked into.
    ///
    /// # Errors
    /// The category of anything else.
    pub fn sound_so_far(&mut self, task: &Task, exactly: Option<u32>) -> Result<u32, Category> {
        let line = self.sound_line_so_far(task, exactly)?;
        Ok(line.len() as u32)
    }

    /// The same, with the main line of the mate.
    ///
    /// # Errors
    /// As [`Examiner::sound_so_far`].
    pub fn sound_line_so_far(
        &mut self,
        task: &Task,
        exactly: Option<u32>,
    ) -> Result<Vec<Move>, Category> {
        self.forget();
        self.mates(task, self.cost.verdict)?;
        self.line_so_far(task, exactly)
    }

    /// Empties the table: what an earlier candidate left there may turn what is unknown into a verdict.
    pub(super) fn forget(&mut self) {
        self.solver.forget();
    }

    /// Whether there is a mate, by what is in the table and a search of so many nodes.
    ///
    /// # Errors
    /// [`Category::NoMate`] or [`Category::OutOfNodes`].
    pub(super) fn mates(&mut self, task: &Task, nodes: u64) -> Result<(), Category> {
        if task.position.king(Color::White).is_none() || task.position.checks().is_empty() {
            return Err(Category::NoMate);
        }
        match self.ask(task, Goal::Verdict, nodes).verdict {
            Verdict::NoMate => Err(Category::NoMate),
            Verdict::Unknown => Err(Category::OutOfNodes),
            Verdict::Mate => Ok(()),
        }
    }

    /// Whether there is a mate within three plies, every interposition counted.
    pub(super) fn mates_in_three(&mut self, task: &Task) -> bool {
        let limits = Limits {
            nodes: Some(self.cost.length),
            plies: Some(3),
            ..Limits::default()
        };
        let outcome = self.solve(task, Goal::Verdict, &limits);
        outcome.verdict == Verdict::Mate
    }

    /// The rest of [`Examiner::sound_so_far`] for what mates: its main line.
    ///
    /// # Errors
    /// As there.
    pub(super) fn line_so_far(
        &mut self,
        task: &Task,
        exactly: Option<u32>,
    ) -> Result<Vec<Move>, Category> {
        let outcome = self.ask(task, Goal::Lengths, self.cost.length);
        let (Some(plies), true) = (outcome.plies, outcome.plies_exact) else {
            return Err(Category::OutOfNodes);
        };
        let Some(line) = outcome.best_line() else {
            return Err(Category::OutOfNodes);
        };
        if exactly.is_some_and(|wanted| wanted != plies) {
            return Err(Category::Unwanted);
        }
        match self.refutation(task, line) {
            Some(category) => Err(category),
            None => Ok(line.to_vec()),
        }
    }

    /// A problem with its columns, weighed as this examiner weighs.
    pub(super) fn judged(&self, task: Task, report: Report) -> CompleteProblem {
        CompleteProblem {
            columns: Columns::of(&task, &report, &self.weights),
            task,
            report,
        }
    }

    /// The whole judge: for what has come through everything else.
    ///
    /// # Errors
    /// The category of what is no 完全作.
    pub fn complete(&mut self, task: Task) -> Result<CompleteProblem, Category> {
        let report = self.report(&task);
        self.sound(task, report)
    }

    /// The same, where of several lines that are as good the given one is the main line.
    ///
    /// # Errors
    /// As [`Examiner::complete`].
    pub fn complete_with(
        &mut self,
        task: Task,
        line: &[Move],
    ) -> Result<CompleteProblem, Category> {
        let report = self.report_with(&task, Some(line));
        self.sound(task, report)
    }

    /// A problem that its report calls complete.
    fn sound(&self, task: Task, report: Report) -> Result<CompleteProblem, Category> {
        match report.soundness.complete {
            Some(true) => Ok(self.judged(task, report)),
            None => Err(Category::Undecided),
            Some(false) => {
                let leftover = report.flaws.as_ref().and_then(|is| is.flaws.leftover);
                Err(if leftover > Some(0) {
                    Category::Leftover
                } else {
                    Category::Cooked
                })
            }
        }
    }
}
