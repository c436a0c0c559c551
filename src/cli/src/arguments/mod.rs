//! Arguments that several commands share, and how they are typed.

pub mod amounts;
pub mod hands;
pub mod look;
pub mod policy;
pub mod presets;
pub mod solver;
pub mod sql;
