//! Whether a database is as it was written: damage that SQLite cannot see.

use std::sync::atomic::{AtomicBool, Ordering};

use features::{Value, Weights, registry};
use rayon::prelude::*;
use rusqlite::{Connection, ErrorCode};

use crate::error::At;
use crate::file::contents::{self, Contents};
use crate::file::{index, schema};
use crate::problems::content;
use crate::problems::entry;
use crate::problems::measured::measure_entry;
use crate::problems::weights;
use crate::runs::digest::{self, Version};
use crate::runs::run::RunId;
use crate::{Entry, Store, StoreError, bitmaps};
use system::threads::in_pool;

/// Something that is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The file itself, in SQLite's words.
    File(String),
    /// A row points to one that is not there.
    Reference {
        /// The table of the row.
        table: String,
        /// Its number.
        row: i64,
    },
    /// A table, view, trigger or index is missing or is not defined as this program defines it, or a trigger of another program
    /// may change what this one writes.
    Definition {
        /// Its name.
        name: String,
    },
    /// The rows of a table do not match its checksum: other programs, or a bad disk, have changed them.
    Table {
        /// The table.
        table: String,
        /// How many rows it had, and how many there are.
        rows: (i64, i64),
    },
    /// The record of a problem is another than was written.
    Record {
        /// The number of the problem.
        problem: i64,
    },
    /// A measure of a problem is not what its line and position come to.
    Measure {
        /// The number of the problem.
        problem: i64,
        /// The column.
        column: &'static str,
        /// What stands there.
        there: String,
        /// What it comes to.
        measured: String,
    },
    /// The problems of a run have another digest, or are another number.
    Run {
        /// The number of the run.
        run: i64,
        /// How many problems it had, and how many there are.
        problems: (i64, i64),
    },
    /// In a table of bitmaps something is missing, or does not fit the problems.
    Bitmaps {
        /// The table.
        table: &'static str,
    },
    /// A bitmap says something else of a problem than the table.
    Bitmap {
        /// The column or the square.
        name: String,
        /// The number of the problem.
        problem: i64,
    },
}

/// What was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// Tables whose rows were compared with their checksums, to the last column.
    pub tables: u64,
    /// Whether the file is of a version that has no checksums of tables: those of the copy that is read say nothing.
    pub is_without_checksums: bool,
    /// Tables and views of which this program knows nothing: nobody looked at them.
    pub foreign: Vec<String>,
    /// Problems.
    pub problems: u64,
    /// Runs whose digests were compared.
    pub runs: u64,
    /// Runs that have none to compare: not finished, or digested by another version.
    pub runs_without: u64,
    /// Bitmaps, a column or a square each.
    pub bitmaps: u64,
    /// Whether it was stopped.
    pub stopped: bool,
}

/// How many problems are looked at together.
const BATCH: usize = 4096;

impl Store {
    /// Looks through the whole database, and calls `tell` with everything that is not as it was written.
    pub fn audit(
        &self,
        stop: &AtomicBool,
        mut tell: impl FnMut(Finding),
    ) -> Result<Audit, StoreError> {
        let conn = self.connection()?;
        let mut done = audit(&conn, stop, &mut tell).at(&self.path)?;
        if self
            .upgraded_from
            .is_some_and(|found| found < contents::SINCE)
        {
            (done.tables, done.is_without_checksums) = (0, true);
        }
        Ok(done)
    }
}

/// Looks through a part of a database.
type Part =
    fn(&Connection, &AtomicBool, &mut Audit, &mut dyn FnMut(Finding)) -> rusqlite::Result<()>;

fn audit(
    conn: &Connection,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Finding),
) -> rusqlite::Result<Audit> {
    let mut done = Audit::default();
    let stopped = || stop.load(Ordering::SeqCst);
    file(conn, tell)?;
    // Without the tables there is nothing more to compare.
    let parts: &[Part] = match definitions(conn, tell)? {
        true => &[problems, runs, all_bitmaps, tables],
        false => &[],
    };
    for part in parts {
        if stopped() {
            break;
        }
        match part(conn, stop, &mut done, tell) {
            // What cannot be read at all differs, too, and the other parts may be whole.
            Err(error) if is_of_contents(&error) => tell(Finding::File(error.to_string())),
            result => result?,
        }
    }
    done.stopped = stopped();
    Ok(done)
}

