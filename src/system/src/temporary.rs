//! A folder for temporary files. It goes with its owner; what a program that was killed has left, the next one takes away.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::at_work::AtWork;

/// How its name begins; behind it stand the number of the process and, after a hyphen, its number in the process.
const NAME: &str = "gyakusan-";

/// The number of the next one in this process.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A folder for temporary files, which nobody else may look into. It goes when this is dropped.
#[derive(Debug)]
pub struct TemporaryFolder {
    path: PathBuf,
    /// Until it is gone: nobody takes it for left over.
    _at_work: AtWork,
}

impl TemporaryFolder {
    /// Makes one in a folder, and takes away those that killed programs have left there.
    ///
    /// # Errors
    /// If the folder takes none.
    pub fn begin(within: &Path) -> io::Result<Self> {
        clear_leftovers(within);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = within.join(format!("{NAME}{}-{number}", std::process::id()));
            match AtWork::begin(&path, make) {
                Ok(((), at_work)) => {
                    return Ok(Self {
                        path,
                        _at_work: at_work,
                    });
                }
                // Something else has this name.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Where its files are.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Where this fails, the next program takes it away.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Makes a folder that nobody else may look into.
#[cfg(unix)]
fn make(path: &Path) -> io::Result<()> {
    use std::fs::DirBuilder;
    use std::os::unix::fs::DirBuilderExt;
    DirBuilder::new().mode(0o700).create(path)
}

/// Makes a folder; that of a user for temporary files is the user's own here.
#[cfg(not(unix))]
fn make(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

/// Takes away the temporary folders of programs that were killed.
fn clear_leftovers(within: &Path) {
    for entry in fs::read_dir(within).into_iter().flatten().flatten() {
        let is_folder = entry.file_type().is_ok_and(|is| is.is_dir());
        if !is_folder || !entry.file_name().to_str().is_some_and(is_ours) {
            continue;
        }
        let path = entry.path();
        if let Some(_right) = AtWork::take_over(&path) {
            // Somebody else's stays.
            let _ = fs::remove_dir_all(path);
        }
    }
}

fn is_ours(name: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = name.strip_prefix(NAME);
    let numbers = numbers.and_then(|numbers| numbers.split_once('-'));
    numbers.is_some_and(|(process, folder)| number(process) && number(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        // On Windows somebody at work is seen beside the folder.
        names.retain(|name| !name.ends_with(crate::LOCK));
        names.sort();
        names
    }

    #[test]
    fn it_goes_with_its_owner_and_two_of_a_process_differ() {
        let around = tempfile::tempdir().unwrap();
        let one = TemporaryFolder::begin(around.path()).unwrap();
        let other = TemporaryFolder::begin(around.path()).unwrap();
        fs::write(one.path().join("copy"), "x").unwrap();
        assert_eq!(names(around.path()).len(), 2);
        drop(one);
        assert_eq!(around.path().join(&names(around.path())[0]), other.path());
        drop(other);
        assert!(names(around.path()).is_empty());
        assert!(TemporaryFolder::begin(&around.path().join("none")).is_err());
    }

    #[test]
    fn what_killed_programs_left_is_cleared_and_nothing_else() {
        let around = tempfile::tempdir().unwrap();
        let at = |name: &str| around.path().join(name);
        let live = TemporaryFolder::begin(around.path()).unwrap();
        // One of them had the number that this process has.
        let left = [
            "gyakusan-17-0",
            &format!("{NAME}{}-9999", std::process::id()),
        ];
        let others = ["gyakusan-17", "gyakusan-17-x", "gyakusan--1", "other-17-0"];
        for name in others.iter().chain(&left) {
            fs::create_dir(at(name)).unwrap();
            fs::write(at(name).join("copy"), "x").unwrap();
        }
        fs::write(at("gyakusan-18-0"), "a file").unwrap();
        let mut rest = names(around.path());
        rest.retain(|name| !left.contains(&&**name));
        drop(TemporaryFolder::begin(around.path()).unwrap());
        assert_eq!(names(around.path()), rest);
        drop(live);
        let mut rest = [&others[..], &["gyakusan-18-0"]].concat();
        rest.sort_unstable();
        assert_eq!(names(around.path()), rest);
    }

    #[cfg(unix)]
    #[test]
    fn it_is_for_ones_own_eyes_and_no_link_is_followed() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let around = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("kept"), "x").unwrap();
        symlink(elsewhere.path(), around.path().join("gyakusan-17-0")).unwrap();
        let folder = TemporaryFolder::begin(around.path()).unwrap();
        let mode = fs::metadata(folder.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        assert!(elsewhere.path().join("kept").exists());
        assert_eq!(names(around.path()).len(), 2);
    }
}
