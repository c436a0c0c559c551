//! What the operating system says.

use std::io::{Error, ErrorKind};

use crate::{Language, language, mark, of};

/// Why reading or writing failed.
pub fn io(error: &Error) -> String {
    // What is not the system's own has words of its own.
    if error.get_ref().is_some() {
        return error.to_string();
    }
    if language() == Language::English {
        // Windows speaks the language of its user.
        let is_of_windows = cfg!(windows) && error.raw_os_error().is_some();
        let said = is_of_windows.then(|| in_english(error.kind())).flatten();
        return said.map_or_else(|| error.to_string(), str::to_owned);
    }
    let said = match error.kind() {
        ErrorKind::NotFound => mark!("no such file or folder"),
        ErrorKind::PermissionDenied => mark!("permission denied"),
        ErrorKind::AlreadyExists => mark!("it already exists"),
        ErrorKind::IsADirectory => mark!("it is a folder"),
        ErrorKind::NotADirectory => mark!("it is not a folder"),
        ErrorKind::DirectoryNotEmpty => mark!("the folder is not empty"),
        ErrorKind::ReadOnlyFilesystem => mark!("the file system is read-only"),
        ErrorKind::StorageFull => mark!("the disk is full"),
        ErrorKind::InvalidFilename => mark!("the name is too long"),
        ErrorKind::AddrInUse => mark!("the address is in use"),
        ErrorKind::AddrNotAvailable => mark!("this is not an address of this machine"),
        ErrorKind::WouldBlock => mark!("a limit of the system was reached"),
        ErrorKind::OutOfMemory => mark!("out of memory"),
        _ => return error.to_string(),
    };
    of(said).to_owned()
}

/// What other systems say.
const fn in_english(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::NotFound => "No such file or directory",
        ErrorKind::PermissionDenied => "Permission denied",
        ErrorKind::AlreadyExists => "File exists",
        ErrorKind::IsADirectory => "Is a directory",
        ErrorKind::NotADirectory => "Not a directory",
        ErrorKind::DirectoryNotEmpty => "Directory not empty",
        ErrorKind::ReadOnlyFilesystem => "Read-only file system",
        ErrorKind::StorageFull => "No space left on device",
        ErrorKind::InvalidFilename => "Invalid file name",
        ErrorKind::AddrInUse => "Address already in use",
        ErrorKind::AddrNotAvailable => "Cannot assign requested address",
        _ => return None,
    })
}