/// Whether something is wrong with what is stored, not with reading it.
fn is_of_contents(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        None | Some(ErrorCode::DatabaseCorrupt)
    )
}

/// What SQLite sees.
fn file(conn: &Connection, tell: &mut dyn FnMut(Finding)) -> rusqlite::Result<()> {
    let mut check = conn.prepare("PRAGMA integrity_check")?;
    let mut rows = check.query([])?;
    while let Some(row) = rows.next()? {
        let text: String = row.get(0)?;
        if text != "ok" {
            tell(Finding::File(text));
        }
    }
    let mut check = conn.prepare("PRAGMA foreign_key_check")?;
    let mut rows = check.query([])?;
    while let Some(row) = rows.next()? {
        tell(Finding::Reference {
            table: row.get(0)?,
            row: row.get::<_, Option<i64>>(1)?.unwrap_or_default(),
        });
    }
    Ok(())
}

/// Tables, views, triggers and indexes by their definitions; whether the tables are those of this program, so that they can be
/// read.
fn definitions(conn: &Connection, tell: &mut dyn FnMut(Finding)) -> rusqlite::Result<bool> {
    let mut there = schema::definitions(conn)?;
    let mut readable = true;
    for (name, ours) in schema::definitions_of_today()? {
        if there.remove(&name).as_ref() != Some(&ours) {
            readable &= ours.kind != "table";
            tell(Finding::Definition { name });
        }
    }
    // Those of bitmaps come and go together.
    let of_bitmaps = bitmaps::triggers();
    let are_there = of_bitmaps.iter().any(|(name, _)| there.contains_key(name));
    for (name, body) in of_bitmaps.into_iter().filter(|_| are_there) {
        let sql = format!("CREATE TRIGGER {name} {body}");
        if there.remove(&name).is_none_or(|there| there.sql != sql) {
            tell(Finding::Definition { name });
        }
    }
    let triggers = there.into_iter().filter(|(_, is)| is.kind == "trigger");
    for name in triggers.map(|(name, _)| name).chain(index::missing(conn)?) {
        tell(Finding::Definition { name });
    }
    Ok(readable)
}

/// The rows of each table by its checksum.
fn tables(
    conn: &Connection,
    stop: &AtomicBool,
    done: &mut Audit,
    tell: &mut dyn FnMut(Finding),
) -> rusqlite::Result<()> {
    let ours = schema::definitions_of_today()?;
    for (table, is) in schema::definitions(conn)? {
        if is.kind == "trigger" {
            continue;
        }
        if !ours.contains_key(&table) {
            done.foreign.push(table);
            continue;
        }
        if is.kind != "table" || !contents::has_checksum(&table) {
            continue;
        }
        let (recorded, found) = compared(conn, &table, stop)?;
        if stop.load(Ordering::SeqCst) {
            return Ok(());
        }
        done.tables += 1;
        if recorded != Some(found) {
            let rows = (recorded.unwrap_or_default().rows, found.rows);
            tell(Finding::Table { table, rows });
        }
    }
    for table in contents::recorded_tables(conn)? {
        if !ours.contains_key(&table) || !contents::has_checksum(&table) {
            // Of a table that there never was.
            tell(Finding::Table {
                table: contents::TABLE.to_owned(),
                rows: (0, 0),
            });
        }
    }
    Ok(())
}

/// What is recorded of a table and what is found, at one moment: another program may be writing.
fn compared(
    conn: &Connection,
    table: &str,
    stop: &AtomicBool,
) -> rusqlite::Result<(Option<Contents>, Contents)> {
    let transaction = conn.unchecked_transaction()?;
    let recorded = contents::recorded(&transaction, table)?;
    let found = contents::found(&transaction, table, || stop.load(Ordering::SeqCst))?;
    Ok((recorded, found))
}

