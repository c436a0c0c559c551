//! Lines in Japanese for a person's SQL.
//!
//! How a move is written depends on what else could move there, which no SQL tells. So the function and the view are
//! those of a connection and stand in no file: other programs can open every view that does.

use notation::Japanese;
use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};

/// Gives a connection to a database of ours `line_ja(sfen, moves)`, a line of USI moves from a position in Japanese, and
/// the view `problems_ja`, the problems with the column `line_ja` behind all others.
pub(crate) fn install(conn: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    conn.create_scalar_function("line_ja", 2, flags, line_ja)?;
    conn.execute_batch(
        "PRAGMA temp_store = MEMORY;
         CREATE TEMP VIEW problems_ja AS SELECT *, line_ja(sfen, main_line) AS line_ja FROM problems;",
    )
}

/// NULL where one of the two is, or the first is no position.
fn line_ja(context: &Context<'_>) -> rusqlite::Result<Option<String>> {
    let sfen: Option<String> = context.get(0)?;
    let moves: Option<String> = context.get(1)?;
    Ok(sfen.zip(moves).and_then(|(sfen, moves)| {
        let position = sfen.parse().ok()?;
        Some(Japanese::OFFICIAL.usi_line(&position, &moves))
    }))
}
