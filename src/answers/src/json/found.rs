//! What a search of a database finds.

use super::VenueOpinion;
use serde::Serialize;

/// What a search says of a problem behind its columns.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Found {
    /// How many problems found have its line.
    pub line_group: u64,
    /// What venues say of it; only where that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub venues: Vec<VenueOpinion>,
}
