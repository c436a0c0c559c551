//! Bitmaps of the problems' columns and squares: which problems meet conditions, in the order of their
//! beauty, without looking at those that do not.
//!
//! An index of SQLite helps with the column it begins with; a search may ask for any of a hundred
//! together. A bitmap has a bit for each problem, by rank of beauty; they are compressed (Lemire and
//! others, *Roaring bitmaps*), and one says of a million problems in a few kilobytes, a hundred at the
//! most, which have a value. See `schemas/0003_bitmaps_records.sql`.

mod build;
mod near;
mod pick;
mod recount;

use roaring::RoaringBitmap;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension};

use features::column::Kind;
use features::registry;

pub(super) use build::triggers;
pub(super) use near::{differing as differing_near, under as under_numbers};
pub(super) use pick::{in_order, pick};
pub(super) use recount::{differing, incomplete, ranks_by_number};

/// Fewer problems than this are looked through as quickly without.
const LEAST: usize = 5_000;

/// So many changes, and one more for each so many problems, are looked at apart in a search before
/// it is worth making the bitmaps anew.
const CHANGES: u64 = 1_000;
const PROBLEMS_A_CHANGE: u64 = 256;

/// Bytes for the columns of one pass over the table.
const PASS: usize = 48 << 20;

/// How many ranks a row of `bitmap_ranks` has.
const CHUNK: u32 = 1024;

/// Columns whose values are all different, or that mean nothing to a search.
const WITHOUT: [&str; 5] = ["id", "key", "sfen", "main_line", "material_id"];

/// The columns that get bitmaps, unless they have too many values.
fn columns() -> Vec<&'static str> {
    let columns = registry::columns()
        .filter(|is| matches!(is.kind, Kind::Count | Kind::Flag | Kind::Text))
        .map(|is| is.name);
    columns.filter(|name| !WITHOUT.contains(name)).collect()
}

/// Whether there are any.
pub(super) fn are_made(conn: &Connection) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM bitmap_columns)")?
        .query_row([], |row| row.get(0))
}

/// Makes them where there are none, or where much has changed since.
pub(super) fn keep_up(conn: &Connection) -> rusqlite::Result<()> {
    let count = |what: &str| {
        let sql = format!("SELECT count(*) FROM {what}");
        conn.query_row(&sql, [], |row| row.get::<_, i64>(0))
            .map(i64::unsigned_abs)
    };
    let bearable = || -> rusqlite::Result<bool> {
        Ok(count("bitmap_changes")? <= CHANGES + count("problems")? / PROBLEMS_A_CHANGE)
    };
    match are_made(conn)? && near::are_made(conn)? && bearable()? {
        true => Ok(()),
        false => build::build(conn),
    }
}

/// Drops them; whether there were any. Worth while before every problem is changed.
pub(super) fn drop(conn: &Connection) -> rusqlite::Result<bool> {
    let were_there = are_made(conn)?;
    for (name, _) in triggers() {
        conn.execute_batch(&format!("DROP TRIGGER IF EXISTS {name}"))?;
    }
    for table in ["bitmaps", "bitmap_columns", "bitmap_ranks", "bitmap_lines"] {
        conn.execute_batch(&format!("DELETE FROM {table}"))?;
    }
    conn.execute_batch("DELETE FROM bitmap_changes")?;
    Ok(were_there)
}

/// The problems that changed since.
pub(super) fn changes(conn: &Connection) -> rusqlite::Result<Vec<i64>> {
    conn.prepare_cached("SELECT problem_id FROM bitmap_changes ORDER BY problem_id")?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// How many problems have a line, if that is known without counting.
pub(super) fn group_size(conn: &Connection, signature: i64) -> rusqlite::Result<Option<i64>> {
    conn.prepare_cached(
        "SELECT problems FROM bitmap_lines
         WHERE signature = ? AND NOT EXISTS (SELECT 1 FROM bitmap_changes)",
    )?
    .query_row([signature], |row| row.get(0))
    .optional()
}

/// Calls `visit` with number and line of the problems of these ranks, one after another, until it says
/// `false`. The line is 0 where there is none.
pub(super) fn walk(
    conn: &Connection,
    ranks: &RoaringBitmap,
    mut visit: impl FnMut(i64, u32) -> bool,
) -> rusqlite::Result<()> {
    let mut select = conn.prepare_cached("SELECT ids, lines FROM bitmap_ranks WHERE chunk = ?")?;
    let mut ranks = ranks.iter().peekable();
    while let Some(&first) = ranks.peek() {
        let chunk = first / CHUNK;
        let mut rows = select.query([chunk])?;
        let row = rows.next()?.ok_or_else(damaged)?;
        let (ids, lines) = (row.get_ref(0)?.as_blob()?, row.get_ref(1)?.as_blob()?);
        let ids = ids.as_chunks::<8>().0;
        let lines = lines.as_chunks::<4>().0;
        while let Some(rank) = ranks.next_if(|rank| rank / CHUNK == chunk) {
            let place = (rank % CHUNK) as usize;
            let (Some(&id), Some(&line)) = (ids.get(place), lines.get(place)) else {
                return Err(damaged());
            };
            if !visit(i64::from_le_bytes(id), u32::from_le_bytes(line)) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// What stands in the place of bitmaps is none.
#[derive(Debug, thiserror::Error)]
#[error("the bitmaps are damaged")]
pub(super) struct DamagedBitmaps;

impl DamagedBitmaps {
    /// Whether something failed because of it.
    pub(super) fn is_cause_of(error: &rusqlite::Error) -> bool {
        match error {
            rusqlite::Error::FromSqlConversionFailure(_, _, cause) => cause.is::<Self>(),
            _ => false,
        }
    }
}

fn damaged() -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Blob, DamagedBitmaps.into())
}
