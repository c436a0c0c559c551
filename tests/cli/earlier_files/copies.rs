//! Ctrl-C and kills while an older file is brought up to date, or the copy of it that is read.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tempfile::TempDir;

use super::unpacked;
use crate::interrupted::{press, wait_until_it_listens};
use crate::typed::{files, texts};

/// What is there for each test: an older database that takes a while, a small one, and a folder for temporary files.
struct Older {
    folder: TempDir,
    large: PathBuf,
    temporary: PathBuf,
}

impl Older {
    fn unpack() -> Self {
        let folder = unpacked("97c52ac6");
        let large = folder.path().join("large.db");
        fs::copy(folder.path().join("kept.db"), &large).unwrap();
        multiply(&large);
        let temporary = folder.path().join("temporary");
        fs::create_dir(&temporary).unwrap();
        Self {
            folder,
            large,
            temporary,
        }
    }

    fn start(&self, args: &[&str]) -> Child {
        self.command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gyakusan"));
        command.args(args).current_dir(self.folder.path());
        command.env("TMPDIR", &self.temporary);
        command
    }

    /// Reads the small one, of which a copy is made as well.
    fn read_small(&self) {
        let (said, complaints, code) = texts(self.command(&["stats", "kept.db"]).output().unwrap());
        assert_eq!(code, 0, "{complaints}");
        assert!(said.contains("N2"), "{said}");
    }
}

/// Every problem so many times, under keys of their own.
const TIMES: u32 = 40;

fn multiply(path: &Path) {
    let conn = Connection::open(path).unwrap();
    let names = "SELECT group_concat(name) FROM pragma_table_info('problems')
        WHERE name NOT IN ('id', 'key')";
    let names: String = conn.query_row(names, [], |row| row.get(0)).unwrap();
    let copies = format!(
        "INSERT INTO problems (key, {names})
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {TIMES})
         SELECT randomblob(16), {names} FROM problems, n"
    );
    conn.execute_batch(&copies).unwrap();
}

/// Waits until something is there, while a program works.
fn wait_for(child: &mut Child, is_there: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_there() {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        assert!(start.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(1));
    }
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let status = Command::new("kill").args([name, &id]).status();
    assert!(status.unwrap().success());
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: presses Ctrl-C as Unix does")]
fn ctrl_c_leaves_the_file_as_it_was_and_no_copy() {
    let older = Older::unpack();
    let before = fs::read(&older.large).unwrap();
    let all = files(older.folder.path());
    let journal = older.folder.path().join("large.db-journal");
    for args in [["features", "large.db"], ["stats", "large.db"]] {
        let mut child = older.start(&args);
        assert!(wait_until_it_listens(&mut child), "{args:?}");
        match args[0] {
            "features" => wait_for(&mut child, || journal.exists()),
            _ => wait_for(&mut child, || !files(&older.temporary).is_empty()),
        }
        press(&child);
        let (said, complaints, code) = texts(child.wait_with_output().unwrap());
        assert_eq!((said.as_str(), code), ("", 130), "{args:?}: {complaints}");
        assert!(fs::read(&older.large).unwrap() == before, "{args:?}");
        assert_eq!(files(older.folder.path()), all, "{args:?}");
        assert!(files(&older.temporary).is_empty(), "{args:?}");
    }
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: kills as Unix does")]
fn a_copy_that_a_kill_has_left_goes_with_the_next_one() {
    let older = Older::unpack();
    let before = fs::read(&older.large).unwrap();
    let mut child = older.start(&["stats", "large.db"]);
    wait_for(&mut child, || !files(&older.temporary).is_empty());
    child.kill().unwrap();
    child.wait().unwrap();
    let left = files(&older.temporary);
    assert_eq!(left.len(), 1);
    older.read_small();
    assert!(files(&older.temporary).is_empty());
    assert!(fs::read(&older.large).unwrap() == before);
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: stops programs as Unix does")]
fn the_copy_of_a_program_that_lives_stays() {
    let older = Older::unpack();
    let mut child = older.start(&["query", "large.db", "SELECT count(*) AS n FROM problems"]);
    wait_for(&mut child, || !files(&older.temporary).is_empty());
    signal(&child, "-STOP");
    let its = files(&older.temporary);
    older.read_small();
    assert_eq!(files(&older.temporary), its);
    signal(&child, "-CONT");
    let (said, complaints, code) = texts(child.wait_with_output().unwrap());
    assert_eq!(code, 0, "{complaints}");
    assert!(said.contains(&(316 * (TIMES + 1)).to_string()), "{said}");
    assert!(files(&older.temporary).is_empty());
}
