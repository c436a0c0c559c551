//! Filling the columns that take a search, problem by problem, so that it can be stopped anywhere.

use std::io;

use features::deep::{self, Searched, SearchedProblem};
use features::facts::Checked;
use features::{Value, Weights};
use rusqlite::{Connection, params};

use crate::error::At;
use crate::file::change::Change;
use crate::problems::content;
use crate::sql::guard::QueryLimits;
use crate::sql::query_error::QueryError;
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
        search: impl FnMut(&[Entry]) -> io::Result<Vec<Option<Searched>>>,
    ) -> Result<Deepened, QueryError> {
        let waiting = self.waiting(condition, limits)?;
        let weights = self.weights()?;
        let same = |now: &Entry, then: &Entry| asked(now) == asked(then);
        let batched = self.by_batches(waiting, search, same, |conn, now, searched| {
            keep(conn, now.id(), &searched)?;
            match (now.raw_plies(), searched.raw_plies) {
                (None, Some(plies)) => keep_raw_plies(conn, now, plies, &weights),
                _ => Ok(()),
            }
        })?;
        let change = Change::begin(&self.conn).at(&self.path)?;
        bitmaps::keep_up(&self.conn).at(&self.path)?;
        change.commit().at(&self.path)?;
        Ok(Deepened {
            searched: batched.done,
            left: batched.left,
            stopped: batched.stopped,
        })
    }

    /// The problems that were not searched yet.
    fn waiting(
        &self,
        condition: Option<&str>,
        limits: &QueryLimits,
    ) -> Result<Vec<i64>, QueryError> {
        let select = "SELECT id FROM problems
                 WHERE main_line <> '' AND plies IS NOT NULL AND searched IS NOT ? AND";
        self.ids_selected(select, condition, "ORDER BY id", [deep::VERSION], limits)
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
