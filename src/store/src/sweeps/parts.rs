//! Parts of a sweep that were worked apart, each in a database of its own, and taken over into one.

use rusqlite::{Connection, OptionalExtension, params};

use crate::error::At;
use crate::file::change;
use crate::problems::read;
use crate::runs::run::RunId;
use crate::runs::scan;
use crate::sweeps::hands::AskedHand;
use crate::{Batch, Measured, Store, StoreError, SweepInfo, Tally};
use tsume::judge::record::Recorded;

/// What came of a part of a set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// As if it came of the next numbers of the whole.
    pub batch: Batch,
    /// The hands that were asked where hands decide each other.
    pub hands: Vec<PartHand>,
}

/// A hand of a bare king that was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartHand {
    /// What is known of it.
    pub asked: AskedHand,
    /// The key of its problem, where it is listed.
    pub problem: Option<Vec<u8>>,
}

impl Store {
    /// The sweep of the same program, policy, options, catalog and part that came to its end, the latest of them.
    pub fn finished_sweep(&self, info: &SweepInfo<'_>) -> Result<Option<RunId>, StoreError> {
        self.sweep_in_state(info, "complete")
            .map(|found| found.map(|(run, _)| run))
    }

    /// The sweeps of the same program, policy, catalog and part that came to their end, with whatever options, the
    /// earliest first, with their options; also those that were taken up again since.
    pub fn ended_sweeps(&self, info: &SweepInfo<'_>) -> Result<Vec<(RunId, String)>, StoreError> {
        let read = || {
            self.conn
                .prepare(
                    "SELECT id, options FROM runs JOIN sweeps ON run_id = id
                     WHERE (state = 'complete' OR finished IS NOT NULL) AND program = ? AND policy = ?
                        AND catalogs = ? AND part = ? AND numbers = ? ORDER BY id",
                )?
                .query_map(
                    params![
                        info.program,
                        info.policy,
                        info.manifest_text(),
                        info.part,
                        info.numbers as i64
                    ],
                    |row| Ok((RunId(row.get(0)?), row.get(1)?)),
                )?
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        read().at(&self.path)
    }

    /// What came of a sweep.
    pub fn part(&self, run: RunId) -> Result<Part, StoreError> {
        let tally = self.tally(run)?;
        let undecided = self.undecided(run)?;
        let read = || {
            let mut problems: Vec<(i64, Measured)> = Vec::new();
            scan::each(&self.conn, run, |id, problem| {
                let recorded = Recorded {
                    problem: problem.clone(),
                    lines: read::lines(&self.conn, id)?,
                };
                problems.push((id, recorded.into()));
                Ok::<_, rusqlite::Error>(())
            })?;
            // As they were written: then one process would have given them the same row numbers.
            problems.sort_unstable_by_key(|&(id, _)| id);
            let problems = problems.into_iter().map(|(_, problem)| problem).collect();
            Ok((problems, hands(&self.conn, run)?))
        };
        let (problems, hands) = read().at(&self.path)?;
        Ok(Part {
            batch: Batch {
                tally,
                problems,
                undecided,
            },
            hands,
        })
    }

    /// Takes over what came of a part, as what came of the next numbers of a run: all or, if anything fails, nothing.
    ///
    /// # Errors
    /// [`StoreError::Differs`] if a problem is there already with other findings; besides if the database cannot be
    /// written.
    pub fn take_over(&mut self, run: RunId, part: &Part) -> Result<(), StoreError> {
        let change = change::Change::begin(&self.conn).at(&self.path)?;
        if !part.hands.is_empty() {
            // Hands name their problems.
            self.write_problems(&part.batch.problems)?;
        }
        let write = || {
            let mut insert = self.conn.prepare_cached(
                "INSERT OR REPLACE INTO sweep_hands (run_id, number, mates, nodes, judged, plies, problem_id)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, (SELECT id FROM problems WHERE key = ?7))",
            )?;
            part.hands.iter().try_for_each(|hand| {
                let asked = hand.asked;
                insert.execute(params![
                    run.0,
                    asked.number as i64,
                    asked.mates,
                    asked.nodes as i64,
                    asked.judged.map(|nodes| nodes as i64),
                    asked.plies,
                    hand.problem
                ])?;
                Ok(())
            })
        };
        write().at(&self.path)?;
        change.leave_open();
        self.write_batch(run, &part.batch)
    }

    /// What the numbers of a sweep came to so far.
    fn tally(&self, run: RunId) -> Result<Tally, StoreError> {
        let sweeps = self.sweeps()?;
        let own = sweeps.into_iter().find(|row| row.run == run);
        Ok(own.map(|row| row.tally).unwrap_or_default())
    }

    /// The latest sweep of the same program, policy, options, catalog and part in a state, with the numbers it has
    /// gone through.
    pub(crate) fn sweep_in_state(
        &self,
        info: &SweepInfo<'_>,
        state: &str,
    ) -> Result<Option<(RunId, u64)>, StoreError> {
        let find = || {
            self.conn
                .query_row(
                    "SELECT id, done FROM runs JOIN sweeps ON run_id = id
                     WHERE state = ? AND program = ? AND policy = ? AND options = ? AND catalogs = ?
                        AND part = ? AND numbers = ? ORDER BY id DESC LIMIT 1",
                    params![
                        state,
                        info.program,
                        info.policy,
                        info.options,
                        info.manifest_text(),
                        info.part,
                        info.numbers as i64
                    ],
                    |row| Ok((RunId(row.get(0)?), row.get::<_, i64>(1)?.unsigned_abs())),
                )
                .optional()
        };
        find().at(&self.path)
    }
}

fn hands(conn: &Connection, run: RunId) -> rusqlite::Result<Vec<PartHand>> {
    conn.prepare(
        "SELECT number, mates, nodes, judged, h.plies, key
         FROM sweep_hands h LEFT JOIN problems ON id = problem_id WHERE run_id = ? ORDER BY number",
    )?
    .query_map([run.0], |row| {
        Ok(PartHand {
            asked: AskedHand {
                number: row.get::<_, i64>(0)?.unsigned_abs(),
                mates: row.get(1)?,
                nodes: row.get::<_, i64>(2)?.unsigned_abs(),
                judged: row.get::<_, Option<i64>>(3)?.map(i64::unsigned_abs),
                plies: row.get(4)?,
            },
            problem: row.get(5)?,
        })
    })?
    .collect()
}
