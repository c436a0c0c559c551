//! The indexes of `problems`: made when problems have been loaded, which is much quicker than to keep
//! them up to date row by row.

use rusqlite::Connection;

/// The columns that a search can filter by without reading the problems themselves.
const FILTERS: &str = "plies, sacrifices, pieces, attacker_in_hand, promoted, captures, sound,
    superfluous, min_file, max_file, min_rank, max_rank, signature";

/// What each index is good for: the most beautiful ones first, lengths, squares of the king, near
/// copies by position and by line.
const INDEXES: [(&str, &str); 5] = [
    ("problems_beauty", "beauty DESC, {filters}"),
    ("problems_plies", "plies, beauty DESC"),
    ("problems_king", "king, beauty DESC"),
    ("problems_shape", "shape"),
    ("problems_signature", "signature"),
];

/// Makes the indexes that are not there.
pub(super) fn make(conn: &Connection) -> rusqlite::Result<()> {
    for (name, columns) in INDEXES {
        let columns = columns.replace("{filters}", FILTERS);
        conn.execute_batch(&format!(
            "CREATE INDEX IF NOT EXISTS {name} ON problems ({columns})"
        ))?;
    }
    // The limit keeps what the query planner wants to know to a sample of a large index.
    conn.execute_batch("PRAGMA analysis_limit = 1000; ANALYZE;")
}

/// Drops the indexes by beauty; whether there were any.
pub(super) fn drop_those_of_beauty(conn: &Connection) -> rusqlite::Result<bool> {
    let count: i64 = conn.query_row(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND name = 'problems_beauty'",
        [],
        |row| row.get(0),
    )?;
    for (name, columns) in INDEXES {
        if columns.contains("beauty") {
            conn.execute_batch(&format!("DROP INDEX IF EXISTS {name}"))?;
        }
    }
    Ok(count > 0)
}
