//! What the operating system says.

use std::io::{Error, ErrorKind};

use crate::{Language, language, mark, of};

/// Why reading or writing failed.
pub fn io(error: &Error) -> String {
    // What is not the system's own has words of its own.
    if language() == Language::English || error.get_ref().is_some() {
        return error.to_string();
    }
    let said = match error.kind() {
        ErrorKind::NotFound => mark!("no such file or folder"),
        ErrorKind::PermissionDenied => mark!("permission denied"),
        ErrorKind::AlreadyExists => mark!("it is there already"),
        ErrorKind::IsADirectory => mark!("it is a folder"),
        ErrorKind::NotADirectory => mark!("it is no folder"),
        ErrorKind::DirectoryNotEmpty => mark!("the folder is not empty"),
        ErrorKind::ReadOnlyFilesystem => mark!("the file system is read-only"),
        ErrorKind::StorageFull => mark!("the disk is full"),
        ErrorKind::InvalidFilename => mark!("the name is too long"),
        ErrorKind::AddrInUse => mark!("the address is in use"),
        ErrorKind::AddrNotAvailable => mark!("the address is none of this machine"),
        _ => return error.to_string(),
    };
    of(said).to_owned()
}
