//! Bitmaps compared with the table they were made from.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;

use roaring::RoaringBitmap;
use rusqlite::{Connection, Row};

use super::CHUNK;
use crate::file::value::from_sql;
use crate::search::pattern::{board, in_sfen};
use features::{Value, registry};
use shogi::Square;

/// The rank of each problem that the bitmaps know and that has not changed since.
pub fn ranks_by_number(conn: &Connection) -> rusqlite::Result<HashMap<i64, u32>> {
    let mut ranks = HashMap::new();
    each_chunk(conn, "ids", |these, ids| {
        let ids = ids.as_chunks::<8>().0.iter();
        ranks.extend(ids.map(|&id| i64::from_le_bytes(id)).zip(these));
    })?;
    for changed in super::changes(conn)? {
        ranks.remove(&changed);
    }
    Ok(ranks)
}

/// Calls `visit` with the bytes of a column of `bitmap_ranks`, row by row, and with the ranks that begin there.
fn each_chunk(
    conn: &Connection,
    column: &str,
    mut visit: impl FnMut(RangeInclusive<u32>, &[u8]),
) -> rusqlite::Result<()> {
    let mut select = conn.prepare(&format!(
        "SELECT chunk, {column} FROM bitmap_ranks ORDER BY chunk"
    ))?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let first = row.get::<_, u32>(0)?.saturating_mul(CHUNK);
        visit(first..=u32::MAX, row.get_ref(1)?.as_blob()?);
    }
    Ok(())
}

/// The tables of bitmaps in which something is missing, or that do not fit together, with the [ranks](ranks_by_number) that
/// there are. Of a database without bitmaps there are none.
pub fn incomplete(
    conn: &Connection,
    ranks: &HashMap<i64, u32>,
) -> rusqlite::Result<BTreeSet<&'static str>> {
    let mut found = BTreeSet::new();
    let any = |sql: &str| conn.prepare(sql)?.exists([]);
    if !super::are_made(conn)? {
        let rest = any(
            "SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'bitmaps_*'
             UNION ALL SELECT 1 FROM bitmaps UNION ALL SELECT 1 FROM bitmap_ranks
             UNION ALL SELECT 1 FROM bitmap_lines",
        )?;
        found.extend(rest.then_some("bitmap_columns"));
        return Ok(found);
    }
    let squares: Vec<String> = Square::all().map(|square| square.to_string()).collect();
    let named: HashSet<String> = conn
        .prepare("SELECT name FROM bitmap_columns")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let unnamed = any("SELECT 1 FROM bitmaps WHERE name NOT GLOB 'near/*'
         AND name NOT IN (SELECT name FROM bitmap_columns)")?;
    if unnamed || squares.iter().any(|square| !named.contains(square)) {
        found.insert("bitmap_columns");
    }
    if !super::near::are_made(conn)? {
        found.insert("bitmaps");
    }
    let changed: HashSet<i64> = super::changes(conn)?.into_iter().collect();
    let mut lines: HashMap<u32, i64> = HashMap::new();
    let mut sizes: BTreeMap<i64, i64> = BTreeMap::new();
    let line_of = lines_by_rank(conn)?;
    let mut select = conn.prepare("SELECT id, signature FROM problems")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let (id, signature): (i64, Option<i64>) = (row.get(0)?, row.get(1)?);
        if let Some(signature) = signature {
            *sizes.entry(signature).or_default() += 1;
        }
        let Some(&rank) = ranks.get(&id) else {
            if !changed.contains(&id) {
                found.insert("bitmap_ranks");
            }
            continue;
        };
        // Problems of one line have its number.
        let fits = match (line_of.get(&rank), signature) {
            (Some(0), None) => true,
            (Some(&line @ 1..), Some(signature)) => {
                *lines.entry(line).or_insert(signature) == signature
            }
            _ => false,
        };
        if !fits {
            found.insert("bitmap_ranks");
        }
    }
    // With changes nobody asks for these.
    if changed.is_empty() {
        let counted: BTreeMap<i64, i64> = conn
            .prepare("SELECT signature, problems FROM bitmap_lines")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        if counted != sizes {
            found.insert("bitmap_lines");
        }
    }
    Ok(found)
}

/// The number of the line of each problem by its rank; 0 where it has none.
fn lines_by_rank(conn: &Connection) -> rusqlite::Result<HashMap<u32, u32>> {
    let mut lines = HashMap::new();
    each_chunk(conn, "lines", |these, numbers| {
        let numbers = numbers.as_chunks::<4>().0.iter();
        lines.extend(these.zip(numbers.map(|&number| u32::from_le_bytes(number))));
    })?;
    Ok(lines)
}

/// The problems of which the bitmaps of a column, or of a square, say something else than the table.
pub fn differing(
    conn: &Connection,
    name: &str,
    ranks: &HashMap<i64, u32>,
) -> rusqlite::Result<Vec<i64>> {
    let mut values: Vec<Value> = Vec::new();
    // By rank: the place of the value, counted from 1; 0: none; beyond all: several.
    let most = ranks.values().max().map_or(0, |&rank| rank as usize + 1);
    let mut codes = vec![0_u32; most];
    let mut select = conn.prepare_cached("SELECT value, ranks FROM bitmaps WHERE name = ?")?;
    let mut rows = select.query([name])?;
    while let Some(row) = rows.next()? {
        values.push(from_sql(row.get_ref(0)?));
        let code = values.len() as u32;
        let bitmap = RoaringBitmap::deserialize_from(row.get_ref(1)?.as_blob()?);
        // One that cannot be read says nothing, which every problem of its value shows.
        for rank in bitmap.unwrap_or_default() {
            if let Some(known) = codes.get_mut(rank as usize) {
                *known = if *known == 0 { code } else { u32::MAX };
            }
        }
    }
    let codes_of: HashMap<String, u32> = values.iter().map(Value::to_string).zip(1..).collect();
    let square = square(name);
    // The names are those of columns, or of squares: nothing else comes into SQL.
    let column = registry::place(name).map_or("sfen", |place| registry::at(place).name);
    let mut select = conn.prepare(&format!("SELECT id, {column} FROM problems"))?;
    let mut rows = select.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let id = row.get(0)?;
        let Some(&rank) = ranks.get(&id) else {
            continue;
        };
        let code = match expected(row, square)? {
            Value::Null => Some(&0),
            value => codes_of.get(&value.to_string()),
        };
        if code != codes.get(rank as usize) {
            found.push(id);
        }
    }
    Ok(found)
}

/// What the table says: a value, or what stands on a square.
fn expected(row: &Row<'_>, square: Option<Square>) -> rusqlite::Result<Value> {
    let Some(square) = square else {
        return Ok(from_sql(row.get_ref(1)?));
    };
    let board = board(row.get_ref(1)?.as_str()?);
    Ok(match board.map_or(0, |board| board[square.index()]) {
        0 => Value::Null,
        sign => Value::Text(in_sfen(sign)),
    })
}

fn square(name: &str) -> Option<Square> {
    Square::all().find(|square| square.to_string() == name)
}
