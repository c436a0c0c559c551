//! What keeps a person's own SQL from harm: it reads and nothing else, and takes neither for ever nor
//! all the memory there is.
//!
//! It runs on a connection and a thread of its own. SQLite looks between two steps of a statement
//! whether it is to stop, but not inside a function: `instr` over two long texts takes minutes. What
//! does not hear is left behind, and ends with the process.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::{Connection, InterruptHandle};

use crate::sql::query_error::{QueryError, SqlComplaint, said};
use crate::{Store, StoreError};
use system::monitor::Monitor;

/// What a person's SQL may take.
#[derive(Clone, Debug, Default)]
pub struct QueryLimits {
    /// Time until its end, that of whoever takes the rows left aside; `None`: as long as it likes.
    pub time: Option<Duration>,
    /// Set from elsewhere to stop it.
    pub stop: Option<Arc<AtomicBool>>,
}

impl QueryLimits {
    /// Why there is no going on after so long, if so.
    fn reached(&self, spent: Duration) -> Option<QueryError> {
        let stopped = |stop: &Arc<AtomicBool>| stop.load(Ordering::SeqCst);
        match self.time {
            _ if self.stop.as_ref().is_some_and(stopped) => Some(QueryError::Stopped),
            Some(time) if spent >= time => Some(QueryError::TooLong(time)),
            _ => None,
        }
    }
}

/// The longest text, bytes or row that SQL may make, in bytes; the database holds none as long.
const LONGEST_VALUE: i32 = 64 << 20;
/// The longest statement.
const LONGEST_STATEMENT: i32 = 1 << 20;
/// The longest pattern of LIKE and GLOB: matching takes time with its length times that of the text.
const LONGEST_PATTERN: i32 = 1000;
/// Memory that SQLite may take in this process, in bytes.
const MEMORY: i64 = 1 << 30;

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(20);
/// How long a statement that is interrupted is waited for.
const GRACE: Duration = Duration::from_millis(500);
/// So many rows come out together, unless they are long or slow to come.
const TOGETHER: usize = 256;
/// Rows with so many bytes are long.
const LONG: usize = 1 << 18;
/// The parser of a deep expression wants more than threads usually have.
const STACK: usize = 16 << 20;

/// Something to do on a guarded connection.
type Job = Box<dyn FnOnce(&Connection) + Send>;

/// A connection for a person's SQL, with its thread.
pub(crate) struct Guarded {
    jobs: Sender<Job>,
    interrupt: InterruptHandle,
    left: Arc<AtomicBool>,
}

impl fmt::Debug for Guarded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guarded").finish_non_exhaustive()
    }
}

impl Guarded {
    /// A connection of its own to the same database, which can do nothing but read.
    pub fn of(store: &Store) -> Result<Self, QueryError> {
        Self::new(store.reader()?.conn)
    }

    /// Takes a connection that is [bounded](bound).
    pub fn new(conn: Connection) -> Result<Self, QueryError> {
        let interrupt = conn.get_interrupt_handle();
        let (jobs, waiting) = channel::<Job>();
        let work = move || {
            for job in waiting {
                job(&conn);
            }
        };
        let thread = thread::Builder::new().name("sql".to_owned());
        let started = thread.stack_size(STACK).spawn(work);
        started.map_err(QueryError::NoThread)?;
        Ok(Self {
            jobs,
            interrupt,
            left: Arc::default(),
        })
    }

