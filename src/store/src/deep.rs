//! Filling the columns that take a search, problem by problem, so that it can be stopped anywhere.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use rusqlite::{Connection, params};

use super::change::Change;
use super::entry;
use super::error::At;
use super::facts::Facts;
use super::guard::{Guarded, QueryLimits, examine};
use super::query::{QueryError, words};
use super::{Entry, Store, bitmaps};
use features::deep::{self, Depth};
use features::{Solution, Value};
use shogi::Move;
use tsume::judge::{Options, STACK, check};
use tsume::solve::{Limits, Solve};

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
    /// were not searched yet, on a thread for each solver. What was done when `stop` is set is kept; what
    /// is found depends on no other problem, thus not on the number of solvers.
    ///
    /// # Errors
    /// If the condition cannot be understood, or the database cannot be written.
    pub fn deepen(
        &mut self,
        condition: Option<&str>,
        solvers: &mut [Box<dyn Solve + Send>],
        effort: &DeepEffort,
        limits: &QueryLimits,
        stop: &AtomicBool,
    ) -> Result<Deepened, QueryError> {
        let mut waiting = self.waiting(condition, limits)?;
        // The last first: they are taken from the end.
        waiting.reverse();
        let mut done = Deepened::default();
        while !waiting.is_empty() && !done.stopped {
            let mut batch = Vec::new();
            while batch.len() < BATCH
                && let Some(id) = waiting.pop()
            {
                batch.extend(self.entry(id)?);
            }
            // Others may write in the meantime.
            let searched = search_all(&batch, solvers, effort, stop)?;
            let change = Change::begin(&self.conn).at(&self.path)?;
            for (entry, searched) in batch.iter().zip(searched).rev() {
                let id = entry.id();
                match (searched, self.entry(id)?) {
                    (Some(searched), Some(now)) if asked(&now) == asked(entry) => {
                        keep(&self.conn, id, &searched).at(&self.path)?;
                        done.searched += 1;
                    }
                    // It was written over: what was found is about something else.
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
        let change = Change::begin(&self.conn).at(&self.path)?;
        bitmaps::keep_up(&self.conn).at(&self.path)?;
        change.commit().at(&self.path)?;
        Ok(done)
    }

    /// The problems that were not searched yet. A person's condition is for a connection that can do
    /// nothing but read.
    fn waiting(
        &self,
        condition: Option<&str>,
        limits: &QueryLimits,
    ) -> Result<Vec<i64>, QueryError> {
        let condition = condition.map(str::to_owned);
        Guarded::of(self)?.ask(limits, move |conn| {
            let condition = match condition {
                None => String::new(),
                Some(condition) => {
                    examine(conn, &condition)?;
                    format!("AND ({condition}\n)")
                }
            };
            let sql = format!(
                "SELECT id FROM problems
                 WHERE main_line <> '' AND plies IS NOT NULL AND searched IS NOT ? {condition} ORDER BY id"
            );
            let mut select = conn.prepare(&sql).map_err(words)?;
            let ids = select.query_map([deep::VERSION], |row| row.get(0));
            ids.and_then(Iterator::collect).map_err(words)
        })
    }
}

/// What of a problem a search asks about.
fn asked(entry: &Entry) -> [&Value; 8] {
    let [a, b, c, d, e] = entry::CHECKED;
    ["sfen", "attacker", "main_line", a, b, c, d, e].map(|name| entry.get(name))
}

/// What a search found out.
#[derive(Default)]
struct Searched {
    depth: Depth,
    checked: [Option<u16>; 5],
}

/// Searches problems, each solver one after another; `None` of those that were not done when `stop`
/// was set.
fn search_all(
    entries: &[Entry],
    solvers: &mut [Box<dyn Solve + Send>],
    effort: &DeepEffort,
    stop: &AtomicBool,
) -> io::Result<Vec<Option<Searched>>> {
    let found: Vec<OnceLock<Searched>> = entries.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = |solver: &mut Box<dyn Solve + Send>| {
        while let Some((entry, found)) = {
            let place = next.fetch_add(1, Ordering::Relaxed);
            entries.get(place).zip(found.get(place))
        } {
            let searched = search(entry, &mut **solver, effort, stop);
            // What was cut short is not what the limits would have said.
            if stop.load(Ordering::SeqCst) || found.set(searched).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for solver in solvers {
            let thread = thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, || work(solver))?;
        }
        Ok::<_, io::Error>(())
    })?;
    Ok(found.into_iter().map(OnceLock::into_inner).collect())
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
