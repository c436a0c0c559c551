//! Which problems are written, and where to.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use super::numbers::{number, table};
use super::tools::{complaint, files, output};
use crate::families::knights;

#[test]
fn conditions_limits_and_places() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    let site = folder.path().join("site");
    let out = site.to_str().unwrap();
    fs::create_dir(&site).unwrap();
    let said = output(&[
        "report",
        db,
        "--out",
        out,
        "--where",
        "plies >= 9 and rule_a -- long",
        "--limit",
        "20",
    ]);
    assert!(said.starts_with("66 problems, 20 in the gallery"), "{said}");
    let html = fs::read_to_string(site.join("index.html")).unwrap();
    assert_eq!(number(&html, "problems"), 66);
    assert_eq!(number(&html, "shown"), 20);
    assert_eq!(table(&html, "flaws")[0], [Some(50), Some(16)]);
    assert!(html.contains("<code>plies &gt;= 9 and rule_a -- long</code>"));

    // Nobody's files are lost.
    let before = files(&site);
    let wrong = complaint(&["report", db, "--out", out, "--where", "plies > nowhere"]);
    assert!(
        wrong.contains("--where: character 9: no such column: nowhere"),
        "{wrong}"
    );
    fs::write(site.join("mine.txt"), "mine").unwrap();
    let wrong = complaint(&["report", db, "--out", out]);
    assert!(wrong.contains("contains mine.txt"), "{wrong}");
    fs::remove_file(site.join("mine.txt")).unwrap();
    assert!(files(&site) == before);
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("index.html"), "mine").unwrap();
    let wrong = complaint(&["report", db, "--out", other.to_str().unwrap()]);
    assert!(wrong.contains("not a report of gyakusan"), "{wrong}");
    complaint(&["report", db, "--out", db]);
    // Nor does the folder go in which somebody stands, or one above it.
    let inner = folder.path().join("inner/most");
    fs::create_dir_all(&inner).unwrap();
    for out in [".", ".."] {
        let asked = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
            .args(["report", db, "--out", out])
            .current_dir(&inner)
            .output()
            .unwrap();
        let wrong = String::from_utf8(asked.stderr).unwrap();
        assert_eq!(asked.status.code(), Some(2), "{wrong}");
        assert!(
            wrong.contains("the folder in which the program runs"),
            "{wrong}"
        );
    }
    fs::remove_dir_all(folder.path().join("inner")).unwrap();
    complaint(&[
        "report",
        db,
        "--out",
        folder.path().join("no/where").to_str().unwrap(),
    ]);
    // Nothing is left beside.
    let names: BTreeSet<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(
        names,
        ["knights.db", "other", "site"].map(str::to_owned).into()
    );
}
