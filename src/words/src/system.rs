//! What the operating system says, in the language of this run.

use std::io::Error;

#[cfg(feature = "system")]
use crate::{mark, of};

/// What `system::plain` says of the errors that it knows, so that the catalogue has it.
#[cfg(feature = "system")]
pub(crate) const SAID: [&str; 19] = [
    mark!("no such file or folder"),
    mark!("permission denied"),
    mark!("it already exists"),
    mark!("it is a folder"),
    mark!("it is not a folder"),
    mark!("the folder is not empty"),
    mark!("the file system is read-only"),
    mark!("the disk is full"),
    mark!("the disk quota is used up"),
    mark!("the disk is full, or a limit keeps the file from growing"),
    mark!("the name is too long"),
    mark!("the address is in use"),
    mark!("this is not an address of this machine"),
    mark!("a limit of the system was reached"),
    mark!("out of memory"),
    mark!("too many files are open"),
    mark!("the file ends too early"),
    mark!("the disk reports an error"),
    mark!("it took too long"),
];

/// What is said of a reading that Ctrl-C ended.
#[cfg(feature = "system")]
const INTERRUPTED: &str = mark!("interrupted");

/// Why the system refuses something, in the language of this run. What is not the system's own has words of its own, and
/// what no words are known for stays in English.
#[cfg(feature = "system")]
pub fn io(error: &Error) -> String {
    let said = system::plain(error);
    match SAID.contains(&&*said) || said == INTERRUPTED {
        true => of(&said).to_owned(),
        false => said,
    }
}

/// A page in a browser hears nothing of the system.
#[cfg(not(feature = "system"))]
pub fn io(error: &Error) -> String {
    error.to_string()
}

#[cfg(all(test, feature = "system"))]
mod tests {
    #[test]
    fn the_catalogue_has_all_that_is_said() {
        assert_eq!(super::SAID, system::PLAIN);
    }
}
