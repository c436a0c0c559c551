//! What keeps a person's own SQL from harm: it reads and nothing else, and not for ever.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::{Connection, InterruptHandle};

use super::query::QueryError;

/// How long a query may take.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    /// Wall-clock time; `None`: as long as it likes.
    pub time: Option<Duration>,
    /// Set from elsewhere to stop it.
    pub stop: Option<Arc<AtomicBool>>,
}

/// Why a query was cut short.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    Late,
    Stopped,
}

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(20);

impl Patience {
    /// Lets `work` run on a connection, and interrupts it when time is up or somebody says stop.
    pub(super) fn spend<T>(
        &self,
        conn: &Connection,
        work: impl FnOnce() -> Result<T, QueryError>,
    ) -> Result<T, QueryError> {
        if self.time.is_none() && self.stop.is_none() {
            return work();
        }
        let interrupt = conn.get_interrupt_handle();
        thread::scope(|scope| {
            let (done, wait) = channel::<()>();
            let clock = scope.spawn(move || {
                let mut cut = None;
                let start = Instant::now();
                while wait.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    cut = cut.or_else(|| self.cut(start));
                    // Again and again: one that falls between two statements goes unheard.
                    if cut.is_some() {
                        InterruptHandle::interrupt(&interrupt);
                    }
                }
                cut
            });
            let result = work();
            drop(done);
            let cut = clock.join().unwrap_or(None);
            match (result, cut, self.time) {
                (Err(QueryError::Sql(_) | QueryError::Store(_)), Some(Cut::Stopped), _) => {
                    Err(QueryError::Stopped)
                }
                (Err(QueryError::Sql(_) | QueryError::Store(_)), Some(Cut::Late), Some(time)) => {
                    Err(QueryError::TooLong(time))
                }
                (result, _, _) => result,
            }
        })
    }

    fn cut(&self, start: Instant) -> Option<Cut> {
        let stopped = |stop: &Arc<AtomicBool>| stop.load(Ordering::SeqCst);
        if self.stop.as_ref().is_some_and(stopped) {
            Some(Cut::Stopped)
        } else if self.time.is_some_and(|time| start.elapsed() >= time) {
            Some(Cut::Late)
        } else {
            None
        }
    }
}

/// Lets a connection prepare nothing any more but statements that read this database.
pub(super) fn read_only(conn: &mut Connection) -> rusqlite::Result<()> {
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
