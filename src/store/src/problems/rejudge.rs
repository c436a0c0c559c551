//! Verdicts that are open, and what earlier versions judged: the problems are judged again.

use std::collections::BTreeSet;
use std::io;

use features::facts::main_line;
use features::numbers::measure;
use features::{Facts, key};
use rusqlite::{Connection, params};
use shogi::Move;
use tsume::judge::record::{OtherLine, Soundness};
use tsume::judge::report::Report;
use tsume::solve::Task;

use crate::error::At;
use crate::file::change::Change;
use crate::problems::earlier;
use crate::problems::entry::with_id;
use crate::problems::rows::{INSERT_LINE, Rows};
use crate::runs::differences::of_verdicts;
use crate::runs::digest;
use crate::{Difference, Entry, Store, StoreError, bitmaps};

/// A problem that is to be judged again.
#[derive(Clone, Debug)]
pub struct Unjudged {
    /// The problem as it stands in the database.
    pub entry: Entry,
    /// The line that its first source gives: where it is as good as any other it is the main line.
    pub given: Option<Vec<Move>>,
}

/// What the judge says of a problem now.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The problem.
    pub task: Task,
    /// What the judge says.
    pub report: Report,
}

/// How far judging again has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rejudged {
    /// Problems that have a verdict by rule E now.
    pub decided: u64,
    /// Problems that a limit left open again.
    pub open: u64,
    /// Problems of which the judge says another length than what is recorded, or another verdict, by number, with what
    /// differs; they stay as they are.
    pub differing: Vec<(i64, Vec<Difference>)>,
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

    /// A problem with the line that its first source gives, for the position as it stands here.
    fn unjudged(&self, id: i64) -> Result<Unjudged, StoreError> {
        let entry = with_id(&self.conn, id).at(&self.path)?;
        let first = self.sources(id)?.into_iter().next();
        // Where an enumeration lists it, the choice is its.
        let is_listed = entry.get("material_id").integer().is_some();
        let first = first.filter(|first| first.sfen.is_none() && !is_listed);
        Ok(Unjudged {
            entry,
            given: first.and_then(|first| first.source.stated_line),
        })
    }

    /// Has the problems judged that have no verdict by rule E, or that an earlier version judged, some at a time; `judge`
    /// says nothing of those that it was stopped before. What was done then is kept, and the digests of the runs are
    /// taken anew. Where a limit leaves more open than is recorded, the record stays.
    ///
    /// # Errors
    /// If the database cannot be written, or `judge` fails.
    pub fn judge_again<E: From<StoreError> + From<io::Error>>(
        &mut self,
        mut judge: impl FnMut(&[Unjudged]) -> Result<Vec<Option<Verdict>>, E>,
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
                batch.push(self.unjudged(id)?);
            }
            let verdicts = judge(&batch)?;
            let change = Change::begin(&self.conn).at(&self.path)?;
            for (Unjudged { entry, .. }, verdict) in batch.iter().zip(verdicts) {
                let Some(verdict) = verdict else {
                    done.left += 1;
                    stopped = true;
                    continue;
                };
                let differences = differences(entry, &verdict.report);
                if !differences.is_empty() {
                    done.differing.push((entry.id(), differences));
                    continue;
                }
                if tells_less(&verdict.report, entry) {
                    done.open += 1;
                    continue;
                }
                // A kill between two batches leaves no digest that does not fit.
                digest::outdate(&self.conn)
                    .and_then(|()| keep(&self.conn, entry, &verdict))
                    .at(&self.path)?;
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
        digest::renew(&self.conn, "digest IS NULL")
            .and_then(|()| bitmaps::keep_up(&self.conn))
            .at(&self.path)?;
        change.commit().at(&self.path)?;
        Ok(done)
    }
}

fn open(conn: &Connection) -> rusqlite::Result<Vec<i64>> {
    let open = format!(
        "SELECT id FROM problems WHERE {OPEN} UNION SELECT problem_id FROM judged_earlier ORDER BY 1"
    );
    conn.prepare(&open)?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// What the judge says and what is recorded, where both cannot be right.
fn differences(entry: &Entry, report: &Report) -> Vec<Difference> {
    let recorded = entry.plies().and_then(|plies| u32::try_from(plies).ok());
    let found = report.length;
    let plies = found.and_then(|_| Difference::between("plies", &recorded, &found));
    let verdicts = of_verdicts(verdicts(entry), report.soundness.verdicts());
    plies.into_iter().chain(verdicts).collect()
}

fn verdicts(entry: &Entry) -> [Option<bool>; 5] {
    Soundness::NAMES.map(|name| entry.get(name).integer().map(|is| is == 1))
}

/// Whether a limit left open what is recorded.
fn tells_less(report: &Report, entry: &Entry) -> bool {
    let pairs = verdicts(entry).into_iter().zip(report.soundness.verdicts());
    report.length.is_none()
        || pairs
            .into_iter()
            .any(|(known, now)| known.is_some() && now.is_none())
}

fn keep(conn: &Connection, entry: &Entry, verdict: &Verdict) -> rusqlite::Result<()> {
    let Verdict { task, report } = verdict;
    let material = entry.get("material_id").integer();
    let mut facts = Facts {
        key: key::key(task).into(),
        ..Facts::new(task, report)
    };
    if material.is_some() {
        // An enumeration leaves none.
        facts.unmeasured = None;
    }
    let values = measure(task, main_line(report), Some(facts.flaws));
    earlier::forget(conn, entry.id())?;
    let mut rows = Rows::new(conn)?;
    if entry.main_line() == facts.main_line {
        // What was searched for besides is about this line.
        rows.update_record(entry.id(), &facts, material, &values)?;
    } else {
        rows.update(entry.id(), &facts, material, &values)?;
    }
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
