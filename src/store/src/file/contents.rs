//! Checksums over whole tables: what a table had when this program last wrote to it, to the last column.
//!
//! The checksum of a table is the sum of those of its rows, so that a row that comes, changes or goes costs no look at the
//! others. Triggers note what comes and goes, and the transaction that it belongs to writes it down before it ends. They
//! belong to the connections of this program and stand in no file: what another program writes, or a bad disk, does not
//! match.

use std::sync::{Arc, Mutex, PoisonError};

use crate::file::value::damaged;
use features::column::Source;
use features::registry;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, params};

/// The table of checksums, which has none itself.
pub(crate) const TABLE: &str = "checksums";

/// The version of the schema that brought it.
pub(crate) const SINCE: i64 = 9;

/// How many rows a table has, and the sum of their checksums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Contents {
    pub rows: i64,
    pub sum: i64,
}

/// The tables that have a checksum: bitmaps have none, as they are made again from the problems and compared.
fn summed(conn: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut tables = tables(conn)?;
    tables.retain(|table| has_checksum(table));
    Ok(tables)
}

/// Whether a table has a checksum.
pub(crate) fn has_checksum(table: &str) -> bool {
    table != TABLE && !table.starts_with("bitmap")
}

/// The tables of a database, those of SQLite itself left aside.
fn tables(conn: &Connection) -> rusqlite::Result<Vec<String>> {
    conn.prepare(
        "SELECT name FROM main.sqlite_schema
         WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )?
    .query_map([], |row| row.get(0))?
    .collect()
}

/// What is recorded of a table.
pub(crate) fn recorded(conn: &Connection, table: &str) -> rusqlite::Result<Option<Contents>> {
    conn.query_row(
        "SELECT rows, sum FROM checksums WHERE name = ?",
        [table],
        |row| {
            Ok(Contents {
                rows: row.get(0)?,
                sum: row.get(1)?,
            })
        },
    )
    .optional()
}

