//! Runs that cannot come to their end: one clear line, exit code 2 (130 for Ctrl-C), and every file
//! that was there before as it was.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::typed::gyakusan;

const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/catalogs");

/// Every file of a folder with its contents.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let bytes = if path.is_file() {
            fs::read(&path).unwrap()
        } else {
            Vec::new()
        };
        (path, bytes)
    });
    files.collect()
}

/// Enumerates quietly, which has to fail with one line that contains `words` and leave `folder` as it
/// was.
fn refused(folder: &Path, args: &[&str], words: &str) {
    refused_by("enumerate", folder, args, words);
}

/// The same of another command.
fn refused_by(command: &str, folder: &Path, args: &[&str], words: &str) {
    let before = contents(folder);
    let output = gyakusan(&[&[command, "--quiet"], args].concat());
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.starts_with("gyakusan: "), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains(words), "{words} is not in {text}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    // A first step may be done before a limit is reached; it is kept beside the database, and told.
    let mut after = contents(folder);
    after.retain(|path, _| !text.contains(&format!("kept in {} (", path.display())));
    assert!(after == before, "{text} changed a file");
}

/// A finished database of 金2歩1.
fn finished(folder: &Path) -> PathBuf {
    let db = folder.join("done.db");
    let catalog = format!("{SHIPPED}/kin2fu1.toml");
    let output = gyakusan(&[
        "enumerate",
        "--quiet",
        &catalog,
        "--db",
        db.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{output:?}");
    db
}

#[test]
fn wrong_catalogs_make_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("x.db");
    let catalog = folder.path().join("x.toml");
    let names = "name_ja = \"試\"\nname_en = \"trial\"\n[pieces]\n";
    for (pieces, words) in [
        ("Q = 1", "x.toml:4: pieces: unknown piece \"Q\""),
        (
            "N = 9",
            "x.toml:4: pieces.N: 9 knights, but a set has only 4",
        ),
        ("R = 3", "x.toml:4: pieces.R: 3 rooks, but a set has only 2"),
        (
            "P = 12",
            "x.toml:4: pieces.P: 12 pieces in all, but at most 11 are supported",
        ),
        (
            "N = 1\n[options]\nregion = { files = [5, 12] }",
            "x.toml:6: options.region.files: there is no file 12",
        ),
        (
            "N = 4\nP = 1\n[options]\nsuperfluous = true",
            "x.toml:7: options.superfluous: problems with superfluous pieces (余剰駒) are no longer listed",
        ),
    ] {
        fs::write(&catalog, format!("{names}{pieces}\n")).unwrap();
        let args = [catalog.to_str().unwrap(), "--db", db.to_str().unwrap()];
        refused(folder.path(), &args, words);
    }
    for (bytes, words) in [
        (&b"name_ja = \"\xff\"\n"[..], "x.toml: is not UTF-8 text"),
        (b"", "x.toml:1: missing field `pieces`"),
        (
            b"name_ja = \"a\\nb\"\nname_en = \"x\"\n[pieces]\nN = 1\n",
            "x.toml:1: name_ja: ",
        ),
        (&[b'#'; (1 << 20) + 1], "x.toml: too large to be a catalog"),
    ] {
        fs::write(&catalog, bytes).unwrap();
        let args = [catalog.to_str().unwrap(), "--db", db.to_str().unwrap()];
        refused(folder.path(), &args, words);
    }
}

#[test]
fn sweeps_that_cannot_come_to_their_end_make_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let [db, missing] = ["x.db", "no/open.sfen"].map(|name| folder.path().join(name));
    let [db, missing] = [&db, &missing].map(|path| path.to_str().unwrap());
    let family = format!("{SHIPPED}/keima.toml");
    let words = "describes a family, not a set of positions (`gyakusan enumerate` takes it)";
    refused_by("sweep", folder.path(), &[&family, "--db", db], words);
    let set = format!("{SHIPPED}/sweeps/king1.toml");
    let args = [&set, "--db", db, "--undecided", missing];
    refused_by(
        "sweep",
        folder.path(),
        &args,
        "open.sfen: cannot be written",
    );
}

#[test]
fn a_memory_limit_leaves_no_empty_database_and_no_old_one_changed() {
    let folder = tempfile::tempdir().unwrap();
    let done = finished(folder.path());
    let catalog = format!("{SHIPPED}/keima.toml");
    let fresh = folder.path().join("fresh.db");
    let empty = folder.path().join("empty.db");
    fs::write(&empty, "").unwrap();
    for db in [fresh, empty, done] {
        let args = [&catalog, "--db", db.to_str().unwrap(), "--memory", "1M"];
        refused(folder.path(), &args, "the memory limit of 1 MiB is reached");
    }
}

