//! Making the bitmaps: once over the table for as many columns as the memory is worth, each value of a
//! column in a byte by rank, then the ranks of each value one after another.

use std::collections::HashMap;

use roaring::RoaringBitmap;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

use super::{CHUNK, LEAST, PASS, columns, near};
use crate::file::value::{from_sql, to_sql};
use crate::search::pattern::{board, in_sfen};
use features::Value;
use shogi::Square;

/// How many ranks a part of a bitmap has.
const CONTAINER: usize = 1 << 16;

/// More values than this have no bitmaps.
const MOST_VALUES: usize = 250;

/// Makes the bitmaps anew; none where there are few problems.
pub fn build(conn: &Connection) -> rusqlite::Result<()> {
    super::drop(conn)?;
    let count: i64 = conn.query_row("SELECT count(*) FROM problems", [], |row| row.get(0))?;
    if count < LEAST as i64 {
        return Ok(());
    }
    let ranks = write_order(conn)?;
    let at_once = (PASS / ranks.len()).max(1);
    for columns in columns().chunks(at_once) {
        add_columns(conn, &ranks, columns)?;
    }
    let squares: Vec<Square> = Square::all().collect();
    for squares in squares.chunks(at_once) {
        add_squares(conn, &ranks, squares)?;
    }
    near::add(conn, &ranks)?;
    for (name, body) in triggers() {
        conn.execute_batch(&format!("CREATE TRIGGER {name} {body}"))?;
    }
    Ok(())
}

/// The triggers that note which problems changed since: their names and what follows these.
pub fn triggers() -> [(String, String); 3] {
    [
        ("insert", &["NEW"][..]),
        ("update", &["OLD", "NEW"]),
        ("delete", &["OLD"]),
    ]
    .map(|(event, rows)| {
        let note = |row: &&str| {
            format!(
                "INSERT INTO bitmap_changes (problem_id) SELECT {row}.id
                 WHERE NOT EXISTS (SELECT 1 FROM bitmap_changes WHERE problem_id = {row}.id);"
            )
        };
        let notes: Vec<String> = rows.iter().map(note).collect();
        let body = format!("AFTER {event} ON problems BEGIN {} END", notes.join(" "));
        (format!("bitmaps_{event}"), body)
    })
}

/// Writes down which problem has which rank, and the lines. Returns the ranks by number of the problem.
fn write_order(conn: &Connection) -> rusqlite::Result<Vec<u32>> {
    let mut problems: Vec<(Option<f64>, i64, Option<i64>)> = conn
        .prepare("SELECT beauty, id, signature FROM problems")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<_>>()?;
    problems.sort_unstable_by(|a, b| {
        let by_beauty = b.0.partial_cmp(&a.0).expect("SQLite has no NaN");
        by_beauty.then(a.1.cmp(&b.1))
    });
    let mut numbers: HashMap<i64, u32> = HashMap::new();
    let mut sizes: Vec<(i64, i64)> = Vec::new();
    let mut insert =
        conn.prepare("INSERT INTO bitmap_ranks (chunk, ids, lines) VALUES (?, ?, ?)")?;
    for (chunk, problems) in problems.chunks(CHUNK as usize).enumerate() {
        let (mut ids, mut lines) = (Vec::new(), Vec::new());
        for &(_, id, signature) in problems {
            let line = signature.map_or(0, |signature| {
                let next = numbers.len() as u32 + 1;
                let line = *numbers.entry(signature).or_insert(next);
                if line == next {
                    sizes.push((signature, 0));
                }
                sizes[line as usize - 1].1 += 1;
                line
            });
            ids.extend(id.to_le_bytes());
            lines.extend(line.to_le_bytes());
        }
        insert.execute(params![chunk as i64, ids, lines])?;
    }
    let mut insert =
        conn.prepare("INSERT INTO bitmap_lines (signature, problems) VALUES (?, ?)")?;
    sizes.sort_unstable();
    for size in sizes {
        insert.execute(size)?;
    }
    let ids = problems.into_iter().map(|(_, id, _)| id);
    let mut by_id: Vec<(i64, u32)> = ids.zip(0..).collect();
    by_id.sort_unstable();
    Ok(by_id.into_iter().map(|(_, rank)| rank).collect())
}

/// Adds the bitmaps of columns.
fn add_columns(conn: &Connection, ranks: &[u32], columns: &[&str]) -> rusqlite::Result<()> {
    let mut coded: Vec<Coded> = columns.iter().map(|_| Coded::new(ranks.len())).collect();
    let sql = format!("SELECT {} FROM problems ORDER BY id", columns.join(", "));
    let mut select = conn.prepare(&sql)?;
    let mut rows = select.query([])?;
    for &rank in ranks {
        let Some(row) = rows.next()? else { break };
        for (place, coded) in coded.iter_mut().enumerate() {
            coded.note(rank, row.get_ref(place)?);
        }
    }
    for (name, coded) in columns.iter().zip(coded) {
        coded.write(conn, name)?;
    }
    Ok(())
}

