//! Bitmaps of what problems share that differ in one piece on the board: the numbers of their arrangements
//! ([`Arrangement::numbers`]), of each the first bits.

use std::collections::HashMap;

use roaring::RoaringBitmap;
use rusqlite::{Connection, OptionalExtension, params};

use super::{PASS, damaged};
use features::alike::Arrangement;

/// The bitmaps are named by it and by how many bits of a number their values are.
const NAME: &str = "near/";

/// The value of the bitmap that says that there are such bitmaps; it holds nothing.
const THERE: i64 = -1;

/// About so many problems share a value for no other reason than that it is short.
const A_VALUE: u64 = 16;
const FEWEST_BITS: u32 = 8;
const MOST_BITS: u32 = 16;

/// About so many numbers has a problem, and each takes so many bytes while bitmaps are made.
const NUMBERS: usize = 10;
const NUMBER: usize = size_of::<(u16, u32)>();

/// How many bits values have.
fn bits(problems: usize) -> u32 {
    let values = (problems * NUMBERS) as u64 / A_VALUE;
    values.max(1).ilog2().clamp(FEWEST_BITS, MOST_BITS)
}

/// The value for a number.
const fn value(number: u64, bits: u32) -> u16 {
    (number >> (u64::BITS - bits)) as u16
}

/// Adds the bitmaps: several times through the table if the memory is not worth all at once. A problem whose
/// key cannot be read counts as changed: it is always looked at itself.
pub fn add(conn: &Connection, ranks: &[u32]) -> rusqlite::Result<()> {
    let bits = bits(ranks.len());
    let name = format!("{NAME}{bits}");
    let mut insert = conn.prepare("INSERT INTO bitmaps (name, value, ranks) VALUES (?, ?, ?)")?;
    insert.execute(params![name, THERE, in_bytes(&RoaringBitmap::new())])?;
    let mut unreadable =
        conn.prepare("INSERT OR IGNORE INTO bitmap_changes (problem_id) VALUES (?)")?;
    let passes = (ranks.len() * NUMBERS * NUMBER).div_ceil(PASS).max(1);
    let values = 1_usize << bits;
    for first in (0..values).step_by(values.div_ceil(passes)) {
        let these = first..first + values.div_ceil(passes);
        let mut all: Vec<(u16, u32)> = Vec::new();
        let mut select = conn.prepare("SELECT key, id FROM problems ORDER BY id")?;
        let mut rows = select.query([])?;
        for &rank in ranks {
            let Some(row) = rows.next()? else { break };
            let Some(there) = Arrangement::of_key(row.get_ref(0)?.as_blob()?) else {
                unreadable.execute([row.get::<_, i64>(1)?])?;
                continue;
            };
            let numbers = there.numbers().into_iter();
            let own = numbers.map(|number| value(number, bits));
            let own = own.filter(|&value| these.contains(&usize::from(value)));
            all.extend(own.map(|value| (value, rank)));
        }
        all.sort_unstable();
        all.dedup();
        for group in all.chunk_by(|a, b| a.0 == b.0) {
            let mut bitmap = RoaringBitmap::new();
            let sorted = group.iter().map(|&(_, rank)| rank);
            // Sorted and each once: none is refused.
            let _ = bitmap.append(sorted);
            insert.execute(params![name, i64::from(group[0].0), in_bytes(&bitmap)])?;
        }
    }
    Ok(())
}

fn in_bytes(bitmap: &RoaringBitmap) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(bitmap.serialized_size());
    let written = bitmap.serialize_into(&mut bytes);
    written.expect("memory takes all");
    bytes
}

/// The bitmaps that are there: their name, and how many bits their values have. None in files of earlier
/// versions and where there are few problems.
fn there(conn: &Connection) -> rusqlite::Result<Option<(String, u32)>> {
    // All names that begin with it: `0` comes after `/`.
    let name = conn
        .prepare_cached(
            "SELECT name FROM bitmaps WHERE name > 'near/' AND name < 'near0' ORDER BY name LIMIT 1",
        )?
        .query_row([], |row| row.get::<_, String>(0))
        .optional()?;
    let Some(name) = name else { return Ok(None) };
    let bits = name.strip_prefix(NAME).and_then(|bits| bits.parse().ok());
    match bits {
        Some(bits @ 1..=MOST_BITS) => Ok(Some((name, bits))),
        _ => Err(damaged()),
    }
}

/// Whether they are there.
pub fn are_made(conn: &Connection) -> rusqlite::Result<bool> {
    there(conn).map(|there| there.is_some())
}

/// The ranks of all problems under one of these numbers, and of some others; `None` if there are no bitmaps.
pub fn under(conn: &Connection, numbers: &[u64]) -> rusqlite::Result<Option<RoaringBitmap>> {
    let Some((name, bits)) = there(conn)? else {
        return Ok(None);
    };
    let mut select =
        conn.prepare_cached("SELECT ranks FROM bitmaps WHERE name = ? AND value = ?")?;
    let mut ranks = RoaringBitmap::new();
    for &number in numbers {
        let value = i64::from(value(number, bits));
        let found = select.query_row(params![name, value], |row| row.get::<_, Vec<u8>>(0));
        if let Some(bytes) = found.optional()? {
            ranks |= RoaringBitmap::deserialize_from(&bytes[..]).map_err(|_| damaged())?;
        }
    }
    Ok(Some(ranks))
}

/// The name of these bitmaps for people, if they are there, and the problems that do not stand under their
/// numbers.
pub fn differing(
    conn: &Connection,
    ranks: &HashMap<i64, u32>,
) -> rusqlite::Result<Option<(String, Vec<i64>)>> {
    let Some((name, bits)) = there(conn)? else {
        return Ok(None);
    };
    let mut bitmaps: HashMap<i64, RoaringBitmap> = HashMap::new();
    let mut select = conn.prepare("SELECT value, ranks FROM bitmaps WHERE name = ?")?;
    let mut rows = select.query([&name])?;
    while let Some(row) = rows.next()? {
        // One that cannot be read says nothing, which every problem of its value shows.
        let bitmap = RoaringBitmap::deserialize_from(row.get_ref(1)?.as_blob()?);
        bitmaps.insert(row.get(0)?, bitmap.unwrap_or_default());
    }
    let mut found = Vec::new();
    let mut select = conn.prepare("SELECT id, key FROM problems")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let id = row.get(0)?;
        let Some(&rank) = ranks.get(&id) else {
            continue;
        };
        let numbers = Arrangement::of_key(row.get_ref(1)?.as_blob()?).map(|is| is.numbers());
        let stands = |number: u64| {
            let bitmap = bitmaps.get(&i64::from(value(number, bits)));
            bitmap.is_some_and(|bitmap| bitmap.contains(rank))
        };
        if !numbers.is_some_and(|numbers| numbers.into_iter().all(stands)) {
            found.push(id);
        }
    }
    Ok(Some((name, found)))
}
