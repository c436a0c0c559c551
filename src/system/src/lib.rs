//! What a running program asks of the system: the memory and the machine there are, threads that work,
//! something done beside the work.

mod beside;
mod largest_first;
mod lock;
mod machine;
pub mod memory;
pub mod monitor;
mod place;
#[cfg(windows)]
mod windows;
mod workers;

pub use beside::beside;
pub use largest_first::largest_first;
pub use lock::{LOCK, Lock, LockError, PATIENCE};
pub use machine::machine;
pub use place::{folder_of, place};
pub use workers::{BrokenDown, News, Queue, Threads, Workers};
