//! The file: opened or refused, brought up to the schema of today, changed wholly or not at all.

pub(crate) mod change;
pub(crate) mod contents;
pub(crate) mod index;
pub(crate) mod japanese;
pub(crate) mod open;
pub(crate) mod reading;
pub(crate) mod schema;
pub(crate) mod upgrade;
pub(crate) mod value;
