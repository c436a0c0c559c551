//! What the database keeps and finds, and how older files come up to date.

mod audit;
mod bitmaps;
mod composers;
mod enumerated;
mod import_store;
mod lines;
mod migrate;
mod parameters;
mod problems;
#[path = "../common/records.rs"]
mod records;
mod same;
mod trees;