    /// Set when nobody waits for a job any more: for what a job does that SQLite cannot interrupt.
    pub fn left(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.left)
    }

    /// What `job` finds.
    pub fn ask<T: Send + 'static>(
        &self,
        limits: &QueryLimits,
        job: impl FnOnce(&Connection) -> Result<T, QueryError> + Send + 'static,
    ) -> Result<T, QueryError> {
        let mut answer = None;
        self.each(
            limits,
            |conn, out| out.put(job(conn)?, 0),
            |found| {
                answer = Some(found);
                Ok(())
            },
        )?;
        answer.ok_or_else(broken_down)
    }

    /// Calls `take`, on this thread, with everything that `job` puts out, until either fails or a limit
    /// is reached. What `take` does costs no time.
    pub fn each<T: Send + 'static>(
        &self,
        limits: &QueryLimits,
        job: impl FnOnce(&Connection, &mut Outlet<T>) -> Result<(), QueryError> + Send + 'static,
        mut take: impl FnMut(T) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        self.each_timed(limits, job, |found| take(found).map(|()| Duration::ZERO))
    }

    /// The same, where `take` says how much of the time it took counts.
    pub fn each_timed<T: Send + 'static>(
        &self,
        limits: &QueryLimits,
        job: impl FnOnce(&Connection, &mut Outlet<T>) -> Result<(), QueryError> + Send + 'static,
        mut take: impl FnMut(T) -> Result<Duration, QueryError>,
    ) -> Result<(), QueryError> {
        // A place for what is found while the last of it is taken, and no more.
        let (sender, news) = sync_channel(1);
        let job = Box::new(move |conn: &Connection| {
            let mut out = Outlet::new(sender);
            let result = job(conn, &mut out).and_then(|()| out.flush());
            // Nobody may listen any more.
            let _ = out.sender.send(News::End(result));
        });
        self.jobs.send(job).map_err(|_| broken_down())?;
        let mut spent = Duration::ZERO;
        let result = 'all: loop {
            if let Some(why) = limits.reached(spent) {
                break Err(why);
            }
            let start = Instant::now();
            let told = news.recv_timeout(TICK);
            spent += start.elapsed();
            match told {
                Ok(News::Found(found)) => {
                    for found in found {
                        match take(found) {
                            Ok(counted) => spent += counted,
                            Err(error) => break 'all Err(error),
                        }
                        if let Some(why) = limits.reached(spent) {
                            break 'all Err(why);
                        }
                    }
                }
                Ok(News::End(result)) => return result,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(broken_down()),
            }
        };
        self.interrupt(&news);
        result
    }

    /// Interrupts what is at work, and waits for it a moment.
    fn interrupt<T>(&self, news: &Receiver<News<T>>) {
        self.left.store(true, Ordering::Relaxed);
        let start = Instant::now();
        while start.elapsed() < GRACE {
            // Again and again: one that falls between two statements goes unheard.
            self.interrupt.interrupt();
            match news.recv_timeout(TICK) {
                Ok(News::Found(_)) | Err(RecvTimeoutError::Timeout) => {}
                Ok(News::End(_)) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

fn broken_down() -> QueryError {
    QueryError::Sql(SqlComplaint::BrokenDown.nowhere())
}

/// What comes from the thread of a connection.
enum News<T> {
    Found(Vec<T>),
    End(Result<(), QueryError>),
}

/// Where a job puts what it finds.
pub(crate) struct Outlet<T> {
    sender: SyncSender<News<T>>,
    waiting: Vec<T>,
    bytes: usize,
    since: Instant,
}

impl<T> Outlet<T> {
    fn new(sender: SyncSender<News<T>>) -> Self {
        Self {
            sender,
            waiting: Vec::new(),
            bytes: 0,
            since: Instant::now(),
        }
    }

    /// Puts out something that takes about so many bytes.
    pub fn put(&mut self, found: T, bytes: usize) -> Result<(), QueryError> {
        self.waiting.push(found);
        self.bytes += bytes;
        let late = self.since.elapsed() >= TICK;
        if late || self.bytes >= LONG || self.waiting.len() >= TOGETHER {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), QueryError> {
        let found = std::mem::take(&mut self.waiting);
        self.bytes = 0;
        if !found.is_empty() {
            let sent = self.sender.send(News::Found(found));
            sent.map_err(|_| QueryError::Stopped)?;
        }
        self.since = Instant::now();
        Ok(())
    }
}

/// Bounds what a statement of this connection may make: values, patterns, memory.
pub(crate) fn bound(conn: &Connection) -> rusqlite::Result<()> {
    conn.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
    conn.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, LONGEST_STATEMENT)?;
    conn.set_limit(Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, LONGEST_PATTERN)?;
    conn.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    conn.pragma_update_and_check(None, "hard_heap_limit", MEMORY, |_| Ok(()))
}

/// Lets a connection prepare nothing any more but statements that read this database.
pub(crate) fn read_only(conn: &mut Connection) -> rusqlite::Result<()> {
    bound(conn)?;
    conn.authorizer(Some(|context: AuthContext<'_>| match context.action {
        AuthAction::Select | AuthAction::Recursive | AuthAction::Read { .. } => {
            Authorization::Allow
        }
        AuthAction::Function { function_name } if function_name != "load_extension" => {
            Authorization::Allow
        }
        AuthAction::Pragma {
            pragma_name,
            pragma_value,
        } if describes(pragma_name, pragma_value) => Authorization::Allow,
        _ => Authorization::Deny,
    }))
}

/// Whether a pragma tells something and changes nothing.
fn describes(name: &str, value: Option<&str>) -> bool {
    match name {
        "table_info" | "table_xinfo" | "index_info" | "index_xinfo" | "index_list"
        | "foreign_key_list" => value.is_some(),
        "table_list" | "user_version" | "application_id" | "page_count" | "page_size"
        | "integrity_check" | "quick_check" | "function_list" | "compile_options" => {
            value.is_none()
        }
        _ => false,
    }
}

/// An in-memory database with the schema and no problem, for conditions about one that stands nowhere.
pub(crate) fn empty() -> Result<Connection, StoreError> {
    use crate::error::At;
    let path = std::path::Path::new(":memory:");
    let mut conn = Connection::open_in_memory().at(path)?;
    crate::file::schema::migrate(&mut conn, &Monitor::default()).at(path)?;
    crate::file::japanese::install(&conn).at(path)?;
    bound(&conn).at(path)?;
    Ok(conn)
}

impl Store {
    /// Asks whether a person's condition in SQL over columns of `problems` can be understood.
    ///
    /// # Errors
    /// [`QueryError::Condition`] if not, with the place in the condition.
    pub fn examine(&self, condition: &str, limits: &QueryLimits) -> Result<(), QueryError> {
        let condition = condition.to_owned();
        Guarded::of(self)?.ask(limits, move |conn| examine(conn, &condition))
    }
}

/// Whether a person's condition can be understood, in brackets and without: it must not close those it
/// will stand in. What is wrong is a [`QueryError::Condition`], with the place in the condition.
pub(crate) fn examine(conn: &Connection, condition: &str) -> Result<(), QueryError> {
    if condition.trim().is_empty() {
        return Err(QueryError::Condition(SqlComplaint::Empty.nowhere()));
    }
    for (open, close) in [("(", ")"), ("", "")] {
        let before = format!("SELECT 1 FROM problems WHERE {open}");
        match conn.prepare(&format!("{before}{condition}\n{close}")) {
            Ok(statement) if statement.parameter_count() > 0 => {
                return Err(QueryError::Condition(SqlComplaint::Parameters.nowhere()));
            }
            Ok(_) => {}
            Err(rusqlite::Error::SqlInputError {
                error, msg, offset, ..
            }) => {
                let offset = offset - before.len() as i32;
                // What stands behind it is not the person's.
                let is_behind = offset > condition.len() as i32;
                return Err(said(rusqlite::Error::SqlInputError {
                    error,
                    msg: if is_behind {
                        "incomplete input".to_owned()
                    } else {
                        msg
                    },
                    sql: condition.to_owned(),
                    offset: offset.clamp(0, condition.len() as i32),
                })
                .about_condition(""));
            }
            Err(other) => return Err(said(other).about_condition("")),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_person_wrote_is_to_blame() {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch("CREATE TABLE problems (plies)").unwrap();
        let told = |condition| examine(&conn, condition).unwrap_err().to_string();
        assert_eq!(told("plies ="), "character 8: incomplete input");
        assert_eq!(
            told("plies = 1) or (1"),
            "character 10: near \")\": syntax error"
        );
    }
}
