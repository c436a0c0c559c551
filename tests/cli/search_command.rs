//! `gyakusan search`, `same`, `features` and `columns` on a real database.

use std::fs;
use std::path::Path;
use testkit::cases;

use assert_cmd::Command;

use crate::families::knights;
use crate::records;
use crate::typed::{gyakusan, output};
use gyakusan::shogi::{Kind, Setup, Square};

/// The one line that a refused call says.
fn complaint(args: &[&str]) -> String {
    let output = gyakusan(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

fn ids(db: &str, args: &[&str]) -> Vec<i64> {
    let text = output(&[&["search", db, "--json"], args].concat());
    let read = |line: &str| {
        let json: serde_json::Value = serde_json::from_str(line).unwrap();
        json["id"].as_i64().unwrap()
    };
    text.lines().map(read).collect()
}

fn query(db: &str, sql: &str) -> Vec<i64> {
    let text = output(&["query", db, sql, "--format", "csv"]);
    text.lines().skip(1).map(|id| id.parse().unwrap()).collect()
}

#[test]
fn search_finds_what_sql_finds() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    for (args, sql) in [
        (
            &["--plies", "7..11", "--sacrifices", "1..", "--no-promoted"][..],
            "plies BETWEEN 7 AND 11 AND sacrifices >= 1 AND promoted = 0",
        ),
        (
            &["--hand", "..1", "--model-mate"],
            "attacker_in_hand <= 1 AND model_mate",
        ),
        (
            &["--box", "3x2"],
            "box_width <= 3 AND box_height <= 2 OR box_width <= 2 AND box_height <= 3",
        ),
        (&["--king", "2b"], "king IN ('2b', '8b')"),
        (&["--kinds", "N", "--plies", "13.."], "plies >= 13"),
        // No mate of four knights is longer than 13 plies.
        (&["--plies", "15.."], "0"),
        (
            &["--beauty", "18..", "--no-complete"],
            "beauty >= 18 AND NOT complete",
        ),
        (
            &["--where", "captures = 2 -- only", "--captures", "1.."],
            "captures = 2",
        ),
    ] {
        let all = [&["--all", "--limit", "100000"], args].concat();
        let order = format!("SELECT id FROM problems WHERE {sql} ORDER BY beauty DESC, id");
        assert_eq!(ids(db, &all), query(db, &order), "{sql}");
    }
    let by_term = |column: &str| ids(db, &["--sort", column, "--all", "--limit", "9"]);
    assert_eq!(by_term("紛れ"), by_term("tries"));
    let sorted = ids(
        db,
        &["--sort", "tries", "--ascending", "--all", "--limit", "9"],
    );
    assert_eq!(
        sorted,
        query(db, "SELECT id FROM problems ORDER BY tries, id LIMIT 9")
    );
}

#[test]
fn search_shows_one_of_each_line_with_the_size_of_its_group() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    let once = ids(db, &["--limit", "100000"]);
    let lines = query(db, "SELECT count(DISTINCT signature) FROM problems");
    assert_eq!(once.len() as i64, lines[0]);
    let text = output(&["search", db, "--json", "--limit", "50"]);
    for line in text.lines() {
        let json: serde_json::Value = serde_json::from_str(line).unwrap();
        // Hashes are text, since they have more digits than others keep.
        let signature = json["signature"].as_str().unwrap();
        let sql = format!(
            "SELECT id FROM problems WHERE signature = {signature} ORDER BY beauty DESC, id"
        );
        let group = query(db, &sql);
        assert_eq!(json["line_group"], group.len());
        assert_eq!(json["id"], group[0]);
    }
}