/// Records by their checksums; measures, measured again.
fn problems(
    conn: &Connection,
    stop: &AtomicBool,
    done: &mut Audit,
    tell: &mut dyn FnMut(Finding),
) -> rusqlite::Result<()> {
    let weights = weights::current(conn)?;
    let sql = format!("SELECT {} FROM problems p ORDER BY p.id", entry::select());
    let mut select = conn.prepare(&sql)?;
    let mut rows = select.query([])?;
    loop {
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH
            && let Some(row) = rows.next()?
        {
            batch.push(entry::read(row)?);
        }
        if batch.is_empty() || stop.load(Ordering::SeqCst) {
            return Ok(());
        }
        done.problems += batch.len() as u64;
        let compare = |entry: &Entry| differences(entry, &weights);
        let found: Vec<Vec<Finding>> = in_pool(|| batch.par_iter().map(compare).collect());
        found.into_iter().flatten().for_each(&mut *tell);
    }
}

fn differences(entry: &Entry, weights: &Weights) -> Vec<Finding> {
    let problem = entry.id();
    let sum = entry.get("checksum").integer();
    if sum.is_none() || sum != content::checksum_of_entry(entry) {
        // What is measured on it is measured on something else.
        return vec![Finding::Record { problem }];
    }
    let mut found = Vec::new();
    let mut compare = |column: &'static str, there: &Value, measured: &Value| {
        if there != measured {
            found.push(Finding::Measure {
                problem,
                column,
                there: in_words(there),
                measured: in_words(measured),
            });
        }
    };
    let measured = measure_entry(entry);
    for (value, (place, column)) in measured.iter().zip(registry::measured()) {
        compare(column.name, &entry.values()[place], value);
    }
    let beauty = match entry.main_line().is_empty() {
        true => Value::Null,
        false => Value::Real(weights.beauty(|place| entry.values()[place].number())),
    };
    compare("beauty", entry.get("beauty"), &beauty);
    found
}

fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        other => other.to_string(),
    }
}

/// The digests of runs.
fn runs(
    conn: &Connection,
    stop: &AtomicBool,
    done: &mut Audit,
    tell: &mut dyn FnMut(Finding),
) -> rusqlite::Result<()> {
    let runs: Vec<(i64, Option<i64>)> = conn
        .prepare("SELECT id, problems FROM runs ORDER BY id")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (run, problems) in runs {
        if stop.load(Ordering::SeqCst) {
            return Ok(());
        }
        let recorded = digest::recorded(conn, RunId(run))?;
        let (Some((recorded, version)), Some(problems)) = (recorded, problems) else {
            done.runs_without += 1;
            continue;
        };
        let now = digest::of_version(conn, RunId(run), version)?;
        let there = now.problems as i64;
        if version == Version::Four && judged_again_since(conn, RunId(run))? {
            done.runs_without += 1;
            continue;
        }
        done.runs += 1;
        if now.sha256 != recorded || problems != there {
            tell(Finding::Run {
                run,
                problems: (problems, there),
            });
        }
    }
    Ok(())
}

/// Whether the families of a run have other problems now, or others say more of them, than when a program of
/// version 4 digested them.
fn judged_again_since(conn: &Connection, run: RunId) -> rusqlite::Result<bool> {
    conn.query_row(
        "SELECT EXISTS (SELECT 1 FROM runs WHERE lists = 'irredundant')
            OR EXISTS (SELECT 1 FROM run_families JOIN families ON id = family_id
                WHERE run_id = ? AND superfluous)",
        [run.0],
        |row| row.get(0),
    )
}

/// Bitmaps, read again from the table.
fn all_bitmaps(
    conn: &Connection,
    stop: &AtomicBool,
    done: &mut Audit,
    tell: &mut dyn FnMut(Finding),
) -> rusqlite::Result<()> {
    let names: Vec<String> = conn
        .prepare("SELECT name FROM bitmap_columns ORDER BY name")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let ranks = bitmaps::ranks_by_number(conn)?;
    for table in bitmaps::incomplete(conn, &ranks)? {
        tell(Finding::Bitmaps { table });
    }
    for name in names {
        if stop.load(Ordering::SeqCst) {
            return Ok(());
        }
        done.bitmaps += 1;
        for problem in bitmaps::differing(conn, &name, &ranks)? {
            let name = name.clone();
            tell(Finding::Bitmap { name, problem });
        }
    }
    if let Some((name, problems)) = bitmaps::differing_near(conn, &ranks)? {
        done.bitmaps += 1;
        for problem in problems {
            let name = name.clone();
            tell(Finding::Bitmap { name, problem });
        }
    }
    Ok(())
}
