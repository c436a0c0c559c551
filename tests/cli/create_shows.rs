//! What `gyakusan create` shows at its end: the most beautiful, which conditions were missed, how much is new.

use std::collections::HashSet;

use assert_cmd::Command;
use gyakusan::features::Solution;
use gyakusan::features::idea::{finish, opening};
use gyakusan::solve::Task;
use testkit::cases;

fn gyakusan(args: &[&str]) -> String {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    let output = command.args(args).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// How many candidates are enough for many problems.
fn candidates() -> &'static str {
    ["1k", "2k"][cases(0, 1)]
}

/// A run that finds many in a short time.
const RUN: [&str; 10] = [
    "create",
    "--generator",
    "mutate",
    "--board",
    "..10",
    "--seed",
    "5",
    "--evolve",
    "--nodes",
    "50",
];

/// The numbers of a line of the table.
fn numbers(said: &str, name: &str) -> Vec<u64> {
    let line = said.lines().find_map(|line| line.trim().strip_prefix(name));
    let line = line.unwrap_or_else(|| panic!("{name}: {said}"));
    let number = |word: &str| word.replace(',', "").parse().ok();
    line.split_whitespace().map_while(number).collect()
}

#[test]
fn the_ten_most_beautiful_stand_below_the_table() {
    the_ten_are_right("tests/data/short_1_to_11.tsv", candidates());
}

/// ☗２一金☖同金☗同角成☖同玉☗３二金打☖１一玉, and then one mating move or another.
#[test]
fn of_those_that_begin_alike_one_stands_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("alike.sfen");
    let list = "6g1k/6B1n/5G3/9/8N/9/9/9/9 b G2rbg4s2n4l18p 1\n\
                6g1k/6B1n/5G3/9/9/9/9/9/9 b GN2rbg4s2n4l18p 1\n";
    std::fs::write(&file, list).unwrap();
    the_ten_are_right(file.to_str().unwrap(), "1500");
}

fn the_ten_are_right(from: &str, candidates: &str) {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("new.db");
    let db = db.to_str().unwrap();
    let said = gyakusan(
        &[
            &RUN[..],
            &["--from", from, "--candidates", candidates, "--db", db],
        ]
        .concat(),
    );
    let (_, top) = said
        .split_once("\nthe most beautiful, no two with the same opening or finish 収束:\n")
        .unwrap();
    let shown: Vec<&str> = top.lines().filter(|line| line.contains(" b ")).collect();
    // The most beautiful of the database that begin and end like none before them.
    let sql = "select sfen, main_line, beauty from problems order by beauty desc, rowid";
    let rows = gyakusan(&["query", db, sql, "--format", "csv"]);
    let (mut openings, mut finishes) = (HashSet::new(), HashSet::new());
    let mut expected = Vec::new();
    for row in rows.lines().skip(1) {
        let [sfen, line, beauty] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let task = Task::new(sfen.parse().unwrap());
        let line: Vec<_> = line.split(' ').map(|mv| mv.parse().unwrap()).collect();
        let solution = Solution::new(&task, &line, None).unwrap();
        let ends = (opening(&solution), finish(&solution));
        if !openings.contains(&ends.0) && !finishes.contains(&ends.1) {
            openings.insert(ends.0);
            finishes.insert(ends.1);
            expected.push((sfen.to_owned(), beauty.parse::<f64>().unwrap()));
        }
    }
    assert!(rows.lines().count() > 1 + expected.len());
    let headings = top.lines().filter(|line| line.contains("· beauty "));
    let beauties: Vec<f64> = headings
        .map(|line| line.rsplit(' ').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(shown.len(), expected.len().min(10));
    for (place, (sfen, beauty)) in expected.iter().take(10).enumerate() {
        assert!((beauties[place] - beauty).abs() < 0.006, "{top}");
        // What is as beautiful stands in the order it was found in.
        if expected.iter().filter(|(_, other)| other == beauty).count() == 1 {
            assert_eq!(shown[place], sfen);
        }
    }
}

#[test]
#[ignore = "many seconds: .ci/long"]
fn the_table_says_which_condition_was_missed() {
    let asked = ["--plies", "7..", "--captures", "0"];
    let run = [
        &RUN[..],
        &[
            "--from",
            "tests/data/short_1_to_11.tsv",
            "--candidates",
            candidates(),
        ],
    ]
    .concat();
    let said = gyakusan(&[&run[..], &asked].concat());
    let [missed, ..] = numbers(&said, "conditions missed")[..] else {
        panic!("{said}");
    };
    let [plies, plies_alone] = numbers(&said, "--plies")[..] else {
        panic!("{said}");
    };
    let [captures, captures_alone] = numbers(&said, "--captures")[..] else {
        panic!("{said}");
    };
    let both = plies - plies_alone;
    assert_eq!(both, captures - captures_alone);
    assert_eq!(missed, plies_alone + captures_alone + both);
    assert!(both > 0 && plies_alone > 0 && captures_alone > 0, "{said}");
    // What is in SQL is a condition, too.
    let said = gyakusan(&[&run[..], &["--where", "captures = 0"]].concat());
    let captures = numbers(&said, "conditions missed")[0];
    assert_eq!(numbers(&said, "--where"), [captures, captures]);
    // Nothing is said of conditions where there are none.
    assert!(!gyakusan(&run).contains("missed alone"));
}
