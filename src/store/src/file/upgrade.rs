//! Changes of a whole file, as when an older one is brought up to date: what they are at, and how they are stopped.

use std::fmt;
use std::sync::atomic::Ordering;

use rusqlite::{Connection, ffi};
use system::monitor::Monitor;

/// What bringing an older file up to date is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upgrade {
    /// The file is copied, as it is only to be read.
    Copying,
    /// The tables get the shape of today.
    Tables,
    /// Every problem is measured again.
    Measuring,
    /// Every problem gets its checksum.
    Checksums,
    /// Indexes and bitmaps are made.
    Indexes,
}

impl fmt::Display for Upgrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Copying => "copying an older database",
            Self::Tables => "bringing the tables up to date",
            Self::Measuring => "measuring the problems",
            Self::Checksums => "checksums",
            Self::Indexes => "indexes",
        })
    }
}

/// How many steps of SQLite's machine lie between two looks at whether to stop: some milliseconds.
const STEPS: i32 = 100_000;

/// Does something on a connection that ends as interrupted when the monitor is told to stop.
pub(crate) fn stoppable<T>(
    conn: &mut Connection,
    monitor: &Monitor,
    work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let stop = monitor.shared_stop();
    conn.progress_handler(STEPS, Some(move || stop.load(Ordering::SeqCst)))?;
    let done = work(conn);
    conn.progress_handler(STEPS, None::<fn() -> bool>)?;
    done
}

/// The same between two steps of ours.
pub(crate) fn go_on(monitor: &Monitor) -> rusqlite::Result<()> {
    monitor.go_on().map_err(|_| {
        let interrupted = ffi::Error::new(ffi::SQLITE_INTERRUPT);
        rusqlite::Error::SqliteFailure(interrupted, None)
    })
}
