//! The digest of a run: equal for equal results, however they came about.

use rusqlite::{Connection, Row};
use sha2::{Digest, Sha256};

use super::error::At;
use super::manifest::RunId;
use super::read::{self, PROBLEM_COLUMNS};
use super::{Store, StoreError};

impl Store {
    /// SHA-256, in hexadecimal, over every problem of the run's families with its lines, sorted by
    /// key. Row numbers, the order of writing, threads and interruptions leave no trace in it.
    pub fn digest(&self, run: RunId) -> Result<String, StoreError> {
        Ok(self.digest_and_count(run)?.0)
    }

    /// The digest, and over how many problems.
    pub(super) fn digest_and_count(&self, run: RunId) -> Result<(String, u64), StoreError> {
        digest(&self.conn, run).at(&self.path)
    }
}

fn digest(conn: &Connection, run: RunId) -> rusqlite::Result<(String, u64)> {
    let families = read::run_families(conn, run)?;
    let mut sha = Sha256::new();
    let mut count = 0;
    let mut lines =
        conn.prepare("SELECT kind, moves FROM lines WHERE problem_id = ? ORDER BY kind, moves")?;
    let mut problems = conn.prepare(&format!(
        "SELECT {PROBLEM_COLUMNS} FROM problems p
         JOIN materials m ON m.id = p.material_id ORDER BY p.key"
    ))?;
    let columns = problems.column_count();
    let mut rows = problems.query([])?;
    while let Some(row) = rows.next()? {
        let (id, problem) = read::problem(row)?;
        if !families
            .iter()
            .any(|(family, options)| family.contains(problem.material) && options.admit(&problem))
        {
            continue;
        }
        count += 1;
        // The row number is the first column and depends on history.
        add(&mut sha, b'p', row, 1..columns)?;
        let mut rows = lines.query([id])?;
        while let Some(row) = rows.next()? {
            add(&mut sha, b'l', row, 0..2)?;
        }
    }
    let digest = sha.finalize();
    Ok((
        digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        count,
    ))
}

/// Adds columns so that no two different rows run together the same: each text with its length.
fn add(
    sha: &mut Sha256,
    tag: u8,
    row: &Row<'_>,
    columns: std::ops::Range<usize>,
) -> rusqlite::Result<()> {
    use rusqlite::types::ValueRef;

    sha.update([tag]);
    for column in columns {
        match row.get_ref(column)? {
            ValueRef::Null => sha.update([0]),
            ValueRef::Integer(number) => sha.update(number.to_le_bytes()),
            ValueRef::Real(number) => sha.update(number.to_le_bytes()),
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                sha.update((bytes.len() as u64).to_le_bytes());
                sha.update(bytes);
            }
        }
    }
    Ok(())
}
