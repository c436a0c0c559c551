//! Enumerations that were worked apart, family by family, each in a database of its own, and joined into one.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rusqlite::{Connection, params};

use crate::error::At;
use crate::file::change::Change;
use crate::problems::read;
use crate::runs::run::{RunId, RunInfo, RunSummary};
use crate::runs::scan;
use crate::runs::write::{By, Trusted, Writer, Written};
use crate::{LevelCount, Measured, Store, StoreError};
use system::threads::in_pool;
use tsume::judge::record::Recorded;

/// How many problems are measured at a time, in parallel.
const AT_A_TIME: usize = 4096;

/// Why not all problems were taken over.
enum Ended<E> {
    /// They cannot be read.
    Reading(rusqlite::Error),
    /// What was done with them failed.
    Elsewhere(E),
}

impl<E> From<rusqlite::Error> for Ended<E> {
    fn from(error: rusqlite::Error) -> Self {
        Self::Reading(error)
    }
}

impl Store {
    /// The run of the same program, policy and catalogs that came to its end, the latest of them, if what it solved
    /// again came out the same.
    pub fn finished_run(&self, info: &RunInfo<'_>) -> Result<Option<RunId>, StoreError> {
        self.run_in_state(info, "state = 'complete' AND coalesce(differing, 0) = 0")
    }

    /// The options that the manifest of a run names.
    pub fn options(&self, run: RunId) -> Result<String, StoreError> {
        let options = "SELECT options FROM runs WHERE id = ?";
        let read = || self.conn.query_row(options, [run.0], |row| row.get(0));
        read().at(&self.path)
    }

    /// What the manifest of a finished run says of its end.
    pub fn summary(&self, run: RunId) -> Result<RunSummary, StoreError> {
        let read = || {
            self.conn.query_row(
                "SELECT seconds, peak_memory_kb, verified, differing, longer FROM runs WHERE id = ?",
                [run.0],
                |row| {
                    let count = |index| {
                        let count: Option<i64> = row.get(index)?;
                        Ok::<_, rusqlite::Error>(count.unwrap_or_default().unsigned_abs())
                    };
                    Ok(RunSummary {
                        seconds: row.get::<_, Option<f64>>(0)?.unwrap_or_default(),
                        peak_memory_kb: count(1)?,
                        verified: count(2)?,
                        differing: count(3)?,
                        longer: count(4)?,
                    })
                },
            )
        };
        read().at(&self.path)
    }

    /// Takes over the problems of a run of another database, with their lines, as problems of a run whose families
    /// contain those of that one: all or, if anything fails, none. What is there already is compared.
    /// `go_on` hears how many are taken over, some at a time.
    ///
    /// # Errors
    /// [`StoreError::Differs`] if a problem is there already with other findings; if a database cannot be read or
    /// written; those of `go_on`.
    pub fn join_run<E: From<StoreError>>(
        &mut self,
        from: &Self,
        its: RunId,
        mut go_on: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let change = Change::begin(&self.conn).at(&self.path)?;
        {
            let _trusted = Trusted::new(&self.conn).at(&self.path)?;
            let mut writer = Writer::new(&self.conn, By::Enumeration).at(&self.path)?;
            let mut write = |some: &mut Vec<Recorded>| {
                let measured: Vec<Measured> =
                    in_pool(|| some.par_drain(..).map(Measured::from).collect());
                for one in &measured {
                    if let Written::Differs(differences) = writer.write(one).at(&self.path)? {
                        return Err(StoreError::Differs {
                            path: self.path.clone(),
                            sfen: one.recorded.problem.sfen.clone(),
                            differences,
                        }
                        .into());
                    }
                }
                go_on(measured.len() as u64)
            };
            let mut some = Vec::with_capacity(AT_A_TIME);
            let found = scan::each(&from.conn, its, |id, problem| {
                some.push(Recorded {
                    problem: problem.clone(),
                    lines: read::lines(&from.conn, id)?,
                });
                if some.len() == AT_A_TIME {
                    write(&mut some).map_err(Ended::Elsewhere)?;
                }
                Ok(())
            });
            match found {
                Ok(()) => write(&mut some)?,
                Err(Ended::Reading(error)) => Err(error).at(&from.path)?,
                Err(Ended::Elsewhere(error)) => return Err(error),
            }
        }
        Ok(change.commit().at(&self.path)?)
    }

    /// Counts the problems of a run whose families were joined, by length, as its levels; those of `lengths` that have
    /// none, too.
    pub fn count_joined(&mut self, run: RunId, lengths: &[u16]) -> Result<(), StoreError> {
        let change = Change::begin(&self.conn).at(&self.path)?;
        count(&self.conn, run, lengths).at(&self.path)?;
        change.commit().at(&self.path)
    }
}

fn count(conn: &Connection, run: RunId, lengths: &[u16]) -> rusqlite::Result<()> {
    let mut levels: BTreeMap<u16, LevelCount> = lengths
        .iter()
        .map(|&plies| (plies, LevelCount::default()))
        .collect();
    scan::each(conn, run, |_, problem| {
        let level = levels.entry(problem.plies).or_default();
        level.problems += 1;
        level.positions += u64::from(problem.mirror_images);
        Ok::<_, rusqlite::Error>(())
    })?;
    let mut insert = conn.prepare(
        "INSERT OR REPLACE INTO run_levels (run_id, plies, problems, positions) VALUES (?, ?, ?, ?)",
    )?;
    for (plies, level) in levels {
        insert.execute(params![
            run.0,
            plies,
            level.problems as i64,
            level.positions as i64
        ])?;
    }
    Ok(())
}
