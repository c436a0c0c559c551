//! Reading problems with all their columns.

use rusqlite::{Connection, OptionalExtension, Row};

use super::error::At;
use super::value::from_sql;
use super::{Store, StoreError};
use features::column::Kind;
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
        let number = |name| self.get(name).integer();
        let count = |name| number(name).map(|count| count.clamp(0, u16::MAX.into()) as u16);
        let small = |name| number(name).map(|count| count.clamp(0, u8::MAX.into()) as u8);
        let there = |name| number(name).map(|count| count > 0);
        Some(Flaws {
            cooks: None,
            exchange_duals: None,
            move_order_duals: count("move_order_duals"),
            detours: count("detours"),
            equal_before_last: count("equal_before_last"),
            longer_before_last: count("longer_before_last"),
            equal_at_last: count("equal_at_last"),
            longer_at_last: count("longer_at_last"),
            promotion_duals: count("promotion_duals"),
            final_promotion_choice: there("final_promotion_choice"),
            final_drop_choice: there("final_drop_choice"),
            equal_variations: count("equal_variations"),
            leftover: small("leftover"),
            superfluous: small("superfluous"),
            final_superfluous: there("final_superfluous"),
        })
    }

    /// The value of a column.
    ///
    /// # Panics
    /// If the registry has no column of this name.
    pub fn get(&self, name: &str) -> &Value {
        let place = registry::place(name);
        &self.values[place.unwrap_or_else(|| panic!("no column {name}"))]
    }

    /// One line of JSON: every column in the order of the registry, then `more`, pairs of a name and
    /// JSON. Bytes are hexadecimal digits, and the hashes text: JSON readers round numbers as large.
    pub fn to_json(&self, more: &[(&str, String)]) -> String {
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
        let more = more.iter().map(|(name, json)| format!("\"{name}\":{json}"));
        let fields: Vec<String> = fields.chain(more).collect();
        format!("{{{}}}", fields.join(","))
    }

    /// The values in the order of the registry.
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

/// The columns that only the judge of single problems fills, in their order.
pub(super) const CHECKED: [&str; 5] = [
    "drop_duals",
    "move_order_duals",
    "detours",
    "interposition_choices",
    "variation_duals",
];

/// The columns of the registry from `problems p`.
pub(super) fn select() -> String {
    let names: Vec<String> = registry::columns()
        .map(|column| format!("p.{}", column.name))
        .collect();
    names.join(", ")
}

/// The entry of a row of [`select`].
pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Entry> {
    let values = (0..registry::count()).map(|index| Ok(from_sql(row.get_ref(index)?)));
    let values = values.collect::<rusqlite::Result<_>>()?;
    Ok(Entry { values })
}

/// The problem with this number.
pub(super) fn with_id(conn: &Connection, id: i64) -> rusqlite::Result<Entry> {
    let sql = format!("SELECT {} FROM problems p WHERE p.id = ?", select());
    conn.prepare_cached(&sql)?.query_row([id], read)
}

impl Store {
    /// The problem with this number, with all columns.
    pub fn entry(&self, id: i64) -> Result<Option<Entry>, StoreError> {
        with_id(&self.conn, id).optional().at(&self.path)
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
