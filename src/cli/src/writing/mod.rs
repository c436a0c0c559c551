//! What commands write: files that are there whole or not at all, and where output goes.

pub mod files;
pub mod output;