/// The tables of which something is recorded.
pub(crate) fn recorded_tables(conn: &Connection) -> rusqlite::Result<Vec<String>> {
    conn.prepare("SELECT name FROM checksums ORDER BY name")?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// What a table has now, or a part of it: `stop` is asked once in a while.
pub(crate) fn found(
    conn: &Connection,
    table: &str,
    mut stop: impl FnMut() -> bool,
) -> rusqlite::Result<Contents> {
    let columns = columns(conn, table)?;
    let sql = format!("SELECT {} FROM main.{}", list("", &columns), quoted(table));
    let mut select = conn.prepare(&sql)?;
    let mut rows = select.query([])?;
    let mut found = Contents::default();
    while let Some(row) = rows.next()? {
        let mut sum = RowSum::new();
        for place in 0..columns.len() {
            sum.add(row.get_ref(place)?);
        }
        found.sum = found.sum.wrapping_add(sum.end());
        found.rows += 1;
        if found.rows & 0xfff == 0 && stop() {
            break;
        }
    }
    Ok(found)
}

/// Compares a table with what is recorded of it, where something is; what this transaction has written so far counts.
///
/// # Errors
/// SQLite's own for a damaged file, if it has something else.
pub(crate) fn compare(conn: &Connection, table: &str) -> rusqlite::Result<()> {
    write_noted(conn)?;
    forget_noted(conn)?;
    match recorded(conn, table)? {
        Some(recorded) if recorded != found(conn, table, || false)? => Err(damaged()),
        _ => Ok(()),
    }
}

/// Records what every table has.
pub(crate) fn record_all(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute("DELETE FROM checksums", [])?;
    for table in &summed(conn)? {
        let Contents { rows, sum } = found(conn, table, || false)?;
        conn.execute(
            "INSERT INTO checksums (name, rows, sum) VALUES (?, ?, ?)",
            params![table, rows, sum],
        )?;
    }
    Ok(())
}

/// What was written since the last transaction, by the place of its table among those that have a checksum.
type Noted = Arc<Mutex<Vec<Contents>>>;

/// Keeps the checksums up to date with whatever this connection writes. What a transaction writes is noted row by row, and
/// comes to the recorded checksums where it ends ([`write_noted`]). SQLite does not tell of savepoints that are taken back:
/// nobody makes any.
pub(crate) fn keep_up(conn: &Connection) -> rusqlite::Result<()> {
    let tables = summed(conn)?;
    let noted: Noted = Arc::new(Mutex::new(vec![Contents::default(); tables.len()]));
    let flags = FunctionFlags::SQLITE_UTF8;
    // note_row(table, rows, column, ...): `rows` is 1 for a row that comes, -1 for one that goes.
    let here = Arc::clone(&noted);
    conn.create_scalar_function("note_row", -1, flags, move |context| {
        let (table, rows): (u16, i64) = (context.get(0)?, context.get(1)?);
        let sum = row_sum(context, 2).wrapping_mul(rows);
        let mut noted = here.lock().unwrap_or_else(PoisonError::into_inner);
        let noted = &mut noted[usize::from(table)];
        noted.rows += rows;
        noted.sum = noted.sum.wrapping_add(sum);
        Ok(None::<i64>)
    })?;
    // noted_rows(name, rows), noted_sum(name, sum): what is recorded of a table, with what was noted.
    for (function, of) in [("noted_rows", true), ("noted_sum", false)] {
        let (here, tables) = (Arc::clone(&noted), tables.clone());
        conn.create_scalar_function(function, 2, flags, move |context| {
            let (name, recorded): (String, i64) = (context.get(0)?, context.get(1)?);
            let table = tables.iter().position(|table| *table == name);
            let noted = here.lock().unwrap_or_else(PoisonError::into_inner);
            let Contents { rows, sum } = table.map_or_else(Contents::default, |at| noted[at]);
            Ok(recorded.wrapping_add(if of { rows } else { sum }))
        })?;
    }
    conn.create_scalar_function("forget_noted", 0, flags, move |_| {
        let mut noted = noted.lock().unwrap_or_else(PoisonError::into_inner);
        noted.fill(Contents::default());
        Ok(None::<i64>)
    })?;
    // Without it a row that another takes the place of goes unheard.
    conn.pragma_update(None, "recursive_triggers", true)?;
    for (at, table) in tables.iter().enumerate() {
        let columns = columns(conn, table)?;
        let [old, new] = [("OLD.", -1), ("NEW.", 1)]
            .map(|(row, rows)| format!("SELECT note_row({at}, {rows}, {});", list(row, &columns)));
        for (event, notes) in [
            ("INSERT", new.clone()),
            ("UPDATE", format!("{old} {new}")),
            ("DELETE", old),
        ] {
            let name = quoted(&format!("checksums_{event}_{table}"));
            let on = quoted(table);
            conn.execute_batch(&format!(
                "CREATE TEMP TRIGGER {name} AFTER {event} ON main.{on} BEGIN {notes} END"
            ))?;
        }
    }
    Ok(())
}

/// Forgets what was noted: a transaction begins, and whatever the one before noted was written or taken back.
pub(crate) fn forget_noted(conn: &Connection) -> rusqlite::Result<()> {
    if !keeps_up(conn)? {
        return Ok(());
    }
    conn.prepare_cached("SELECT forget_noted()")?
        .query_row([], |_| Ok(()))
}

/// Writes what was noted in this transaction, which is about to end, to the recorded checksums.
pub(crate) fn write_noted(conn: &Connection) -> rusqlite::Result<()> {
    if !keeps_up(conn)? {
        return Ok(());
    }
    conn.prepare_cached(
        "UPDATE checksums SET rows = noted_rows(name, rows), sum = noted_sum(name, sum)",
    )?
    .execute([])
    .map(drop)
}

/// Whether a connection does; one that does not has noted nothing.
fn keeps_up(conn: &Connection) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT 1 FROM temp.sqlite_schema WHERE name GLOB 'checksums_*'")?
        .exists([])
}

