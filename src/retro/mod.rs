//! Enumeration backwards from the mates (逆算法).

pub mod plain;
