//! What the operating system says, in plain English that is the same on every system.

use std::fs::File;
use std::io::{Error, ErrorKind};

use crate::file_limit::file_limit_was_reached;

/// That no further file can be opened.
pub const TOO_MANY_FILES: &str = "too many files are open";

/// What [`plain`] says of the errors that it knows, for those who translate it.
pub const PLAIN: [&str; 19] = [
    "no such file or folder",
    "permission denied",
    "it already exists",
    "it is a folder",
    "it is not a folder",
    "the folder is not empty",
    "the file system is read-only",
    "the disk is full",
    "the disk quota is used up",
    "the disk is full, or a limit keeps the file from growing",
    "the name is too long",
    "the address is in use",
    "this is not an address of this machine",
    "a limit of the system was reached",
    "out of memory",
    TOO_MANY_FILES,
    "the file ends too early",
    "the disk reports an error",
    "it took too long",
];

/// Why something failed, without the number that the system gives it and in no language but English. What a program made
/// itself has words of its own.
pub fn plain(error: &Error) -> String {
    if error.get_ref().is_some() {
        return without_number(&error.to_string());
    }
    known(error).map_or_else(|| without_number(&error.to_string()), str::to_owned)
}

/// Whether the process, or the machine, has so many files open that no further one can be opened.
pub fn is_too_many_files(error: &Error) -> bool {
    // EMFILE and ENFILE; ERROR_TOO_MANY_OPEN_FILES.
    match error.raw_os_error() {
        Some(number) if cfg!(windows) => number == 4,
        Some(number) => matches!(number, 23 | 24),
        None => false,
    }
}

/// Whether a further file cannot be opened now because too many are open.
pub fn files_are_exhausted() -> bool {
    room_for_a_file().is_err()
}

/// # Errors
/// If a further file cannot be opened now because too many are open.
pub(crate) fn room_for_a_file() -> Result<(), Error> {
    match File::open(".") {
        Err(error) if is_too_many_files(&error) => Err(error),
        _ => Ok(()),
    }
}

/// One of [`PLAIN`].
fn known(error: &Error) -> Option<&'static str> {
    if is_too_many_files(error) {
        return Some(TOO_MANY_FILES);
    }
    Some(match error.kind() {
        ErrorKind::NotFound => "no such file or folder",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::AlreadyExists => "it already exists",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "it is not a folder",
        ErrorKind::DirectoryNotEmpty => "the folder is not empty",
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "the disk quota is used up",
        ErrorKind::FileTooLarge => "the disk is full, or a limit keeps the file from growing",
        ErrorKind::InvalidFilename => "the name is too long",
        ErrorKind::AddrInUse => "the address is in use",
        ErrorKind::AddrNotAvailable => "this is not an address of this machine",
        ErrorKind::WouldBlock => "a limit of the system was reached",
        ErrorKind::OutOfMemory => "out of memory",
        ErrorKind::UnexpectedEof => "the file ends too early",
        ErrorKind::TimedOut => "it took too long",
        // EIO.
        _ if cfg!(unix) && error.raw_os_error() == Some(5) => "the disk reports an error",
        _ => return None,
    })
}

/// Why nothing more can be written where the system did not say it: one of [`PLAIN`].
pub fn no_room() -> String {
    let kind = match file_limit_was_reached() {
        true => ErrorKind::FileTooLarge,
        false => ErrorKind::StorageFull,
    };
    plain(&kind.into())
}

/// The system's words without ` (os error 28)`. Windows puts a full stop before it.
fn without_number(said: &str) -> String {
    let mut words = String::new();
    let mut rest = said;
    while let Some((before, number)) = rest.split_once(" (os error ") {
        words.push_str(before.trim_end_matches('.'));
        rest = number.split_once(')').map_or("", |(_, after)| after);
    }
    words + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_of_the_system_is_told() {
        for number in 0..200 {
            let said = plain(&Error::from_raw_os_error(number));
            assert!(
                !said.contains("os error") && !said.is_empty(),
                "{number}: {said}"
            );
            let known = known(&Error::from_raw_os_error(number));
            assert!(known.is_none_or(|said| PLAIN.contains(&said)), "{known:?}");
        }
        assert_eq!(
            without_number("Access is denied. (os error 5)"),
            "Access is denied"
        );
        let wrapped = "Access is denied. (os error 5) at path \"x\"";
        assert_eq!(
            plain(&Error::other(wrapped)),
            "Access is denied at path \"x\""
        );
        assert_eq!(
            plain(&Error::other("words of its own.")),
            "words of its own."
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_known_has_plain_words() {
        for (number, said) in [
            (2, "no such file or folder"),
            (5, "the disk reports an error"),
            (13, "permission denied"),
            (23, "too many files are open"),
            (24, "too many files are open"),
            (
                27,
                "the disk is full, or a limit keeps the file from growing",
            ),
            (28, "the disk is full"),
            (30, "the file system is read-only"),
            (122, "the disk quota is used up"),
        ] {
            assert_eq!(plain(&Error::from_raw_os_error(number)), said);
        }
    }
}