#[test]
fn search_looks_at_squares_on_either_side() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    let right = ids(
        db,
        &["--contains", "3a:K 2b:+n", "--all", "--limit", "9999"],
    );
    let left = ids(
        db,
        &["--contains", "7a:k, 8b:+n", "--all", "--limit", "9999"],
    );
    assert!(!right.is_empty());
    assert_eq!(right, left);
    for id in right {
        let text = output(&[
            "query",
            db,
            &format!("SELECT sfen FROM problems WHERE id = {id}"),
        ]);
        let setup: Setup = text.lines().nth(1).unwrap().parse().unwrap();
        let at = |setup: &Setup, file, rank| {
            setup.board[Square::new(file, rank).unwrap().index()].map(|is| (is.kind, is.promoted))
        };
        let holds = |setup: &Setup| {
            at(setup, 3, 1) == Some((Kind::King, false))
                && at(setup, 2, 2) == Some((Kind::Knight, true))
        };
        assert!(holds(&setup) || holds(&setup.mirror()), "{text}");
    }
    let text = output(&["search", db, "--contains", "5i:K 5h:+P", "--limit", "1"]);
    assert_eq!(text, "nothing found\n");
}

#[test]
fn search_finds_the_king_of_whichever_side_attacks() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("x.sfen");
    let db = folder.path().join("x.db");
    // White attacks with two kings; so does Black; there is one king.
    let all = [
        "4k4/9/4p4/9/9/9/9/9/K8 w g 1",
        "9/8k/9/8P/9/9/9/9/4K4 b G 1",
        "4k4/9/4P4/9/9/9/9/9/9 b G 1",
    ];
    fs::write(&list, all.join("\n")).unwrap();
    let (list, db) = (list.to_str().unwrap(), db.to_str().unwrap());
    output(&["import", list, "--db", db, "--short-set", "--memory", "64M"]);
    for (pattern, found) in [
        ("5a:k", &[1, 3][..]),
        ("5a:K", &[1, 3]),
        ("9i:K", &[1]),
        ("9i:k", &[]),
        ("5i:K", &[2]),
        ("1b:k", &[2]),
    ] {
        let found_now = ids(
            db,
            &[
                "--contains",
                pattern,
                "--all",
                "--sort",
                "id",
                "--ascending",
            ],
        );
        assert_eq!(found_now, found, "{pattern}");
    }
}

#[test]
fn search_draws_small_boards() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    let text = output(&["search", db, "--where", "sfen LIKE '6k2/7+n1/6+N2/6NN1/%'"]);
    let sql =
        "SELECT id, printf('%.2f', beauty) FROM problems WHERE sfen LIKE '6k2/7+n1/6+N2/6NN1/%'";
    let row = output(&["query", db, sql, "--format", "csv"]);
    let (id, beauty) = row.lines().nth(1).unwrap().split_once(',').unwrap();
    let heading = format!("  ４ ３ ２ １      problem {id} · 7 plies · beauty {beauty}\n");
    for part in [
        heading.as_str(),
        "| ・v玉 ・ ・|一   6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1\n",
        "| ・ ・v圭 ・|二   in hand 持駒 なし\n",
        "☗４二桂成 ☖２一玉 ☗３二成桂寄 ☖同　成桂",
        "| ・ ・ ・ ・|五\n",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(!text.contains('六'));
}

#[test]
fn same_finds_images_shifts_hands_and_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    let likes = |sfen: &str| -> Vec<(String, i64)> {
        let text = output(&["same", db, sfen, "--json", "--limit", "3"]);
        let read = |line: &str| {
            let json: serde_json::Value = serde_json::from_str(line).unwrap();
            let likeness = json["likeness"].as_str().unwrap().to_owned();
            (likeness, json["id"].as_i64().unwrap())
        };
        text.lines().map(read).collect()
    };
    let first = |sfen: &str| likes(sfen)[0].clone();
    let stored = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1";
    let id = query(
        db,
        &format!("SELECT id FROM problems WHERE sfen = '{stored}'"),
    )[0];
    assert_eq!(first(stored), ("same".to_owned(), id));
    assert_eq!(
        first("6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1"),
        ("same".to_owned(), id)
    );
    assert_eq!(
        first("2k6/1+n7/2+N6/1NN6/9/9/9/9/9 b - 1"),
        ("image".to_owned(), id)
    );
    // The sides exchanged.
    assert_eq!(
        first("9/9/9/9/9/1nn6/2+n6/1+N7/2K6 w - 1"),
        ("image".to_owned(), id)
    );
    // Another order of the hand is the same hand.
    let reordered = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 18p4l4s4g2b2r 1";
    assert_eq!(first(reordered), ("same".to_owned(), id));
    let other_hand = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b P 1";
    assert!(likes(other_hand).contains(&("other_hand".to_owned(), id)));
    // One file to the left, where it is another problem, if any.
    let shifted = "5k3/6+n2/5+N3/5NN2/9/9/9/9/9 b - 1";
    let shifted = likes(shifted);
    assert!(shifted.contains(&("shifted".to_owned(), id)), "{shifted:?}");
    // Down one rank and mirrored, with a pawn in hand.
    let moved = "9/2k6/1+n7/2+N6/1NN6/9/9/9/9 b P 1";
    assert!(likes(moved).contains(&("shifted_other_hand".to_owned(), id)));
    // A line that many have.
    let sql =
        "SELECT sfen FROM problems GROUP BY signature HAVING count(DISTINCT shape) > 5 LIMIT 1";
    let many = likes(output(&["query", db, sql]).lines().nth(1).unwrap());
    assert_eq!(many[0].0, "same");
    assert_eq!(many.iter().filter(|(is, _)| is == "same_line").count(), 3);
    assert_eq!(
        output(&["same", db, "4k4/9/4P4/9/9/9/9/9/9 b 2G 1"]),
        "nothing similar\n"
    );
    assert!(complaint(&["same", db, "nn"]).contains("nor the SFEN of a problem"));
}

