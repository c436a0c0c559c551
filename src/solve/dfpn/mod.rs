//! df-pn.

pub mod path;
pub mod search;
pub mod slot;
pub mod table;
