//! The indexes of `problems`: made when problems have been loaded, which is much quicker than to keep
//! them up to date row by row.

use rusqlite::Connection;

use crate::bitmaps;

/// The index that `search` asks first.
pub(crate) const BY_BEAUTY: &str = "problems_beauty";

/// What each index is good for: the most beautiful ones first, lengths, counts, squares of the king, near
/// copies by position, line and idea.
const INDEXES: [(&str, &str); 7] = [
    (BY_BEAUTY, "beauty DESC"),
    (
        "problems_plies",
        "plies, mirror_images, rule_e, complete_lenient, irredundant, sacrifices",
    ),
    (
        "problems_counts",
        "material_id, plies, mirror_images, rule_a, rule_b, rule_c, rule_d, rule_e, irredundant,
            irredundant_lenient, king, sacrifices",
    ),
    ("problems_king", "king, rule_e, plies, mirror_images"),
    ("problems_shape", "shape"),
    ("problems_signature", "signature"),
    ("problems_idea", "idea"),
];

/// Makes the indexes that are not there, and the bitmaps.
pub(crate) fn make(conn: &Connection) -> rusqlite::Result<()> {
    for (name, columns) in INDEXES {
        conn.execute_batch(&format!(
            "CREATE INDEX IF NOT EXISTS {name} ON problems ({columns})"
        ))?;
    }
    bitmaps::keep_up(conn)?;
    // The limit keeps what the query planner wants to know to a sample of a large index.
    conn.execute_batch("PRAGMA analysis_limit = 1000; ANALYZE;")
}

/// Drops the index by beauty and the bitmaps; whether there were any.
pub(crate) fn drop_those_of_beauty(conn: &Connection) -> rusqlite::Result<bool> {
    drop_some(conn, &[BY_BEAUTY])
}

/// Drops the indexes and the bitmaps, as before every problem is changed; whether there were any.
pub(crate) fn drop_all(conn: &Connection) -> rusqlite::Result<bool> {
    drop_some(conn, &INDEXES.map(|(name, _)| name))
}

fn drop_some(conn: &Connection, names: &[&str]) -> rusqlite::Result<bool> {
    let were_there = are_made(conn)?;
    bitmaps::drop(conn)?;
    for name in names {
        conn.execute_batch(&format!("DROP INDEX IF EXISTS {name}"))?;
    }
    Ok(were_there)
}

/// The indexes that are missing where others are there. The one by beauty goes alone while beauty is measured again.
pub(crate) fn missing(conn: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut missing = Vec::new();
    let together = INDEXES.iter().filter(|(name, _)| *name != BY_BEAUTY);
    for (name, _) in together {
        if !is_there(conn, name)? {
            missing.push((*name).to_owned());
        }
    }
    // None of them: not made yet.
    if missing.len() + 1 == INDEXES.len() {
        missing.clear();
    }
    Ok(missing)
}

/// Whether the indexes were made: not before the first run or import is finished.
pub(crate) fn are_made(conn: &Connection) -> rusqlite::Result<bool> {
    is_there(conn, BY_BEAUTY)
}

fn is_there(conn: &Connection, index: &str) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?")?
        .exists([index])
}