#[test]
fn same_takes_the_line_that_the_database_has() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    let sql = "SELECT sfen FROM problems WHERE plies >= 5
        GROUP BY signature HAVING count(DISTINCT shape) > 5 ORDER BY id LIMIT 1";
    let stored = output(&["query", db, sql])
        .lines()
        .nth(1)
        .unwrap()
        .to_owned();
    let setup: Setup = stored.parse().unwrap();
    // One node is not enough for the solver.
    for sfen in [stored, setup.mirror().to_string()] {
        let text = output(&["same", db, &sfen, "--nodes", "1", "--json"]);
        assert!(text.contains("\"likeness\":\"same_line\""), "{sfen}");
    }
}

#[test]
#[ignore = "many seconds: .ci/long"]
fn features_are_weighed_and_searched_and_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    let weights = folder.path().join("w.toml");
    fs::write(
        &weights,
        "[weights]\ntries = { weight = 2, most = 10 }\nplies = -1\n",
    )
    .unwrap();
    let before = fs::read(&path).unwrap();
    output(&["features", db, "--weights", weights.to_str().unwrap()]);
    let wrong = "SELECT count(*) FROM problems WHERE beauty <> 2 * min(tries, 10) - plies";
    assert_eq!(query(db, wrong), [0]);
    let sql = "SELECT count(*) FROM weights WHERE toml LIKE '%most = 10%'";
    assert_eq!(query(db, sql), [1]);
    output(&["features", db, "--default-weights"]);
    assert!(output(&["features", db]).contains("14,185 problems measured again"));
    let knights_again = folder.path().join("before.db");
    fs::write(&knights_again, before).unwrap();
    let all = "SELECT * FROM problems ORDER BY id";
    let was = output(&["query", knights_again.to_str().unwrap(), all]);
    assert!(
        output(&["query", db, all]) == was,
        "measured anew it is as it was"
    );

    let two = folder.path().join("two.db");
    fs::copy(&path, &two).unwrap();
    let some = [
        "features",
        db,
        "--deep",
        "--jobs",
        "1",
        "--where",
        "plies = 11",
    ];
    let text = output(&some);
    assert!(text.ends_with(" problems searched; 0 left\n"), "{text}");
    // How many threads search does not show.
    let two = two.to_str().unwrap();
    output(&[
        "features",
        two,
        "--deep",
        "--jobs",
        "3",
        "--where",
        "plies = 11",
    ]);
    assert!(output(&["query", two, all]) == output(&["query", db, all]));
    assert_eq!(output(&some), "0 problems searched; 0 left\n");
    let sql = "SELECT count(*) FROM problems WHERE (searched IS NOT NULL) <> (plies = 11)
        OR (near_tries IS NULL) <> (searched IS NULL) OR near_tries > failing_tries
        OR failing_tries > tries OR (drop_duals IS NULL) <> (searched IS NULL)";
    assert_eq!(query(db, sql), [0]);

    // What an earlier version has searched is searched again.
    let conn = rusqlite::Connection::open(&path).unwrap();
    let earlier = conn.execute(
        "UPDATE problems SET searched = 0 WHERE plies = 11 AND id % 2 = 0",
        [],
    );
    let earlier = earlier.unwrap();
    drop(conn);
    assert!(earlier > 0);
    let text = output(&some);
    assert_eq!(text, format!("{earlier} problems searched; 0 left\n"));

    fs::write(&weights, "[weights]\nnice = 1\n").unwrap();
    let text = complaint(&["features", db, "--weights", weights.to_str().unwrap()]);
    assert!(
        text.contains("w.toml:2: there is no column \"nice\""),
        "{text}"
    );
    let text = complaint(&["features", db, "--deep", "--where", "nice"]);
    assert!(
        text.contains("--where: character 1: no such column: nice"),
        "{text}"
    );
    complaint(&["features", "nowhere.db"]);
    assert!(!Path::new("nowhere.db").exists());
}

