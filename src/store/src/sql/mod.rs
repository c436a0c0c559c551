//! A person's own SQL, as a condition or a whole statement: it reads and nothing else, under limits.

pub(crate) mod exported;
pub(crate) mod guard;
pub(crate) mod overview;
pub(crate) mod query;
pub(crate) mod query_error;
pub(crate) mod where_clause;
