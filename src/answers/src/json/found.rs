//! What a search of a database finds.

use serde::Serialize;

/// What a search says of a problem behind its columns.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Found {
    /// How many problems found have its line.
    pub line_group: u64,
}
