//! `gyakusan bench solve` as a person calls it.

use std::fs;

use crate::typed::{gyakusan, texts};

fn bench(args: &[&str]) -> (String, String, i32) {
    let common = ["bench", "solve", "--memory", "64M"];
    texts(gyakusan(&[&common[..], args].concat()))
}

#[test]
fn sets_are_measured() {
    let folder = tempfile::tempdir().unwrap();
    let short: Vec<&str> = include_str!("../data/short_1_to_11.tsv").lines().collect();
    fs::write(
        folder.path().join("short_1_to_11.tsv"),
        short[..60].join("\n"),
    )
    .unwrap();
    let wrong = "8k/9/8P/9/9/9/9/9/9 b G 1\t3\tnot so long\n\
                 8k/9/9/9/9/9/9/9/8P b - 1\t>1\tno mate\n\
                 8k/9/8P/9/9/9/9/9/9 b G 1\t\tnobody knows\n";
    fs::write(folder.path().join("futile_cases.tsv"), wrong).unwrap();
    let data = folder.path().to_str().unwrap();
    let (out, err, code) = bench(&["--data", data, "--runs", "2"]);
    assert_eq!((err.as_str(), code), ("", 0));
    assert!(out.starts_with("gyakusan "), "{out}");
    assert!(out.contains("table of 68 MB, medians of 2 runs\n"), "{out}");
    let row = |name: &str| {
        let row = out.lines().find(|line| line.starts_with(name)).unwrap();
        row.split("  ")
            .filter(|cell| !cell.is_empty())
            .map(str::trim)
            .collect::<Vec<_>>()
    };
    assert_eq!(row("short_1_to_11  ")[..3], ["short_1_to_11", "60", "60"]);
    assert_eq!(row("short_1_to_11  ")[4], "60 of 60");
    assert_eq!(row("futile_cases")[1..5], ["3", "3", "3", "1 of 2"]);
    assert!(
        out.contains("\ndifferent from the stated length:\n  not so long: 3 stated, 1 found\n"),
        "{out}"
    );
    let (out, _, code) = bench(&["--data", data, "--quick"]);
    assert_eq!(code, 0);
    assert!(out.contains("one quick run"), "{out}");
    assert!(
        out.lines()
            .any(|line| line.starts_with("short_1_to_11  ") && line.contains(" 6 ")),
        "{out}"
    );
}

#[test]
fn wrong_calls_get_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let refused = |args: &[&str], words: &str| {
        let (out, err, code) = bench(args);
        assert_eq!((out.as_str(), code), ("", 2));
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(
            err.starts_with("gyakusan: ") && err.contains(words),
            "{err}"
        );
    };
    refused(&["--data", data], "give their folder with --data");
    refused(&["--data", data, "--runs", "0"], "runs");
    fs::write(folder.path().join("musou.tsv"), "8k/9/8P b G 1\t3\tx\n").unwrap();
    refused(&["--data", data], "musou.tsv:1: SFEN, character 8");
    fs::write(
        folder.path().join("musou.tsv"),
        "8k/9/8P/9/9/9/9/9/9 b G 1\tx\n",
    )
    .unwrap();
    refused(
        &["--data", data],
        "musou.tsv:1: plies: expected a number, not \"x\"",
    );
}