#[test]
fn wrong_searches_end_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = records::small_database(folder.path());
    let db = path.to_str().unwrap();
    let before = fs::read(&path).unwrap();
    for (args, words) in [
        (
            &["--where", "plies = 7 AND nice > 1"][..],
            "--where: character 15: no such column: nice",
        ),
        (&["--where", "plies = "], "--where: character 9: "),
        (&["--where", " "], "--where: the condition is empty"),
        (&["--where", "plies = ?"], "--where: parameters"),
        (
            &["--where", "1) UNION SELECT 1, 2 FROM (SELECT 1"],
            "--where: SQL: SELECTs",
        ),
        (
            &["--where", "plies=1) or (plies=3"],
            "--where: character 8: near \")\": syntax error",
        ),
        (&["--plies", "7...9"], "a range such as"),
        (&["--plies", "9..7"], "is empty"),
        (&["--box", "4"], "a box such as"),
        (&["--box", "0x3"], "a box such as"),
        (&["--contains", "1a"], "a square and a piece"),
        (&["--contains", "0a:l"], "a square and a piece"),
        (&["--contains", "1a:x"], "not a piece as in SFEN"),
        (&["--contains", ""], "a square and a piece"),
        (&["--sort", "nice"], "there is no column \"nice\""),
        (&["--promoted", "1", "--no-promoted"], "cannot be used with"),
        (&["--nice", "1"], "--nice"),
    ] {
        let text = complaint(&[&["search", db], args].concat());
        assert!(text.contains(words), "{words} is not in {text}");
    }
    let brackets = "plies=1) or (plies=3";
    let other = folder.path().join("other");
    let other = other.to_str().unwrap();
    for args in [
        &["export", db, "--format", "sfen"][..],
        &["report", db, "--out", other],
        &["features", db, "--deep"],
        &["create", "--count", "1", "--candidates", "1"],
        &[
            "create",
            "--count",
            "1",
            "--works",
            db,
            "--works-where",
            brackets,
        ],
    ] {
        let option = ["--where", brackets];
        let option = match args.contains(&brackets) {
            true => &[],
            false => &option[..],
        };
        let text = complaint(&[args, option].concat());
        let why = "where: character 8: near \")\": syntax error";
        assert!(text.contains(why), "{args:?}: {text}");
    }
    for sql in [
        "ATTACH 'other.db' AS other",
        "PRAGMA journal_mode = WAL",
        "PRAGMA query_only",
        "SELECT load_extension('x')",
        "CREATE TEMP TABLE t (x)",
        "REPLACE INTO weights VALUES (1, '', '')",
        "SELECT * FROM problems; DELETE FROM problems",
        "EXPLAIN DELETE FROM problems",
    ] {
        complaint(&["query", db, sql]);
    }
    output(&[
        "query",
        db,
        "SELECT name FROM pragma_table_info('problems')",
    ]);
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(!Path::new("other.db").exists());
}

