//! Trees that are solved once and kept, problem by problem, so that it can be stopped anywhere.

use std::io;
use std::sync::atomic::AtomicBool;

use ask::TreeEffort;
use rusqlite::{Connection, OptionalExtension, params};
use shogi::Move;
use tsume::solve::{Solve, Task};

use crate::sql::guard::QueryLimits;
use crate::sql::query_error::QueryError;
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
        solve: impl FnMut(&[Entry]) -> io::Result<Vec<Option<Vec<u8>>>>,
    ) -> Result<KeptTrees, QueryError> {
        let nodes = i64::try_from(nodes).unwrap_or(i64::MAX);
        let waiting = self.without_tree(condition, nodes, limits)?;
        let same = |now: &Entry, then: &Entry| of_tree(now) == of_tree(then);
        let mut bytes = 0;
        let batched = self.by_batches(waiting, solve, same, |conn, now, tree| {
            bytes += tree.len() as u64;
            keep(conn, now.id(), nodes, &tree)
        })?;
        Ok(KeptTrees {
            solved: batched.done,
            bytes,
            left: batched.left,
            stopped: batched.stopped,
        })
    }

    /// The problems whose tree is not kept, or was solved with fewer nodes.
    fn without_tree(
        &self,
        condition: Option<&str>,
        nodes: i64,
        limits: &QueryLimits,
    ) -> Result<Vec<i64>, QueryError> {
        let select = "SELECT id FROM problems WHERE main_line <> ''
                 AND NOT EXISTS (SELECT 1 FROM trees WHERE problem_id = problems.id AND trees.nodes >= ?) AND";
        self.ids_selected(select, condition, "ORDER BY id", [nodes], limits)
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
