//! What commands read: problems, databases.

pub mod collection;
pub mod database;
pub mod heard;
pub mod problems;
pub mod upgrade;