#[test]
fn query_reads_standard_input_and_writes_lists() {
    let folder = tempfile::tempdir().unwrap();
    let path = records::small_database(folder.path());
    let db = path.to_str().unwrap();
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    let call = command.args(["query", db, "-", "--format", "sfen"]);
    let text = call.write_stdin("-- all\nSELECT plies, sfen FROM problems ORDER BY id LIMIT 1");
    let text = String::from_utf8(text.output().unwrap().stdout).unwrap();
    assert_eq!(text, format!("{}\n", records::knight().sfen));
    let text = complaint(&[
        "query",
        db,
        "SELECT plies FROM problems",
        "--format",
        "sfen",
    ]);
    assert!(text.contains("a column named sfen"), "{text}");
}

#[test]
fn a_column_is_described() {
    let text = output(&["columns", "near-tries"]);
    assert!(
        text.starts_with("near_tries · 惜しい紛れ · in moves\n"),
        "{text}"
    );
    assert!(complaint(&["columns", "nice"]).contains("there is no column \"nice\""));
}

#[test]
fn columns_are_found_by_their_term() {
    let text = output(&["columns", "捨駒"]);
    let heads = text.split("\n\n").map(|one| one.lines().next().unwrap());
    let heads: Vec<&str> = heads.collect();
    assert!(heads[0].starts_with("sacrifices · 捨駒 · "), "{text}");
    assert!(
        heads.len() > 3 && heads.iter().all(|head| head.contains("捨駒")),
        "{heads:?}"
    );
    let text = output(&["--lang", "ja", "columns", "惜しい紛れ"]);
    assert!(text.starts_with("near_tries · 惜しい紛れ"), "{text}");
    for nothing in ["", " "] {
        assert!(complaint(&["columns", nothing]).contains("there is no column"));
    }
}

#[test]
fn search_knows_title_author_and_publication() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("x.db");
    let db = db.to_str().unwrap();
    let kif = |name: &str, title: &str, author: &str, sfen: &str| {
        fs::write(folder.path().join("one.sfen"), sfen).unwrap();
        let list = folder.path().join("one.sfen");
        let bod = output(&["convert", list.to_str().unwrap(), "--to", "bod"]);
        let text = format!("作品名：{title}\n作者：{author}\n発表誌：詰将棋雑誌\n{bod}");
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let one = kif("a.kifu", "雪", "伊藤 看寿", "8k/9/8P/9/9/9/9/9/9 b G 1");
    let other = kif("b.kifu", "月", "大橋宗英", "7k1/9/7P1/9/9/9/9/9/9 b G 1");
    output(&["import", &one, &other, "--db", db]);
    assert_eq!(ids(db, &["--author", "看寿"]), [1]);
    assert_eq!(ids(db, &["--author", "伊藤看寿", "--title", "雪"]), [1]);
    assert_eq!(ids(db, &["--title=月"]), [2]);
    assert_eq!(
        ids(
            db,
            &[
                "--publication",
                "雑誌",
                "--all",
                "--sort",
                "id",
                "--ascending"
            ]
        ),
        [1, 2]
    );
    assert!(ids(db, &["--author", "看寿", "--title", "月"]).is_empty());
    let text = output(&["search", db, "--title", "雪"]);
    assert!(text.contains("雪 · 伊藤 看寿 · 詰将棋雑誌"), "{text}");
}

/// `--ideas` shows the first problem of each idea, as a plain pass over all of them does.
#[test]
fn one_problem_of_each_idea() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    let most = cases(100, 400);
    for (condition, sort, options) in [
        ("plies >= 5", "beauty DESC", &["--plies", "5.."][..]),
        (
            "sacrifices >= 1",
            "plies IS NULL, plies",
            &["--sacrifices", "1..", "--sort", "plies", "--ascending"],
        ),
    ] {
        let all = query(
            db,
            &format!("SELECT id FROM problems WHERE {condition} ORDER BY {sort}, id"),
        );
        let idea = |id: i64| query(db, &format!("SELECT idea FROM problems WHERE id = {id}"))[0];
        let mut seen = std::collections::HashSet::new();
        let first: Vec<i64> = all
            .into_iter()
            .take(most)
            .filter(|&id| seen.insert(idea(id)))
            .collect();
        let limit = first.len().to_string();
        let found = ids(db, &[options, &["--ideas", "--limit", &limit]].concat());
        assert_eq!(found, first);
        assert!(found.len() > 5 && found.len() < most, "{}", found.len());
    }
}
