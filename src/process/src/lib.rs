//! What a running program asks of the system: the memory there is, something done beside the work.

mod beside;
pub mod memory;

pub use beside::beside;
