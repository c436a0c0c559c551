//! Trees that are solved once and kept, problem by problem, so that it can be stopped anywhere.

use std::io;
use std::sync::atomic::AtomicBool;

use ask::TreeEffort;
use rusqlite::{Connection, OptionalExtension, params};
use shogi::Move;
use tsume::solve::{Solve, Task};

use crate::error::At;
use crate::file::change::Change;
use crate::sql::guard::{Guarded, QueryLimits, examine};
use crate::sql::query_error::{QueryError, said};
use crate::{Entry, Store};

/// How far keeping trees has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeptTrees {
    /// Trees solved now.
    pub solved: u64,
    /// Their size, in bytes.
    pub bytes: u64,
    /// Problems without one.
    pub left: u64,
    /// Whether it was stopped.
    pub stopped: bool,
}

/// How many trees come into the file together.
const BATCH: usize = 64;

impl Store {
    /// Keeps the trees of the problems with a main line for which `condition` holds, and that have none that was solved with
    /// so many nodes. `solve` is given some problems at a time, and gives the tree of each: `None` of those that it was
    /// stopped before. What was done then is kept.
    ///
    /// # Errors
    /// If the condition cannot be understood, the database cannot be written, or `solve` fails.
    pub fn keep_trees(
        &mut self,
        condition: Option<&str>,
        nodes: u64,
        limits: &QueryLimits,
        mut solve: impl FnMut(&[Entry]) -> io::Result<Vec<Option<Vec<u8>>>>,
    ) -> Result<KeptTrees, QueryError> {
        let nodes = i64::try_from(nodes).unwrap_or(i64::MAX);
        let mut waiting = self.without_tree(condition, nodes, limits)?;
        // The last first: they are taken from the end.
        waiting.reverse();
        let mut done = KeptTrees::default();
        while !waiting.is_empty() && !done.stopped {
            let mut batch = Vec::new();
            while batch.len() < BATCH
                && let Some(id) = waiting.pop()
            {
                batch.extend(self.entry(id)?);
            }
            // No other gyakusan writes in the meantime, but any program that speaks SQLite may.
            let trees = solve(&batch)?;
            let change = Change::begin(&self.conn).at(&self.path)?;
            for (entry, tree) in batch.iter().zip(trees).rev() {
                let id = entry.id();
                match (tree, self.entry(id)?) {
                    (Some(tree), Some(now)) if of_tree(&now) == of_tree(entry) => {
                        keep(&self.conn, id, nodes, &tree).at(&self.path)?;
                        done.solved += 1;
                        done.bytes += tree.len() as u64;
                    }
                    // Such a program changed it: the tree is that of something else.
                    (Some(_), Some(_)) => waiting.push(id),
                    (Some(_), None) => {}
                    (None, _) => {
                        waiting.push(id);
                        done.stopped = true;
                    }
                }
            }
            change.commit().at(&self.path)?;
        }
        done.left = waiting.len() as u64;
        Ok(done)
    }

    /// The problems whose tree is not kept, or was solved with fewer nodes. A person's condition is for a connection that
    /// can do nothing but read.
    fn without_tree(
        &self,
        condition: Option<&str>,
        nodes: i64,
        limits: &QueryLimits,
    ) -> Result<Vec<i64>, QueryError> {
        let condition = condition.map(str::to_owned);
        Guarded::of(self)?.ask(limits, move |conn| {
            if let Some(condition) = &condition {
                examine(conn, condition)?;
            }
            let condition = condition.as_deref().unwrap_or("true");
            // The line break ends a comment in the condition.
            let before = "SELECT id FROM problems WHERE main_line <> ''
                 AND NOT EXISTS (SELECT 1 FROM trees WHERE problem_id = problems.id AND trees.nodes >= ?) AND (";
            let sql = format!("{before}{condition}\n) ORDER BY id");
            let ids = || {
                conn.prepare(&sql)?
                    .query_map([nodes], |row| row.get(0))?
                    .collect::<rusqlite::Result<Vec<i64>>>()
            };
            ids().map_err(|error| said(error).about_condition(before))
        })
    }
}

impl Entry {
    /// Solves its tree; `None` if it has no line that can be played. See [`ask::keep`].
    pub fn solve_tree(
        &self,
        solver: &mut dyn Solve,
        effort: TreeEffort,
        stop: &AtomicBool,
    ) -> Option<Vec<u8>> {
        let (task, line, is_best) = tree(self)?;
        ask::keep(&task, &line, is_best, solver, effort, stop)
    }
}

fn keep(conn: &Connection, problem: i64, nodes: i64, tree: &[u8]) -> rusqlite::Result<()> {
    conn.prepare_cached("INSERT OR REPLACE INTO trees (problem_id, nodes, tree) VALUES (?, ?, ?)")?
        .execute(params![problem, nodes, tree])
        .map(drop)
}

/// The tree that is kept of a problem.
pub(crate) fn kept_tree(conn: &Connection, problem: i64) -> rusqlite::Result<Option<Vec<u8>>> {
    conn.prepare_cached("SELECT tree FROM trees WHERE problem_id = ?")?
        .query_row([problem], |row| row.get(0))
        .optional()
}

/// What a tree begins with: the problem, its main line, and whether that is known to be one of best play.
pub(crate) fn tree(entry: &Entry) -> Option<(Task, Vec<Move>, bool)> {
    let moves = entry.main_line().split_whitespace().map(str::parse);
    let line: Vec<Move> = moves.collect::<Result<_, _>>().ok()?;
    let is_best = entry.plies() == Some(line.len() as i64);
    Some((entry.task()?, line, is_best))
}

/// What of a problem a tree is about.
fn of_tree(entry: &Entry) -> (&str, &features::Value, &str, Option<i64>) {
    let attacker = entry.get("attacker");
    (entry.sfen(), attacker, entry.main_line(), entry.plies())
}
