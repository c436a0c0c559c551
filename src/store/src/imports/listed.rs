//! What was taken in from files: the imports, and what their problems come down to.

use rusqlite::Row;

use crate::error::At;
use crate::{Store, StoreError};

/// An import as it stands in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportRow {
    /// Its number there.
    pub id: i64,
    /// The program's version.
    pub program: String,
    /// The rules of length and soundness the judge went by.
    pub policy: String,
    /// When it started: UTC, as in 2026-01-31T12:00:00Z.
    pub started: String,
    /// When it ended; `None` if it was interrupted.
    pub finished: Option<String>,
    /// How many problems it took in, or noted a source of.
    pub problems: u64,
    /// How many it refused.
    pub refused: u64,
    /// Its files, without their folders, and of how many problems each is a source: in the order of
    /// reading. What a later import took from the same place counts there.
    pub files: Vec<(String, u64)>,
}

/// Problems of one length that were taken in from files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedRow {
    /// `mate`, `no_mate` or `unknown`.
    pub status: String,
    /// Their length in plies, where there is a mate and its length is known.
    pub plies: Option<u32>,
    /// How many.
    pub problems: u64,
    /// Of these: 完全作, rule E.
    pub complete: u64,
    /// Of these: the same by rule F.
    pub complete_lenient: u64,
    /// Of these: 完全作 without a superfluous piece.
    pub irredundant: u64,
    /// Of these: a mate or perhaps one, and a limit left its soundness open.
    pub undecided: u64,
}

impl Store {
    /// All imports, the first one first.
    pub fn imports(&self) -> Result<Vec<ImportRow>, StoreError> {
        let read = || -> rusqlite::Result<Vec<ImportRow>> {
            let mut imports: Vec<ImportRow> = self
                .conn
                .prepare(
                    "SELECT id, program, policy, started, finished, problems, refused
                     FROM imports ORDER BY id",
                )?
                .query_map([], import)?
                .collect::<rusqlite::Result<_>>()?;
            let mut files = self.conn.prepare(
                "SELECT import_id, file, count(*) FROM sources
                 GROUP BY import_id, file ORDER BY min(id)",
            )?;
            let mut files = files.query([])?;
            while let Some(row) = files.next()? {
                let import: i64 = row.get(0)?;
                let file = (row.get(1)?, count(row, 2)?);
                if let Ok(place) = imports.binary_search_by_key(&import, |import| import.id) {
                    imports[place].files.push(file);
                }
            }
            Ok(imports)
        };
        read().at(&self.path)
    }

    /// The problems that come from files: by length, then those of unknown length, then those without a
    /// mate.
    pub fn imported(&self) -> Result<Vec<ImportedRow>, StoreError> {
        let read = || {
            self.conn
                .prepare(
                    "SELECT status, plies, count(*), count(*) FILTER (WHERE rule_e),
                        count(*) FILTER (WHERE complete_lenient),
                        count(*) FILTER (WHERE irredundant),
                        count(*) FILTER (WHERE status <> 'no_mate' AND rule_e IS NULL)
                     FROM problems WHERE id IN (SELECT problem_id FROM sources)
                     GROUP BY status, plies
                     ORDER BY plies IS NULL, plies, status = 'no_mate', status",
                )?
                .query_map([], |row| {
                    Ok(ImportedRow {
                        status: row.get(0)?,
                        plies: row.get(1)?,
                        problems: count(row, 2)?,
                        complete: count(row, 3)?,
                        complete_lenient: count(row, 4)?,
                        irredundant: count(row, 5)?,
                        undecided: count(row, 6)?,
                    })
                })?
                .collect::<rusqlite::Result<_>>()
        };
        read().at(&self.path)
    }
}

fn import(row: &Row<'_>) -> rusqlite::Result<ImportRow> {
    Ok(ImportRow {
        id: row.get(0)?,
        program: row.get(1)?,
        policy: row.get(2)?,
        started: row.get(3)?,
        finished: row.get(4)?,
        problems: count(row, 5)?,
        refused: count(row, 6)?,
        files: Vec::new(),
    })
}

fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(i64::unsigned_abs)
}
