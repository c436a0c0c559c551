//! The record of a problem as a sequence of bytes, the same whether it is on its way into a database or
//! stands there: what checksums and digests are made of.

use features::column::Source;
use features::{Facts, Field, Value, registry};
use rusqlite::Connection;
use system::monitor::Monitor;

use crate::Entry;
use crate::file::upgrade::Upgrade;
use crate::problems::entry;

/// The columns that the record of a problem fills, in the order of the table.
pub(crate) fn columns() -> impl Iterator<Item = &'static str> {
    let recorded = registry::columns().filter(|is| matches!(is.source, Source::Judge(_)));
    recorded.map(|column| column.name)
}

/// Calls `take` with each of them.
pub(crate) fn each_field(facts: &Facts<'_>, mut take: impl FnMut(Field<'_>)) {
    for column in registry::columns() {
        if let Source::Judge(read) = column.source {
            take(read(facts));
        }
    }
}

/// The checksum that the record of a problem in a database has; `None` if a column holds what none does.
pub(crate) fn checksum_of_entry(entry: &Entry) -> Option<i64> {
    let mut sum = Checksum::new();
    for name in columns() {
        sum.add(match entry.get(name) {
            Value::Null => Field::Null,
            Value::Integer(number) => Field::Integer(*number),
            Value::Text(text) => Field::Text(text),
            Value::Bytes(bytes) => Field::Bytes(bytes),
            Value::Real(_) => return None,
        });
    }
    Some(sum.end())
}

/// Notes the checksum of every problem.
pub(crate) fn write_checksums(conn: &Connection, monitor: &Monitor) -> rusqlite::Result<()> {
    let all: i64 = conn.query_row("SELECT count(*) FROM problems", [], |row| row.get(0))?;
    monitor.begin(Upgrade::Checksums, all.unsigned_abs());
    let sql = format!("SELECT {} FROM problems p ORDER BY p.id", entry::select());
    let mut select = conn.prepare(&sql)?;
    let mut update = conn.prepare("UPDATE problems SET checksum = ? WHERE id = ?")?;
    let mut rows = select.query([])?;
    let mut sums = Vec::new();
    while let Some(row) = rows.next()? {
        let entry = entry::read(row)?;
        sums.push((checksum_of_entry(&entry), entry.id()));
    }
    for sum in sums {
        update.execute(sum)?;
        monitor.advance(1);
    }
    Ok(())
}

/// A checksum of 64 bits: FNV-1a over words of eight bytes. Two records that differ in one word have
/// different ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checksum(u64);

impl Checksum {
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub fn add(&mut self, field: Field<'_>) {
        match field {
            Field::Null => self.word(1 << 63),
            Field::Integer(number) => self.word(number as u64),
            Field::Text(text) => self.bytes(text.as_bytes()),
            Field::Bytes(bytes) => self.bytes(bytes),
        }
    }

    pub const fn end(self) -> i64 {
        self.0 as i64
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    const fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
    }
}

/// Adds a text with its length, so that no two texts run together like two others.
pub(crate) fn add_text(bytes: &mut Vec<u8>, text: &[u8]) {
    bytes.extend((text.len() as u64).to_le_bytes());
    bytes.extend(text);
}

/// Adds a field to the bytes of a digest, with its kind and length, so that no two records run together
/// like two others.
pub(crate) fn add_to_digest(bytes: &mut Vec<u8>, field: Field<'_>) {
    let mut text = |kind: u8, text: &[u8]| {
        bytes.push(kind);
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text);
    };
    match field {
        Field::Null => bytes.push(b'-'),
        Field::Text(is) => text(b't', is.as_bytes()),
        Field::Bytes(is) => text(b'b', is),
        Field::Integer(number @ 0..=127) => bytes.push(0x80 | number as u8),
        Field::Integer(number) => {
            bytes.push(b'i');
            bytes.extend(number.to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_value_has_another_checksum() {
        let of = |fields: &[Field<'_>]| {
            let mut sum = Checksum::new();
            fields.iter().for_each(|&field| sum.add(field));
            sum.end()
        };
        let records: [&[Field<'_>]; 7] = [
            &[Field::Integer(0), Field::Integer(1)],
            &[Field::Integer(1), Field::Integer(0)],
            &[Field::Null, Field::Integer(1)],
            &[Field::Text("ab"), Field::Text("c")],
            &[Field::Text("a"), Field::Text("bc")],
            &[Field::Text("eight letters"), Field::Text("x")],
            &[Field::Text("eight lettres"), Field::Text("x")],
        ];
        for (place, one) in records.iter().enumerate() {
            for other in &records[place + 1..] {
                assert_ne!(of(one), of(other), "{one:?} {other:?}");
                let mut bytes = [Vec::new(), Vec::new()];
                one.iter()
                    .for_each(|&field| add_to_digest(&mut bytes[0], field));
                other
                    .iter()
                    .for_each(|&field| add_to_digest(&mut bytes[1], field));
                assert_ne!(bytes[0], bytes[1]);
            }
        }
    }
}
