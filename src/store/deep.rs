//! Filling the columns that take a search, problem by problem, so that it can be stopped anywhere.

use std::sync::atomic::{AtomicBool, Ordering};

use rusqlite::{Connection, params};

use super::change::Change;
use super::entry;
use super::error::At;
use super::facts::Facts;
use super::query::{QueryError, words};
use super::search::examine;
use super::{Entry, Store, bitmaps};
use crate::features::Solution;
use crate::features::deep::{self, Depth};
use crate::judge::{Options, check};
use crate::shogi::Move;
use crate::solve::{Limits, Solve};

/// What a search of one problem may cost.
#[derive(Clone, Debug)]
pub struct DeepEffort {
    /// Each question about a try.
    pub limits: Limits,
    /// The check of the problem.
    pub options: Options,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deepened {
    /// Problems searched now.
    pub searched: u64,
    /// Problems not searched yet.
    pub left: u64,
    /// Whether it was stopped.
    pub stopped: bool,
}

/// How many problems come into the file together.
const BATCH: usize = 64;

impl Store {
    /// Fills the searched columns of the problems with a main line for which `condition` holds and that
    /// were not searched yet. What was done when `stop` is set is kept.
    ///
    /// # Errors
    /// If the condition cannot be understood, or the database cannot be written.
    pub fn deepen(
        &mut self,
        condition: Option<&str>,
        solver: &mut dyn Solve,
        effort: &DeepEffort,
        stop: &AtomicBool,
    ) -> Result<Deepened, QueryError> {
        let mut waiting = self.waiting(condition)?;
        // The last first: they are taken from the end.
        waiting.reverse();
        let mut done = Deepened::default();
        while !waiting.is_empty() && !done.stopped {
            let change = Change::begin(&self.conn).at(&self.path)?;
            for _ in 0..BATCH {
                let Some(id) = waiting.pop() else {
                    break;
                };
                let Some(entry) = self.entry(id)? else {
                    continue;
                };
                let searched = search(&entry, solver, effort, stop);
                if stop.load(Ordering::SeqCst) {
                    waiting.push(id);
                    done.stopped = true;
                    break;
                }
                keep(&self.conn, id, &searched).at(&self.path)?;
                done.searched += 1;
            }
            change.commit().at(&self.path)?;
        }
        done.left = waiting.len() as u64;
        let change = Change::begin(&self.conn).at(&self.path)?;
        bitmaps::keep_up(&self.conn).at(&self.path)?;
        change.commit().at(&self.path)?;
        Ok(done)
    }

    fn waiting(&self, condition: Option<&str>) -> Result<Vec<i64>, QueryError> {
        // A person's condition is for a connection that can do nothing but read.
        let reader = Self::open_read_only(&self.path)?;
        let condition = match condition {
            None => String::new(),
            Some(condition) => {
                examine(&reader.conn, condition)?;
                format!("AND ({condition}\n)")
            }
        };
        let read = || {
            reader
                .conn
                .prepare(&format!(
                    "SELECT id FROM problems
                     WHERE main_line <> '' AND searched IS NOT ? {condition} ORDER BY id"
                ))?
                .query_map([deep::VERSION], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()
        };
        read().map_err(words)
    }
}

/// What a search found out.
#[derive(Default)]
struct Searched {
    depth: Depth,
    checked: [Option<u16>; 5],
}

fn search(
    entry: &Entry,
    solver: &mut dyn Solve,
    effort: &DeepEffort,
    stop: &AtomicBool,
) -> Searched {
    let moves = entry.main_line().split_whitespace().map(str::parse);
    let moves = moves.collect::<Result<Vec<Move>, _>>();
    let (Some(task), Ok(moves)) = (entry.task(), moves) else {
        return Searched::default();
    };
    let Some(solution) = Solution::new(&task, &moves, None) else {
        return Searched::default();
    };
    let depth = deep::depth(&solution, solver, &effort.limits, stop);
    let known = entry::CHECKED.map(|name| entry.get(name).integer());
    let checked = if known.iter().all(Option::is_some) {
        known.map(|count| count.map(|count| count.clamp(0, 65535) as u16))
    } else {
        solver.forget();
        let options = Options {
            given: Some(moves),
            ..effort.options.clone()
        };
        Facts::new(&task, &check(&task, solver, &options, stop)).checked
    };
    Searched { depth, checked }
}

fn keep(conn: &Connection, id: i64, searched: &Searched) -> rusqlite::Result<()> {
    let Searched { depth, checked } = searched;
    conn.prepare_cached(
        "UPDATE problems SET drop_duals = ?, move_order_duals = ?, detours = ?,
            interposition_choices = ?, variation_duals = ?, failing_tries = ?, near_tries = ?,
            dfpn_nodes = ?, searched = ?
         WHERE id = ?",
    )?
    .execute(params![
        checked[0],
        checked[1],
        checked[2],
        checked[3],
        checked[4],
        depth.failing_tries,
        depth.near_tries,
        depth.dfpn_nodes.map(|nodes| nodes as i64),
        deep::VERSION,
        id,
    ])
    .map(drop)
}
