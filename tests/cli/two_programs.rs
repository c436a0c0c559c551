//! Two programs on one database: each does its work, or is told that the other is at it.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;
use testkit::cases;

const CATALOGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/catalogs");
const WORKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/short_1_to_5.tsv");

/// Starts a command without waiting for its end.
fn start(folder: &TempDir, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(args)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for the end: whether the work was done, and if not, that the database was in use.
fn end(child: Child) -> bool {
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    let said = String::from_utf8(stderr).unwrap();
    match status.code() {
        Some(0) => true,
        Some(2) => {
            assert_eq!(
                said,
                "gyakusan: r.db: in use by another program (close it there, and run the same command again)\n"
            );
            false
        }
        code => panic!("{code:?}: {said}"),
    }
}

/// That the database is whole, with so many runs and imports, and nothing lies beside it.
fn check(folder: &TempDir, runs: i64, imports: i64) {
    let conn = rusqlite::Connection::open(folder.path().join("r.db")).unwrap();
    let whole: String = conn
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(whole, "ok");
    for (table, state, expected) in [
        ("runs", "state = 'complete'", runs),
        ("imports", "finished IS NOT NULL", imports),
    ] {
        let sql = format!("SELECT count(*), count(*) FILTER (WHERE {state}) FROM {table}");
        let counts: (i64, i64) = conn
            .query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap();
        assert_eq!(counts, (expected, expected), "{table}");
    }
    drop(conn);
    let names = folder.path().read_dir().unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["r.db"]);
}

#[test]
fn an_import_beside_an_enumeration() {
    let catalogs = format!("{CATALOGS}/gin2fu1.toml");
    for wait in [300, 0].into_iter().take(cases(1, 2)) {
        let folder = TempDir::new().unwrap();
        let run = start(
            &folder,
            &["enumerate", &catalogs, "--db", "r.db", "--quiet"],
        );
        thread::sleep(Duration::from_millis(wait));
        let import = start(
            &folder,
            &[
                "import",
                WORKS,
                "--db",
                "r.db",
                "--short-set",
                "--memory",
                "16M",
            ],
        );
        let (run, import) = (end(run), end(import));
        assert!(run || import);
        check(&folder, run.into(), import.into());
    }
}

#[test]
fn several_enumerations_at_once() {
    let several = [
        format!("{CATALOGS}/gin2fu1.toml"),
        format!("{CATALOGS}/gin2fu1.toml"),
        format!("{CATALOGS}/kin2fu1.toml"),
    ];
    for _ in 0..cases(1, 2) {
        let folder = TempDir::new().unwrap();
        let runs = several
            .each_ref()
            .map(|path| start(&folder, &["enumerate", path, "--db", "r.db", "--quiet"]));
        let done = runs.map(end).into_iter().filter(|&done| done).count();
        assert!(done > 0);
        check(&folder, done as i64, 0);
    }
}

/// A long run is not disturbed by those who only read.
#[test]
fn somebody_reads_beside_an_enumeration() {
    let folder = TempDir::new().unwrap();
    let catalogs = format!("{CATALOGS}/gin2fu1.toml");
    let args = ["enumerate", &catalogs, "--db", "r.db", "--quiet"];
    let mut run = start(&folder, &args);
    let mut read = 0;
    while run.try_wait().unwrap().is_none() {
        if Path::exists(&folder.path().join("r.db")) {
            let sql = "select count(*) from problems";
            let reader = start(&folder, &["query", "r.db", sql]);
            let Output { status, stderr, .. } = reader.wait_with_output().unwrap();
            let said = String::from_utf8(stderr).unwrap();
            // Between its making and its schema the file is empty.
            assert!(status.success() || said.contains("empty"), "{said}");
            read += u32::from(status.success());
        }
        thread::sleep(Duration::from_millis(20));
    }
    assert!(end(run));
    assert!(read > 0);
    check(&folder, 1, 0);
}

/// Nobody pressed Ctrl-C: a sweep that cannot write because somebody reads for long says so, and goes on later.
#[test]
fn a_sweep_that_waits_in_vain_for_a_reader_was_not_interrupted() {
    let folder = TempDir::new().unwrap();
    let sweep = format!(
        "{}/catalogs/sweeps/kingin3x3.toml",
        env!("CARGO_MANIFEST_DIR")
    );
    let args = [
        "sweep", &sweep, "--db", "r.db", "--sample", "3000", "--quiet",
    ];
    let path = folder.path().join("r.db");
    crate::typed::done(
        &folder,
        &["sweep", &sweep, "--db", "r.db", "--sample", "10", "--quiet"],
    );
    let reader = rusqlite::Connection::open(&path).unwrap();
    reader
        .execute_batch("BEGIN; SELECT count(*) FROM problems")
        .unwrap();
    assert!(!end(start(&folder, &args)));
    reader.execute_batch("COMMIT").unwrap();
    drop(reader);
    crate::typed::done(&folder, &args);
}

/// SQLite knows names that stand for something else.
#[test]
#[cfg_attr(windows, ignore = "on Windows: no file has such a name")]
fn a_name_is_the_name_of_a_file() {
    let folder = TempDir::new().unwrap();
    let there = |name: &str| folder.path().join(name).exists();
    std::fs::write(folder.path().join("a.sfen"), "8k/9/8P/9/9/9/9/9/9 b G 1\n").unwrap();
    for name in [
        ":memory:",
        "file:x.db",
        "file:y?mode=memory",
        "file::memory:",
    ] {
        crate::typed::done(&folder, &["import", "a.sfen", "--db", name]);
        assert!(there(name), "{name}");
        let count = [
            "query",
            name,
            "SELECT count(*) AS n FROM problems",
            "--format",
            "csv",
        ];
        assert_eq!(crate::typed::done(&folder, &count), "n\n1\n", "{name}");
    }
    let study = [
        "small", "study", "3x3", "--zone", "1", "--nodes", "1", "--quiet",
    ];
    crate::typed::done(&folder, &[&study[..], &["--db", "file:s.db"]].concat());
    assert!(there("file:s.db") && !there("s.db") && !there("x.db"));
}
