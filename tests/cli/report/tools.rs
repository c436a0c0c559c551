//! Calls of the program and what they leave behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

pub use crate::written::files;

pub fn gyakusan(args: &[&str]) -> Output {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    command.args(args).output().unwrap()
}

pub fn output(args: &[&str]) -> String {
    let output = gyakusan(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one line that a refused call says.
pub fn complaint(args: &[&str]) -> String {
    let output = gyakusan(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

/// The rows of a query as JSON.
pub fn query(db: &str, sql: &str) -> Vec<Value> {
    let text = output(&["query", db, sql, "--format", "jsonl"]);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Works from elsewhere: with a title and a second solution, without a mate, undecided, one in which
/// White attacks, one with many last moves.
pub fn works(folder: &Path) -> PathBuf {
    let list = folder.join("works.csv");
    let text = "sfen,作品名,作者,発表誌,発表年月\n\
        8k/6S2/9/7LB/9/9/9/9/9 b - 1,<i>試作</i>,A&B,詰パラ,2001年\n\
        8k/9/9/9/9/9/9/9/9 b G 1,,,,\n\
        4k4/9/9/9/9/9/9/9/9 b 2R 1,,,,\n\
        9/9/9/9/9/9/p8/9/K8 w 2R2B3G4S4N4L17Pg 1,,,,\n\
        8k/9/7+R1/9/9/9/9/9/9 b RBGSL 1,,,,\n";
    fs::write(&list, text).unwrap();
    let path = folder.join("works.db");
    let (list, db) = (list.to_str().unwrap(), path.to_str().unwrap());
    output(&[
        "import", list, "--db", db, "--nodes", "3000", "--memory", "64M",
    ]);
    path
}

/// Writes the report of a database beside it.
pub fn report(db: &Path) -> PathBuf {
    let site = db.with_file_name("site");
    output(&[
        "report",
        db.to_str().unwrap(),
        "--out",
        site.to_str().unwrap(),
    ]);
    site
}
