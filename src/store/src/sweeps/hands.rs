//! What is known of the hands that mate a bare king, where a sweep asks them in an order of its own.

use std::ops::Range;

use rusqlite::params;

use crate::error::At;
use crate::file::change::Change;
use crate::runs::run::RunId;
use crate::{Batch, Measured, Store, StoreError};

/// A hand that was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedHand {
    /// Its number in the set.
    pub number: u64,
    /// Whether it mates; `None` if a limit left that open.
    pub mates: Option<bool>,
    /// The limit, in nodes.
    pub nodes: u64,
    /// The limit when it was judged, in nodes; `None` if it was not.
    pub judged: Option<u64>,
    /// The length that the judge found, in plies.
    pub plies: Option<u16>,
}

/// What the judge found of a hand that mates.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedHand {
    /// Its number in the set.
    pub number: u64,
    /// The limit, in nodes.
    pub nodes: u64,
    /// The length in plies; `None` if a limit left it open.
    pub plies: Option<u16>,
    /// The problem, if it is one to keep.
    pub problem: Option<Box<Measured>>,
}

impl Store {
    /// The hands that were asked among these numbers, by number.
    pub fn asked_hands(
        &self,
        run: RunId,
        numbers: Range<u64>,
    ) -> Result<Vec<AskedHand>, StoreError> {
        let read = || {
            self.conn
                .prepare(
                    "SELECT number, mates, nodes, judged, plies FROM sweep_hands
                     WHERE run_id = ? AND number >= ? AND number < ? ORDER BY number",
                )?
                .query_map(
                    params![run.0, numbers.start as i64, numbers.end as i64],
                    |row| {
                        Ok(AskedHand {
                            number: row.get::<_, i64>(0)?.unsigned_abs(),
                            mates: row.get(1)?,
                            nodes: row.get::<_, i64>(2)?.unsigned_abs(),
                            judged: row.get::<_, Option<i64>>(3)?.map(i64::unsigned_abs),
                            plies: row.get(4)?,
                        })
                    },
                )?
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        read().at(&self.path)
    }

    /// Writes which of some hands mate, within so many nodes: all or, if anything fails, none.
    pub fn write_asked_hands(
        &mut self,
        run: RunId,
        nodes: u64,
        asked: &[(u64, Option<bool>)],
    ) -> Result<(), StoreError> {
        let change = Change::begin(&self.conn).at(&self.path)?;
        let write = || {
            let mut insert = self.conn.prepare_cached(
                "INSERT INTO sweep_hands (run_id, number, mates, nodes) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (run_id, number) DO UPDATE SET mates = ?3, nodes = ?4",
            )?;
            asked.iter().try_for_each(|&(number, mates)| {
                insert.execute(params![run.0, number as i64, mates, nodes as i64])?;
                Ok(())
            })
        };
        write().at(&self.path)?;
        change.commit().at(&self.path)
    }

    /// Writes what was found of some hands: all or, if anything fails, none.
    ///
    /// # Errors
    /// [`StoreError::Differs`] if a problem is there already with other findings; besides if the database cannot be
    /// written.
    pub fn write_judged_hands(
        &mut self,
        run: RunId,
        judged: &[JudgedHand],
    ) -> Result<(), StoreError> {
        let change = Change::begin(&self.conn).at(&self.path)?;
        let problems = judged.iter().filter_map(|one| one.problem.as_deref());
        let mut ids = self.write_problems(problems)?.into_iter();
        let mut write = || {
            let mut update = self.conn.prepare_cached(
                "UPDATE sweep_hands SET judged = ?3, plies = ?4, problem_id = ?5 WHERE run_id = ?1 AND number = ?2",
            )?;
            judged.iter().try_for_each(|one| {
                let id = one.problem.as_ref().and_then(|_| ids.next());
                update.execute(params![
                    run.0,
                    one.number as i64,
                    one.nodes as i64,
                    one.plies,
                    id
                ])?;
                Ok(())
            })
        };
        write().at(&self.path)?;
        change.commit().at(&self.path)
    }

    /// Writes what the hands of a king come to: `minimal` are those of which no part mates, whose problems are the
    /// run's. All or, if anything fails, nothing.
    pub fn write_hands(
        &mut self,
        run: RunId,
        minimal: &[u64],
        batch: &Batch,
    ) -> Result<(), StoreError> {
        let change = Change::begin(&self.conn).at(&self.path)?;
        let write = || {
            let mut belongs = self.conn.prepare_cached(
                "INSERT OR IGNORE INTO run_problems (run_id, problem_id)
                 SELECT run_id, problem_id FROM sweep_hands
                 WHERE run_id = ? AND number = ? AND problem_id IS NOT NULL",
            )?;
            minimal.iter().try_for_each(|&number| {
                belongs.execute([run.0, number as i64])?;
                Ok(())
            })
        };
        write().at(&self.path)?;
        change.leave_open();
        self.write_batch(run, batch)
    }
}
