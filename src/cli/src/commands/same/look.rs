//! Looking for what is like a problem in databases.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::Failure;
use crate::arguments::solver::new_solver;
use crate::reading::problems::{BadLine, Item};
use features::alike::{ComparedProblem, Likeness, LineSigns, Near, Relation};
use store::{Entry, SourceRow, Store};
use tsume::solve::{Goal, Limits, Solve, Task};

/// The table of the solver that looks for a line, in bytes.
const TABLE: usize = 16 << 20;

/// What is looked for, and where.
#[derive(Clone)]
pub struct Wanted {
    /// Open to read; each thread has connections of its own.
    pub databases: Arc<Mutex<Vec<Store>>>,
    pub up_to: Likeness,
    /// For the solver; 0: lines are of no matter.
    pub nodes: u64,
    /// Of each likeness.
    pub most: usize,
}

/// What was found for a problem.
pub struct Looked {
    pub item: Item,
    pub asked: ComparedProblem,
    /// The nearest first, those of the first database first, then by number; of each likeness as many as are wanted.
    pub hits: Vec<Hit>,
    /// How many there are of each likeness.
    pub counts: Counts,
}

/// A problem of a database that is like the one asked for.
pub struct Hit {
    pub near: Near,
    /// The place of the database.
    pub database: usize,
    pub entry: Entry,
    pub sources: Vec<SourceRow>,
    /// How the positions stand to each other.
    pub relation: Option<Relation>,
}

/// What stands in the place of an answer.
pub enum NoAnswer {
    /// A problem that cannot be read, in words.
    Bad(String),
    /// The end of all.
    Failure(Failure),
}

impl<T: Into<Failure>> From<T> for NoAnswer {
    fn from(failure: T) -> Self {
        Self::Failure(failure.into())
    }
}

/// How many of each likeness.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts([usize; Likeness::ALL.len()]);

impl Counts {
    /// Counts one more; how many there are now.
    pub fn add(&mut self, likeness: Likeness) -> usize {
        self.0[likeness as usize] += 1;
        self.0[likeness as usize]
    }

    pub const fn of(&self, likeness: Likeness) -> usize {
        self.0[likeness as usize]
    }

    /// The nearest of which there is any.
    pub fn nearest(&self) -> Option<Likeness> {
        let mut all = Likeness::ALL.into_iter();
        all.find(|&likeness| self.of(likeness) > 0)
    }
}

/// What a thread looks with: connections and a solver of its own.
pub struct Looker {
    wanted: Wanted,
    stores: Vec<Store>,
    solver: Option<Box<dyn Solve + Send>>,
    stop: Arc<AtomicBool>,
}

impl Looker {
    pub const fn new(wanted: Wanted, stop: Arc<AtomicBool>) -> Self {
        Self {
            wanted,
            stores: Vec::new(),
            solver: None,
            stop,
        }
    }

    /// Looks for what is like a problem.
    ///
    /// # Errors
    /// If it is none, or a database cannot be read.
    pub fn look_for(&mut self, item: Result<Item, BadLine>) -> Result<Looked, NoAnswer> {
        let item = item.map_err(|bad| NoAnswer::Bad(bad.error))?;
        if self.stores.is_empty() {
            let opened = self.wanted.databases.lock();
            let opened = opened.unwrap_or_else(PoisonError::into_inner);
            self.stores = opened.iter().map(Store::reader).collect::<Result<_, _>>()?;
        }
        let task = &item.problem.task;
        let asked = ComparedProblem::new(task, self.lines_of(&item)?);
        let mut likes = Vec::new();
        for (database, store) in self.stores.iter().enumerate() {
            let found = store.same(&asked, self.wanted.up_to)?;
            likes.extend(found.into_iter().map(|like| (like.near, database, like.id)));
        }
        likes.sort_unstable();
        let (mut hits, mut counts) = (Vec::new(), Counts::default());
        for (near, database, id) in likes {
            if counts.add(near.likeness) > self.wanted.most {
                continue;
            }
            let store = &self.stores[database];
            // Another program may have taken it out meanwhile.
            let Some(entry) = store.entry(id)? else {
                continue;
            };
            hits.push(Hit {
                near,
                database,
                relation: entry.task().and_then(|other| asked.compare(&other)),
                sources: store.sources(id)?,
                entry,
            });
        }
        Ok(Looked {
            item,
            asked,
            hits,
            counts,
        })
    }

    /// What the lines of a problem are found by: of that which a database has, or else the solver finds, and of that
    /// which its file has.
    fn lines_of(&mut self, item: &Item) -> Result<Vec<LineSigns>, NoAnswer> {
        if self.wanted.nodes == 0 {
            return Ok(Vec::new());
        }
        let task = &item.problem.task;
        let told = item.line.as_ref();
        let told = told.and_then(|line| LineSigns::of(task, line));
        for store in &self.stores {
            if let Some(known) = store.line_of(task)? {
                return Ok([Some(known), told].into_iter().flatten().collect());
            }
        }
        let solved = match self.wanted.up_to >= Likeness::SameLine {
            true => self.solve(task)?,
            false => None,
        };
        Ok([solved, told].into_iter().flatten().collect())
    }

    fn solve(&mut self, task: &Task) -> Result<Option<LineSigns>, NoAnswer> {
        let limits = Limits {
            nodes: Some(self.wanted.nodes),
            ..Limits::default()
        };
        let solver = self.solver.get_or_insert_with(|| new_solver(TABLE));
        // Which thread worked on what must not show.
        solver.forget();
        let outcome = solver.solve(task, Goal::Lengths, &limits, &self.stop);
        if self.stop.load(Ordering::SeqCst) {
            return Err(NoAnswer::Failure(Failure::Interrupted));
        }
        let line = outcome.best_line().filter(|_| outcome.plies_exact);
        Ok(line.and_then(|line| LineSigns::of(task, line)))
    }
}