#[test]
fn places_that_hold_no_database_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let catalog = format!("{SHIPPED}/kin2fu1.toml");
    fs::write(folder.path().join("text.db"), "no database at all").unwrap();
    let done = finished(folder.path());
    let newer = folder.path().join("newer.db");
    fs::copy(&done, &newer).unwrap();
    let conn = rusqlite::Connection::open(&newer).unwrap();
    conn.pragma_update(None, "user_version", 99).unwrap();
    drop(conn);
    let foreign = folder.path().join("foreign.db");
    let conn = rusqlite::Connection::open(&foreign).unwrap();
    conn.execute_batch("CREATE TABLE shopping (item TEXT)")
        .unwrap();
    drop(conn);
    for (name, words) in [
        ("text.db", "text.db: not an SQLite database"),
        (
            "newer.db",
            "newer.db: written by a newer gyakusan (schema 99;",
        ),
        ("foreign.db", "foreign.db: a database of another program"),
        ("no/x.db", "no does not exist"),
        (".", "not a file"),
    ] {
        let db = folder.path().join(name);
        let args = [&catalog, "--db", db.to_str().unwrap()];
        refused(folder.path(), &args, words);
    }
}

#[test]
fn two_runs_of_one_family_are_two_rows_and_one_digest() {
    let folder = tempfile::tempdir().unwrap();
    finished(folder.path());
    let db = finished(folder.path());
    let conn = rusqlite::Connection::open(db).unwrap();
    let row = "SELECT count(*), count(DISTINCT digest), sum(state = 'complete') FROM runs";
    let counts: (i64, i64, i64) = conn
        .query_row(row, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .unwrap();
    assert_eq!(counts, (2, 1, 2));
}

#[test]
fn a_family_without_problems_has_a_run_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("x.db");
    let catalog = format!("{SHIPPED}/upto3/kei1.toml");
    let output = gyakusan(&[
        "enumerate",
        "--quiet",
        &catalog,
        "--db",
        db.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{output:?}");
    let output = gyakusan(&["stats", db.to_str().unwrap()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("run 1: finished"), "{text}");
}

/// Devices that a Unix system has.
#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use crate::interrupted::{press, wait_until_it_listens};
    use std::fs::File;
    use std::iter::repeat_n;
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    #[test]
    fn devices_and_pipes_are_no_databases() {
        let folder = tempfile::tempdir().unwrap();
        let catalog = format!("{SHIPPED}/kin2fu1.toml");
        for device in ["/dev/null", "/dev/zero"] {
            refused(folder.path(), &[&catalog, "--db", device], "not a file");
        }
        refused(
            folder.path(),
            &[
                "/dev/zero",
                "--db",
                folder.path().join("x.db").to_str().unwrap(),
            ],
            "/dev/zero: too large to be a catalog",
        );
    }

    #[test]
    fn an_error_stream_that_takes_no_more_stops_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let db = folder.path().join("x.db");
        let mut child = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
            .args(["enumerate", &format!("{SHIPPED}/kin2fu1.toml"), "--db"])
            .arg(&db)
            .stdout(Stdio::null())
            .stderr(File::options().write(true).open("/dev/full").unwrap())
            .spawn()
            .unwrap();
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("it waits for ever");
            }
            thread::sleep(Duration::from_millis(10));
        };
        assert!(status.success());
        assert!(db.exists());
    }

    /// Ctrl-C at several moments: nothing or a checkpoint is left, and the second call finishes.
    #[test]
    fn an_interrupted_run_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let catalog = format!("{SHIPPED}/keima.toml");
        // Before anybody listens, at once then, and later; on a busy machine all of these may come too late,
        // and it is tried again.
        let moments = [None, Some(0), Some(100)];
        let again = repeat_n(Some(0), 20);
        let mut interrupted = 0;
        for (round, moment) in moments.into_iter().chain(again).enumerate() {
            if round >= moments.len() && interrupted > 0 {
                break;
            }
            let db = folder.path().join(format!("{round}.db"));
            let mut child = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
                .args(["enumerate", "--quiet", &catalog, "--db"])
                .arg(&db)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            if let Some(wait) = moment {
                wait_until_it_listens(&mut child);
                thread::sleep(Duration::from_millis(wait));
            }
            press(&child);
            let output = child.wait_with_output().unwrap();
            let text = String::from_utf8(output.stderr).unwrap();
            match output.status.code() {
                Some(0) => continue,
                // So early that nobody listened yet.
                None => {}
                code => {
                    assert_eq!(code, Some(130), "{text}");
                    assert!(text.starts_with("gyakusan: interrupted"), "{text}");
                    assert_eq!(text.lines().count(), 1, "{text}");
                    interrupted += 1;
                }
            }
            if db.exists() {
                let output = gyakusan(&["stats", db.to_str().unwrap()]);
                assert!(output.status.success(), "{output:?}");
            }
            let db = db.to_str().unwrap();
            let output = gyakusan(&["enumerate", "--quiet", &catalog, "--db", db]);
            assert!(output.status.success(), "{output:?}");
        }
        assert!(interrupted > 0, "no run was interrupted");
        let names = contents(folder.path()).into_keys();
        let left: Vec<_> = names
            .filter(|path| path.extension().unwrap() != "db")
            .collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

/// What was typed is not repeated without end.
#[test]
fn a_complaint_of_something_very_long_is_short() {
    let long = "x".repeat(20_000);
    for args in [
        &["solve", &long][..],
        &["check", &long],
        &["convert", "a.kif", "--to", &long],
        &["search", "x.db", "--line", &long],
        &[&long],
    ] {
        let output = gyakusan(args);
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with("gyakusan: "), "{text}");
        assert!(text.len() < 4000, "{} bytes: {text}", text.len());
    }
}
