//! Where problems come from, as it is kept.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::error::At;
use crate::problems::earlier::IS_EARLIER;
use crate::{Store, StoreError};
use features::key;
use shogi::Move;
use tsume::solve::Task;

/// Where a problem comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The file, by the path that was typed.
    pub file: String,
    /// The number of the problem in the file, from 1.
    pub number: u32,
    /// 作品名.
    pub title: Option<String>,
    /// 作者.
    pub author: Option<String>,
    /// 発表誌.
    pub publication: Option<String>,
    /// 発表年月, as it was written.
    pub published: Option<String>,
    /// 手数, as it was stated.
    pub stated_plies: Option<u32>,
    /// The line given there, for the position as it stands there.
    pub stated_line: Option<Vec<Move>>,
    /// A comment.
    pub comment: Option<String>,
    /// What else was said, by its key.
    pub headers: BTreeMap<String, String>,
    /// All of it, where that is more: an object in JSON as files of problems have it.
    pub record: Option<String>,
    /// Whether the format has a place for variations: those of `record` are then all that its author
    /// wanted to give.
    pub whole: bool,
}

/// A source as it stands in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRow {
    /// What was said there. A line that is none of moves is left out.
    pub source: Source,
    /// The position as it stands there, where it is another image of the problem's.
    pub sfen: Option<String>,
    /// 変長: replies that last longer than the line given there; `None` if there was none.
    pub longer_variations: Option<u32>,
    /// 早詰: checks that mate sooner than it.
    pub shorter_than_given: Option<u32>,
}

impl Store {
    /// Where a problem comes from, in the order it was taken in; nothing for one that was only
    /// enumerated.
    pub fn sources(&self, problem: i64) -> Result<Vec<SourceRow>, StoreError> {
        sources(&self.conn, problem).at(&self.path)
    }

    /// Whether the problem that `task` is, or is an image of, stands here with this very source, and was
    /// judged to the end, by this version or an enumeration: taking it in again would change nothing.
    pub fn has_source(&self, task: &Task, source: &Source) -> Result<bool, StoreError> {
        has_source(&self.conn, task, source).at(&self.path)
    }
}

/// Whether a problem was judged to the end, as [`features::Facts::is_judged`] has it.
pub(crate) const JUDGED: &str = "coalesce(
    rule_e = 0 AND complete_lenient IS NOT NULL
    OR rule_e AND (minimal + irredundant + irredundant_lenient + longer_at_last + promotion_duals) IS NOT NULL,
    0)";

fn sources(conn: &Connection, problem: i64) -> rusqlite::Result<Vec<SourceRow>> {
    conn.prepare_cached(&format!(
        "{SELECT_SOURCES} WHERE problem_id = ? ORDER BY id"
    ))?
    .query_map([problem], source)?
    .collect()
}

/// What [`source`] reads.
const SELECT_SOURCES: &str = "SELECT file, number, title, author, publication, published,
    stated_plies, stated_line, comment, headers, sfen, longer_variations, shorter_than_given, record, whole
    FROM sources";

fn has_source(conn: &Connection, task: &Task, source: &Source) -> rusqlite::Result<bool> {
    let known: Option<(i64, String)> = conn
        .prepare_cached(&format!(
            "SELECT id, sfen FROM problems
             WHERE key = ? AND {JUDGED} AND (material_id IS NOT NULL OR NOT {IS_EARLIER})"
        ))?
        .query_row([key::key(task)], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((id, sfen)) = known else {
        return Ok(false);
    };
    is_there(conn, id, &sfen, task, source)
}

/// Whether a problem, which stands as `sfen` in the database, has this very source.
pub(crate) fn is_there(
    conn: &Connection,
    id: i64,
    sfen: &str,
    task: &Task,
    source: &Source,
) -> rusqlite::Result<bool> {
    // By its place, of which there is one: of a problem that stands in a file a thousand times, others
    // are a thousand.
    let found = conn
        .prepare_cached(&format!(
            "{SELECT_SOURCES} WHERE problem_id = ? AND file = ? AND number = ?"
        ))?
        .query_row(params![id, source.file, source.number], self::source)
        .optional()?;
    let own = task.position.to_string();
    Ok(
        found
            .is_some_and(|row| row.source == *source && row.sfen.as_deref().unwrap_or(sfen) == own),
    )
}

fn source(row: &Row<'_>) -> rusqlite::Result<SourceRow> {
    let line: Option<String> = row.get(7)?;
    let moves = line.and_then(|line| {
        let moves = line.split_whitespace().map(str::parse);
        moves.collect::<Result<Vec<Move>, _>>().ok()
    });
    let headers: String = row.get(9)?;
    Ok(SourceRow {
        source: Source {
            file: row.get(0)?,
            number: row.get(1)?,
            title: row.get(2)?,
            author: row.get(3)?,
            publication: row.get(4)?,
            published: row.get(5)?,
            stated_plies: row.get(6)?,
            stated_line: moves,
            comment: row.get(8)?,
            headers: serde_json::from_str(&headers).unwrap_or_default(),
            record: row.get(13)?,
            whole: row.get(14)?,
        },
        sfen: row.get(10)?,
        longer_variations: row.get(11)?,
        shorter_than_given: row.get(12)?,
    })
}
