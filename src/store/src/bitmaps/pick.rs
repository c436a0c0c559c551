//! Which ranks meet conditions.

use roaring::RoaringBitmap;
use rusqlite::{Connection, Row, ToSql};

use super::{CHUNK, damaged};
use crate::search::condition::Condition;
use crate::search::pattern::{in_sfen, sign};
use features::Pattern;
use shogi::Square;

/// The ranks of all problems that meet conditions, and perhaps of others.
pub(crate) struct Picked {
    /// The ranks.
    pub ranks: RoaringBitmap,
    /// Whether there are no others.
    pub exact: bool,
}

/// The same of one condition; `None`: bitmaps do not know, it may be any.
type Part = (Option<RoaringBitmap>, bool);

/// The ranks of the problems that meet all conditions and have the pattern.
pub(crate) fn pick(
    conn: &Connection,
    conditions: &[Condition],
    pattern: &[(Square, Pattern)],
) -> rusqlite::Result<Picked> {
    let parts = conditions.iter().map(|condition| meets(conn, condition));
    let (mut ranks, mut exact) = all_of(parts)?;
    if !pattern.is_empty() && ranks.as_ref().is_none_or(|ranks| !ranks.is_empty()) {
        let own = all_of(pattern.iter().map(|is| holds(conn, *is)))?;
        let mirrored = pattern.iter().map(|&(square, is)| (square.mirror(), is));
        let mirrored = all_of(mirrored.map(|is| holds(conn, is)))?;
        let either = any_of([Ok(own), Ok(mirrored)])?;
        (ranks, exact) = all_of([Ok((ranks, exact)), Ok(either)])?;
    }
    Ok(Picked {
        ranks: match ranks {
            Some(ranks) => ranks,
            None => all(conn)?,
        },
        exact,
    })
}

/// Ranks in the order of a column, those with the same value together and those without one last;
/// `None` if the column has no bitmaps.
pub(crate) fn in_order(
    conn: &Connection,
    column: &str,
    descending: bool,
    ranks: &RoaringBitmap,
) -> rusqlite::Result<Option<Vec<RoaringBitmap>>> {
    if !is_known(conn, column)? {
        return Ok(None);
    }
    let order = if descending { "DESC" } else { "" };
    let sql = format!("SELECT ranks FROM bitmaps WHERE name = ? ORDER BY value {order}");
    let mut select = conn.prepare_cached(&sql)?;
    let mut rows = select.query([column])?;
    let (mut groups, mut rest) = (Vec::new(), ranks.clone());
    while let Some(row) = rows.next()? {
        let group = read(row)? & ranks;
        rest -= &group;
        groups.push(group);
    }
    groups.push(rest);
    Ok(Some(groups))
}

/// Every rank.
fn all(conn: &Connection) -> rusqlite::Result<RoaringBitmap> {
    let (chunk, bytes): (u32, u32) = conn.query_row(
        "SELECT chunk, length(ids) FROM bitmap_ranks ORDER BY chunk DESC LIMIT 1",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let mut all = RoaringBitmap::new();
    all.insert_range(0..chunk * CHUNK + bytes / 8);
    Ok(all)
}

fn meets(conn: &Connection, condition: &Condition) -> rusqlite::Result<Part> {
    match condition {
        Condition::Range { column, low, high } => {
            // A column of numbers has no other values: these bounds are those of all of them.
            let low = low.unwrap_or(f64::NEG_INFINITY);
            let high = high.unwrap_or(f64::INFINITY);
            let bounds = "AND value >= ? AND value <= ?";
            values(conn, column, bounds, &[&low, &high])
        }
        Condition::Words { column, words } => {
            let each = words.iter();
            any_of(each.map(|word| values(conn, column, "AND value = ?", &[word])))
        }
        Condition::OtherWords { column, words } => {
            let (Some(mut ranks), true) = values(conn, column, "", &[])? else {
                return Ok((None, false));
            };
            for word in words {
                if let (Some(part), _) = values(conn, column, "AND value = ?", &[word])? {
                    ranks -= part;
                }
            }
            Ok((Some(ranks), true))
        }
        // There are none for families and sources.
        Condition::Family(_) | Condition::Sweep(_) | Condition::Source(_) => Ok((None, false)),
        Condition::All(parts) => all_of(parts.iter().map(|part| meets(conn, part))),
        Condition::Any(parts) => any_of(parts.iter().map(|part| meets(conn, part))),
    }
}

/// Where a square is as it must be.
fn holds(conn: &Connection, (square, pattern): (Square, Pattern)) -> rusqlite::Result<Part> {
    let name = square.to_string();
    match pattern {
        Pattern::Piece(piece) => {
            let piece = in_sfen(sign(piece));
            values(conn, &name, "AND value = ?", &[&piece])
        }
        Pattern::King => values(conn, &name, "AND value IN ('k', 'K')", &[]),
        Pattern::Empty => match values(conn, &name, "", &[])? {
            (Some(occupied), true) => Ok((Some(all(conn)? - occupied), true)),
            _ => Ok((None, false)),
        },
    }
}

/// Where a column has one of the values of a condition.
fn values(
    conn: &Connection,
    name: &str,
    condition: &str,
    bounds: &[&dyn ToSql],
) -> rusqlite::Result<Part> {
    if !is_known(conn, name)? {
        return Ok((None, false));
    }
    let sql = format!("SELECT ranks FROM bitmaps WHERE name = ? {condition}");
    let mut select = conn.prepare_cached(&sql)?;
    let name: [&dyn ToSql; 1] = [&name];
    let mut rows = select.query(&*[&name, bounds].concat())?;
    let mut ranks = RoaringBitmap::new();
    while let Some(row) = rows.next()? {
        ranks |= read(row)?;
    }
    Ok((Some(ranks), true))
}

/// Whether a column or square has bitmaps.
fn is_known(conn: &Connection, name: &str) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM bitmap_columns WHERE name = ?)")?
        .query_row([name], |row| row.get(0))
}

/// The bitmap of a row.
fn read(row: &Row<'_>) -> rusqlite::Result<RoaringBitmap> {
    let bytes = row.get_ref(0)?.as_blob()?;
    RoaringBitmap::deserialize_from(bytes).map_err(|_| damaged())
}

fn all_of(parts: impl IntoIterator<Item = rusqlite::Result<Part>>) -> rusqlite::Result<Part> {
    let (mut ranks, mut exact) = (None::<RoaringBitmap>, true);
    for part in parts {
        let part = part?;
        exact &= part.1;
        ranks = match (ranks, part.0) {
            (Some(ranks), Some(part)) => Some(ranks & part),
            (ranks, part) => ranks.or(part),
        };
        // Nothing meets the others together with these.
        if ranks.as_ref().is_some_and(RoaringBitmap::is_empty) {
            return Ok((ranks, true));
        }
    }
    Ok((ranks, exact))
}

fn any_of(parts: impl IntoIterator<Item = rusqlite::Result<Part>>) -> rusqlite::Result<Part> {
    let mut ranks = RoaringBitmap::new();
    let mut exact = true;
    for part in parts {
        let (Some(part), part_exact) = part? else {
            return Ok((None, false));
        };
        ranks |= part;
        exact &= part_exact;
    }
    Ok((Some(ranks), exact))
}
