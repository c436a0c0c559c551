//! What a running program asks of the system: the memory there is, threads that work, something done beside
//! the work.

mod beside;
pub mod memory;
mod workers;

pub use beside::beside;
pub use workers::{BrokenDown, News, Queue, Threads, Workers};
