//! The weights of `beauty` in a database.

use rusqlite::functions::FunctionFlags;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, params};

use crate::error::At;
use crate::file::change::Change;
use crate::file::index;
use crate::{Store, StoreError};
use features::{Weights, registry};

impl Store {
    /// The weights that the database's `beauty` goes by.
    pub fn weights(&self) -> Result<Weights, StoreError> {
        current(&self.conn).at(&self.path)
    }

    /// Weighs every problem by other weights, which later problems are weighed by, too.
    pub fn set_weights(&mut self, weights: &Weights) -> Result<(), StoreError> {
        let change = Change::begin(&self.conn).at(&self.path)?;
        set(&self.conn, weights)
            .and_then(|()| weigh_all(&self.conn, weights))
            .at(&self.path)?;
        change.commit().at(&self.path)
    }
}

/// The weights that stand in the database; the default ones where none do.
pub(crate) fn current(conn: &Connection) -> rusqlite::Result<Weights> {
    let text: Option<String> = conn
        .query_row("SELECT toml FROM weights", [], |row| row.get(0))
        .optional()?;
    match text {
        None => Ok(Weights::default()),
        Some(text) => Weights::parse("weights", &text).map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(0, Type::Text, error.into())
        }),
    }
}

/// Notes the weights.
pub(crate) fn set(conn: &Connection, weights: &Weights) -> rusqlite::Result<()> {
    conn.execute(
        "INSERT OR REPLACE INTO weights (id, version, toml) VALUES (1, ?, ?)",
        params![weights.version(), weights.text()],
    )?;
    Ok(())
}

/// Sets the beauty of every problem.
pub(crate) fn weigh_all(conn: &Connection, weights: &Weights) -> rusqlite::Result<()> {
    let places: Vec<usize> = weights.columns().collect();
    let names: Vec<&str> = places
        .iter()
        .map(|&place| registry::at(place).name)
        .collect();
    let of_place = places.clone();
    let weights = weights.clone();
    conn.create_scalar_function(
        "weighed",
        -1,
        FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC,
        move |context| {
            let number = |place| {
                let index = of_place.iter().position(|&is| is == place)?;
                context.get::<Option<f64>>(index).ok().flatten()
            };
            Ok(weights.beauty(number))
        },
    )?;
    let was_indexed = index::drop_those_of_beauty(conn)?;
    let result = conn.execute(
        &format!(
            "UPDATE problems SET beauty = CASE main_line WHEN '' THEN NULL ELSE weighed({}) END",
            names.join(", ")
        ),
        [],
    );
    conn.remove_function("weighed", -1)?;
    result?;
    if was_indexed {
        index::make(conn)?;
    }
    Ok(())
}
