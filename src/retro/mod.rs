//! Retrograde analysis (逆算法).

pub mod board;
pub mod codeset;
pub mod engine;
pub mod grow;
pub mod judge;
pub mod node;
pub mod play;
pub mod scope;
pub mod step;
pub mod table;
pub mod touch;
pub mod unit;
pub mod value;
