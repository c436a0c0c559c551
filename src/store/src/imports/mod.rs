//! Problems from elsewhere: taken in from files or from a search, with where they come from.

pub(crate) mod composed;
pub(crate) mod import;
pub(crate) mod listed;
pub(crate) mod sources;
