//! The rows of the tables of bitmaps, between making and writing them.

use roaring::RoaringBitmap;
use rusqlite::{Connection, ToSql};

use crate::file::value::to_sql;
use features::Value;

/// A row of a table of bitmaps, made and not yet written.
pub enum Made {
    /// What has a bitmap for each of its values.
    Column(String),
    /// The problems of a value, as bytes.
    Bitmap(String, Value, Vec<u8>),
    /// The numbers and lines of the problems of a chunk of ranks.
    Ranks(i64, Vec<u8>, Vec<u8>),
    /// How many problems have a line.
    Line(i64, i64),
    /// A problem that cannot be read. It counts as changed: it is always looked at itself.
    Unreadable(i64),
}

impl Made {
    /// Writes it.
    pub fn write(self, conn: &Connection) -> rusqlite::Result<()> {
        let insert =
            |sql: &str, values: &[&dyn ToSql]| conn.prepare_cached(sql)?.execute(values).map(drop);
        match self {
            Self::Column(name) => insert("INSERT INTO bitmap_columns (name) VALUES (?)", &[&name]),
            Self::Bitmap(name, value, ranks) => insert(
                "INSERT INTO bitmaps (name, value, ranks) VALUES (?, ?, ?)",
                &[&name, &to_sql(&value), &ranks],
            ),
            Self::Ranks(chunk, ids, lines) => insert(
                "INSERT INTO bitmap_ranks (chunk, ids, lines) VALUES (?, ?, ?)",
                &[&chunk, &ids, &lines],
            ),
            Self::Line(signature, problems) => insert(
                "INSERT INTO bitmap_lines (signature, problems) VALUES (?, ?)",
                &[&signature, &problems],
            ),
            Self::Unreadable(id) => insert(
                "INSERT OR IGNORE INTO bitmap_changes (problem_id) VALUES (?)",
                &[&id],
            ),
        }
    }
}

/// What takes the rows, one after the other.
pub type Take<'a> = &'a mut dyn FnMut(Made) -> rusqlite::Result<()>;

/// A bitmap as it stands in the table.
pub fn in_bytes(bitmap: &RoaringBitmap) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(bitmap.serialized_size());
    let written = bitmap.serialize_into(&mut bytes);
    written.expect("memory takes all");
    bytes
}
