//! Problems whose main line has what a query asks for.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ask::motif;
use ask::{Line, Query};
use roaring::RoaringTreemap;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::{Connection, params_from_iter};

use crate::error::At;
use crate::file::reading::Opener;
use crate::file::upgrade::go_on;
use crate::search::condition::Condition;
use crate::{Store, StoreError};
use system::monitor::Monitor;
use system::threads::start;

/// That all queries hold of a row of `problems`; see [`install`].
pub(crate) const HOLDS: &str = "main_line <> '' AND line_holds(main_line, sfen, attacker)";

/// That a row is among those found; see [`install_found`].
pub(crate) const IS_FOUND: &str = "is_found(id)";

/// So many numbers of problems are one piece of work.
const PIECE: i64 = 2_048;

const FLAGS: FunctionFlags = FunctionFlags::SQLITE_UTF8.union(FunctionFlags::SQLITE_DETERMINISTIC);

/// Lets a connection ask whether queries hold; of nothing any more once `left` is set.
pub(crate) fn install(
    conn: &Connection,
    queries: &[Arc<Query>],
    left: &Arc<AtomicBool>,
) -> rusqlite::Result<()> {
    if queries.is_empty() {
        return Ok(());
    }
    let (queries, left) = (queries.to_vec(), Arc::clone(left));
    let line = Mutex::new(Line::default());
    conn.create_scalar_function("line_holds", 3, FLAGS, move |context: &Context<'_>| {
        let text = |at| context.get_raw(at).as_str();
        let (moves, sfen, attacker) = (text(0)?, text(1)?, text(2)?);
        // One statement asks at a time; a line is read anew whatever became of the one before.
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(hold(&queries, &mut line, moves, sfen, attacker, &left))
    })
}

/// Lets a connection ask whether a problem is among these.
pub(crate) fn install_found(conn: &Connection, found: RoaringTreemap) -> rusqlite::Result<()> {
    conn.create_scalar_function("is_found", 1, FLAGS, move |context: &Context<'_>| {
        let id: i64 = context.get(0)?;
        Ok(u64::try_from(id).is_ok_and(|id| found.contains(id)))
    })
}

/// Whether all queries hold of a line.
fn hold(
    queries: &[Arc<Query>],
    line: &mut Line,
    moves: &str,
    sfen: &str,
    attacker: &str,
    left: &AtomicBool,
) -> bool {
    queries.iter().all(|query| query.may_match(moves))
        && line.read(sfen, attacker == "white", moves)
        && queries.iter().all(|query| query.matches_until(line, left))
}

/// The first and the last number of a problem.
fn bounds(conn: &Connection) -> rusqlite::Result<Option<(i64, i64)>> {
    // Apart from each other, as SQLite looks up either of them in the index.
    let bounds = "SELECT (SELECT min(id) FROM problems), (SELECT max(id) FROM problems)";
    let read = |row: &rusqlite::Row<'_>| {
        let (first, last): (Option<i64>, Option<i64>) = (row.get(0)?, row.get(1)?);
        Ok(first.zip(last))
    };
    conn.query_row(bounds, [], read)
}

/// How many problems a query holds of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineCount {
    /// How many.
    pub problems: u64,
    /// The first of their numbers.
    pub first: Vec<i64>,
}

/// The first problem of each sequence of motifs, by the names of these in the order of their first moves.
pub type FirstByMotifs = HashMap<Vec<&'static str>, i64>;

/// That the main lines of a database are read, of which one problem is a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinesRead;

impl fmt::Display for LinesRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("reading the main lines")
    }
}

impl Store {
    /// Counts the problems whose main line each of these queries holds of, with the first `first` of their numbers;
    /// `monitor` hears how far that is and can stop it.
    ///
    /// # Errors
    /// Those of the database; [`StoreError::Stopped`].
    pub fn count_lines(
        &self,
        queries: &[&Query],
        first: usize,
        monitor: &Monitor,
    ) -> Result<Vec<LineCount>, StoreError> {
        let reader = Reader::new(self, monitor.shared_stop());
        if let Some((first, last)) = bounds(&self.conn).at(&self.path)? {
            monitor.begin(LinesRead, (last - first + 1).unsigned_abs());
        }
        let none = || vec![LineCount::default(); queries.len()];
        let look = |counts: &mut Vec<LineCount>,
                    line: &mut Line,
                    id,
                    moves: &str,
                    sfen: &str,
                    attacker: &str| {
            if !line.read(sfen, attacker == "white", moves) {
                return;
            }
            for (query, count) in queries.iter().zip(counts) {
                if query.may_match(moves) && query.matches(line) {
                    count.problems += 1;
                    // One thread meets problems by their number.
                    if count.first.len() < first {
                        count.first.push(id);
                    }
                }
            }
        };
        let mut sum = none();
        let advance = |problems| monitor.advance(problems);
        let counted = reader.each(&self.conn, &[], none, look, advance)?;
        go_on(monitor).at(&self.path)?;
        for counts in counted {
            for (sum, mut count) in sum.iter_mut().zip(counts) {
                sum.problems += count.problems;
                sum.first.append(&mut count.first);
            }
        }
        for count in &mut sum {
            count.first.sort_unstable();
            count.first.truncate(first);
        }
        Ok(sum)
    }
}

