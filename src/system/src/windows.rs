//! What Windows says of files that somebody has open.

use std::io::{self, ErrorKind};
use std::thread;
use std::time::{Duration, Instant};

/// A file that another one has open, and does not share.
const ERROR_SHARING_VIOLATION: i32 = 32;
/// A part of a file that another one has locked.
const ERROR_LOCK_VIOLATION: i32 = 33;

/// Whether a file could not be had because somebody else has it open.
pub fn is_in_use(error: &io::Error) -> bool {
    matches!(
        error.raw_os_error(),
        Some(ERROR_SHARING_VIOLATION | ERROR_LOCK_VIOLATION)
    )
}

/// How long a file that somebody else has open is waited for.
const PATIENCE: Duration = Duration::from_secs(2);
const TICK: Duration = Duration::from_millis(20);

/// Does what fails while somebody else has a file open, until it succeeds or has failed for two seconds.
///
/// # Errors
/// The last one.
pub fn patiently<T>(mut act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let start = Instant::now();
    loop {
        match act() {
            // Windows denies access where a file in a folder is open.
            Err(error)
                if (is_in_use(&error) || error.kind() == ErrorKind::PermissionDenied)
                    && start.elapsed() < PATIENCE =>
            {
                thread::sleep(TICK);
            }
            done => return done,
        }
    }
}
