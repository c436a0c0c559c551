//! Values of columns as SQLite has them.

use features::Value;
use rusqlite::types::{ToSqlOutput, ValueRef};

/// The value as a parameter of a statement.
pub(super) fn to_sql(value: &Value) -> ToSqlOutput<'_> {
    ToSqlOutput::Borrowed(match value {
        Value::Null => ValueRef::Null,
        Value::Integer(number) => ValueRef::Integer(*number),
        Value::Real(number) => ValueRef::Real(*number),
        Value::Text(text) => ValueRef::Text(text.as_bytes()),
        Value::Bytes(bytes) => ValueRef::Blob(bytes),
    })
}

/// The value that a row holds.
pub(super) fn from_sql(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
    }
}