/// The columns of a table that are summed: those that stand in the file, as others are computed from them. Of problems, what
/// a problem's own checksum is about and what is measured again are left out: they are most of the hundred columns that are
/// written for each problem, and are looked at one by one.
fn columns(conn: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let looked_at: Vec<&str> = match table {
        "problems" => registry::columns()
            .filter(|column| {
                let source = column.source;
                matches!(
                    source,
                    Source::Judge(_) | Source::Line(_) | Source::Start(_)
                )
            })
            .map(|column| column.name)
            .collect(),
        _ => Vec::new(),
    };
    let columns: Vec<String> = conn
        .prepare("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid")?
        .query_map([table], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let summed = columns.into_iter();
    let summed = summed.filter(|name| !looked_at.contains(&name.as_str()));
    Ok(summed.collect())
}

fn list(before: &str, columns: &[String]) -> String {
    let names = columns
        .iter()
        .map(|name| format!("{before}{}", quoted(name)));
    names.collect::<Vec<_>>().join(", ")
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The checksum of a row whose columns begin at this argument.
fn row_sum(context: &Context<'_>, from: usize) -> i64 {
    let mut sum = RowSum::new();
    for place in from..context.len() {
        sum.add(context.get_raw(place));
    }
    sum.end()
}

/// A checksum of 64 bits over the values of a row. Each step is one-to-one in what came before it, so that two rows that
/// differ in one word of eight bytes have different ones.
struct RowSum(u64);

impl RowSum {
    const fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    fn add(&mut self, value: ValueRef<'_>) {
        match value {
            ValueRef::Null => self.word(0),
            ValueRef::Integer(number) => {
                self.word(1);
                self.word(number as u64);
            }
            ValueRef::Real(number) => {
                self.word(2);
                self.word(number.to_bits());
            }
            ValueRef::Text(text) => {
                self.word(3);
                self.bytes(text);
            }
            ValueRef::Blob(bytes) => {
                self.word(4);
                self.bytes(bytes);
            }
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.word(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.word(u64::from_le_bytes(last));
    }

    const fn word(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 = mixed ^ (mixed >> 29);
    }

    /// Mixed once more: sums are added, and two rows that exchange a value must not come to the same.
    const fn end(self) -> i64 {
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database() -> Connection {
        let conn = Connection::open_in_memory().unwrap();
        let table = include_str!("../../schemas/0009_checksums.sql");
        conn.execute_batch(&format!(
            "{table}
             CREATE TABLE numbers (id INTEGER PRIMARY KEY, name TEXT UNIQUE, size REAL, twice AS (size * 2));
             CREATE TABLE \"odd 'name\" (a ANY, b BLOB, PRIMARY KEY (a)) STRICT, WITHOUT ROWID;
             INSERT INTO numbers VALUES (1, 'one', 1), (2, 'two', NULL);"
        ))
        .unwrap();
        record_all(&conn).unwrap();
        keep_up(&conn).unwrap();
        conn
    }

    fn differing(conn: &Connection) -> Vec<String> {
        let mut tables = tables(conn).unwrap();
        tables.retain(|table| {
            table != TABLE
                && recorded(conn, table).unwrap() != Some(found(conn, table, || false).unwrap())
        });
        tables
    }

    #[test]
    fn what_is_written_is_kept_up_with_and_nothing_else_matches() {
        let conn = database();
        assert_eq!(differing(&conn), [""; 0]);
        for sql in [
            "INSERT INTO numbers (name, size) VALUES ('three', 3.5), ('four', 4)",
            "UPDATE numbers SET size = size + 1 WHERE id > 1",
            "INSERT OR REPLACE INTO numbers VALUES (9, 'one', 7)",
            "INSERT INTO numbers VALUES (10, 'one', 8) ON CONFLICT DO UPDATE SET size = 8",
            "INSERT OR IGNORE INTO numbers VALUES (11, 'one', 9)",
            "INSERT INTO \"odd 'name\" VALUES ('a', x'00'), (1, NULL), (1.5, x'0102030405060708')",
            "BEGIN; DELETE FROM numbers WHERE id = 2; ROLLBACK",
            "DELETE FROM numbers WHERE id = 2",
            "DELETE FROM numbers",
        ] {
            forget_noted(&conn).unwrap();
            conn.execute_batch(sql).unwrap();
            if !sql.contains("ROLLBACK") {
                write_noted(&conn).unwrap();
            }
            assert_eq!(differing(&conn), [""; 0], "{sql}");
        }
        let rows: i64 = conn
            .query_row(
                "SELECT rows FROM checksums WHERE name LIKE 'odd%'",
                [],
                |row| row.get(0),
            )
            .unwrap();
        assert_eq!(rows, 3);
        conn.execute_batch("DROP TRIGGER \"checksums_UPDATE_odd 'name\"")
            .unwrap();
        forget_noted(&conn).unwrap();
        conn.execute_batch("UPDATE \"odd 'name\" SET b = x'01' WHERE a = 'a'")
            .unwrap();
        write_noted(&conn).unwrap();
        assert_eq!(differing(&conn), ["odd 'name"]);
    }

    #[test]
    fn two_rows_that_exchange_a_value_have_another_sum() {
        let of = |rows: &[[&str; 2]]| {
            rows.iter().fold(0_i64, |sum, row| {
                let mut one = RowSum::new();
                row.iter()
                    .for_each(|text| one.add(ValueRef::Text(text.as_bytes())));
                sum.wrapping_add(one.end())
            })
        };
        assert_ne!(of(&[["a", "b"], ["c", "d"]]), of(&[["a", "d"], ["c", "b"]]));
        assert_ne!(of(&[["ab", "c"]]), of(&[["a", "bc"]]));
        assert_eq!(of(&[["a", "b"], ["c", "d"]]), of(&[["c", "d"], ["a", "b"]]));
    }
}
