//! The digest of a run: equal for equal results, however they came about.

use features::Facts;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use crate::error::At;
use crate::file::contents;
use crate::problems::content;
use crate::runs::digest_4;
use crate::runs::run::{RunDigest, RunId};
use crate::runs::scan;
use crate::{Store, StoreError};

impl Store {
    /// SHA-256 over every problem of the run's families with its lines, sorted by key. Row
    /// numbers, the order of writing, threads and interruptions leave no trace in it.
    pub fn digest(&self, run: RunId) -> Result<RunDigest, StoreError> {
        digest(&self.conn, run).at(&self.path)
    }

    /// Whether the problems of a finished run still have the digest that it recorded.
    pub fn has_its_digest(&self, run: RunId) -> Result<bool, StoreError> {
        let compare = || {
            let Some((recorded, version)) = recorded(&self.conn, run)? else {
                return Ok(false);
            };
            Ok(of_version(&self.conn, run, version)?.sha256 == recorded)
        };
        compare().at(&self.path)
    }
}

/// What a digest is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    /// All columns of the record, in the order of the table.
    Record,
    /// What was recorded up to version 4 of the schema.
    Four,
}

/// The digest that a finished run recorded, with its version; `None` where another program made it of
/// other columns.
pub(crate) fn recorded(
    conn: &Connection,
    run: RunId,
) -> rusqlite::Result<Option<(String, Version)>> {
    let found: Option<(Option<String>, Option<String>)> = conn
        .query_row(
            "SELECT digest, digest_columns FROM runs WHERE id = ?",
            [run.0],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?;
    Ok(match found {
        Some((Some(digest), None)) => Some((digest, Version::Four)),
        Some((Some(digest), Some(names))) if names == columns() => Some((digest, Version::Record)),
        _ => None,
    })
}

/// The columns that a digest of this program is made of.
pub(crate) fn columns() -> String {
    content::columns().collect::<Vec<_>>().join(" ")
}

/// Forgets the digests of finished runs, because what they have is about to change.
pub(crate) fn outdate(conn: &Connection) -> rusqlite::Result<()> {
    let outdate = "UPDATE runs SET digest = NULL WHERE state = 'complete' AND digest IS NOT NULL";
    conn.execute(outdate, []).map(drop)
}

/// The tables that a digest is taken of.
const TABLES: [&str; 2] = ["problems", "lines"];

/// Takes the digests of finished runs that meet a condition anew, with the number of their problems. What does not have
/// what this program wrote has no new digest: it would hide the damage.
pub(crate) fn renew(conn: &Connection, condition: &str) -> rusqlite::Result<()> {
    let runs = conn
        .prepare(&format!(
            "SELECT id FROM runs WHERE state = 'complete' AND {condition}"
        ))?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<Vec<i64>>>()?;
    if !runs.is_empty() {
        for table in TABLES {
            contents::compare(conn, table)?;
        }
    }
    for run in runs {
        let digest = digest(conn, RunId(run))?;
        conn.execute(
            "UPDATE runs SET digest = ?, digest_columns = ?, problems = ? WHERE id = ?",
            params![digest.sha256, columns(), digest.problems as i64, run],
        )?;
    }
    Ok(())
}

fn digest(conn: &Connection, run: RunId) -> rusqlite::Result<RunDigest> {
    of_version(conn, run, Version::Record)
}

/// The digest of this version.
pub(crate) fn of_version(
    conn: &Connection,
    run: RunId,
    version: Version,
) -> rusqlite::Result<RunDigest> {
    // Asking for the lines of every problem is not cheap, and many runs record none.
    let any_lines: bool =
        conn.query_row("SELECT EXISTS (SELECT 1 FROM lines)", [], |row| row.get(0))?;
    let mut lines =
        conn.prepare("SELECT kind, moves FROM lines WHERE problem_id = ? ORDER BY kind, moves")?;
    let mut sha = Sha256::new();
    let mut bytes = Vec::new();
    let mut count = 0;
    scan::each(conn, run, |id, problem| {
        count += 1;
        bytes.clear();
        match version {
            Version::Record => {
                bytes.push(b'p');
                content::each_field(&Facts::from(problem), |field| {
                    content::add_to_digest(&mut bytes, field);
                });
            }
            Version::Four => digest_4::add_problem(&mut bytes, problem),
        }
        if any_lines {
            let mut rows = lines.query([id])?;
            while let Some(row) = rows.next()? {
                bytes.push(b'l');
                content::add_text(&mut bytes, row.get_ref(0)?.as_bytes()?);
                content::add_text(&mut bytes, row.get_ref(1)?.as_bytes()?);
            }
        }
        sha.update(&bytes);
        Ok::<_, rusqlite::Error>(())
    })?;
    let digest = sha.finalize();
    Ok(RunDigest {
        sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        problems: count,
    })
}
