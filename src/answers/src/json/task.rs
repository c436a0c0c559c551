//! How far a plan for many machines is.

use serde::Serialize;

/// A task of a plan.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Task<'a> {
    /// Its number.
    pub id: u32,
    /// How far it is.
    pub state: TaskState,
    /// Whether it can be done now.
    pub ready: bool,
    /// The tasks whose results it needs.
    pub needs: &'a [u32],
    /// Memory it takes, in bytes.
    pub memory: u64,
    /// Time it takes on one core, in seconds; null where nobody knows.
    pub seconds: Option<u64>,
}

/// How far a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TaskState {
    /// Its result is there.
    Done,
    /// It is to be done.
    Open,
    /// Its result is damaged.
    Spoilt,
}
