//! What a running program asks of the operating system: the memory and the machine there are, threads that work and
//! something done beside the work, how far a run is and whether to stop it, files that are written whole or not at all
//! and by one program at a time.

pub mod allocator;
mod at_work;
mod beside;
mod closed_pipe;
mod desktop;
mod file_limit;
mod in_turns;
pub mod input;
mod largest_first;
mod lock;
mod machine;
pub mod memory;
pub mod monitor;
pub mod new_folder;
pub mod output;
pub mod pending;
mod place;
mod plain;
mod stop;
mod temporary;
pub mod threads;
pub mod whole;
#[cfg(windows)]
mod windows;
mod workers;

pub use beside::{beside, only_beside};
pub use closed_pipe::is_closed_pipe;
pub use desktop::{is_opened_by_click, locale};
pub use file_limit::{file_limit_was_reached, outlive_file_limit};
pub use in_turns::in_turns;
pub use largest_first::largest_first;
pub use lock::{LOCK, Lock, LockError, PATIENCE};
pub use machine::machine;
pub use place::{folder_of, join, kept, place, real_path};
pub use plain::{PLAIN, TOO_MANY_FILES, files_are_exhausted, is_too_many_files, no_room, plain};
pub use stop::{
    Interrupted, hear_signals, is_stopped, stop_on_signal, was_interrupted, was_signalled,
};
pub use temporary::TemporaryFolder;
pub use workers::{BrokenDown, News, Queue, Threads, Workers};
