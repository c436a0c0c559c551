//! Families by their codes, without a catalog.

use std::fs;

use tempfile::TempDir;

use crate::typed::{done, run};

#[test]
fn a_code_is_enumerated_without_a_catalog() {
    let folder = TempDir::new().unwrap();
    done(&folder, &["enumerate", "G1P1", "--db", "x.db", "--quiet"]);
    let of_code = done(&folder, &["stats", "x.db"]);
    let heading = "金1歩1 · one gold and one pawn · G1P1\n";
    assert!(of_code.starts_with(heading), "{of_code}");
    // The same as by a catalog, whose name is the better one, whichever came last.
    let catalog = "name_ja = \"試\"\n[pieces]\nG = 1\nP = 1\n";
    fs::write(folder.path().join("trial.toml"), catalog).unwrap();
    for of in ["trial.toml", "G1P1"] {
        done(&folder, &["enumerate", of, "--db", "x.db", "--quiet"]);
        let stats = done(&folder, &["stats", "x.db"]);
        let heading = "試 · one gold and one pawn · G1P1\n";
        assert!(stats.starts_with(heading), "{stats}");
        let table = |stats: &str| {
            stats
                .split("\n\n")
                .next()
                .unwrap()
                .split_once('\n')
                .unwrap()
                .1
                .to_owned()
        };
        assert_eq!(table(&stats), table(&of_code));
    }
    let sql = "select catalogs from runs where id = 1";
    let kept = done(&folder, &["query", "x.db", sql]);
    assert!(kept.contains("G = 1") && kept.contains("P = 1"), "{kept}");
}

#[test]
fn a_code_has_a_table() {
    let folder = TempDir::new().unwrap();
    let said = done(&folder, &["table", "R1", "--out", "x.table"]);
    assert!(
        said.starts_with("table: ") && said.ends_with(" in x.table\n"),
        "{said}"
    );
}

#[test]
fn a_file_goes_before_a_code() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("N4"), "[pieces]\nG = 1\n").unwrap();
    done(&folder, &["enumerate", "N4", "--db", "x.db", "--quiet"]);
    assert!(done(&folder, &["stats", "x.db"]).contains("· G1\n"));
    fs::create_dir(folder.path().join("P1")).unwrap();
    let output = run(&folder, &["enumerate", "P1", "--db", "x.db"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "gyakusan: P1: no catalog (*.toml) in this folder\n");
}

#[test]
fn what_is_neither_file_nor_code_is_refused_in_one_line() {
    let folder = TempDir::new().unwrap();
    for command in [
        ["enumerate", "n4", "--db", "x.db"],
        ["table", "n4", "--out", "x.db"],
    ] {
        let output = run(&folder, &command);
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        let begin =
            "gyakusan: n4: no such file, and \"n4\" is not the code of a family, such as N4, ";
        assert!(
            said.starts_with(begin) && said.lines().count() == 1,
            "{said}"
        );
        assert!(!folder.path().join("x.db").exists());
    }
}
