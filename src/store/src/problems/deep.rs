//! Filling the columns that take a search, problem by problem, so that it can be stopped anywhere.

use std::io;

use features::deep::{self, Searched, SearchedProblem};
use features::facts::Checked;
use features::{Value, Weights};
use rusqlite::{Connection, params};

use crate::error::At;
use crate::file::change::Change;
use crate::problems::content;
use crate::sql::guard::{Guarded, QueryLimits, examine};
use crate::sql::query_error::{QueryError, said};
use crate::{Entry, Store, bitmaps};

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
    /// were not searched yet. `search` is given some problems at a time, and says what it found out of each:
    /// `None` of those that it was stopped before. What was done then is kept.
    ///
    /// # Errors
    /// If the condition cannot be understood, the database cannot be written, or `search` fails.
    pub fn deepen(
        &mut self,
        condition: Option<&str>,
        limits: &QueryLimits,
        mut search: impl FnMut(&[Entry]) -> io::Result<Vec<Option<Searched>>>,
    ) -> Result<Deepened, QueryError> {
        let mut waiting = self.waiting(condition, limits)?;
        let weights = self.weights()?;
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
            // No other gyakusan writes in the meantime, but any program that speaks SQLite may.
            let searched = search(&batch)?;
            let change = Change::begin(&self.conn).at(&self.path)?;
            for (entry, searched) in batch.iter().zip(searched).rev() {
                let id = entry.id();
                match (searched, self.entry(id)?) {
                    (Some(searched), Some(now)) if asked(&now) == asked(entry) => {
                        keep(&self.conn, id, &searched).at(&self.path)?;
                        if let (None, Some(plies)) = (now.raw_plies(), searched.raw_plies) {
                            keep_raw_plies(&self.conn, now, plies, &weights).at(&self.path)?;
                        }
                        done.searched += 1;
                    }
                    // Such a program changed it: what was found is about something else.
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
            if let Some(condition) = &condition {
                examine(conn, condition)?;
            }
            let condition = condition.as_deref().unwrap_or("true");
            // The line break ends a comment in the condition.
            let before = "SELECT id FROM problems
                 WHERE main_line <> '' AND plies IS NOT NULL AND searched IS NOT ? AND (";
            let sql = format!("{before}{condition}\n) ORDER BY id");
            let ids = || {
                conn.prepare(&sql)?
                    .query_map([deep::VERSION], |row| row.get(0))?
                    .collect::<rusqlite::Result<Vec<i64>>>()
            };
            ids().map_err(|error| said(error).about_condition(before))
        })
    }
}

impl From<&Entry> for SearchedProblem {
    fn from(entry: &Entry) -> Self {
        Self {
            task: entry.task(),
            line: entry.main_line().to_owned(),
            known: entry.checked(),
            raw_plies: entry.raw_plies(),
        }
    }
}

/// What of a problem a search asks about.
fn asked(entry: &Entry) -> (&str, &Value, &str, Checked, Option<u32>) {
    let attacker = entry.get("attacker");
    let (checked, raw_plies) = (entry.checked(), entry.raw_plies());
    (
        entry.sfen(),
        attacker,
        entry.main_line(),
        checked,
        raw_plies,
    )
}

fn keep(conn: &Connection, id: i64, searched: &Searched) -> rusqlite::Result<()> {
    let Searched { depth, checked, .. } = searched;
    conn.prepare_cached(
        "UPDATE problems SET drop_duals = ?, interposition_choices = ?, variation_duals = ?,
            failing_tries = ?, near_tries = ?, dfpn_nodes = ?, searched = ?
         WHERE id = ?",
    )?
    .execute(params![
        checked.drop_duals,
        checked.interposition_choices,
        checked.variation_duals,
        depth.failing_tries,
        depth.near_tries,
        depth.dfpn_nodes.map(|nodes| nodes as i64),
        deep::VERSION,
        id,
    ])
    .map(drop)
}

/// Writes a length that belongs to the record: the checksum goes with it, and a beauty that is weighed by it. A record
/// that was damaged is left with a checksum that tells.
fn keep_raw_plies(
    conn: &Connection,
    before: Entry,
    plies: u32,
    weights: &Weights,
) -> rusqlite::Result<()> {
    let sum = before.get("checksum").integer();
    let is_whole = sum.is_some() && sum == content::checksum_of_entry(&before);
    let entry = before.with_raw_plies(plies);
    let sum = match is_whole {
        true => content::checksum_of_entry(&entry),
        false => sum,
    };
    let beauty = weights.beauty(|place| entry.values()[place].number());
    conn.prepare_cached("UPDATE problems SET raw_plies = ?, checksum = ?, beauty = ? WHERE id = ?")?
        .execute(params![plies, sum, beauty, entry.id()])
        .map(drop)
}
