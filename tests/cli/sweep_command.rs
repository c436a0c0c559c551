//! `gyakusan sweep` at the command line: what makes two sweeps the same, and files that stay what they are.

use std::fs;

use crate::typed::{gyakusan, output};

/// Takes a moment.
const SMALL: &str = "[king]\nfiles = [1, 1]\nranks = [\"a\", \"a\"]\n[pieces]\nG = 2\n[board]\npieces = 1\n\
                     region = { files = [1, 3], ranks = [\"a\", \"c\"] }\n";

/// A folder with a small set in it, where that is, and where a database may be.
fn small() -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let at = |name| folder.path().join(name).to_str().unwrap().to_owned();
    let (set, db) = (at("small.toml"), at("x.db"));
    fs::write(&set, SMALL).unwrap();
    (folder, set, db)
}

#[test]
fn another_memory_is_another_sweep() {
    let (_folder, set, db) = small();
    let (set, db) = (&*set, &*db);
    let plain = ["sweep", set, "--db", db, "--quiet", "--threads", "1"];
    for memory in [None, Some("64M"), Some("1M"), Some("1M")] {
        let asked = memory.map(|memory| ["--memory", memory]);
        output(&[&plain[..], asked.as_ref().map_or(&[], |asked| &asked[..])].concat());
    }
    let sql = "select options from runs order by id";
    let options = output(&["query", db, sql, "--format", "csv"]);
    assert_eq!(
        options,
        "options\nnodes 100000\nnodes 100000 memory 1048576\n"
    );
}

#[test]
fn the_list_takes_the_place_of_neither_database_nor_catalog() {
    let (folder, set, db) = small();
    let (set, db) = (&*set, &*db);
    // The same files, however they are called.
    let same = |name: &str| format!("{}/./{name}", folder.path().display());
    for (list, what) in [(same("x.db"), "database"), (same("small.toml"), "catalog")] {
        let refused = gyakusan(&["sweep", set, "--db", db, "--undecided", &list, "--quiet"]);
        assert_eq!(refused.status.code(), Some(2));
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(
            said.contains(&format!("--undecided: this is the {what} itself")),
            "{said}"
        );
    }
    assert_eq!(fs::read_to_string(set).unwrap(), SMALL);
    assert!(!fs::exists(db).unwrap());
}
