//! That somebody is at work on a file or a folder of a temporary name, until it has its own: where nobody is, a program
//! that was killed has left it.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;
#[cfg(windows)]
use std::{thread, time::Instant};

#[cfg(not(windows))]
use crate::lock::stands_at;
#[cfg(windows)]
use crate::lock::{self, PATIENCE, TICK};

/// Held by whoever writes; a kill ends it. `None` where nobody can see it, and nothing is taken for left over, either.
#[derive(Debug)]
pub struct AtWork(#[expect(dead_code, reason = "closing it ends the work")] Option<File>);

// Unix renames what is open: what is locked is the file or the folder itself.
#[cfg(not(windows))]
impl AtWork {
    /// Makes a file or a folder, which others see somebody at work on.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn begin<T>(path: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(T, Self)> {
        loop {
            let made = make(path)?;
            let file = match File::open(path) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(_) => return Ok((made, Self(None))),
                Ok(file) => file,
            };
            // Whoever has it locked takes it away.
            let _ = file.lock();
            // Where that cannot be found out, as when too many files are open, nobody else will have taken it away.
            if stands_at(&file, path).unwrap_or(true) {
                return Ok((made, Self(Some(file))));
            }
        }
    }

    /// The right to take away what a killed program has left; `None` if somebody is at work on it.
    pub fn take_over(path: &Path) -> Option<Self> {
        let file = File::open(path).ok()?;
        file.try_lock().ok()?;
        // It may have got its name meanwhile, and another one this name.
        stands_at(&file, path)
            .unwrap_or(false)
            .then_some(Self(Some(file)))
    }
}

// Nothing that is renamed is open there: what is locked is a file beside it, which goes with the lock.
#[cfg(windows)]
impl AtWork {
    /// Makes a file or a folder, which others see somebody at work on.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn begin<T>(path: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(T, Self)> {
        let start = Instant::now();
        loop {
            if let Some(at_work) = Self::take(path)? {
                return Ok((make(path)?, at_work));
            }
            // Somebody takes away what was left.
            if start.elapsed() > PATIENCE {
                return Err(ErrorKind::ResourceBusy.into());
            }
            thread::sleep(TICK);
        }
    }

    /// The right to take away what a killed program has left; `None` if somebody is at work on it.
    pub fn take_over(path: &Path) -> Option<Self> {
        Self::take(path).ok()?
    }

    fn take(path: &Path) -> io::Result<Option<Self>> {
        let taken = lock::try_to_take(&lock::named(path))?;
        Ok(taken.map(|file| Self(Some(file))))
    }
}

/// What is to be taken away may be gone: somebody else has done so.
pub fn unless_gone(taken_away: io::Result<()>) -> io::Result<()> {
    match taken_away {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn nobody_takes_over_what_somebody_is_at_work_on() {
        let folder = tempfile::tempdir().unwrap();
        for (name, is_folder) in [("a.1.part", false), ("b.1.part", true)] {
            let path = folder.path().join(name);
            let make = |path: &Path| match is_folder {
                true => fs::create_dir(path),
                false => fs::write(path, ""),
            };
            let ((), at_work) = AtWork::begin(&path, make).unwrap();
            assert!(AtWork::take_over(&path).is_none(), "{name}");
            // Not even while it gets its name.
            let renamed = folder.path().join("renamed");
            fs::rename(&path, &renamed).unwrap();
            assert!(
                cfg!(not(windows)) || AtWork::take_over(&path).is_none(),
                "{name}"
            );
            fs::rename(&renamed, &path).unwrap();
            drop(at_work);
            drop(AtWork::take_over(&path).unwrap());
        }
        // Nothing of ours beside them.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    /// Set when it is dropped, by a panic too.
    struct Ended<'a>(&'a AtomicBool);

    impl Drop for Ended<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    #[test]
    fn what_is_made_while_others_clear_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.1.part");
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while !done.load(Ordering::SeqCst) {
                        if let Some(_right) = AtWork::take_over(&path) {
                            let _ = fs::remove_file(&path);
                        }
                        // Programs clear once, when they begin; without a rest nobody else would ever come to it.
                        thread::sleep(Duration::from_micros(200));
                    }
                });
            }
            // Whatever ends the rounds ends the others.
            let _ended = Ended(&done);
            let place = folder.path().join("a");
            for round in 0..200 {
                let text = round.to_string();
                let make = |path: &Path| fs::write(path, &text);
                let ((), at_work) = AtWork::begin(&path, make).unwrap();
                let renamed = fs::rename(&path, &place);
                drop(at_work);
                let read = renamed.and_then(|()| fs::read_to_string(&place));
                assert_eq!(read.as_deref().ok(), Some(&*text), "{read:?}");
            }
        });
    }
}
