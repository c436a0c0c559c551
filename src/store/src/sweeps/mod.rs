//! Sweeps: runs that ask every position of a described set, in one piece or in parts.

pub(crate) mod hands;
pub(crate) mod parts;
pub(crate) mod sweep;
