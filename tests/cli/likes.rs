//! Weights by what a composer likes, and by what people kept.

use std::fs;
use std::path::Path;

use crate::typed::{done, run};
use rusqlite::Connection;
use tempfile::TempDir;

/// 金2歩1 in a file.
fn enumerated() -> TempDir {
    let folder = TempDir::new().unwrap();
    let args = ["enumerate", "G2P1", "--db", "x.db", "--verify", "none"];
    done(&folder, &[&args[..], &["--quiet"]].concat());
    folder
}

/// Numbers of problems.
fn ids(folder: &Path, condition: &str) -> Vec<i64> {
    let conn = Connection::open(folder.join("x.db")).unwrap();
    let sql = format!("SELECT id FROM problems WHERE {condition} ORDER BY id");
    let mut select = conn.prepare(&sql).unwrap();
    let rows = select.query_map([], |row| row.get(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

fn mean_beauty(folder: &Path, ids: &str) -> f64 {
    let conn = Connection::open(folder.join("x.db")).unwrap();
    let sql = format!("SELECT avg(beauty) FROM problems WHERE id IN ({ids})");
    conn.query_row(&sql, [], |row| row.get(0)).unwrap()
}

fn list(ids: &[i64]) -> String {
    let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
    ids.join(",")
}

fn says(folder: &TempDir, args: &[&str]) -> String {
    let output = run(folder, args);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn likes_change_the_order() {
    let folder = enumerated();
    let path = folder.path();
    // Against the default: rather no sacrifice.
    let liked = list(&ids(path, "plies = 5 AND sacrifices = 0 AND captures = 0")[..8]);
    let disliked = list(&ids(path, "plies = 5 AND sacrifices = 1 AND captures = 0")[..8]);
    assert!(mean_beauty(path, &liked) < mean_beauty(path, &disliked));
    let fit = |out: &str| {
        let args = ["features", "x.db", "--like", &liked, "--dislike", &disliked];
        says(&folder, &[&args[..], &["--out", out]].concat())
    };
    let said = fit("w.toml");
    let (first, rest) = said.split_once('\n').unwrap();
    assert!(
        first.starts_with("64 pairs; the liked problem ranks higher in "),
        "{said}"
    );
    let percent: Vec<f64> = first
        .split(" %")
        .filter_map(|text| text.rsplit(' ').next()?.parse().ok())
        .collect();
    let [before, after, unseen] = percent[..] else {
        panic!("{said}");
    };
    assert!(before < 50.0 && after > before && unseen > before, "{said}");
    assert!(rest.contains("sacrifices"), "{said}");
    // Nothing has changed in the database yet.
    assert!(mean_beauty(path, &liked) < mean_beauty(path, &disliked));
    let again = fit("again.toml");
    assert_eq!(said.replace("w.toml", "again.toml"), again);
    let read = |name: &str| fs::read_to_string(path.join(name)).unwrap();
    assert_eq!(read("w.toml"), read("again.toml"));
    done(&folder, &["features", "x.db", "--weights", "w.toml"]);
    assert!(mean_beauty(path, &liked) > mean_beauty(path, &disliked));
}

#[test]
fn wrong_likes_are_refused() {
    let folder = enumerated();
    let cases = [
        (
            &["--like", "1,99999", "--dislike", "2"][..],
            "x.db: no problem 99999",
        ),
        (&["--like", "1", "--dislike", "2,0"], "x.db: no problem 0"),
        (
            &["--like", "1,2", "--dislike", "3,2"],
            "problem 2 is in both --like and --dislike",
        ),
        (
            &["--like", "one", "--dislike", "2"],
            "invalid value 'one' for '--like <IDS>'",
        ),
        (&["--like", "1"], "--dislike <IDS>"),
        (&["--out", "w.toml"], "--out needs --like/--against"),
        (&["--against", "none.db"], "none.db"),
        (
            &["--like", "1", "--dislike", "2", "--against", "x.db"],
            "cannot be used with",
        ),
        (
            &["--like", "1", "--dislike", "2", "--deep"],
            "cannot be used with",
        ),
        (
            &["--like", "1", "--dislike", "2", "--out", "no/w.toml"],
            "no/w.toml: ",
        ),
    ];
    for (args, words) in cases {
        let output = run(&folder, &[&["features", "x.db"], args].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
        assert!(!folder.path().join("w.toml").exists());
    }
}

#[test]
fn a_problem_without_a_line_is_no_example() {
    let folder = TempDir::new().unwrap();
    let list = "8k/9/8P/9/9/9/9/9/9 b G 1\n8k/9/9/9/9/9/9/9/9 b P 1\n";
    fs::write(folder.path().join("x.sfen"), list).unwrap();
    done(
        &folder,
        &["import", "x.sfen", "--db", "x.db", "--memory", "16M"],
    );
    let args = ["features", "x.db", "--like", "1", "--dislike", "2"];
    let output = run(&folder, &args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("x.db: problem 2 has no main line"), "{said}");
}

#[test]
fn works_are_compared_with_what_is_made_of_their_length() {
    let folder = enumerated();
    let path = folder.path();
    // What a reader of problems would keep, and all there is of the family.
    let of_seven = ids(
        path,
        "plies IN (5, 7) AND sacrifices > 0 AND mated_in_corner",
    );
    let conn = Connection::open(path.join("x.db")).unwrap();
    let sql = format!(
        "SELECT sfen FROM problems WHERE id IN ({})",
        list(&of_seven)
    );
    let mut select = conn.prepare(&sql).unwrap();
    let rows = select.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let sfens: Vec<String> = rows.map(Result::unwrap).collect();
    assert!(sfens.len() > 10);
    fs::write(path.join("works.sfen"), sfens.join("\n")).unwrap();
    done(
        &folder,
        &[
            "import",
            "works.sfen",
            "--db",
            "works.db",
            "--memory",
            "16M",
        ],
    );
    let args = [
        "features",
        "works.db",
        "--against",
        "x.db",
        "--out",
        "w.toml",
    ];
    let said = says(&folder, &args);
    assert_eq!(said, says(&folder, &args), "the same each time");
    let all = said
        .lines()
        .find(|line| line.trim_start().starts_with("5–7"))
        .unwrap();
    let figures: Vec<f64> = all
        .split_whitespace()
        .skip(1)
        .map(|text| text.parse().unwrap())
        .collect();
    assert_eq!(figures[0], sfens.len() as f64, "{said}");
    // Works are among what is made, so that half of these stand level with them at best.
    let [before, after] = [figures[2], figures[6]];
    assert!(before > 50.0 && after >= before, "{said}");
    let weights = fs::read_to_string(path.join("w.toml")).unwrap();
    // Pieces are as heavy as they were.
    assert!(
        weights.contains("pieces = { weight = -0.3, most = 20 }"),
        "{weights}"
    );
}
