//! Problems whose main line has what a query asks for.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ask::{Line, Query};
use roaring::RoaringTreemap;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::{Connection, params_from_iter};

use crate::error::At;
use crate::search::condition::Condition;
use crate::{Store, StoreError};

/// That all queries hold of a row of `problems`; see [`install`].
pub(crate) const HOLDS: &str = "main_line <> '' AND line_holds(main_line, sfen, attacker)";

/// That a row is among those found; see [`install_found`].
pub(crate) const IS_FOUND: &str = "is_found(id)";

/// So many numbers of problems are one piece of work.
const PIECE: i64 = 2_048;

const FLAGS: FunctionFlags = FunctionFlags::SQLITE_UTF8.union(FunctionFlags::SQLITE_DETERMINISTIC);

/// Lets a connection ask whether queries hold.
pub(crate) fn install(conn: &Connection, queries: &[Arc<Query>]) -> rusqlite::Result<()> {
    if queries.is_empty() {
        return Ok(());
    }
    let queries = queries.to_vec();
    let line = Mutex::new(Line::default());
    conn.create_scalar_function("line_holds", 3, FLAGS, move |context: &Context<'_>| {
        let text = |at| context.get_raw(at).as_str();
        let (moves, sfen, attacker) = (text(0)?, text(1)?, text(2)?);
        // One statement asks at a time; a line is read anew whatever became of the one before.
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(hold(&queries, &mut line, moves, sfen, attacker))
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
fn hold(queries: &[Arc<Query>], line: &mut Line, moves: &str, sfen: &str, attacker: &str) -> bool {
    queries.iter().all(|query| query.may_match(moves))
        && line.read(sfen, attacker == "white", moves)
        && queries.iter().all(|query| query.matches(line))
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

impl Store {
    /// Counts the problems whose main line each of these queries holds of, with the first `first` of their numbers.
    ///
    /// # Errors
    /// Those of the database.
    pub fn count_lines(
        &self,
        queries: &[&Query],
        first: usize,
    ) -> Result<Vec<LineCount>, StoreError> {
        let reader = Reader::new(self, Arc::default())?;
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
        for counts in reader.each(&self.conn, &[], none, look)? {
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

/// Reads lines with several threads.
#[derive(Debug)]
pub(crate) struct Reader {
    path: PathBuf,
    /// A connection for each thread.
    stores: Mutex<Vec<Store>>,
    /// Set when nobody waits for the answer any more.
    left: Arc<AtomicBool>,
}

impl Reader {
    /// Reads this database until `left` is set.
    pub fn new(store: &Store, left: Arc<AtomicBool>) -> Result<Self, StoreError> {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let stores = (0..threads).map(|_| store.reader());
        Ok(Self {
            path: store.path().to_owned(),
            stores: Mutex::new(stores.collect::<Result<_, _>>()?),
            left,
        })
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
                if hold(queries, line, moves, sfen, attacker) {
                    found.insert(id.unsigned_abs());
                }
            },
        )?;
        Ok(each
            .into_iter()
            .fold(RoaringTreemap::new(), |all, is| all | is))
    }

    /// Calls `visit` with each problem that meets all conditions: with what its thread has found so far, a line to read
    /// into, and its number, moves, position and attacker. Gives what each thread has found.
    fn each<T: Send>(
        &self,
        conn: &Connection,
        conditions: &[Condition],
        none: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, &mut Line, i64, &str, &str, &str) + Sync,
    ) -> Result<Vec<T>, StoreError> {
        let Some((first, last)) = bounds(conn).at(&self.path)? else {
            return Ok(Vec::new());
        };
        let next = AtomicI64::new(first);
        let work = || {
            let own = || {
                let mut stores = self.stores.lock().unwrap_or_else(PoisonError::into_inner);
                stores.pop()
            };
            let Some(store) = own() else {
                return Ok(none());
            };
            let (mut found, mut line) = (none(), Line::default());
            loop {
                let from = next.fetch_add(PIECE, Ordering::Relaxed);
                if from > last || self.left.load(Ordering::Relaxed) {
                    return Ok::<_, StoreError>(found);
                }
                let piece = (from, from + PIECE - 1);
                of_piece(
                    &store.conn,
                    piece,
                    conditions,
                    |id, moves, sfen, attacker| {
                        visit(&mut found, &mut line, id, moves, sfen, attacker);
                    },
                )
                .at(&self.path)?;
            }
        };
        let pieces = (last - first) / PIECE + 1;
        let connections = self
            .stores
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len();
        let threads = connections.min(pieces.unsigned_abs() as usize);
        thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
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
/// the conditions.
fn of_piece(
    conn: &Connection,
    (from, to): (i64, i64),
    conditions: &[Condition],
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
    while let Some(row) = rows.next()? {
        let text = |at| Ok::<_, rusqlite::Error>(row.get_ref(at)?.as_str()?);
        visit(row.get(0)?, text(1)?, text(2)?, text(3)?);
    }
    Ok(())
}