/// Adds the bitmaps of squares. A problem whose board cannot be read counts as changed: it is always
/// looked at itself.
fn add_squares(conn: &Connection, ranks: &[u32], squares: &[Square]) -> rusqlite::Result<()> {
    let mut coded: Vec<Coded> = squares.iter().map(|_| Coded::new(ranks.len())).collect();
    let mut select = conn.prepare("SELECT sfen, id FROM problems ORDER BY id")?;
    let mut unreadable =
        conn.prepare("INSERT OR IGNORE INTO bitmap_changes (problem_id) VALUES (?)")?;
    let mut rows = select.query([])?;
    for &rank in ranks {
        let Some(row) = rows.next()? else { break };
        let Some(board) = board(row.get_ref(0)?.as_str()?) else {
            unreadable.execute([row.get::<_, i64>(1)?])?;
            continue;
        };
        for (square, coded) in squares.iter().zip(&mut coded) {
            match board[square.index()] {
                0 => {}
                sign => coded.note(rank, ValueRef::Integer(sign.into())),
            }
        }
    }
    for (square, mut coded) in squares.iter().zip(coded) {
        for value in &mut coded.values {
            if let Value::Integer(sign) = value {
                *value = Value::Text(in_sfen(*sign as u8));
            }
        }
        coded.write(conn, &square.to_string())?;
    }
    Ok(())
}

/// The values of a column, a byte for each problem.
struct Coded {
    /// By rank: the place of the value in `values`, counted from 1; 0: NULL.
    codes: Vec<u8>,
    values: Vec<Value>,
    /// The codes of the numbers from 0 to 255.
    small: [u8; 256],
    too_many: bool,
}

impl Coded {
    fn new(problems: usize) -> Self {
        Self {
            codes: vec![0; problems],
            values: Vec::new(),
            small: [0; 256],
            too_many: false,
        }
    }

    fn note(&mut self, rank: u32, value: ValueRef<'_>) {
        if self.too_many {
            return;
        }
        let small = match value {
            ValueRef::Null => return,
            ValueRef::Integer(number) => usize::try_from(number).ok().filter(|&is| is < 256),
            ValueRef::Text(_) => None,
            ValueRef::Real(_) | ValueRef::Blob(_) => {
                self.too_many = true;
                return;
            }
        };
        let code = match small {
            Some(small) if self.small[small] > 0 => self.small[small],
            _ => {
                let code = self.code(value);
                if let Some(small) = small {
                    self.small[small] = code;
                }
                code
            }
        };
        self.codes[rank as usize] = code;
    }

    /// The code of a value, a new one if it was not there before.
    fn code(&mut self, value: ValueRef<'_>) -> u8 {
        let known = self.values.iter().position(|known| match (known, value) {
            (Value::Integer(known), ValueRef::Integer(number)) => *known == number,
            (Value::Text(known), ValueRef::Text(text)) => known.as_bytes() == text,
            _ => false,
        });
        if known.is_none() && self.values.len() == MOST_VALUES {
            self.too_many = true;
            return 0;
        }
        let place = known.unwrap_or_else(|| {
            self.values.push(from_sql(value));
            self.values.len() - 1
        });
        place as u8 + 1
    }

    /// Writes the bitmaps, unless there are too many values.
    fn write(self, conn: &Connection, name: &str) -> rusqlite::Result<()> {
        if self.too_many {
            return Ok(());
        }
        let mut bitmaps = vec![RoaringBitmap::new(); self.values.len()];
        let mut bits = vec![[0_u8; CONTAINER / 8]; self.values.len()];
        for (first, codes) in (0..).step_by(CONTAINER).zip(self.codes.chunks(CONTAINER)) {
            for (place, &code) in codes.iter().enumerate() {
                if code > 0 {
                    bits[usize::from(code) - 1][place / 8] |= 1 << (place % 8);
                }
            }
            for (bitmap, bits) in bitmaps.iter_mut().zip(&mut bits) {
                if bits.iter().any(|&byte| byte > 0) {
                    *bitmap |= RoaringBitmap::from_lsb0_bytes(first, bits);
                    bits.fill(0);
                }
            }
        }
        conn.execute("INSERT INTO bitmap_columns (name) VALUES (?)", [name])?;
        let mut insert =
            conn.prepare_cached("INSERT INTO bitmaps (name, value, ranks) VALUES (?, ?, ?)")?;
        for (value, mut bitmap) in self.values.into_iter().zip(bitmaps) {
            bitmap.optimize();
            let mut bytes = Vec::with_capacity(bitmap.serialized_size());
            let written = bitmap.serialize_into(&mut bytes);
            written.expect("memory takes all");
            insert.execute(params![name, to_sql(&value), bytes])?;
        }
        Ok(())
    }
}
