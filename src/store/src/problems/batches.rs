//! What takes a search for each problem, done for some at a time and kept, so that it can be stopped anywhere.

use std::io;

use rusqlite::Connection;

use crate::error::At;
use crate::file::change::Change;
use crate::sql::query_error::QueryError;
use crate::{Entry, Store};

/// How far it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Batched {
    /// Problems done now.
    pub done: u64,
    /// Problems not done yet.
    pub left: u64,
    /// Whether it was stopped.
    pub stopped: bool,
}

/// How many problems come into the file together.
const BATCH: usize = 64;

impl Store {
    /// Has `search` find something out of these problems, some at a time, and `keep` write it: it is given the problem as it
    /// stands then. `search` says `None` of those that it was stopped before; what was done then is kept. What was found is
    /// of no use once the problem is not the `same` any more.
    pub(crate) fn by_batches<T>(
        &self,
        mut waiting: Vec<i64>,
        mut search: impl FnMut(&[Entry]) -> io::Result<Vec<Option<T>>>,
        same: impl Fn(&Entry, &Entry) -> bool,
        mut keep: impl FnMut(&Connection, Entry, T) -> rusqlite::Result<()>,
    ) -> Result<Batched, QueryError> {
        // The last first: they are taken from the end.
        waiting.reverse();
        let mut batched = Batched::default();
        while !waiting.is_empty() && !batched.stopped {
            let mut batch = Vec::new();
            while batch.len() < BATCH
                && let Some(id) = waiting.pop()
            {
                batch.extend(self.entry(id)?);
            }
            // No other gyakusan writes in the meantime, but any program that speaks SQLite may.
            let found = search(&batch)?;
            let change = Change::begin(&self.conn).at(&self.path)?;
            for (entry, found) in batch.iter().zip(found).rev() {
                let id = entry.id();
                match (found, self.entry(id)?) {
                    (Some(found), Some(now)) if same(&now, entry) => {
                        keep(&self.conn, now, found).at(&self.path)?;
                        batched.done += 1;
                    }
                    // Such a program changed it: what was found is about something else.
                    (Some(_), Some(_)) => waiting.push(id),
                    (Some(_), None) => {}
                    (None, _) => {
                        waiting.push(id);
                        batched.stopped = true;
                    }
                }
            }
            change.commit().at(&self.path)?;
        }
        batched.left = waiting.len() as u64;
        Ok(batched)
    }
}