impl Store {
    /// The first problem of each sequence of `least` motifs or more; see [`motif::sequence`]. Where `left` is set on the
    /// way, some are missing.
    ///
    /// # Errors
    /// Those of the database.
    pub fn first_by_motifs(
        &self,
        least: usize,
        left: &Arc<AtomicBool>,
    ) -> Result<FirstByMotifs, StoreError> {
        let reader = Reader::new(self, Arc::clone(left));
        let look = |first: &mut FirstByMotifs,
                    line: &mut Line,
                    id,
                    moves: &str,
                    sfen: &str,
                    attacker: &str| {
            if !line.read(sfen, attacker == "white", moves) {
                return;
            }
            let motifs = motif::sequence(line);
            if motifs.len() >= least {
                let names = motifs.iter().map(|motif| motif.file.name.as_str());
                // One thread meets problems by their number.
                first.entry(names.collect()).or_insert(id);
            }
        };
        let found = reader.each(&self.conn, &[], FirstByMotifs::new, look, |_| ())?;
        let mut first = FirstByMotifs::new();
        for (names, id) in found.into_iter().flatten() {
            let known = first.entry(names).or_insert(id);
            *known = id.min(*known);
        }
        Ok(first)
    }
}

/// Reads lines with several threads.
#[derive(Debug)]
pub(crate) struct Reader {
    /// Opens a connection for each thread; it does not keep the copy of an older file.
    opener: Opener,
    /// Set when nobody waits for the answer any more.
    left: Arc<AtomicBool>,
}

impl Reader {
    /// Reads this database until `left` is set.
    pub fn new(store: &Store, left: Arc<AtomicBool>) -> Self {
        Self {
            opener: store.opener(),
            left,
        }
    }

    /// The numbers of the problems that meet all conditions and whose main line all queries hold of.
    pub fn matching(
        &self,
        conn: &Connection,
        conditions: &[Condition],
        queries: &[Arc<Query>],
    ) -> Result<RoaringTreemap, StoreError> {
        let each = self.each(
            conn,
            conditions,
            RoaringTreemap::new,
            |found, line, id, moves, sfen, attacker| {
                if hold(queries, line, moves, sfen, attacker, &self.left) {
                    found.insert(id.unsigned_abs());
                }
            },
            |_| (),
        )?;
        Ok(each
            .into_iter()
            .fold(RoaringTreemap::new(), |all, is| all | is))
    }

    /// Calls `visit` with each problem that meets all conditions: with what its thread has found so far, a line to read
    /// into, and its number, moves, position and attacker. Calls `advance` with how many numbers are done. Gives what
    /// each thread has found.
    fn each<T: Send>(
        &self,
        conn: &Connection,
        conditions: &[Condition],
        none: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, &mut Line, i64, &str, &str, &str) + Sync,
        advance: impl Fn(u64) + Sync,
    ) -> Result<Vec<T>, StoreError> {
        let path = self.opener.path();
        let Some((first, last)) = bounds(conn).at(path)? else {
            return Ok(Vec::new());
        };
        let next = AtomicI64::new(first);
        // What one thread cannot read, the others need not go on for.
        let failed = AtomicBool::new(false);
        let stops = || self.left.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
        let read = || {
            let conn = self.opener.open()?;
            let (mut found, mut line) = (none(), Line::default());
            loop {
                let from = next.fetch_add(PIECE, Ordering::Relaxed);
                if from > last || stops() {
                    return Ok::<_, StoreError>(found);
                }
                let to = last.min(from + PIECE - 1);
                let visit = |id, moves: &str, sfen: &str, attacker: &str| {
                    visit(&mut found, &mut line, id, moves, sfen, attacker);
                };
                of_piece(&conn, (from, to), conditions, stops, visit).at(path)?;
                advance((to - from + 1).unsigned_abs());
            }
        };
        let work = || {
            let found = read();
            failed.fetch_or(found.is_err(), Ordering::Relaxed);
            found
        };
        let pieces = (last - first) / PIECE + 1;
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = threads.min(pieces.unsigned_abs() as usize);
        thread::scope(|scope| {
            // Those that the system starts do the work.
            let others = (1..threads).map_while(|_| start(scope, work).ok());
            let others: Vec<_> = others.collect();
            let mut all = vec![work()?];
            for other in others {
                match other.join() {
                    Ok(found) => all.push(found?),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            Ok(all)
        })
    }
}

/// Calls `visit` with the number, the line, the position and the attacker of each problem of a piece of work that meets
/// the conditions, until it stops.
fn of_piece(
    conn: &Connection,
    (from, to): (i64, i64),
    conditions: &[Condition],
    stops: impl Fn() -> bool,
    mut visit: impl FnMut(i64, &str, &str, &str),
) -> rusqlite::Result<()> {
    let mut values = Vec::new();
    let mut asked = vec![
        format!("id BETWEEN {from} AND {to}"),
        "main_line <> ''".to_owned(),
    ];
    asked.extend(
        conditions
            .iter()
            .map(|condition| condition.to_sql(&mut values)),
    );
    let sql = format!(
        "SELECT id, main_line, sfen, attacker FROM problems WHERE {} ORDER BY id",
        asked.join(" AND ")
    );
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query(params_from_iter(&values))?;
    while let Some(row) = rows.next()?
        && !stops()
    {
        let text = |at| Ok::<_, rusqlite::Error>(row.get_ref(at)?.as_str()?);
        visit(row.get(0)?, text(1)?, text(2)?, text(3)?);
    }
    Ok(())
}
