//! Verdicts that files of earlier versions do not tell: the problems are judged again.

use std::collections::BTreeSet;
use std::io;

use features::facts::main_line;
use features::numbers::measure;
use features::{Facts, key};
use rusqlite::{Connection, params};
use tsume::judge::record::OtherLine;
use tsume::judge::report::Report;
use tsume::solve::Task;

use crate::error::At;
use crate::file::change::Change;
use crate::problems::rows::{INSERT_LINE, Rows};
use crate::runs::digest;
use crate::{Entry, Store, StoreError, bitmaps};

/// What the judge says of a problem now.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The problem.
    pub task: Task,
    /// What the judge says.
    pub report: Report,
}

/// How far judging again has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rejudged {
    /// Problems that have a verdict by rule E now.
    pub decided: u64,
    /// Problems that a limit left open again.
    pub open: u64,
    /// Problems of which the judge says another length than what is recorded; they stay as they are.
    pub differing: u64,
    /// Problems that were not judged when it was stopped.
    pub left: u64,
}

/// Problems with a mate of known length that have no verdict by rule E.
const OPEN: &str = "status = 'mate' AND plies IS NOT NULL AND rule_e IS NULL";

/// How many problems come into the file together.
const BATCH: usize = 64;

impl Store {
    /// How many problems with a mate of known length have no verdict by rule E.
    pub fn without_verdict(&self) -> Result<u64, StoreError> {
        let sql = format!("SELECT count(*) FROM problems WHERE {OPEN}");
        self.conn
            .query_row(&sql, [], |row| row.get::<_, i64>(0))
            .map(i64::unsigned_abs)
            .at(&self.path)
    }

    /// Has the problems judged that have no verdict by rule E, some at a time; `judge` says nothing of those
    /// that it was stopped before. What was done then is kept, and the digests of the runs are taken anew.
    ///
    /// # Errors
    /// If the database cannot be written, or `judge` fails.
    pub fn judge_again<E: From<StoreError> + From<io::Error>>(
        &mut self,
        mut judge: impl FnMut(&[Entry]) -> Result<Vec<Option<Verdict>>, E>,
    ) -> Result<Rejudged, E> {
        let mut waiting = open(&self.conn).at(&self.path)?;
        waiting.reverse();
        let mut done = Rejudged::default();
        let mut stopped = false;
        while !waiting.is_empty() && !stopped {
            let mut batch = Vec::new();
            while batch.len() < BATCH
                && let Some(id) = waiting.pop()
            {
                batch.extend(self.entry(id)?);
            }
            let verdicts = judge(&batch)?;
            let change = Change::begin(&self.conn).at(&self.path)?;
            for (entry, verdict) in batch.iter().zip(verdicts) {
                let Some(verdict) = verdict else {
                    done.left += 1;
                    stopped = true;
                    continue;
                };
                if verdict.report.length.map(i64::from) != entry.plies() {
                    let known = verdict.report.length.is_some();
                    *(if known {
                        &mut done.differing
                    } else {
                        &mut done.open
                    }) += 1;
                    continue;
                }
                keep(&self.conn, entry, &verdict).at(&self.path)?;
                let is_open = verdict.report.soundness.complete.is_none();
                *(if is_open {
                    &mut done.open
                } else {
                    &mut done.decided
                }) += 1;
            }
            change.commit().at(&self.path)?;
        }
        done.left += waiting.len() as u64;
        let change = Change::begin(&self.conn).at(&self.path)?;
        digest::renew(&self.conn, "digest IS NOT NULL")
            .and_then(|()| bitmaps::keep_up(&self.conn))
            .at(&self.path)?;
        change.commit().at(&self.path)?;
        Ok(done)
    }
}

fn open(conn: &Connection) -> rusqlite::Result<Vec<i64>> {
    conn.prepare(&format!("SELECT id FROM problems WHERE {OPEN} ORDER BY id"))?
        .query_map([], |row| row.get(0))?
        .collect()
}

fn keep(conn: &Connection, entry: &Entry, verdict: &Verdict) -> rusqlite::Result<()> {
    let Verdict { task, report } = verdict;
    let material = entry.get("material_id").integer();
    let mut facts = Facts {
        key: key::key(task),
        ..Facts::new(task, report)
    };
    if material.is_some() {
        // An enumeration leaves none.
        facts.unmeasured = None;
    }
    let values = measure(task, main_line(report), Some(facts.flaws));
    Rows::new(conn)?.update(entry.id(), &facts, material, &values)?;
    conn.execute("DELETE FROM lines WHERE problem_id = ?", [entry.id()])?;
    let mut insert = conn.prepare_cached(INSERT_LINE)?;
    let lines = report.lines.iter();
    let lines: Vec<OtherLine> = if material.is_some() {
        // An enumeration has those that leave the main line, each once.
        let of_main_line = lines.filter(|line| line.leaves(&report.main_line));
        let once: BTreeSet<OtherLine> = of_main_line.map(OtherLine::from).collect();
        once.into_iter().collect()
    } else {
        lines.map(OtherLine::from).collect()
    };
    for line in lines {
        insert.execute(params![entry.id(), line.kind.name(), line.moves])?;
    }
    Ok(())
}
