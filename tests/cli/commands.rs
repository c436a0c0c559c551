//! The commands as a person types them.

use std::fs;
use std::path::Path;

use crate::records::{flawed, knight, small_database};
use assert_cmd::Command;

fn gyakusan(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    command.args(args);
    command
}

/// What the command prints when all is well.
fn output(args: &[&str]) -> String {
    let assert = gyakusan(args).assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// The one line that a command ends with when something is wrong.
fn complaint(args: &[&str]) -> String {
    let assert = gyakusan(args).assert().code(2);
    let text = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(text.starts_with("gyakusan: "), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

fn with_database(test: impl FnOnce(&str)) {
    let folder = tempfile::tempdir().unwrap();
    test(small_database(folder.path()).to_str().unwrap());
}

#[test]
fn stats_shows_our_rules_and_the_published_row() {
    with_database(|db| {
        let text = output(&["stats", db]);
        let (knights, golds) = text.split_once("\n\n").unwrap();
        assert_eq!(
            knights.lines().take(7).collect::<Vec<_>>().join("\n"),
            "\
桂図式 · four knights (knights only) · N4
plies      mated       1      3      5    7  11
rule A         -       2      -      -    -   -
rule B         -       2      -      -    -   -
rule C         -       2      -      -    -   -
rule D         -       2      -      -    -   -
rule E         -       2      -      -    -   -"
        );
        assert!(knights.contains("published  7,524  12,366  6,142  1,188  242  12\n"));
        assert!(knights.contains("4866 s; 648,385 KB; 66,542,000 extended positions"));
        assert!(
            golds.contains("rule A         -      1    2    -   -\n"),
            "{golds}"
        );
        assert!(
            golds.contains("rule B         -      0    2    -   -\n"),
            "{golds}"
        );
        assert!(golds.contains("run 1: finished, gyakusan 0.1.0, started "));
        assert!(
            golds.contains("1.50 s, 21 MB, 3 problems, 4 solved again, 0 of them differ, digest ")
        );
    });
}

#[test]
fn show_draws_the_board_and_names_lines_and_flaws() {
    with_database(|db| {
        let text = output(&["show", db, "3"]);
        for part in [
            "problem 3 · 3 plies\n",
            "family: 金2歩1 · two golds and one pawn · G2P1\n",
            "| ・ ・ ・ ・ ・ ・ ・v玉v金|一\n",
            "攻方の持駒：金\n",
            "main line 作意: G*1b 1a1b 1c1b\n  ☗１二金 ☖同　金 ☗同　と\n",
            "equal variation 変同: G*1b 2a3a 1b2a\n  ☗１二金 ☖３一玉 ☗２一金\n",
            "second solution 余詰: G*3b 2a3b 1c2b\n",
            "1 second solution before the last move of the main line (余詰)\n",
            "1 longer second solution, over all longest lines (余詰・変同の余詰)\n",
            "1 equal variation (変同)\n",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        assert!(output(&["show", db, "1"]).contains("\nno flaws\n"));
        // By SFEN: as stored, without the defender's hand, and the mirror image.
        assert_eq!(output(&["show", db, &flawed().problem.sfen]), text);
        assert_eq!(output(&["show", db, "7kg/9/8+P/9/9/9/9/9/9 b G 1"]), text);
        assert_eq!(
            output(&["show", db, "sfen gk7/9/+P8/9/9/9/9/9/9 b G"]),
            text
        );
    });
}

#[test]
fn query_prints_tables_csv_and_json() {
    with_database(|db| {
        let sql = "SELECT plies, sum(mirror_images) AS n, min(name_ja) AS ja FROM family_problems GROUP BY plies";
        assert_eq!(
            output(&["query", db, sql]),
            "plies  n  ja\n    1  3  桂図式\n    3  2  金2歩1\n"
        );
        assert_eq!(
            output(&["query", db, sql, "--format", "csv"]),
            "plies,n,ja\n1,3,桂図式\n3,2,金2歩1\n"
        );
        let sql = "SELECT 'a\"b' AS t, NULL AS z, 1.5 AS r, x'0aff' AS b";
        assert_eq!(
            output(&["query", db, "SELECT 'a\nb' AS t, 1 AS n"]),
            "t    n\na b  1\n"
        );
        assert_eq!(
            output(&["query", db, sql, "--format", "jsonl"]),
            "{\"t\":\"a\\\"b\",\"z\":null,\"r\":1.5,\"b\":\"0aff\"}\n"
        );
        // The joins that `query --help` shows.
        let sql = "SELECT f.name_ja, c.sfen FROM complete c JOIN memberships m USING (material_id)
            JOIN families f ON f.id = m.family_id";
        assert!(output(&["query", db, sql]).contains(&format!("桂図式   {}", knight().sfen)));
        let help = output(&["query", "--help"]);
        assert!(help.contains("SELECT f.name_ja, c.sfen FROM complete c"));
    });
}

#[test]
fn sql_writes_lines_in_japanese() {
    with_database(|db| {
        let sql = "SELECT plies, line_ja FROM problems_ja WHERE line_ja LIKE '%桂%'";
        assert_eq!(
            output(&["query", db, sql, "--format", "csv"]),
            "plies,line_ja\n1,☗２二桂右成\n"
        );
        let sql =
            "SELECT line_ja('7kg/9/8+P/9/9/9/9/9/9 b G 1', 'G*2b') AS a, line_ja(NULL, '') AS b,
            line_ja('no board', 'G*2b') AS c";
        assert_eq!(
            output(&["query", db, sql, "--format", "jsonl"]),
            "{\"a\":\"☗２二金\",\"b\":null,\"c\":null}\n"
        );
        let promoted = "line_ja(sfen, main_line) LIKE '%右成'";
        let found = output(&["search", db, "--where", promoted]);
        assert!(
            found.contains(&knight().sfen) && !found.contains("4k"),
            "{found}"
        );
        // Other programs read the file: nothing in it asks for the function.
        let sql = "SELECT count(*) AS n FROM sqlite_schema WHERE sql LIKE '%line_ja%'";
        assert_eq!(output(&["query", db, sql]), "n\n0\n");
    });
}

#[test]
fn query_reads_only_and_not_for_ever() {
    with_database(|db| {
        let before = fs::read(db).unwrap();
        for sql in [
            "DELETE FROM problems",
            "DROP VIEW complete",
            "PRAGMA user_version = 7",
            "VACUUM INTO 'copy.db'",
        ] {
            let text = complaint(&["query", db, sql]);
            assert!(text.contains("only statements that read"), "{text}");
        }
        assert!(!Path::new("copy.db").exists());
        let text = complaint(&["query", db, "SELECT sfen FROM poems"]);
        assert!(text.contains("no such table: poems"), "{text}");
        assert!(complaint(&["query", db, "SELECT 1; SELECT 2"]).contains("one statement"));
        let text = complaint(&["query", db, "SELECT sfen, FROM problems"]);
        assert!(text.contains("SQL, character 14: near \"FROM\""), "{text}");
        for (sql, words) in [
            ("", "the statement is empty"),
            (" ; -- nothing", "the statement is empty"),
            ("BEGIN", "only statements that read"),
            ("SELECT ?1", "parameters such as ?"),
        ] {
            let text = complaint(&["query", db, sql]);
            assert!(text.contains(words), "{text}");
        }
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT count(*) FROM n";
        for limit in ["1", "1s", "1000ms"] {
            let text = complaint(&["query", db, endless, "--time-limit", limit]);
            assert!(
                text.contains("stopped at the time limit of 1 s (--time-limit raises it)"),
                "{text}"
            );
        }
        output(&["query", db, "SELECT 1", "--time-limit", "2m"]);
        output(&["query", db, "SELECT 1", "--time-limit", "0"]);
        assert_eq!(fs::read(db).unwrap(), before);
    });
}

#[test]
fn catalogs_lists_what_is_shipped() {
    let text = output(&["catalogs"]);
    assert!(text.contains("catalogs/keima.toml"));
    let mut rows = text.lines().map(|line| line.split_whitespace().take(4));
    let row = [
        "catalogs/four/kin1gin1kei1fu1.toml",
        "G1S1N1P1",
        "4",
        "金1銀1桂1歩1",
    ];
    assert!(rows.any(|words| words.eq(row)), "{text}");
    assert!(text.ends_with("220 catalogs, 14 sweeps\n"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    assert!(complaint(&["catalogs", path]).contains("no catalog (*.toml) in this folder"));
    assert!(complaint(&["catalogs", &format!("{path}/no")]).contains("no such file"));
    fs::write(
        folder.path().join("x.toml"),
        "name_ja = \"王\"\nname_en = \"queens\"\n[pieces]\nQ = 2\n",
    )
    .unwrap();
    let text = complaint(&["catalogs", path]);
    assert!(
        text.contains("x.toml:4: pieces: unknown piece \"Q\""),
        "{text}"
    );
}

#[test]
fn wrong_databases_end_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let text_file = folder.path().join("text.db");
    fs::write(&text_file, "no database at all").unwrap();
    let newer = small_database(folder.path());
    let conn = rusqlite::Connection::open(&newer).unwrap();
    conn.pragma_update(None, "user_version", 99).unwrap();
    drop(conn);
    for (path, words) in [
        (text_file.to_str().unwrap(), "not an SQLite database"),
        (newer.to_str().unwrap(), "written by a newer gyakusan"),
        ("nowhere.db", "nowhere.db: no such file"),
        (folder.path().to_str().unwrap(), "not a file"),
    ] {
        for args in [
            vec!["stats", path],
            vec!["show", path, "1"],
            vec!["query", path, "SELECT 1"],
        ] {
            let text = complaint(&args);
            assert!(text.contains(words), "{text}");
        }
    }
    assert!(!Path::new("nowhere.db").exists());
}

#[test]
fn wrong_arguments_end_in_one_line() {
    with_database(|db| {
        assert!(complaint(&["show", db, "4"]).contains("no problem 4"));
        assert!(complaint(&["show", db, "k8/9/9/9/9/9/9/9/9 b G"]).contains("no problem k8"));
        let text = complaint(&["show", db, "Q"]);
        assert!(
            text.contains("neither a problem's number nor an SFEN"),
            "{text}"
        );
        complaint(&["show", db]);
        complaint(&["stats"]);
        complaint(&["dance"]);
        complaint(&["query", db, "SELECT 1", "--format", "xml"]);
        complaint(&["query", db, "SELECT 1", "--time-limit", "soon"]);
    });
    assert!(complaint(&[]).contains("gyakusan --help"));
    let missing = "gyakusan: bench: a subcommand is missing: solve, setting\n";
    assert_eq!(complaint(&["bench"]), missing);
    assert!(output(&["--help"]).contains("stats"));
    assert!(output(&["stats", "--help"]).contains("D: of any length"));
    assert!(output(&["enumerate", "--help"]).contains("select family, name_ja, sfen"));
    assert!(output(&["--version"]).starts_with("gyakusan "));
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    use std::io::Read;
    use std::process::{Command, Stdio};

    with_database(|db| {
        let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000)
            SELECT i FROM n";
        for format in ["table", "csv", "jsonl"] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
                .args(["query", db, many, "--format", format])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut start = [0; 10];
            child.stdout.take().unwrap().read_exact(&mut start).unwrap();
            let result = child.wait_with_output().unwrap();
            assert_eq!(String::from_utf8(result.stderr).unwrap(), "", "{format}");
            assert!(result.status.success(), "{format}");
        }
    });
}

#[test]
fn verify_finds_what_is_not_as_it_was_written() {
    with_database(|db| {
        let text = output(&["verify", db]);
        assert!(text.contains("3 problems · 1 run"), "{text}");
        assert!(text.contains("no differences"), "{text}");
        let conn = rusqlite::Connection::open(db).unwrap();
        conn.execute("UPDATE problems SET leftover = 1 WHERE id = 2", [])
            .unwrap();
        drop(conn);
        let assert = gyakusan(&["verify", db]).assert().code(1);
        let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        let first = "problem 2: its record does not match the checksum\n";
        assert!(text.starts_with(first), "{text}");
        assert!(text.contains("run 1: "), "{text}");

        let conn = rusqlite::Connection::open(db).unwrap();
        conn.execute("DELETE FROM run_levels WHERE plies = 3", [])
            .unwrap();
        conn.execute_batch("CREATE TABLE mine (text)").unwrap();
        drop(conn);
        let assert = gyakusan(&["verify", db]).assert().code(1);
        let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        assert!(text.contains("table run_levels: "), "{text}");
        assert!(
            text.contains("tables and views of other programs, not checked: mine"),
            "{text}"
        );
    });
}

#[test]
fn no_cell_of_a_table_is_a_formula_unless_it_is_asked_for() {
    with_database(|db| {
        let sql = "SELECT '=1+1' AS x, -1 AS n, '+P' AS \"@y\"";
        let csv = ["query", db, sql, "--format", "csv"];
        assert_eq!(output(&csv), "x,n,'@y\n'=1+1,-1,'+P\n");
        let raw = [&csv[..], &["--raw"]].concat();
        assert_eq!(output(&raw), "x,n,@y\n=1+1,-1,+P\n");
    });
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: no name has control characters")]
fn what_a_file_says_is_no_command_to_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (list, db) = (at("\u{1b}[31mlist.sfen"), at("x.db"));
    fs::write(&list, "8k/9/8P/9/9/9/9/9/9 b G 1\nno\u{1b}[2J position\n").unwrap();
    let assert = gyakusan(&["import", &list, "--db", &db]).assert().code(2);
    let said = assert.get_output().stderr.clone();
    assert!(!said.contains(&0x1b) && !said.is_empty());
    for args in [
        vec!["show", &db, "1"],
        vec!["same", &db, "8k/9/8P/9/9/9/9/9/9 b G 1"],
        vec!["stats", &db],
    ] {
        let text = output(&args);
        assert!(
            text.contains("list.sfen") && !text.contains('\u{1b}'),
            "{text}"
        );
    }
}
