//! What commands read: problems, databases.

pub mod collection;
pub mod database;
pub mod problems;
pub mod upgrade;
