//! Files that are whole, one writer at a time, the wish to stop.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use system::whole::{NEW, put_in_place, temporary, write_whole};
use system::{LOCK, Lock, LockError, beside, folder_of, kept, place};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

/// Whoever reads while a file is written sees the one before; afterwards nothing is beside it.
#[test]
fn a_reader_sees_a_whole_file_at_any_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list.tsv");
    write_whole(&file, |out| out.write_all(b"before")).unwrap();
    let bytes = write_whole(&file, |out| {
        for _ in 0..100_000 {
            out.write_all(b"after ")?;
        }
        assert_eq!(fs::read(&file).unwrap(), b"before");
        assert_eq!(names(folder.path()), ["list.tsv", "list.tsv.new"]);
        Ok(())
    });
    assert_eq!(bytes.unwrap(), 600_000);
    assert_eq!(fs::metadata(&file).unwrap().len(), 600_000);
    assert_eq!(names(folder.path()), ["list.tsv"]);
    assert_eq!(
        temporary(&file),
        folder.path().join(format!("list.tsv{NEW}"))
    );
}

#[test]
fn what_cannot_be_written_leaves_everything_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list.tsv");
    let fails = |out: &mut dyn Write| {
        out.write_all(b"a part")?;
        Err(io::Error::other("enough"))
    };
    assert!(write_whole(&file, fails).is_err());
    assert!(names(folder.path()).is_empty());
    assert!(write_whole(&folder.path().join("none/list.tsv"), |_| Ok(())).is_err());
    assert!(put_in_place(&folder.path().join("nothing"), &file).is_err());
    assert!(names(folder.path()).is_empty());
}

/// The lock is a file beside the one that is written, and goes with whoever has it.
#[test]
fn whoever_writes_has_the_lock_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("x.db");
    let lock = Lock::take(&database).unwrap();
    let other = Lock::take(&folder.path().join("y.db")).unwrap();
    if cfg!(unix) {
        assert_eq!(
            names(folder.path()),
            [format!("x.db{LOCK}"), format!("y.db{LOCK}")]
        );
    }
    drop(other);
    drop(lock);
    assert!(names(folder.path()).is_empty());
    let nowhere = folder.path().join("none").join("x.db");
    let error = Lock::take(&nowhere).unwrap_err();
    let folder = folder.path().join("none");
    assert_eq!(
        error,
        LockError::NoFolder {
            file: nowhere,
            folder
        }
    );
}

/// A second writer waits for the first, and has the lock then.
#[test]
fn a_second_writer_waits_for_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("x.db");
    let lock = Lock::take(&database).unwrap();
    let turns = AtomicU32::new(0);
    thread::scope(|scope| {
        let second = scope.spawn(|| {
            let lock = Lock::take(&database).unwrap();
            assert_eq!(turns.load(Ordering::SeqCst), 1, "the first has gone");
            drop(lock);
        });
        thread::sleep(Duration::from_millis(60));
        turns.fetch_add(1, Ordering::SeqCst);
        drop(lock);
        second.join().unwrap();
    });
}

#[test]
fn a_path_means_one_file() {
    assert_eq!(folder_of(Path::new("a/b")), Path::new("a"));
    assert_eq!(folder_of(Path::new("b")), Path::new("."));
    assert_eq!(kept(Path::new("a/b.db")), "a/b.db");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.db");
    fs::create_dir(folder.path().join("lists")).unwrap();
    assert_eq!(
        place(&folder.path().join("lists").join("..").join("x.db")),
        place(&file)
    );
    assert_ne!(
        place(&folder.path().join("lists").join("x.db")),
        place(&file)
    );
}

/// What is done beside the work is done at once and again, and the work's answer is the answer.
#[test]
fn something_is_done_beside_the_work() {
    let ticks = AtomicU32::new(0);
    let tick = || {
        ticks.fetch_add(1, Ordering::SeqCst);
    };
    let answer = beside(Duration::from_millis(1), tick, || {
        while ticks.load(Ordering::SeqCst) < 3 {
            thread::yield_now();
        }
        "done"
    });
    assert_eq!(answer, "done");
    // No pause delays the end.
    assert_eq!(beside(Duration::from_secs(3600), tick, || 7), 7);
}

/// All who ask look at one flag; it is set by what ends a process, and the process goes on to its end.
#[cfg(unix)]
#[test]
fn a_signal_is_a_wish_to_stop() {
    use signal_hook::consts::SIGTERM;
    use signal_hook::low_level::raise;
    let stop = system::stop_on_signal().unwrap();
    let same = system::stop_on_signal().unwrap();
    assert!(Arc::ptr_eq(&stop, &same));
    assert!(!stop.load(Ordering::SeqCst));
    raise(SIGTERM).unwrap();
    assert!(same.load(Ordering::SeqCst));
}
