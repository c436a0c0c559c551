//! Finding problems: conditions on columns and squares, answered by SQL and by [bitmaps](crate::bitmaps), and
//! problems like a given one.

pub(crate) mod condition;
pub(crate) mod find;
pub(crate) mod lines;
pub(crate) mod pattern;
pub(crate) mod same;
pub(crate) mod simple;
pub(crate) mod trees;
pub(crate) mod venue;
