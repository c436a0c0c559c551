//! A person's SQL is bounded in every command that takes some: time, Ctrl-C, memory.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// True of nothing, which SQLite finds out never.
const ENDLESS: &str = "exists (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
                       SELECT 1 FROM n WHERE i < 0)";
/// One function at work for hours, which hears nothing meanwhile.
const DEAF: &str =
    "instr(hex(zeroblob(3000000)), hex(zeroblob(1500000)) || '1') = length(sfen) - 1000";

/// Long enough for what ends at all.
const FOREVER: Duration = Duration::from_secs(120);

fn database(folder: &Path) -> String {
    let list = folder.join("list.sfen");
    std::fs::write(&list, "8k/9/8P/9/9/9/9/9/9 b G 1\n").unwrap();
    let db = folder.join("one.db").to_str().unwrap().to_owned();
    let status = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(["import", list.to_str().unwrap(), "--db", &db])
        .stdout(Stdio::null())
        .status();
    assert!(status.unwrap().success());
    db
}

fn start(folder: &Path, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(args)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Exit code and complaint; none if it does not end.
fn end(mut child: Child) -> Option<(Option<i32>, String)> {
    let start = Instant::now();
    while start.elapsed() < FOREVER {
        if let Some(status) = child.try_wait().unwrap() {
            let mut text = String::new();
            child.stderr.unwrap().read_to_string(&mut text).unwrap();
            return Some((status.code(), text));
        }
        sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    None
}

/// The commands that take SQL, with this condition.
fn commands<'a>(db: &'a str, query: &'a str, condition: &'a str) -> [Vec<&'a str>; 7] {
    let create = ["create", "--seed", "1", "--candidates", "3k", "--where"];
    [
        vec!["query", db, query],
        vec!["search", db, "--where", condition],
        vec!["export", db, "--format", "sfen", "--where", condition],
        vec!["report", db, "--out", "site", "--where", condition],
        vec!["features", db, "--deep", "--where", condition],
        [&create[..], &[condition]].concat(),
        vec!["points", "fit", db, "--where", condition, "-o", "p"],
    ]
}

#[test]
fn time_is_up_within_a_statement_and_within_a_function() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(folder.path());
    for condition in [ENDLESS, DEAF] {
        let query = format!("SELECT 1 FROM problems WHERE {condition}");
        let all = commands(&db, &query, condition).map(|mut args| {
            args.extend(["--time-limit", "200ms"]);
            (start(folder.path(), &args), args)
        });
        for (child, args) in all {
            let (code, text) = end(child).unwrap_or_else(|| panic!("{args:?} goes on"));
            assert_eq!(code, Some(2), "{args:?}: {text}");
            assert!(
                text.contains("stopped at the time limit of 0.2 s (--time-limit raises it)"),
                "{text}"
            );
        }
    }
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: sends signals of Unix")]
fn a_signal_reaches_it() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(folder.path());
    for (condition, signal) in [(ENDLESS, "-INT"), (DEAF, "-TERM")] {
        let query = format!("SELECT 1 FROM problems WHERE {condition}");
        let all = commands(&db, &query, condition).map(|args| (start(folder.path(), &args), args));
        sleep(Duration::from_millis(500));
        for (child, args) in all {
            let id = child.id().to_string();
            Command::new("kill").args([signal, &id]).status().unwrap();
            let (code, text) = end(child).unwrap_or_else(|| panic!("{args:?} goes on"));
            assert_eq!(code, Some(130), "{args:?}: {text}");
        }
    }
}

#[test]
fn what_grows_without_end_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(folder.path());
    for sql in [
        "SELECT length(replace(hex(zeroblob(20000000)), '0', 'twenty letters and so'))",
        "SELECT length(zeroblob(900000000))",
        "WITH RECURSIVE t(x) AS (SELECT 'x' UNION ALL SELECT x || x FROM t) SELECT length(x) FROM t",
    ] {
        let (code, text) = end(start(folder.path(), &["query", &db, sql])).unwrap();
        assert_eq!(code, Some(2), "{sql}: {text}");
        assert!(
            text.contains("would grow beyond its limit"),
            "{sql}: {text}"
        );
    }
    let pattern = format!("SELECT 'x' LIKE '{}'", "%x".repeat(1000));
    let (code, text) = end(start(folder.path(), &["query", &db, &pattern])).unwrap();
    assert_eq!(code, Some(2));
    assert!(text.contains("pattern too complex"), "{text}");
}

/// Values of 30 MB, more of them than anybody waits for.
const LARGE: &str = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000) \
                     SELECT i, randomblob(30000000), replace(hex(zeroblob(9000000)), '0', '桂') FROM n";

#[test]
fn large_values_are_cut_or_refused_and_time_is_up_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(folder.path());
    let begin = Instant::now();
    let args = ["query", &*db, LARGE, "--time-limit", "500ms"];
    let output = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(args)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("stopped at the time limit of 0.5 s"),
        "{text}"
    );
    assert!(
        begin.elapsed() < Duration::from_secs(20),
        "{:?}",
        begin.elapsed()
    );
    let table = String::from_utf8(output.stdout).unwrap();
    let longest = table.lines().map(str::len).max();
    assert!(
        longest < Some(40_000) && table.len() < 10_000_000,
        "{longest:?}"
    );
    assert!(table.is_empty() || table.contains('…'));

    for format in ["csv", "jsonl", "sfen"] {
        let sql = LARGE.replace("randomblob(30000000)", "randomblob(30000000) AS sfen");
        let child = start(folder.path(), &["query", &*db, &sql, "--format", format]);
        let (code, text) = end(child).unwrap();
        assert_eq!(code, Some(2), "{text}");
        let words = "000,000 bytes, but at most 4,194,304 are printed";
        assert!(text.contains(words), "{format}: {text}");
    }
    // What fits is whole.
    let sql = "SELECT hex(zeroblob(1000000)) AS sfen";
    let output = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(["query", &*db, sql, "--format", "sfen"])
        .output()
        .unwrap();
    assert_eq!(output.stdout.len(), 2_000_001);
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: sends signals of Unix")]
fn ctrl_c_is_heard_between_large_values() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(folder.path());
    let mut child = start(folder.path(), &["query", &*db, LARGE]);
    // Nobody waits for a pipe that nobody reads.
    let mut out = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()).unwrap());
    sleep(Duration::from_millis(500));
    let begin = Instant::now();
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let (code, text) = end(child).unwrap();
    assert_eq!(code, Some(130), "{text}");
    assert!(
        begin.elapsed() < Duration::from_secs(8),
        "{:?}",
        begin.elapsed()
    );
    reader.join().unwrap();
}
