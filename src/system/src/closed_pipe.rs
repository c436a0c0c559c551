use std::io::{Error, ErrorKind};

/// What Windows says to a writer whose pipe nobody has at the other end any more, besides what is known as a broken pipe.
const ERROR_NO_DATA: i32 = 232;
const ERROR_PIPE_NOT_CONNECTED: i32 = 233;

/// Whether whoever was to read what could not be written has gone away.
pub fn is_closed_pipe(error: &Error) -> bool {
    let of_windows = [ERROR_NO_DATA, ERROR_PIPE_NOT_CONNECTED].map(Some);
    error.kind() == ErrorKind::BrokenPipe
        || cfg!(windows) && of_windows.contains(&error.raw_os_error())
}
