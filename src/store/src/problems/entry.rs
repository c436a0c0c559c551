//! Reading problems with all their columns.

use rusqlite::{CachedStatement, Connection, OptionalExtension, Row};
use serde::Serialize;

use crate::error::At;
use crate::file::value::from_sql;
use crate::{Store, StoreError};
use features::column::Kind;
use features::facts::Checked;
use features::{Value, registry};
use shogi::{Color, Position};
use tsume::judge::record::Flaws;
use tsume::solve::Task;

/// A problem as it stands in the database: every column of the registry.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    values: Vec<Value>,
}

impl Entry {
    /// Its number.
    pub fn id(&self) -> i64 {
        self.get("id").integer().unwrap_or_default()
    }

    /// The position in SFEN.
    pub fn sfen(&self) -> &str {
        self.get("sfen").text().unwrap_or_default()
    }

    /// Its length in plies, where there is a mate and its length is known.
    pub fn plies(&self) -> Option<i64> {
        self.get("plies").integer()
    }

    /// The main line in USI; empty where there is none.
    pub fn main_line(&self) -> &str {
        self.get("main_line").text().unwrap_or_default()
    }

    /// The position and who attacks; `None` if the database holds what is no position.
    pub fn task(&self) -> Option<Task> {
        let position: Position = self.sfen().parse().ok()?;
        let attacker = if self.get("attacker").text() == Some("white") {
            Color::White
        } else {
            Color::Black
        };
        Some(Task { position, attacker })
    }

    /// Its flaws; `None` without a mate of known length.
    pub fn flaws(&self) -> Option<Flaws> {
        self.plies()?;
        Some(Flaws::from_counts(Flaws::NAMES.map(|name| {
            let count = self.get(name).integer();
            count.map(|count| count.clamp(0, u16::MAX.into()) as u16)
        })))
    }

    /// Its length with every interposition counted, where it was proved.
    pub fn raw_plies(&self) -> Option<u32> {
        let plies = self.get("raw_plies").integer()?;
        u32::try_from(plies).ok()
    }

    /// The same problem with this length where none was known.
    pub(crate) fn with_raw_plies(mut self, plies: u32) -> Self {
        if let Some(place) = registry::place("raw_plies") {
            self.values[place] = Value::Integer(plies.into());
        }
        self
    }

    /// The same problem as one that has no number.
    pub(crate) fn without_place(mut self) -> Self {
        if let Some(place) = registry::place("id") {
            self.values[place] = Value::Null;
        }
        self
    }

    /// What only the judge of single problems counts, as far as it is known.
    pub fn checked(&self) -> Checked {
        let count = |name| {
            let count = self.get(name).integer();
            count.map(|count| count.clamp(0, u16::MAX.into()) as u16)
        };
        Checked {
            drop_duals: count("drop_duals"),
            interposition_choices: count("interposition_choices"),
            variation_duals: count("variation_duals"),
        }
    }

    /// The value of a column.
    ///
    /// # Panics
    /// If the registry has no column of this name.
    pub fn get(&self, name: &str) -> &Value {
        let place = registry::place(name);
        &self.values[place.unwrap_or_else(|| panic!("no column {name}"))]
    }

    /// One line of JSON: every column in the order of the registry, then the fields of `more`. Bytes are hexadecimal
    /// digits, and the hashes text: JSON readers round numbers as large.
    ///
    /// # Errors
    /// If `more` cannot be serialized as an object.
    pub fn to_json(&self, more: &impl Serialize) -> serde_json::Result<String> {
        let fields = registry::columns()
            .zip(&self.values)
            .map(|(column, value)| {
                let json = match value {
                    Value::Null => "null".to_owned(),
                    Value::Integer(_) if column.kind != Kind::Hash => value.to_string(),
                    Value::Real(number) if number.is_finite() => value.to_string(),
                    _ => serde_json::Value::String(value.to_string()).to_string(),
                };
                format!("\"{}\":{json}", column.name)
            });
        let fields: Vec<String> = fields.collect();
        let more = serde_json::to_string(more)?;
        let Some(more) = more.strip_prefix('{') else {
            return Err(serde::ser::Error::custom("not an object"));
        };
        Ok(format!("{{{},{more}", fields.join(",")))
    }

    /// The values in the order of the registry.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The same, handed over.
    pub fn into_values(self) -> Vec<Value> {
        self.values
    }
}

/// The columns of the registry from `problems p`.
pub(crate) fn select() -> String {
    let names: Vec<String> = registry::columns()
        .map(|column| format!("p.{}", column.name))
        .collect();
    names.join(", ")
}

/// The entry of a row of [`select`].
pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Entry> {
    let values = (0..registry::count()).map(|index| Ok(from_sql(row.get_ref(index)?)));
    let values = values.collect::<rusqlite::Result<_>>()?;
    Ok(Entry { values })
}

/// The problem with this number.
pub(crate) fn with_id(conn: &Connection, id: i64) -> rusqlite::Result<Entry> {
    by_id(conn)?.query_row([id], read)
}

/// What reads a problem by its number, for whoever wants many.
pub(crate) fn by_id(conn: &Connection) -> rusqlite::Result<CachedStatement<'_>> {
    let sql = format!("SELECT {} FROM problems p WHERE p.id = ?", select());
    conn.prepare_cached(&sql)
}

impl Store {
    /// The problem with this number, with all columns.
    pub fn entry(&self, id: i64) -> Result<Option<Entry>, StoreError> {
        with_id(&self.conn, id).optional().at(&self.path)
    }

    /// How many problems there are.
    pub fn count(&self) -> Result<u64, StoreError> {
        let count = "SELECT count(*) FROM problems";
        let read = || self.conn.query_row(count, [], |row| row.get::<_, i64>(0));
        read().map(i64::unsigned_abs).at(&self.path)
    }

    /// Calls `visit` with every problem, by number, until it fails.
    ///
    /// # Errors
    /// Those of `visit`, and those of the database.
    pub fn each_entry<E: From<StoreError>>(
        &self,
        mut visit: impl FnMut(Entry) -> Result<(), E>,
    ) -> Result<(), E> {
        let path = &self.path;
        let sql = format!("SELECT {} FROM problems p ORDER BY p.id", select());
        let mut statement = self.conn.prepare(&sql).at(path)?;
        let mut rows = statement.query([]).at(path)?;
        while let Some(row) = rows.next().at(path)? {
            visit(read(row).at(path)?)?;
        }
        Ok(())
    }
}
