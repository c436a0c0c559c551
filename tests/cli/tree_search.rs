//! `gyakusan search --tries`, `--variation` and `--every-variation`.

use std::process::Output;

use assert_cmd::Command;

use crate::families::knights;
use crate::typed::{gyakusan, output};

/// The numbers of the problems that a search finds, in its order; with what it says on the error stream.
fn found(db: &str, args: &[&str]) -> (Vec<i64>, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = gyakusan(&[&["search", db, "--json"], args].concat());
    let said = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(0), "{args:?}: {said}");
    let lines = String::from_utf8(stdout).unwrap();
    let ids = lines.lines().map(|line| {
        let json: serde_json::Value = serde_json::from_str(line).unwrap();
        json["id"].as_i64().unwrap()
    });
    (ids.collect(), said)
}

fn ids(db: &str, args: &[&str]) -> Vec<i64> {
    let (ids, said) = found(db, args);
    assert_eq!(said, "", "{args:?}");
    ids
}

#[test]
fn trees_are_asked_among_the_problems_of_the_other_conditions() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let db = made.to_str().unwrap();
    let few = ["--plies", "7..", "--all", "--limit", "40"];
    let asked = |more: &[&str]| ids(db, &[&few[..], more].concat());
    let all = asked(&[]);
    assert_eq!(all.len(), 40);
    // Which of them have such a try, and which have not, makes all of them; in the same order.
    let narrow = ["--plies", "7..", "--all", "--limit", "1000", "--where"];
    let numbers: Vec<String> = all.iter().map(i64::to_string).collect();
    let condition = format!("id IN ({})", numbers.join(", "));
    let among = |more: &[&str]| ids(db, &[&narrow[..], &[condition.as_str()], more].concat());
    for (name, query) in [
        ("--tries", "departs fails only"),
        ("--tries", "departs fails K same"),
        ("--variation", "departs K"),
        ("--variation", "departs ; .. ; attack"),
    ] {
        let (with, without) = (
            among(&[name, query]),
            among(&[name, &format!("!({query})")]),
        );
        let in_order = |some: &[i64]| {
            let places = some
                .iter()
                .map(|id| all.iter().position(|is| is == id).unwrap());
            places.is_sorted()
        };
        assert!(in_order(&with) && in_order(&without), "{name} {query}");
        assert!(!with.is_empty(), "{name} {query}");
        if name == "--tries" {
            assert_eq!(with.len() + without.len(), all.len(), "{name} {query}");
            // As many are found as are wanted, the first of them, with any number of jobs.
            let first = [name, query, "--limit", "2", "--jobs", "1"];
            let first = ids(
                db,
                &[
                    &["--plies", "7..", "--all", "--where", &condition],
                    &first[..],
                ]
                .concat(),
            );
            assert_eq!(first, with[..first.len()], "{query}");
            assert!(first.len() == 2 || first.len() == with.len());
        }
    }
    // What every variation has, some variation has.
    let every = among(&["--every-variation", "departs K"]);
    let some = among(&["--variation", "departs K"]);
    assert!(!every.is_empty() && every.iter().all(|id| some.contains(id)));
    // Several queries: all must hold.
    let both = among(&["--tries", "departs fails only", "--variation", "departs K"]);
    let tries = among(&["--tries", "departs fails only"]);
    let wanted: Vec<i64> = tries
        .iter()
        .filter(|id| some.contains(id))
        .copied()
        .collect();
    assert_eq!(both, wanted);
}

#[test]
fn a_query_about_tries_is_the_same_in_either_language_and_a_range_counts_them() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let db = made.to_str().unwrap();
    let asked = |tries: &str| ids(db, &["--plies", "9..", "--tries", tries]);
    let english = asked("departs fails only K same");
    assert_eq!(asked("分岐 詰まず のみ 玉 同"), english);
    assert!(!english.is_empty());
    let counted = asked("8..12");
    let by_sql = ids(db, &["--plies", "9..", "--where", "tries BETWEEN 8 AND 12"]);
    assert_eq!(counted, by_sql);
    let both = ids(
        db,
        &[
            "--plies",
            "9..",
            "--tries",
            "8..12",
            "--tries",
            "departs fails only",
        ],
    );
    assert!(both.iter().all(|id| counted.contains(id)));
}

#[test]
fn what_limits_leave_open_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let db = made.to_str().unwrap();
    let args = [
        "--plies",
        "11..",
        "--tries",
        "count(departs fails)=5..",
        "--all",
    ];
    let (decided, nothing) = found(db, &args);
    assert_eq!(nothing, "");
    let (few, said) = found(db, &[&args[..], &["--nodes", "1"]].concat());
    assert!(said.contains(" undecided within 1 nodes"), "{said}");
    assert!(few.len() < decided.len() && few.iter().all(|id| decided.contains(id)));
    // Without JSON it is said with the rest.
    let text = output(&[&["search", db], &args[..], &["--nodes", "1"]].concat());
    assert!(text.contains("undecided within 1 nodes"), "{text}");
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    let command = command.args(["--lang", "ja", "search", db]).args(args);
    let text = command.args(["--nodes", "1"]).output().unwrap().stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("結論が出ませんでした"), "{text}");
}

#[test]
fn what_is_wrong_with_a_query_about_trees_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let db = made.to_str().unwrap();
    for (name, query, said) in [
        (
            "--tries",
            "promote failed",
            "character 9: \"failed\" is not a word of the language; did you mean \"fails\"?",
        ),
        (
            "--tries",
            "drop G",
            "character 7: this says nothing of a try",
        ),
        (
            "--tries",
            "sacrifice fails",
            "character 1: \"sacrifice\" is about later moves",
        ),
        ("--tries", "5..3", "--tries"),
        (
            "--variation",
            "drop fails",
            "character 6: \"fails\" is about tries",
        ),
        ("--every-variation", "drop (", "--every-variation"),
        (
            "--line",
            "drop fails",
            "character 6: \"fails\" is about tries",
        ),
    ] {
        let output = gyakusan(&["search", db, name, query]);
        assert_eq!(output.status.code(), Some(2), "{query}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(said), "{query}: {text}");
    }
}

/// With trees that are kept a search finds the same, and leaves nothing open however few nodes it has.
#[test]
fn kept_trees_are_searched_without_a_solver() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("kept.db");
    std::fs::copy(knights(folder.path()), &db).unwrap();
    let db = db.to_str().unwrap();
    let few = ["--plies", "7", "--all", "--limit", "1000"];
    let queries = [
        ["--tries", "departs fails only"],
        ["--tries", "count(departs fails)=3.."],
        ["--variation", "departs K ; .. ; drop"],
        ["--every-variation", "departs K"],
    ];
    let before = queries.map(|query| ids(db, &[&few[..], &query].concat()));
    assert!(before.iter().any(|ids| !ids.is_empty()));
    let said = output(&["features", db, "--trees", "--where", "plies = 7"]);
    assert!(
        said.contains(" solved, ") && said.ends_with(" bytes each; 0 left\n"),
        "{said}"
    );
    let again = output(&["features", db, "--trees", "--where", "plies = 7"]);
    assert!(again.starts_with("0 problems solved"), "{again}");
    let after = queries.map(|query| ids(db, &[&few[..], &query, &["--nodes", "1"]].concat()));
    assert_eq!(before, after);
    let said = output(&["verify", db]);
    assert!(said.contains("no differences"), "{said}");
}
