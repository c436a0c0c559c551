//! What `enumerate` says of solving its problems again, by the program itself.

use std::path::Path;
use std::process::{Command, Output};

use rusqlite::Connection;

/// Enumerates G2P1, every problem solved again, in a process of its own.
fn enumerate(database: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(["enumerate", "catalogs/kin2fu1.toml", "--verify", "all"])
        .arg("--db")
        .arg(database)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Rows that were damaged between two calls: the second one takes up the run, and the search sees
/// what was done to them.
#[test]
fn a_difference_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let whole = enumerate(&path);
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    let said = text(&whole.stdout);
    let line = said
        .lines()
        .find(|line| line.contains("solved again by df-pn"))
        .unwrap();
    let (_, rate) = line.split_once("df-pn (").unwrap();
    let (rate, rest) = rate.split_once(' ').unwrap();
    assert!(rate.replace(',', "").parse::<u64>().unwrap() > 0, "{line}");
    assert_eq!(rest, "a second), 0 with another result");
    assert!(!said.contains("differs: "));

    let db = Connection::open(&path).unwrap();
    let sfen_of = |id: i64| {
        db.query_row("SELECT sfen FROM problems WHERE id = ?", [id], |row| {
            row.get::<_, String>(0)
        })
        .unwrap()
    };
    let longest = |skip: i64| {
        let sql = "SELECT id FROM problems WHERE plies = 5 ORDER BY id LIMIT 1 OFFSET ?";
        db.query_row(sql, [skip], |row| row.get::<_, i64>(0))
            .unwrap()
    };
    let (length, line) = (longest(0), longest(1));
    db.execute("UPDATE problems SET plies = 3 WHERE id = ?", [length])
        .unwrap();
    db.execute(
        "UPDATE problems SET main_line = '5a5a' WHERE id = ?",
        [line],
    )
    .unwrap();
    db.execute("UPDATE runs SET state = 'running'", []).unwrap();
    let (length, line) = (sfen_of(length), sfen_of(line));
    drop(db);

    let damaged = enumerate(&path);
    assert_eq!(damaged.status.code(), Some(2));
    let words = |sfen: &str, plies: u16, objection: &str| {
        format!("{sfen}: recorded as a mate in {plies}; solved again: {objection}")
    };
    let said = text(&damaged.stdout);
    assert!(
        said.contains("a second), 2 with another result\n"),
        "{said}"
    );
    for difference in [
        words(&length, 3, "no mate within 3 plies"),
        words(&line, 5, "move 1 of the main line is wrong"),
    ] {
        assert!(
            said.contains(&format!("\ndiffers: {difference}\n")),
            "{said}"
        );
    }
    let error = text(&damaged.stderr).lines().last().unwrap();
    assert!(error.contains("2 of "), "{error}");
    assert!(
        error.contains("problems differ when solved again"),
        "{error}"
    );
    assert!(error.contains(&length) || error.contains(&line), "{error}");
}

/// Problems of an enumeration that are judged again have the same columns and lines as before, so that the
/// run has the same digest.
#[test]
fn what_is_judged_again_is_what_was_enumerated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    assert!(enumerate(&path).status.success());
    let db = Connection::open(&path).unwrap();
    let digest = || -> String {
        let sql = "SELECT digest FROM runs";
        db.query_row(sql, [], |row| row.get(0)).unwrap()
    };
    let lines = || -> Vec<(i64, String, String)> {
        let sql = "SELECT problem_id, kind, moves FROM lines ORDER BY 1, 2, 3";
        let mut statement = db.prepare(sql).unwrap();
        let row = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let rows = statement.query_map([], row).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    };
    let before = (lines(), digest());
    let unknown = "UPDATE problems SET rule_e = NULL WHERE id % 7 = 0 OR plies = 7";
    assert!(db.execute(unknown, []).unwrap() > 200);
    let output = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(["features", "--judge"])
        .arg(&path)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(lines(), before.0);
    assert_eq!(digest(), before.1);
}

#[test]
fn what_is_still_undecided_has_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let gyakusan = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gyakusan"));
        let output = command
            .args(args)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    gyakusan(&[
        "enumerate",
        "G2P1",
        "--db",
        "x.db",
        "--quiet",
        "--verify",
        "none",
    ]);
    let db = Connection::open(&path).unwrap();
    db.execute("UPDATE problems SET rule_e = NULL WHERE plies >= 5", [])
        .unwrap();
    drop(db);
    let said = gyakusan(&["features", "x.db", "--judge", "--nodes", "1"]);
    let words = " still undecided: limit reached: --nodes; a higher one decides more\n";
    assert!(said.ends_with(words), "{said}");
    let said = gyakusan(&["features", "x.db", "--judge"]);
    assert!(said.ends_with(" judged\n"), "{said}");
}
