//! Bitmaps compared with the table they were made from.

use std::collections::HashMap;

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
    let mut select = conn.prepare("SELECT chunk, ids FROM bitmap_ranks ORDER BY chunk")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let first = row.get::<_, u32>(0)? * CHUNK;
        let ids = row.get_ref(1)?.as_blob()?.as_chunks::<8>().0;
        ranks.extend(ids.iter().map(|&id| i64::from_le_bytes(id)).zip(first..));
    }
    for changed in super::changes(conn)? {
        ranks.remove(&changed);
    }
    Ok(ranks)
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
