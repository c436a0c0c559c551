//! How lengths are counted.

use serde::Serialize;

/// Whether futile interpositions (無駄合) count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// They count like all other moves.
    Literal,
    /// They neither count nor are they variations: see [`super::futile`].
    Traditional,
}
