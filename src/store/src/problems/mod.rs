//! A problem with all its columns: the row written and read, the record behind it as bytes, and what is
//! measured of it, with the weights of beauty.

pub(crate) mod batches;
pub(crate) mod content;
pub(crate) mod deep;
pub(crate) mod earlier;
pub(crate) mod entry;
pub(crate) mod measured;
pub(crate) mod read;
pub(crate) mod rejudge;
pub(crate) mod rows;
pub(crate) mod scratch;
pub(crate) mod trees;
pub(crate) mod weights;
