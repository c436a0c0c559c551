//! What Windows says of files that somebody has open.

use std::io;

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
